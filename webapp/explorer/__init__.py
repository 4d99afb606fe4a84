"""The explorer: a page on which a Monte Carlo search can be watched and taken apart.

Its floors from the top down: alone, shell, pages, session, words, cards, moment, look. A module
imports from its own floor and from those below it. `show` and `save` are what `alone` gives to
notebooks and scripts.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from explorer.alone.file import save
    from explorer.alone.live import show

__all__ = ["save", "show"]

_HOMES = {"save": "explorer.alone.file", "show": "explorer.alone.live"}


def __getattr__(name: str) -> Any:
    """What is given to others, loaded when it is asked for: a page needs none of it."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
