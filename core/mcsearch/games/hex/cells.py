"""The cells of Hex: what lies beside them, at which side, where they are; chains of stones."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np

from mcsearch.engine.board import Board, Edge

MIN_SIDE = 3
MAX_SIDE = 11
_NEAR = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))  # rows and columns away
_LETTERS = "abcdefghijk"


def words(cells: Any) -> list[int]:
    """A set of cells as two words."""
    found = sum(1 << int(cell) for cell in cells)
    return [found & 0xFFFFFFFFFFFFFFFF, found >> 64]


@functools.cache
def _beside(side: int) -> tuple[tuple[int, ...], ...]:
    """The up to six neighbours of each cell."""
    found = []
    for row, column in itertools.product(range(side), range(side)):
        around = [(row + down, column + right) for down, right in _NEAR]
        found.append(tuple(r * side + c for r, c in around if 0 <= r < side and 0 <= c < side))
    return tuple(found)


@functools.cache
def tables(side: int) -> tuple[np.ndarray, np.ndarray]:
    """uint64 [2 * cell + word] neighbours; [4 * player + 2 * end + word] cells at a player's ends.

    The ends are the side that counts as the first, and the one across.
    """
    lines = np.arange(side**2).reshape(side, side)
    ends = [lines[:, 0], lines[:, -1], lines[0], lines[-1]]
    beside = [words(cells) for cells in _beside(side)]
    return np.array(beside, np.uint64).ravel(), np.array([*map(words, ends)], np.uint64).ravel()


def cell_name(cell: int, side: int) -> str:
    """Column letter and row number, a1 at the upper left."""
    row, column = divmod(cell, side)
    return f"{_LETTERS[column]}{row + 1}"


def cell_named(name: str, side: int) -> int:
    """The cell of a name; ValueError when there is none."""
    found = {cell_name(cell, side): cell for cell in range(side**2)}
    text = name.strip().lower()
    if text not in found:
        last = cell_name(side**2 - 1, side)
        raise ValueError(f"{name[:20]!r} names no cell; give one from a1 to {last}")
    return found[text]


@functools.cache
def rhombus(side: int) -> Board:
    row, column = np.divmod(np.arange(side**2), side)
    radius, step = (1 / 3) ** 0.5, 0.75**0.5
    height = 2 * radius + (side - 1) * step
    x = column + 0.5 + row / 2
    y = height - radius - row * step
    letters = [(place + 0.5, height + 0.42, _LETTERS[place]) for place in range(side)]
    numbers = [
        # two digits are wider
        (place / 2 - (0.4 if place < 9 else 0.54), height - radius - place * step, str(place + 1))
        for place in range(side)
    ]
    width = side + (side - 1) / 2
    return Board(
        x,
        y,
        width,
        height,
        "hex",
        labels=(*letters, *numbers),
        edges=_edges(x.reshape(side, side), y.reshape(side, side)),
        joined=("left and right", "top and bottom"),
    )


def _edges(x: np.ndarray, y: np.ndarray) -> tuple[Edge, ...]:
    """The four sides of the board, along the corners of its cells.

    x, y: float64 [row, column] centres of the cells
    """
    radius, half = (1 / 3) ** 0.5, (1 / 3) ** 0.5 / 2
    left, right = [(-0.5, half), (-0.5, -half)], [(0.5, half), (0.5, -half)]
    top = [(-0.5, half), (0.0, radius), (0.5, half)]
    bottom = [(-0.5, -half), (0.0, -radius), (0.5, -half)]
    lines = [
        (1, left, x[:, 0], y[:, 0]),
        (1, right, x[:, -1], y[:, -1]),
        (2, top, x[0], y[0]),
        (2, bottom, x[-1], y[-1]),
    ]
    return tuple(
        Edge(
            value,
            tuple(
                (float(cx + dx), float(cy + dy))
                for cx, cy in zip(xs, ys, strict=True)
                for dx, dy in corners
            ),
        )
        for value, corners, xs, ys in lines
    )


def chain_of(cells: np.ndarray, player: int, side: int) -> list[int]:
    """A shortest chain of a player's stones that joins both sides; [] for none."""
    lines = np.arange(side**2).reshape(side, side)
    first, last = ((lines[:, 0], lines[:, -1]), (lines[0], lines[-1]))[player]
    ends = set(last.tolist())
    own = cells == player + 1
    chains = [[cell] for cell in first.tolist() if own[cell]]
    seen = {chain[0] for chain in chains}
    for chain in chains:  # which grows
        if chain[-1] in ends:
            return chain
        for cell in _beside(side)[chain[-1]]:
            if own[cell] and cell not in seen:
                seen.add(cell)
                chains.append([*chain, cell])
    return []


def check_stones(cells: np.ndarray, to_play: int, side: int, pie_rule: bool) -> None:
    """ValueError for a board that no game can come to, with a player to move."""
    num_first, num_second = (int(np.count_nonzero(cells == value)) for value in (1, 2))
    lead = num_first - num_second
    is_swapped = pie_rule and num_second > 0 and lead == to_play - 1
    if lead != to_play and not is_swapped:
        raise ValueError(
            f"{num_first} x and {num_second} o can't come from alternate moves with "
            f"{'xo'[to_play]} to move; before x both have as many, before o x has one more"
        )
    if chain_of(cells, to_play, side):
        raise ValueError(
            f"{'xo'[to_play]} has joined both sides and would be to move; "
            "take away what was played after it"
        )
    chain = chain_of(cells, 1 - to_play, side)
    if chain and all(chain_of(_without(cells, cell), 1 - to_play, side) for cell in chain):
        raise ValueError(
            f"{'ox'[to_play]} has joined both sides more than once; "
            "take away what was played after the first time"
        )


def _without(cells: np.ndarray, cell: int) -> np.ndarray:
    left = cells.copy()
    left[cell] = 0
    return left
