"""Finds the compiled modules when the build has put them all into one library.

A build for WebAssembly does; otherwise each module has its own, and Python finds it by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any


class LibraryFinder(MetaPathFinder, Loader):
    """Makes the modules that a library has, before their sources are looked for."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._names = frozenset(library.names())

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self._names:
            return None
        spec = ModuleSpec(fullname, self, origin=self._library.__file__)
        spec.has_location = True
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return self._library.create(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._library.execute(module)


def is_compiled(module: ModuleType) -> bool:
    """Whether a module runs as machine code and not interpreted."""
    return not str(module.__file__).endswith(".py")


try:
    from mcsearch import _library  # type: ignore[attr-defined]
except ImportError:
    pass
else:
    sys.meta_path.insert(0, LibraryFinder(_library))
