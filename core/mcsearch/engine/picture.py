"""How one position looks that says so itself: rows of cells, or a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

COLOURS = 9
CELL_MARKS = ("circle", "cross", "diamond", "hex", "plus", "ring", "square", "star", "triangle")


class Cell(NamedTuple):
    """What one cell shows; EMPTY for nothing.

    A cell with a number and no colour is shaded: the least number of a picture pale, the largest
    in full. A colour with neither text nor mark has the mark that all tiles of that colour have.
    """

    text: str = ""
    colour: int = 0  # 1 to COLOURS, 0: none
    mark: str = ""  # one of CELL_MARKS, "": none
    number: float | None = None  # what the text says, where it is a number


EMPTY = Cell()


@dataclass(frozen=True, slots=True)
class Picture:
    """A position as its own code draws it: either rows or an SVG text is given.

    `svg` is as it was written: whoever shows it must not trust it.
    """

    rows: tuple[tuple[Cell, ...], ...] = ()  # the top row first, all of the same length
    svg: str = ""

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0
