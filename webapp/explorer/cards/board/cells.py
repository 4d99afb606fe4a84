"""Boards of cells with a colour, a text, a mark or nothing, as a position says itself."""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.core.properties import value
from bokeh.models.glyphs import Text

from explorer.cards.board.frame import BoardFrame
from explorer.cards.board.names import Names
from explorer.look.canvas import Source, TextSource, dress, glyph, markers, squares
from explorer.look.cells import fills, font_of, inks
from explorer.look.palette import CANVAS_FONT, Palette

_LEAST_FONT = 7.0  # pixels; a smaller text is not written
_MARK, _CORNER = 0.38, 0.22  # of a mark, and of one in the corner above a text
_MARKERS = {"cross": "x", "ring": "circle"}  # Bokeh's names; all others have the same
_CLEAR = "#00000000"


class CellLayer:
    """The glyphs of one board; `show` writes every source once."""

    def __init__(self, plot: Any) -> None:
        self.empty = Source("x", "y", "size", "fill")
        self.cells = Source("x", "y", "size", "color")
        self.marks = Source("x", "y", "size", "marker", "fill", "color")
        self.texts = TextSource("x", "y", "text", "color", "size")
        self.names = Names(plot)
        self._place = squares(plot, self.empty, fill_color="fill", border_radius=4)
        squares(plot, self.cells, fill_color="color", line_color=None, border_radius=4)
        self._mark = markers(plot, self.marks, fill_color="fill", line_color="color")
        glyph(
            plot,
            Text,
            self.texts,
            x="x",
            y="y",
            text="text",
            text_color="color",
            text_font=value(CANVAS_FONT),
            text_font_size={"field": "size"},
            text_font_style="bold",
            text_align="center",
            text_baseline="middle",
        )

    def set_palette(self, palette: Palette) -> None:
        self._palette = palette
        self._place.line_color = palette.line
        self.names.set_palette(palette)

    def clear(self) -> None:
        for source in (self.empty, self.cells, self.marks, self.texts, self.names.source):
            source.clear()

    def show(
        self, frame: BoardFrame, ends: tuple[float, float], left: float, low: float, cell: float
    ) -> None:
        """Draw a board whose corner is at (left, low); it has no means, so `ends` say nothing."""
        palette, cells = self._palette, frame.cells
        x, y = left + cell * frame.x, low + cell * frame.y
        side = cell - max(0.5, min(0.08 * cell, 4.0))
        colors = fills(palette, cells)
        ink = inks(palette, cells, colors)
        plain = [i for i, color in enumerate(colors) if not color]
        full = [i for i, color in enumerate(colors) if color]
        lit = {i for i in plain if cells[i].text or cells[i].mark} | {*frame.candidate_cells}
        self.empty.write(
            *(x[plain], y[plain], np.full(len(plain), side)),
            [palette.surface if i in lit else palette.empty_cell for i in plain],
        )
        self.cells.write(x[full], y[full], np.full(len(full), side), [colors[i] for i in full])
        self._show_marks(frame, x, y, cell, ink)
        self.names.show(frame, left, low, cell)
        fonts = [font_of(c.text, c.number is not None, cell) for c in cells]
        written = [i for i, font in enumerate(fonts) if font >= _LEAST_FONT]
        self.texts.write(
            *(x[written], y[written], [cells[i].text for i in written]),
            [ink[i] for i in written],
            [f"{fonts[i]:.1f}px" for i in written],
        )

    def _show_marks(
        self, frame: BoardFrame, x: np.ndarray, y: np.ndarray, cell: float, ink: list[str]
    ) -> None:
        cells = frame.cells
        marked = [i for i, c in enumerate(cells) if c.mark or (c.colour and not c.text)]
        shift = np.asarray([0.3 * cell if cells[i].text else 0.0 for i in marked])
        size = np.asarray([(_CORNER if cells[i].text else _MARK) * cell for i in marked])
        names = [cells[i].mark or self._palette.tiles[cells[i].colour - 1].marker for i in marked]
        dress(self._mark, line_width=max(1.0, 0.05 * cell))
        self.marks.write(
            *(x[marked] + shift, y[marked] + shift, size),
            [_MARKERS.get(name, name) for name in names],
            [_CLEAR if name == "ring" else ink[i] for i, name in zip(marked, names, strict=True)],
            [ink[i] for i in marked],
        )
