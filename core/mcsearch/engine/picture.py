"""How one position looks that says so itself: rows of cells, or a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

COLOURS = 9
CELL_MARKS = ("circle", "cross", "diamond", "hex", "plus", "ring", "square", "star", "triangle")


class Cell(NamedTuple):
    """What one cell shows; EMPTY for nothing.

    A cell with a number and no colour is shaded: the least number of a picture pale, the largest
    in full; a colour is as full as its shade says. A colour with neither text nor mark has the mark
    that all tiles of that colour have.
    """

    text: str = ""
    colour: int = 0  # 1 to COLOURS, 0: none
    mark: str = ""  # one of CELL_MARKS, "": none
    number: float | None = None  # what the text says, where it is a number
    shade: float = 1.0  # of the colour, from 0, pale, to 1, in full


EMPTY = Cell()

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Picture:
    """A position as its own code draws it: either rows or an SVG text is given.

    `svg` is as it was written: whoever shows it must not trust it. With `places` its actions can be
    pointed at in the drawing: of each legal action, in their order, the middles (x, y) of squares
    with this `side` that mean it, one after another, in the units of the drawing's viewBox.
    """

    rows: tuple[tuple[Cell, ...], ...] = ()  # the top row first, all of the same length
    svg: str = ""
    places: tuple[tuple[Place, ...], ...] = ()
    side: float = 1.0

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0
