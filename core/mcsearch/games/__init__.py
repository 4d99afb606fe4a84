"""The games: one module or package each, found by listing this folder; each has a `GAME` record.

A game may import the engine and numerics, and what games share here.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcsearch.engine.parameter import Parameter


@dataclass(frozen=True)
class Game:
    """What the rest of the program knows of a game.

    `kind` tells how a board is drawn: "tiles" (SameGame) or "stones". `start` reads a position's
    text, with the values of `parameters`, and returns the state; it raises RecipeError.
    """

    name: str
    title: str
    num_players: int
    kind: str
    has_kinds: bool
    default_position: str
    position_help: str
    source: str
    start: Callable[[str, Mapping[str, Any]], Any]
    parameters: tuple[Parameter, ...] = ()


def _find() -> dict[str, Game]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = (importlib.import_module(f"{__name__}.{name}") for name in names)
    return {module.GAME.name: module.GAME for module in modules if hasattr(module, "GAME")}


GAMES: dict[str, Game] = {}


def load() -> dict[str, Game]:
    """Fill GAMES once; a game's module imports this package, so it can't happen at import."""
    if not GAMES:
        GAMES.update(_find())
    return GAMES
