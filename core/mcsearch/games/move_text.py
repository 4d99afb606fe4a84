"""Positions as text: the moves from the beginning, or a drawn board of x, o and '.'."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np

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


def position_of(game: str, start: Any, text: str) -> Any:
    """The position of a drawn board, which the state's `set_cells` takes, or after named moves.

    Raises RecipeError with the game's name.
    """
    text = text.strip().lower()
    if not is_drawn(text):
        return after_moves(game, start, text)
    put(game, start, drawn_cells(game, start, text))
    return start


def position_and_mover(game: str, start: Any, text: str) -> Any:
    """The same where a drawn board says who moves, as `drawn` writes it."""
    text = text.strip().lower()
    if not is_drawn(text):
        return after_moves(game, start, text)
    last = len(text) - 1
    if text[last] not in "xo" or len("".join(re.split(r"[/;\s]", text))) == start.board.num_cells:
        raise RecipeError(
            f"{game} position: {text[:100]!r} does not say who moves; give x or o after the "
            "last row"
        )
    put(game, start, drawn_cells(game, start, text[:last]), "xo".index(text[last]))
    return start


def drawn(rows: np.ndarray, to_play: int) -> str:
    """The text of a board's values, int [row, column] from the top: "oo / .. / xx x"."""
    lines = ("".join(".xo"[value] for value in row) for row in rows.tolist())
    return f"{' / '.join(lines)} {'xo'[to_play]}"


def is_drawn(text: str) -> bool:
    """Whether a text is a drawn board, where the names of moves have digits."""
    return bool(re.search(r"[/\n]", text) or re.fullmatch(r"[xo.;\s]+", text))


def drawn_cells(game: str, state: Any, text: str) -> np.ndarray:
    """int8 [num_cells] of a board drawn in rows, as many as cells in each, the top one first.

    0 is '.', 1 x, 2 o.

    Raises RecipeError with the game's name.
    """
    board = state.board
    side = math.isqrt(board.num_cells)
    rows = ["".join(row.split()) for row in re.split(r"[/;\n]", text)]
    if len(rows) == 1:
        rows = [rows[0][i : i + side] for i in range(0, len(rows[0]), side)]
    if len(rows) != side or not all(re.fullmatch(f"[xo.]{{{side}}}", row) for row in rows):
        raise RecipeError(
            f"{game} position: {text[:100]!r} is no board of {side} x {side}; give {side} rows of "
            f"{side} x, o and '.'"
        )
    found = np.zeros(board.num_cells, np.int8)
    found[np.lexsort((board.x, -board.y))] = [".xo".index(mark) for row in rows for mark in row]
    return found


def put(game: str, state: Any, *cells: Any) -> None:
    """Let a state's `set_cells` take what a text says; RecipeError for what it refuses."""
    try:
        state.set_cells(*cells)
    except ValueError as error:
        raise RecipeError(f"{game} position: {error}") from None


def check_turns(num_first: int, num_second: int, what: str = "stones") -> None:
    """ValueError for numbers of stones that can't come from alternate moves."""
    if num_first - num_second not in (0, 1):
        raise ValueError(
            f"{num_first} x and {num_second} o can't come from alternate moves; "
            f"x has as many {what} as o, or one more"
        )
