"""Text files of other programs in which a game travels: its moves, replayed by the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FileFormat:
    """How another program, or a community, writes a game down.

    `ending` is that of its files. `is_like` tells at a glance whether a text is meant as one, whole
    or not. `read` returns the position at which its game begins and the names of its moves, which
    it has played; it raises RecipeError with the line or move and the remedy. `write` takes the
    state after the moves, and raises RecipeError where the format has no way to say it.
    """

    name: str
    title: str
    ending: str
    is_like: Callable[[str], bool]
    read: Callable[[str], tuple[str, tuple[str, ...]]]
    write: Callable[[Any], str]
