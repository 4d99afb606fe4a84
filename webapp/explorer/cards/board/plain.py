"""A position as plain values for scripts: what lies on its board, or its own picture."""

from __future__ import annotations

from typing import Any, NewType

import numpy as np

from explorer.cards.board.frame import BoardFrame, show_position
from explorer.game.positions import NOTHING
from explorer.look.cells import fills, font_of, inks
from explorer.look.marks import MARKS, path
from explorer.look.palette import DARK, FONT, LIGHT
from explorer.look.svg import INK, drawing
from mcsearch.engine.picture import Cell

PlainPosition = NewType("PlainPosition", dict[str, Any])
"""As `position.d.ts` has it: its cells have few of the fields that one may have."""
_MARKS = {mark.marker: path(mark, 0, 0, 1.0) for mark in MARKS}
_STROKES = {
    "cross": "M-.15-.15L.15 .15M-.15 .15L.15-.15",
    "ring": "M-.19 0a.19 .19 0 1 0 .38 0a.19 .19 0 1 0-.38 0z",
}


def plain_position(frame: BoardFrame) -> PlainPosition:
    """What lies on the board, in the order of its cells."""
    return PlainPosition(
        {
            **plain_cells(frame.cells, frame.values, frame.svg, frame.text),
            "last": frame.last_cell,
            "ending": list(frame.ending_cells),
            "forbidden": list(frame.forbidden_cells),
        }
    )


def plain_cells(
    cells: tuple[Cell, ...], values: np.ndarray, svg: str, text: str = ""
) -> dict[str, Any]:
    """A person's cells, else int [num_cells] values, else a drawing, else a text."""
    found: dict[str, Any] = {"cells": "", "looks": [], "svg": "", "text": ""}
    if cells:
        found["looks"] = looks(cells)
    elif len(values):
        found["cells"] = "".join(map(str, values.tolist()))
    elif svg:
        found["svg"] = drawing(svg).text(INK, FONT)
    else:
        found["text"] = text
    return found


def plain_own(state: Any) -> PlainPosition:
    """What a position of a person's own game shows, alone."""
    return plain_position(show_position(state, meant=NOTHING, ending_cells=()))


def looks(cells: tuple[Cell, ...]) -> list[dict[str, Any]]:
    """[num_cells] how each cell of a person's picture looks, in the light and in the dark."""
    light, dark = (fills(palette, cells) for palette in (LIGHT, DARK))
    inks_light, inks_dark = inks(LIGHT, cells, light), inks(DARK, cells, dark)
    found = []
    for i, cell in enumerate(cells):
        look: dict[str, Any] = {}
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
    return found
