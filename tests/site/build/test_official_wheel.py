"""The official route: what is run, by whom, and what is said where its tools are not there."""

import io
import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from build import official_wheel, parts

ROOT = Path(__file__).resolve().parents[3]


def npm_package(folder: Path, python: str) -> Path:
    path = folder / "pyodide.tgz"
    lock = json.dumps({"info": {"python": python}}).encode()
    with tarfile.open(path, "w:gz") as archive:
        info = tarfile.TarInfo("package/pyodide-lock.json")
        info.size = len(lock)
        archive.addfile(info, io.BytesIO(lock))
    return path


def test_the_tools_are_of_the_pyodide_that_the_site_ships():
    version = parts.load()["pyodide"].version
    first, *_, last = official_wheel.commands("pyodide", version, Path("out"))
    assert first[-1] == version
    assert last[:2] == ["pyodide", "build"]


def test_without_the_tools_it_says_what_to_install():
    done = subprocess.run(
        [sys.executable, "site", "official-wheel"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert 'pip install ".[pyodide]"' in done.stderr
    assert "Traceback" not in done.stderr


def test_another_python_than_pyodides_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(official_wheel, "program", lambda: "pyodide")
    monkeypatch.setattr(parts, "fetch", lambda *_: npm_package(tmp_path, "2.7.18"))
    with pytest.raises(official_wheel.ToolError, match=r"run the command with Python 2\.7"):
        official_wheel.build(tmp_path / "out")


def test_a_tool_that_fails_is_named(tmp_path, monkeypatch):
    here = ".".join(map(str, sys.version_info[:3]))
    monkeypatch.setattr(official_wheel, "program", lambda: "false")
    monkeypatch.setattr(parts, "fetch", lambda *_: npm_package(tmp_path, here))
    monkeypatch.setattr(official_wheel.build_wheel, "stage", lambda folder: None)
    monkeypatch.setattr(official_wheel, "BUILD", tmp_path)
    (tmp_path / "official").mkdir()
    with pytest.raises(official_wheel.ToolError, match=r"xbuildenv install .* ended with 1"):
        official_wheel.build(tmp_path / "out")


def test_the_workflow_runs_the_same_command():
    workflow = (ROOT / ".github" / "workflows" / "pages.yml").read_text()
    assert "python site official-wheel --out wheelhouse" in workflow
    assert "cibuildwheel" not in workflow
    pinned = (ROOT / ".github" / "pyodide-build.txt").read_text()
    extra = (ROOT / "pyproject.toml").read_text().split('"pyodide-build')[1].split(";")[0]
    assert f"pyodide-build{extra} " in pinned
