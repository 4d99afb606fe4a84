"""Run the class you already have: states of other packages as problems, by their shape.

`search_for` and `mcsearch solve --problem` take a state of one of these packages, or of a class of
the same shape, as it is: which one it is its methods say, and none of the packages is imported. One
file each, found by listing this folder; each has an `ADAPTER` record, and its docstring says which
methods it needs, how returns are read, and what is refused. May import the engine.

Actions are those of the package. Where a package tells who is to move, nothing says that players
alternate: its games are searched with free turns (see `alternates` in `mcsearch.problem`). A search
that needs turns (the solver, decisive moves, transpositions) takes them to alternate, checks it at
every action, and says where they do not; a state's own attribute `alternates`, True or False, or
`wrap(state, alternates=...)` of the adapter's module, given in place of the state, decides it.

A problem has its own `play`; it is taken for what it is and never adapted.
"""

from __future__ import annotations

from typing import Any

from mcsearch.adapters.adapter import Adapter
from mcsearch.engine.registry import Registry

__all__ = ["ADAPTERS", "Adapter", "adapted"]

ADAPTERS = Registry(__name__, lambda module: [module.ADAPTER] if hasattr(module, "ADAPTER") else [])
ADAPTERS.load()


def adapted(thing: Any, alternates: bool = False) -> Any:
    """The problem that a thing is in the eyes of the first adapter it fits, or the thing itself.

    `alternates`: that its players do, where neither it nor its package says so. Raises
    ProblemError, with the reason, for what has the shape and can't be searched.
    """
    if isinstance(thing, type) or callable(getattr(thing, "play", None)):
        return thing
    for adapter in ADAPTERS.values():
        if adapter.fits(thing):
            given = getattr(thing, "alternates", alternates)
            return adapter.wrap(thing, alternates=True) if given is True else adapter.wrap(thing)
    return thing
