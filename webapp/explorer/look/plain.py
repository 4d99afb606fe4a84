"""What lies on the cells of a position as plain values for scripts (position.js)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.look.cells import fills, font_of, inks
from explorer.look.marks import MARKS, path
from explorer.look.palette import DARK, FONT, LIGHT
from explorer.look.svg import INK, drawing
from mcsearch.engine.picture import Cell

_MARKS = {mark.marker: path(mark, 0, 0, 1.0) for mark in MARKS}
_STROKES = {
    "cross": "M-.15-.15L.15 .15M-.15 .15L.15-.15",
    "ring": "M-.19 0a.19 .19 0 1 0 .38 0a.19 .19 0 1 0-.38 0z",
}


@dataclass(frozen=True, slots=True)
class CellLook:
    """A cell of a person's picture, its colours in the light and in the dark theme."""

    fill: tuple[str, str] | None
    ink: tuple[str, str] | None  # of what is on it
    text: str
    font: float  # the text's size, in cell widths
    stroke: str  # the data of a path, in cell widths
    mark: str  # of a filled one


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
        name = cell.mark or (MARKS[cell.colour - 1].marker if cell.colour and not cell.text else "")
        found.append(
            CellLook(
                fill=(light[i], dark[i]) if light[i] else None,
                ink=(inks_light[i], inks_dark[i]) if cell.text or name else None,
                text=cell.text,
                font=round(font_of(cell.text, cell.number is not None, 1.0), 3),
                stroke=_STROKES.get(name, ""),
                mark="" if not name or name in _STROKES else _MARKS[name],
            )
        )
    return tuple(found)
