"""Modules that are imported late: their files are fetched when one is.

A normal start comes without the modules that the page never imports by itself.  A visit that goes
on from the memory of the build comes without all files of Python's library and of the packages.
"""

import hashlib
import importlib
import json
import sys
import zipfile
import zipimport
from collections.abc import Iterator, Sequence
from importlib.machinery import PathFinder
from pathlib import Path, PurePosixPath
from types import ModuleType

import js
import pyodide.ffi

PACKAGES = Path(__file__).parent
OWN = ("mcsearch.", "explorer.")
SUFFIXES = (".py", ".pyc")  # the examples are shown to readers, and not compiled
LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
OF_LIBRARY = f"{Path(LIBRARY).name}/"  # so a bundle's names of its modules begin
LISTED = PACKAGES / "late.json"  # the files that no start comes with


def files() -> Iterator[str]:
    """The paths of the modules that are there, in the packages' folder and in Python's library."""
    for path in PACKAGES.rglob("*.py*"):
        if path.suffix in SUFFIXES:
            yield path.relative_to(PACKAGES).as_posix()
    yield from zipimport._zip_directory_cache[LIBRARY]  # type: ignore[attr-defined]


def module_name(path: str) -> str:
    """The name by which the module in a file is imported."""
    return str(PurePosixPath(path).with_suffix("")).removesuffix("/__init__").replace("/", ".")


class LateModules:
    """Finds nothing itself, but lets those find it who look in files."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> None:
        """Fetch the files if the module is in one of them.

        Raises ImportError when they cannot be had.
        """
        if name in self.names:
            try:
                fetch_files()
            except (OSError, pyodide.ffi.JsException) as error:
                raise ImportError(f"{name} is not there: {error}", name=name) from error
            self.names.clear()  # now they are there


def fetch_files() -> None:
    """Put the files that this visit has not got where it would have them."""
    for name, *file in js.fetchLate():
        content = unpacked(*file)
        if name == "library":
            Path(LIBRARY).write_bytes(content)
        else:
            put(content)
    importlib.invalidate_caches()


def put(bundle: bytes) -> None:
    """Put the files in a bundle into the packages' folder and into the library's archive."""
    start = 4 + int.from_bytes(bundle[:4], "little")
    with zipfile.ZipFile(LIBRARY, "a") as library:
        for name, size in json.loads(bundle[4:start]):
            content = bundle[start : start + size]
            start += size
            if name.startswith(OF_LIBRARY):
                library.writestr(name.removeprefix(OF_LIBRARY), content)
            else:
                target = PACKAGES / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)


def unpacked(content: pyodide.ffi.JsBuffer, digest: str, size: int) -> bytes:
    """What a file holds that is the one that was published, `size` bytes."""
    if hashlib.sha256(content.to_bytes()).hexdigest() != digest:
        raise OSError("its file is not the one that was published")
    return js.unpack(content, size).to_bytes()


def find_late() -> None:
    """Let the modules be found that no start comes with."""
    paths = json.loads(LISTED.read_text())
    late = LateModules({module_name(path.removeprefix(OF_LIBRARY)) for path in paths})
    sys.meta_path.insert(sys.meta_path.index(PathFinder), late)


def leave_files() -> None:
    """Import what the page may need of its own; from now on no module's file need be there."""
    names = {module_name(path) for path in files()}
    for name in sorted(names):
        if name.startswith(OWN):
            importlib.import_module(name)
    (late,) = (finder for finder in sys.meta_path if isinstance(finder, LateModules))
    late.names |= names - set(sys.modules)
