"""Positions that are given by the moves from the beginning, for games that do so by names alone."""

from __future__ import annotations

import re
from typing import Any

from mcsearch.engine.parameter import RecipeError


def after_moves(game: str, state: Any, text: str) -> Any:
    """The state after named moves such as "d4 c3", split at blanks, commas and semicolons.

    Raises RecipeError, with the game's name, for a move that is not legal or comes after the end.
    """
    for number, name in enumerate(re.findall(r"[^\s,;]+", text), 1):
        where = f"move {number}"
        if state.is_terminal():
            raise RecipeError(
                f"{game} position: the game is over before {where}, {name[:20]!r}; "
                "leave it and the rest out"
            )
        try:
            state = state.play(state.parse_action(name))
        except ValueError as error:
            raise RecipeError(f"{game} position: {where}: {error}") from None
    return state
