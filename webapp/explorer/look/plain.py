"""What lies on the cells of a position as plain values for scripts (position.js)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NewType

import numpy as np

from explorer.look.cells import fills, font_of, inks
from explorer.look.marks import MARKS, path
from explorer.look.palette import DARK, FONT, LIGHT
from explorer.look.svg import INK, drawing
from mcsearch.engine.picture import Cell

CellLook = NewType("CellLook", dict[str, Any])
"""A cell of a person's picture, as `plain.d.ts` has it."""
_MARKS = {mark.marker: path(mark, 0, 0, 1.0) for mark in MARKS}
_STROKES = {
    "cross": "M-.15-.15L.15 .15M-.15 .15L.15-.15",
    "ring": "M-.19 0a.19 .19 0 1 0 .38 0a.19 .19 0 1 0-.38 0z",
}


@dataclass(frozen=True, slots=True)
class PlainCells:
    """What lies on the cells of a position."""

    cells: str  # a digit each; "": it has another picture
    looks: tuple[CellLook, ...]
    svg: str
    text: str


def plain_cells(
    cells: tuple[Cell, ...], values: np.ndarray, svg: str, text: str = ""
) -> dict[str, Any]:
    """The fields of `PlainCells`: of a person's cells, else of int [num_cells] values, else of a
    drawing with its text, else of a text."""
    found: dict[str, Any] = {"cells": "", "looks": (), "svg": "", "text": ""}
    if cells:
        found["looks"] = looks(cells)
    elif len(values):
        found["cells"] = "".join(map(str, values.tolist()))
    else:
        found["text"] = text
        if svg:
            found["svg"] = drawing(svg).text(INK, FONT)
    return found


def looks(cells: tuple[Cell, ...]) -> tuple[CellLook, ...]:
    """[num_cells] how each cell of a person's picture looks, in the light and in the dark."""
    light, dark = (fills(palette, cells) for palette in (LIGHT, DARK))
    inks_light, inks_dark = inks(LIGHT, cells, light), inks(DARK, cells, dark)
    found = []
    for i, cell in enumerate(cells):
        look = CellLook({})
        if light[i]:
            look["fill"] = [light[i], dark[i]]
        name = cell.mark or (MARKS[cell.colour - 1].marker if cell.colour and not cell.text else "")
        if cell.text or name:
            look["ink"] = [inks_light[i], inks_dark[i]]
        if cell.text:
            look["text"] = cell.text
            look["font"] = round(font_of(cell.text, cell.number is not None, 1.0), 3)
        if name in _STROKES:
            look["stroke"] = _STROKES[name]
        elif name:
            look["mark"] = _MARKS[name]
        found.append(look)
    return tuple(found)
