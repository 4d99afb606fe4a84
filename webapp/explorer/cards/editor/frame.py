"""What the board editor shows: texts of positions as boards and back, with the game's own rules."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

import numpy as np

from explorer.game.positions import meant_in
from explorer.look.boards import ShownBoard, has_tiles, shown_board
from mcsearch import Recipe, RecipeError

_MOST_CHARACTERS = 4_000


@dataclass(frozen=True, slots=True)
class EditorNote:
    """What has come of it where no other board is to be shown."""

    error: str = ""
    used: bool = False  # the position is the recipe's now
    kind: Literal["editor"] = "editor"


@dataclass(frozen=True, slots=True)
class EditedBoard(ShownBoard):
    """A position on its board, and of one for stones also what may be put."""

    text: str
    values: tuple[int, ...] = ()  # [num_cells]
    actions: tuple[int, ...] = ()  # [num_cells] that puts something there, -1: none
    names: tuple[str, ...] = ()  # [num_cells] of these
    others: tuple[tuple[int, str], ...] = ()  # actions that are no places, and their names
    to_play: int = 0
    over: bool = False
    opened: bool = False  # the editor begins with it
    kind: Literal["editor"] = "editor"


def board_of(recipe: Recipe, text: str) -> EditedBoard:
    """The position of a text as the editor shows it; RecipeError for a wrong text."""
    return _described(recipe, _start(recipe, text))


def board_after(recipe: Recipe, text: str, action: int) -> EditedBoard:
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


def _described(recipe: Recipe, state: Any) -> EditedBoard:
    if state.board is None:
        raise RecipeError(f"{recipe.game} has no board to set up; give its position as a text")
    shown = shown_board(state.board)
    named = {field.name: getattr(shown, field.name) for field in fields(shown)}
    board = EditedBoard(**named, text=str(state))
    if has_tiles(state):
        return board
    values, meant = state.cells(), meant_in(state)
    at = meant.at if meant.places is None else np.full(len(values), -1)
    if state.board.drops:  # wherever in its column it is put, the stone falls
        at = np.where(values > 0, -1, at)
    names = {action: state.action_name(action) for action in meant.cells}
    return replace(
        board,
        values=tuple(values.tolist()),
        actions=tuple(at.tolist()),
        names=tuple(names.get(action, "") for action in at.tolist()),
        others=tuple((a, names[a]) for a in meant.cells if a not in at),
        to_play=state.to_play,
        over=state.is_terminal(),
    )
