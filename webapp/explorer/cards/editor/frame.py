"""What the board editor shows: texts of positions as boards and back, with the game's own rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from mcsearch import Recipe, RecipeError
from mcsearch.recipe import GAMES

_MOST_CHARACTERS = 4_000

Plain = dict[str, Any]


def board_of(recipe: Recipe, text: str) -> Plain:
    """The position of a text as the editor shows it; RecipeError for a wrong text."""
    return _described(recipe, _start(recipe, text))


def board_after(recipe: Recipe, text: str, action: int) -> Plain:
    """The position of a text after one more stone."""
    state = _start(recipe, text)
    try:
        return _described(recipe, state.play(action))
    except ValueError as error:
        raise RecipeError(f"{recipe.game} position: {error}") from None


def _start(recipe: Recipe, text: str) -> Any:
    if len(text) > _MOST_CHARACTERS:
        raise RecipeError(
            f"position: {len(text):,} characters; give at most {_MOST_CHARACTERS:,} of them"
        )
    game = GAMES[recipe.game]
    return game.start(text if text.strip() else game.default_position, recipe.values)


def _described(recipe: Recipe, state: Any) -> Plain:
    geometry = state.geometry
    values = state.cells().tolist()
    if GAMES[recipe.game].kind == "tiles":
        return {
            "board": "tiles",
            "width": int(geometry.width),
            "height": int(geometry.height),
            "colours": state.num_colours,
            "text": str(state),
        }
    actions: list[int] = [-1] * len(values)
    names: list[str] = [""] * len(values)
    drops = state.max_actions < len(values)
    for action in state.legal_actions():
        cells = state.action_cells(action)
        if drops:
            # wherever in its column it is put, the stone falls
            column = geometry.x == geometry.x[cells[0]]
            cells = [cell for cell in np.flatnonzero(column).tolist() if not values[cell]]
        for cell in cells:
            actions[cell], names[cell] = action, state.action_name(action)
    return {
        "board": "stones",
        "shape": geometry.shape,
        "width": float(geometry.width),
        "height": float(geometry.height),
        "x": geometry.x.round(4).tolist(),
        "y": geometry.y.round(4).tolist(),
        "values": values,
        "actions": actions,
        "names": names,
        "to_play": state.to_play,
        "over": state.is_terminal(),
        "text": str(state),
    }
