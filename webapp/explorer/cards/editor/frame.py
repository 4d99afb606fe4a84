"""What the board editor shows: texts of positions as boards and back, with the game's own rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from explorer.game.positions import meant_in
from explorer.look.boards import has_tiles, plain_board
from mcsearch import Recipe, RecipeError

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
    game = recipe.record
    return game.start(text if text.strip() else game.default_position, recipe.values)


def _described(recipe: Recipe, state: Any) -> Plain:
    if state.board is None:
        raise RecipeError(f"{recipe.game} has no board to set up; give its position as a text")
    plain = {**plain_board(state.board), "text": str(state)}
    if has_tiles(state):
        return plain
    values, meant = state.cells(), meant_in(state)
    at = meant.at if meant.places is None else np.full(len(values), -1)
    if state.board.drops:  # wherever in its column it is put, the stone falls
        at = np.where(values > 0, -1, at)
    names = {action: state.action_name(action) for action in meant.cells}
    return {
        **plain,
        "values": values.tolist(),
        "actions": at.tolist(),
        "names": [names.get(action, "") for action in at.tolist()],
        "others": [[a, names[a]] for a in meant.cells if a not in at],
        "to_play": state.to_play,
        "over": state.is_terminal(),
    }
