"""Run the class you already have: states of other packages as problems, by their shape.

`search_for` and `mcsearch solve --problem` take a state of one of these packages, or of a class of
the same shape, as it is: which one it is its methods say, and none of the packages is imported. One
file each, found by listing this folder; each has an `ADAPTER` record, and its docstring says which
methods it needs, how returns are read, and what is refused. May import the engine.

Actions are those of the package. Where a package tells who is to move, nothing says that players
alternate: its games are searched with free turns (see `alternates` in `mcsearch.problem`) and
without the solver. For a game that does alternate, `wrap(state, alternates=True)` of the adapter's
module, given to `search_for` in place of the state, has the solver and transpositions.

A problem has its own `play`; it is taken for what it is and never adapted.
"""

from __future__ import annotations

from typing import Any

from mcsearch.adapters.adapter import Adapter
from mcsearch.engine.registry import Registry

__all__ = ["ADAPTERS", "Adapter", "adapted"]

ADAPTERS = Registry(__name__, lambda module: [module.ADAPTER] if hasattr(module, "ADAPTER") else [])
ADAPTERS.load()


def adapted(thing: Any) -> Any:
    """The problem that a thing is in the eyes of the first adapter it fits, or the thing itself.

    Raises ProblemError, with the reason, for what has the shape and can't be searched.
    """
    if isinstance(thing, type) or callable(getattr(thing, "play", None)):
        return thing
    for adapter in ADAPTERS.values():
        if adapter.fits(thing):
            return adapter.wrap(thing)
    return thing
