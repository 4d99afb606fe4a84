"""Print what the changelog says of the version: `python site/build/release_notes.py [TAG]`.

Fails unless the tag, pyproject.toml, CITATION.cff and the changelog name the same version. Needs
Python alone.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class VersionError(ValueError):
    """Two places tell of different versions."""


def notes(root: Path, tag: str = "") -> str:
    """The changelog's first section, without its head; VersionError where something differs."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    cited = re.search(r"^version: (\S+)$", citation, re.MULTILINE)
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    _, head, text = re.split(r"^## (.*)$", changelog, maxsplit=1, flags=re.MULTILINE)
    told = {
        "CITATION.cff": cited[1] if cited else "no version",
        "CHANGELOG.md": head.split()[0],
        "the tag": tag.removeprefix("v") or version,
    }
    for place, other in told.items():
        if other != version:
            raise VersionError(f"{place} says {other}, pyproject.toml {version}")
    if tag and "unreleased" in head:
        raise VersionError(f"CHANGELOG.md calls {version} unreleased; give its date")
    return re.split(r"^## ", text, maxsplit=1, flags=re.MULTILINE)[0].strip() + "\n"


if __name__ == "__main__":
    try:
        print(notes(ROOT, *sys.argv[1:2]), end="")
    except VersionError as error:
        sys.exit(f"error: {error}")
