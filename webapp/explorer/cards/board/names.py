"""The names of columns and rows beside a board."""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.core.properties import value
from bokeh.models.glyphs import Text

from explorer.cards.board.frame import BoardFrame
from explorer.look.canvas import Source, glyph
from explorer.look.palette import CANVAS_FONT, Palette

GROUND = 5.0  # pixels of the ground around the cells
NAMES = 13.0  # pixels beside it for the names of columns or rows
_LETTER = 5.8  # pixels of a letter, on the average of a sentence


class Names:
    """The names beside one board."""

    def __init__(self, plot: Any) -> None:
        self.source = Source("x", "y", "text")
        self._label = glyph(
            plot,
            Text,
            self.source,
            x="x",
            y="y",
            text="text",
            text_font=value(CANVAS_FONT),
            text_font_size="12px",
            text_align="center",
            text_baseline="middle",
        )

    def set_palette(self, palette: Palette) -> None:
        self._label.text_color = palette.ink2

    def show(self, frame: BoardFrame, left: float, low: float, cell: float, told: str = "") -> None:
        """Beside a board whose corner is at (left, low); `told` below it."""
        names = frame.board.labels
        beside = GROUND + NAMES / 2  # in the middle of their room, however large a cell is
        below = [low - GROUND - 2 * NAMES] if told else []
        if _LETTER * len(told) > 2 * left + cell * frame.width:
            told = told.replace(", ", ",\n")
        right, top = cell * frame.width + beside, cell * frame.height + beside
        xs = np.clip([cell * x for x, _, _ in names], -beside, right)
        ys = np.clip([cell * y for _, y, _ in names], -beside, top)
        self.source.write(
            [*(left + xs), *(left + cell * frame.width / 2 for _ in below)],
            [*(low + ys), *below],
            [*(name for _, _, name in names), *(told for _ in below)],
        )
