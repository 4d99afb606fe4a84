"""Modules that a memory of the build does not hold: their files are fetched when one is imported.

The page's worker goes on from the memory without the files of Python's library and of the packages.
"""

import gzip
import hashlib
import importlib
import json
import sys
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


def files() -> Iterator[str]:
    """The paths of all modules in the packages' folder and in Python's library."""
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
        self._names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> None:
        """Fetch the files if the module is in one of them.

        Raises ImportError when they cannot be had.
        """
        if name in self._names:
            try:
                fetch_files()
            except (OSError, pyodide.ffi.JsException) as error:
                raise ImportError(f"{name} is not there: {error}", name=name) from error
            self._names.clear()  # now they are there


def fetch_files() -> None:
    """Put the files where a normal start has them."""
    library, *bundles = (verified(content.to_bytes(), digest) for content, digest in js.fetchLate())
    Path(LIBRARY).write_bytes(library)
    for bundle in bundles:
        start = 4 + int.from_bytes(bundle[:4], "little")
        for name, size in json.loads(bundle[4:start]):
            target = PACKAGES / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(bundle[start : start + size])
            start += size
    importlib.invalidate_caches()


def verified(content: bytes, digest: str) -> bytes:
    """The decompressed content of a file that is the one that was published."""
    if hashlib.sha256(content).hexdigest() != digest:
        raise OSError("its file is not the one that was published")
    return gzip.decompress(content)


def find_late() -> None:
    """Import what the page may need of its own; from now on no module's file need be there."""
    names = {module_name(path) for path in files()}
    for name in sorted(names):
        if name.startswith(OWN):
            importlib.import_module(name)
    late = LateModules(names - set(sys.modules))
    sys.meta_path.insert(sys.meta_path.index(PathFinder), late)
