"""SameGame boards as text, and boards from a seed."""

from __future__ import annotations

import re

import numpy as np

from mcsearch.engine.parameter import RecipeError
from mcsearch.numerics.rng import Rng

MAX_SIDE = 20
MAX_COLOURS = 9


def parse(position: str) -> tuple[np.ndarray, int]:
    """The board that a position's text describes: int8 [width, height], 0 empty, and its colours.

    The text is "15x15x5:7" (width, height, colours, seed) or the rows of a board, the top row
    first, see `parse_rows`. Raises RecipeError.
    """
    match = re.fullmatch(r"\s*(\d+)x(\d+)x(\d+):(\d+)\s*", position)
    if match:
        width, height, colours, seed = (int(group) for group in match.groups())
        return random_board(width, height, colours, seed), colours
    return parse_rows(position)


def random_board(width: int, height: int, num_colours: int, seed: int) -> np.ndarray:
    """A full board of independently and uniformly drawn colours 1 to num_colours."""
    for name, value, low, high in (
        ("width", width, 1, MAX_SIDE),
        ("height", height, 1, MAX_SIDE),
        ("colours", num_colours, 2, MAX_COLOURS),
        ("seed", seed, 0, 2**63 - 1),
    ):
        if not low <= value <= high:
            raise RecipeError(f"board {name}: {value} is not valid; give {low} to {high}")
    colours = Rng(seed).draws(num_colours, width * height)
    return 1 + np.array(colours, np.int8).reshape(width, height)


def parse_rows(text: str) -> tuple[np.ndarray, int]:
    """A board from rows of colours, the top row first; rows end with a line break, ";" or "/".

    Colours are digits, with spaces or commas between them or none; "." is an empty cell. A board
    that uses 0 counts its colours from 0. Tiles above empty cells fall.
    """
    lines = [line for line in re.split(r"[\n;/]", text) if line.strip()]
    if not lines:
        raise RecipeError("board: no rows; give rows of colours such as '1 1 2;2 1 2'")
    rows = [_cells_of(line) for line in lines]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise RecipeError(
                f"board row {number} has {len(row)} cells, row 1 has {len(rows[0])}; "
                "give all rows the same length"
            )
        for column, cell in enumerate(row, 1):
            if not re.fullmatch(r"[0-9.]", cell):
                raise RecipeError(
                    f"board row {number}, column {column}: unknown colour {cell!r}; colours are "
                    "digits from 1 to 9 (or from 0 to 8), '.' is an empty cell"
                )
    if len(rows) > MAX_SIDE or len(rows[0]) > MAX_SIDE:
        raise RecipeError(
            f"board: {len(rows[0])} x {len(rows)} cells; give at most {MAX_SIDE} x {MAX_SIDE}"
        )
    offset = 1 if any("0" in row for row in rows) else 0
    codes = [[0 if cell == "." else int(cell) + offset for cell in row] for row in rows]
    board = np.array(codes, np.int8)[::-1].T
    if board.max() > MAX_COLOURS:
        raise RecipeError(
            f"board: colours 0 and 9 together are {MAX_COLOURS + 1} colours; "
            f"use at most {MAX_COLOURS}"
        )
    return np.ascontiguousarray(board), max(int(board.max()), 2)


def _cells_of(line: str) -> list[str]:
    cells = re.split(r"[\s,]+", line.strip().strip(","))
    return list(cells[0]) if len(cells) == 1 else cells


def boards_in(text: str) -> list[str]:
    """The boards of a file: blocks of rows with blank or comment lines (#) between them."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            blocks.append([])
        else:
            blocks[-1].append(line.strip())
    return ["\n".join(block) for block in blocks if block]
