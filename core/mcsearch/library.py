"""Finds the compiled modules when the build has put them all into one library.

A build for WebAssembly does; otherwise each module has its own, and Python finds it by itself.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
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


def interpreted_note() -> str:
    """What is told of a core that is not compiled, by `import mcsearch` and on the page."""
    remedy = "install a C compiler and then mcsearch again"
    if os.environ.get("MCSEARCH_COMPILING") == "1":  # `make serve` in a new clone
        remedy = "it is being compiled, and then the page goes on by itself from where it is"
    return f"mcsearch runs interpreted, some 100 times slower than compiled: {remedy}"


def _ends_quietly(argv: Sequence[str]) -> bool:
    """Let Ctrl-C end the command while its modules are loaded: there is nothing to tell or keep."""
    is_command = bool(argv) and (argv[0] == "-m" or os.path.basename(argv[0]) == "mcsearch")
    if (
        not is_command
        or threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        return False
    signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    return True


_INTERRUPTED = 130
is_quiet = _ends_quietly(sys.argv)
"""Whether Ctrl-C now ends the program without a word, see `cli.main`."""

try:
    from mcsearch import _library  # type: ignore[attr-defined]
except ImportError:
    pass
else:
    sys.meta_path.insert(0, LibraryFinder(_library))
