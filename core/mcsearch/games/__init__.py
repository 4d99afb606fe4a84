"""The games: one module or package each, found by listing this folder; each has a `GAME` record.

A game may import the engine and numerics, and what games share here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcsearch.engine.parameter import Parameter
from mcsearch.engine.registry import Registry


@dataclass(frozen=True)
class Game:
    """What the rest of the program knows of a game.

    `kind` is what lies on its board, "tiles" or "stones": so a position is set up. `start` reads a
    position's text, with the values of `parameters`, and returns the state; it raises RecipeError.
    `default_rule` is the selection rule whose constants suit the game's scores; "": the search's.
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
    default_rule: str = ""


GAMES = Registry(__name__, lambda module: [module.GAME] if hasattr(module, "GAME") else [])
"""Empty until its `load`: a game's module imports this package."""
