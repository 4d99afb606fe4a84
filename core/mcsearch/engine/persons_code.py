"""Calls of a person's code by a search: what it raises ends the search and is raised by that."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

import cython

if cython.compiled:
    from cython.cimports.mcsearch.engine.halt import Halt
else:
    from mcsearch.engine.halt import Halt


@cython.cclass
class PersonsCode:
    """Calls the code of one game, rule or policy for the searches that it serves."""

    error = cython.declare(object, visibility="public")
    """The first exception."""
    searches = cython.declare(object, visibility="readonly")
    _halt: Halt

    def __init__(self) -> None:
        self.error = None
        self.searches = weakref.WeakSet()
        self._halt = cython.cast(Halt, None)

    def serve(self, search: Any) -> None:
        """Tell this search of an exception from now on, and stop when it is to stop."""
        # what serves several can't stop for one of them
        self._halt = cython.cast(Halt, None) if self.searches else search.halt
        self.searches.add(search)
        search.halt.has_hooks = True

    def call(self, default: Any, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a function gives; the default after an exception, and when the search is to stop.

        Ctrl-C ends no search: the function is called again, at once or when the search goes on.
        """
        if self.error is not None or (self._halt is not None and self._halt.refuses()):
            return default
        try:
            return function(*arguments)
        except KeyboardInterrupt as error:
            if self._halt is None or not self._halt.hear(error):
                self.fail(error)
                return default
        except BaseException as error:
            self.fail(error)
            return default
        return self.call(default, function, *arguments)

    def refuses(self) -> bool:
        """Whether the search is to stop: what is still to be called is to be left."""
        return self._halt is not None and self._halt.refuses()

    def pauses(self) -> bool:
        """Whether the search is to pause here, where a playout can go on later."""
        return self._halt is not None and self._halt.pauses()

    def fail(self, error: BaseException) -> None:
        """Stop every search; they raise the exception."""
        if self.error is None:
            self.error = error
            for search in list(self.searches):
                search.fail(error)
