"""Boards of tiles: coloured squares with the mark of their colour, a dot where none is left."""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.models.glyphs import Scatter

from explorer.cards.board.frame import BoardFrame
from explorer.look.canvas import Source, glyph, markers, squares
from explorer.look.palette import Palette


class TileLayer:
    """The glyphs of one board; `show` writes every source once."""

    def __init__(self, plot: Any) -> None:
        self.empty = Source("x", "y", "size")
        self.cells = Source("x", "y", "size", "color")
        self.marks = Source("x", "y", "size", "marker", "color")
        self._dot = glyph(plot, Scatter, self.empty, x="x", y="y", size=1.6, line_color=None)
        squares(plot, self.cells, fill_color="color", line_color=None, border_radius=3)
        markers(plot, self.marks, fill_color="color", line_color="color")

    def set_palette(self, palette: Palette) -> None:
        self._palette = palette
        self._dot.fill_color = palette.line2

    def clear(self) -> None:
        for source in (self.empty, self.cells, self.marks):
            source.clear()

    def show(
        self, frame: BoardFrame, ends: tuple[float, float], left: float, low: float, cell: float
    ) -> None:
        """Draw a board whose corner is at (left, low); it has no means, so `ends` say nothing."""
        x, y = left + cell * frame.x, low + cell * frame.y
        full = frame.values > 0
        tiles = [self._palette.tiles[value - 1] for value in frame.values[full].tolist()]
        count = len(tiles)
        self.empty.write(x[~full], y[~full], np.zeros(np.count_nonzero(~full)))
        side = cell - max(1.0, min(0.06 * cell, 2.5))
        self.cells.write(x[full], y[full], np.full(count, side), [t.color for t in tiles])
        self.marks.write(
            *(x[full], y[full], np.full(count, 0.3 * cell)),
            [tile.marker for tile in tiles],
            [tile.glyph_color for tile in tiles],
        )
