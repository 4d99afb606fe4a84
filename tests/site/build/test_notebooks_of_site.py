"""JupyterLab in the built site, as files: what its kernel starts from is whole."""

import hashlib
import json
import zipfile
from pathlib import Path

import pytest

from build import notebooks

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def pyodide(static_site: Path) -> Path:
    return static_site / "notebooks" / notebooks.STATIC


@pytest.fixture(scope="module")
def locked(pyodide: Path) -> dict[str, dict]:
    return json.loads((pyodide / "pyodide-lock.json").read_text())["packages"]


def test_all_that_a_package_needs_is_there_as_it_is_locked(
    pyodide: Path, locked: dict[str, dict]
) -> None:
    assert locked.keys() >= {*notebooks.STARTED_WITH, *notebooks.DEPENDS}
    for name, package in locked.items():
        content = (pyodide / package["file_name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == package["sha256"], name
        assert locked.keys() >= set(package["depends"]), name
    assert {"explorer", "mcsearch"} <= set(locked["mcsearch"]["imports"])


def test_no_library_is_for_another_machine(pyodide: Path) -> None:
    for wheel in pyodide.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            libraries = [name for name in archive.namelist() if ".so" in Path(name).suffixes]
            assert {archive.read(name)[:4] for name in libraries} <= {b"\0asm"}, wheel.name


def test_the_explorer_is_whole(pyodide: Path, locked: dict[str, dict]) -> None:
    with zipfile.ZipFile(pyodide / locked["mcsearch"]["file_name"]) as archive:
        there = {name for name in archive.namelist() if name.startswith("explorer/")}
    folder = ROOT / "webapp"
    kinds = (".py", ".html", ".css", ".js", ".json", ".toml")
    files = (path for path in (folder / "explorer").rglob("*") if path.suffix in kinds)
    assert there >= {file.relative_to(folder).as_posix() for file in files}


def test_the_notebooks_and_the_settings_are_those_of_the_build(static_site: Path) -> None:
    folder = static_site / "notebooks"
    listed = json.loads((folder / "api" / "contents" / "all.json").read_text())["content"]
    assert [each["name"] for each in listed] == [f"{name}.ipynb" for name in notebooks.SHOWN]
    config = json.loads((folder / "jupyter-lite.json").read_text())["jupyter-config-data"]
    (settings,) = config["litePluginSettings"].values()
    assert settings["loadPyodideOptions"] == notebooks.SETTINGS["loadPyodideOptions"]
    assert (folder / settings["pyodideUrl"]).exists()
