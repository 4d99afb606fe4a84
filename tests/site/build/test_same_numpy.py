"""Two wheels are compared file by file."""

import sys
import zipfile
from pathlib import Path

import pytest

from build import same_numpy

FILES = {"numpy/a.py": "1", "numpy/b.so": "2", "numpy-2.dist-info/RECORD": "3"}


def wheel(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def compare(monkeypatch: pytest.MonkeyPatch, folder: Path, files: dict[str, str]) -> None:
    wheels = {
        "numpy": wheel(folder / "one.whl", FILES),
        "numpy-republished": wheel(folder / "other.whl", files),
    }
    monkeypatch.setattr(same_numpy.parts, "load", lambda: {name: name for name in wheels})
    monkeypatch.setattr(same_numpy.parts, "fetch", lambda part, cache: wheels[part])
    monkeypatch.setattr(sys, "argv", ["numpy"])
    same_numpy.main()


def test_the_same_files_pass_under_another_platform(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compare(monkeypatch, tmp_path, FILES | {"numpy-2.dist-info/RECORD": "4"})
    told = capsys.readouterr().out
    assert "2 files are the same, 1 are not" in told
    assert "RECORD" in told


@pytest.mark.parametrize("changed", [{"numpy/b.so": "3"}, {"numpy/c.py": "4"}])
def test_another_content_or_file_fails_and_is_named(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    changed: dict[str, str],
) -> None:
    with pytest.raises(SystemExit, match="is not the official one"):
        compare(monkeypatch, tmp_path, FILES | changed)
    assert next(iter(changed)) in capsys.readouterr().out
