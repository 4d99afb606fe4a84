"""The cells of Yavalath: their names, their bits along the three directions, their places."""

from __future__ import annotations

import functools
import itertools
import math
import operator
import re

import numpy as np

from mcsearch.engine.board import Board

SIDE = 5
NUM_CELLS = 61
SWAP = NUM_CELLS

_ROW_LENGTHS = (5, 6, 7, 8, 9, 8, 7, 6, 5)
# (row from the bottom, place from the left) of each cell
PLACES = [(row, place) for row, length in enumerate(_ROW_LENGTHS) for place in range(length)]
# the same with a second coordinate that is constant along the lines that rise to the left; the
# difference of the two is constant along those that rise to the right
_AXIAL = [(row, place + max(0, row - SIDE + 1)) for row, place in PLACES]
_ORDERS = (
    sorted(range(NUM_CELLS), key=lambda cell: _AXIAL[cell]),
    sorted(range(NUM_CELLS), key=lambda cell: (_AXIAL[cell][1], _AXIAL[cell][0])),
    sorted(range(NUM_CELLS), key=lambda cell: (_AXIAL[cell][1] - _AXIAL[cell][0], _AXIAL[cell][0])),
)
# uint64 [3 * cell + direction]: the cell's bit in the numbering along the direction
CELL_BITS = np.array(
    [1 << order.index(cell) for cell in range(NUM_CELLS) for order in _ORDERS], np.uint64
)
# uint8 [64 * direction + bit]: the cell of a bit in the numbering along the direction
CELL_OF = np.array([[*order, 0, 0, 0] for order in _ORDERS], np.uint8).ravel()
ENDS = [end - 1 for end in itertools.accumulate(_ROW_LENGTHS)]
# every three neighbouring cells of a line, as a set of cells
_TRIPLES = [
    sum(1 << cell for cell in order[first : first + 3])
    for order in _ORDERS
    for first in range(NUM_CELLS - 2)
    if not {first, first + 1} & {*ENDS}
]

# the same of four
FOURS = np.array(
    [
        sum(1 << cell for cell in order[first : first + 4])
        for order in _ORDERS
        for first in range(NUM_CELLS - 3)
        if not {first, first + 1, first + 2} & {*ENDS}
    ],
    np.uint64,
)


def in_order(cells: list[int]) -> list[int]:
    """One player's cells; the one without which there would be no line comes last."""
    stones = sum(1 << cell for cell in cells)
    lines = [triple for triple in _TRIPLES if triple & stones == triple]
    if not lines:
        return cells
    last = functools.reduce(operator.and_, lines).bit_length() - 1
    return [*(cell for cell in cells if cell != last), last]


def action_named(name: str) -> int:
    text = name.strip().lower()
    if text == "swap":
        return SWAP
    names = {f"{'abcdefghi'[row]}{place + 1}": cell for cell, (row, place) in enumerate(PLACES)}
    if text not in names:
        if re.fullmatch("[a-i][0-9]", text):
            length = _ROW_LENGTHS["abcdefghi".index(text[0])]
            raise ValueError(
                f"{name!r} names no cell; row {text[0]} has {text[0]}1 to {text[0]}{length}"
            )
        raise ValueError(
            f"{name[:20]!r} names no cell; give a row from a to i and a place along it, such as e5"
        )
    return names[text]


@functools.cache
def yavalath_board() -> Board:
    row, place = np.array(PLACES).T
    x = place + 0.5 + np.abs(row - SIDE + 1) / 2
    step = math.sqrt(0.75)
    radius = math.sqrt(1.0 / 3.0)
    y = radius + step * row
    letters = tuple(
        (float(x[row == number].min()) - 0.85, radius + step * number, letter)
        for number, letter in enumerate("abcdefghi")
    )
    # places are counted from the left: their numbers stand below the lower edges, where each begins
    below = [max(0, number - SIDE) for number in range(1, 10)]
    numbers = tuple(
        (
            number - 0.5 + (SIDE - 1 - row) / 2 + 0.4,
            radius + step * row - 0.8 * step,
            str(number),
        )
        for number, row in enumerate(below, 1)
    )
    labels = letters + numbers
    return Board(x, y, 9.0, 2.0 * radius + 8.0 * step, "hex", labels=labels, row_lengths=(3, 4))
