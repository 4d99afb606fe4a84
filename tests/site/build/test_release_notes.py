"""The text of a release, and that all places name one version."""

import shutil
from pathlib import Path

import pytest

from build.release_notes import ROOT, VersionError, notes

FILES = ("pyproject.toml", "CITATION.cff", "CHANGELOG.md")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path)
    changelog = tmp_path / "CHANGELOG.md"
    text = "# Changelog\n\n## 0.1.0 (2026-12-01)\n\n- New.\n\n## 0.0.9 (2026-01-01)\n\n- Old.\n"
    changelog.write_text(text)
    return tmp_path


def test_it_is_the_changelogs_section(root: Path) -> None:
    assert notes(root, "v0.1.0") == "- New.\n"


def test_the_checkout_names_one_version() -> None:
    assert notes(ROOT).startswith("- ")


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("CITATION.cff", "version: 0.1.0", "version: 0.2.0", "CITATION.cff says 0.2.0"),
        ("CHANGELOG.md", "## 0.1.0", "## 0.2.0", "CHANGELOG.md says 0.2.0"),
        ("CHANGELOG.md", "2026-12-01", "unreleased", "unreleased; give its date"),
    ],
)
def test_places_that_differ_are_named(root: Path, name: str, old: str, new: str, said: str) -> None:
    path = root / name
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(VersionError, match=said):
        notes(root, "v0.1.0")


def test_a_tag_of_another_version_is_refused(root: Path) -> None:
    with pytest.raises(VersionError, match=r"the tag says 0\.2\.0"):
        notes(root, "v0.2.0")
