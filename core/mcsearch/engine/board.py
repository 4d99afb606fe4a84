"""How the board of a game looks: facts for whoever draws it, of which no search knows anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

SHAPES = ("square", "hex", "crossing")
PIECES = ("stones", "tiles", "cells")
MARKS = ("cross", "ring")

_SQUARE_STEPS = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0))
_HEX_STEPS = ((1.0, 0.0), (0.5, 0.75**0.5), (-0.5, 0.75**0.5))


class Steps(NamedTuple):
    """The cells that mean an action together; () where there is nothing to point at, or one cell.

    In order, a piece's place and where it goes; else as one likes.
    """

    cells: tuple[int, ...]
    in_order: bool


NO_STEPS = Steps((), False)


class Edge(NamedTuple):
    """A line along the board that belongs to a player, by the value of the player's stones."""

    value: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, eq=False)
class Board:
    """The cells of a board and what lies on them; lengths in cell widths, y upwards.

    A cell is a number below `num_cells`, which a game may give to its cells in any order. What lies
    on one is a value: 0 for nothing, else 1 to `num_values`.

    Stones are the players': 1 is player 0's, 2 player 1's, and more if a game has them. Tiles fill
    their cells and belong to nobody, their values are colours.
    """

    x: np.ndarray  # float64 [num_cells] centres
    y: np.ndarray  # float64 [num_cells]
    width: float
    height: float
    # of a cell: one of SHAPES; a hexagon has a corner at its top, a crossing is of lines as on a
    # board of Go, as wide as a square
    shape: str = "square"
    pieces: str = "stones"  # one of PIECES
    num_values: int = 2
    marks: tuple[str, ...] = MARKS  # on the stones of each value; tiles have marks of their own
    drops: bool = False  # an action names a column, in which its stone falls
    slides: bool = False  # an action slides all to a side: it is named up, right, down or left
    moves: bool = False  # an action takes a stone from one cell to another, as `State.steps` says
    # of stones that are dominoes, by value: from the lower or left cell to the other one; its cells
    # are numbered row by row or column by column from below
    dominoes: tuple[tuple[float, float], ...] = ()
    labels: tuple[tuple[float, float, str], ...] = ()  # names beside the board: x, y of the middle
    row_lengths: tuple[int, ...] = ()  # so many stones of a player in a row end the game
    edges: tuple[Edge, ...] = ()  # of the board, those that belong to a player
    joined: tuple[str, ...] = ()  # what each player joins by stones: "left and right"
    _at: dict[tuple[int, int], int] = field(init=False, repr=False)  # (2 x, 2 y) -> cell

    def __post_init__(self) -> None:
        places = enumerate(zip(self.x.tolist(), self.y.tolist(), strict=True))
        at = {(round(2 * x), round(2 * y)): cell for cell, (x, y) in places}
        object.__setattr__(self, "_at", at)

    @property
    def num_cells(self) -> int:
        return len(self.x)

    def cell_at(self, x: float, y: float) -> int:
        """The cell whose centre is at a place, -1 when there is none."""
        return self._at.get((round(2 * x), round(2 * y)), -1)

    def middle(self, cell: int, value: int) -> tuple[float, float]:
        """Where the middle of a stone lies whose first cell is given."""
        dx, dy = self.dominoes[value - 1] if self.dominoes else (0.0, 0.0)
        return float(self.x[cell]) + dx / 2, float(self.y[cell]) + dy / 2

    def longest_rows(self, values: np.ndarray, value: int) -> list[int]:
        """The cells of the longest straight rows of a value, if `row_lengths` has rows so short.

        values: int [num_cells] what lies on the cells
        """
        best: list[list[int]] = [[]]
        for start in np.flatnonzero(values == value).tolist():
            for dx, dy in _HEX_STEPS if self.shape == "hex" else _SQUARE_STEPS:
                row = [start]
                x, y = float(self.x[start]) + dx, float(self.y[start]) + dy
                while (cell := self.cell_at(x, y)) >= 0 and values[cell] == value:
                    row.append(cell)
                    x, y = x + dx, y + dy
                if len(row) > len(best[0]):
                    best = [row]
                elif len(row) == len(best[0]):
                    best.append(row)
        if not self.row_lengths or len(best[0]) < min(self.row_lengths):
            return []
        return sorted({cell for row in best for cell in row})


def grid(width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """x and y of a rectangle's cells, column by column from below: column * height + row."""
    column, row = np.divmod(np.arange(width * height), height)
    return column + 0.5, row + 0.5


def names_beside(width: int, height: int, away: float) -> tuple[tuple[float, float, str], ...]:
    """Letters below the columns of a rectangle and numbers left of its rows, a1 at the lower left.

    `away`: from its edges, in cell widths.
    """
    letters = [(place + 0.5, -away, chr(ord("a") + place)) for place in range(width)]
    return (*letters, *((-away, place + 0.5, str(place + 1)) for place in range(height)))
