"""Boards of dominoes: as those of stones, but what lies on them covers two cells.

Candidates that overlap hide behind the one with more visits: the frame has those that are drawn.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.models.glyphs import Rect

from explorer.cards.board.frame import BoardFrame
from explorer.cards.board.stones import StoneLayer
from explorer.look.canvas import Source, dress, glyph
from explorer.look.palette import Palette
from explorer.look.shades import text_on_mean

_GAP = (0.18, 6.0)  # between dominoes: of a cell, and pixels at most
_NAMED_CELL = 26.0  # pixels; on a smaller one a candidate has no text
_PILL = (34.0, 15.0)  # pixels, where a cell has room for it
_ROUND = 6
_SIZES = ("x", "y", "width", "height")


class DominoLayer(StoneLayer):
    """The glyphs of one board of dominoes."""

    def _draw(self) -> None:
        self.dominoes = Source(*_SIZES, "color", "alpha")
        self.dashed = Source(*_SIZES, "fill", "line")
        self.pills = Source(*_SIZES, "mean", "alpha")
        self.chosen = Source(*_SIZES)
        self.latest = Source(*_SIZES)
        super()._draw()

    @property
    def _sources(self) -> tuple[Source, ...]:
        own = (self.dominoes, self.dashed, self.pills, self.chosen, self.latest)
        return (*super()._sources, *own)

    def _draw_pieces(self) -> None:
        self._rect(self.dominoes, fill_color="color", fill_alpha="alpha", line_color=None)
        dashes: dict[str, Any] = {"line_width": 1.5, "line_dash": {"value": [4, 3]}}
        self._rect(self.dashed, fill_color="fill", line_color="line", **dashes)
        self._chosen = self._rect(self.chosen, fill_color=None, line_width=2.4)
        self._latest = self._rect(self.latest, fill_color=None, line_width=2.2)
        mean = {"field": "mean", "transform": self.mapper}
        self._pill = self._rect(self.pills, fill_color=mean, fill_alpha="alpha", line_width=1)
        self._pill.border_radius = 9

    def _rect(self, source: Source, **look: Any) -> Any:
        sizes = {name: name for name in _SIZES}
        return glyph(self._plot, Rect, source, **sizes, border_radius=_ROUND, **look)

    def set_palette(self, palette: Palette) -> None:
        super().set_palette(palette)
        self._latest.line_color = palette.ink
        self._pill.line_color = palette.node_line

    def _places(
        self, frame: BoardFrame, cells: list[int], players: list[int]
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """x, y, width and height in pixels of dominoes by their first cells and their players."""
        spans = np.asarray([frame.board.dominoes[player] for player in players]).reshape(-1, 2)
        x = self._left + self._cell * (frame.x[cells] + spans[:, 0] / 2)
        y = self._low + self._cell * (frame.y[cells] + spans[:, 1] / 2)
        return x, y, *(self._cell * (1 + spans.T) - min(_GAP[0] * self._cell, _GAP[1]))

    def show(
        self, frame: BoardFrame, ends: tuple[float, float], left: float, low: float, cell: float
    ) -> None:
        self._left, self._low, self._cell = left, low, cell
        dress(self._square, border_radius=round(min(6.0, 0.15 * cell)))
        super().show(frame, ends, left, low, cell)

    def _show_discs(self, frame: BoardFrame, x: np.ndarray, y: np.ndarray, size: float) -> None:
        cells = frame.board.pieces_of(frame.values)
        players = frame.values[cells] - 1
        places = self._places(frame, cells, players.tolist())
        colors = [self._disc(frame, player).color for player in players.tolist()]
        alpha = np.ones(len(cells))
        self.dominoes.write(*places, colors, alpha)
        self._show_marks(frame, places[0], places[1], players, alpha, 0.8 * size)

    def _show_last(self, frame: BoardFrame, x: np.ndarray, y: np.ndarray, size: float) -> None:
        last = [frame.last_cell] if frame.last_cell >= 0 else []
        owner = [int(frame.values[cell]) - 1 for cell in last]
        # a domino that the playout has put is among the ghosts
        known = [cell for cell, player in zip(last, owner, strict=True) if player >= 0]
        self.latest.write(*self._places(frame, known, [who for who in owner if who >= 0]))

    def _show_ghosts(self, frame: BoardFrame, x: np.ndarray, y: np.ndarray, size: float) -> None:
        cells, players = frame.ghost_cells.tolist(), frame.ghost_players.tolist()
        self._ghost_places = self._places(frame, cells, players)
        owners = [self._disc(frame, player) for player in players]
        self._ghost_colors = [disc.ghost for disc in owners], [disc.color for disc in owners]
        self._plies.text_font_size = f"{min(15.0, 0.42 * size + 1.5):.1f}px"
        texts = [str(ply) for ply in frame.ghost_plies]
        self.plies.write(*self._ghost_places[:2], texts, [self._palette.ink] * len(cells))

    def _show_children(
        self,
        frame: BoardFrame,
        ends: tuple[float, float],
        left: float,
        low: float,
        cell: float,
    ) -> None:
        """Each candidate's place, dashed, and its win rate in the middle."""
        dress(self.mapper, low=ends[0], high=ends[1])
        palette = self._palette
        cells = [frame.meant.cells[action][0] for action in frame.child_actions]
        players = [frame.to_play] * len(cells)
        places = self._places(frame, cells, players)
        ghost_fills, ghost_lines = self._ghost_colors
        self.dashed.write(
            *(np.append(*both) for both in zip(places, self._ghost_places, strict=True)),
            [palette.surface] * len(cells) + ghost_fills,
            [palette.accent] * len(cells) + ghost_lines,
        )
        named = cell >= _NAMED_CELL
        width, height = (min(_PILL[0], cell - 4), _PILL[1]) if named else (0.4 * cell, 0.4 * cell)
        count = len(cells)
        alpha = np.where(np.asarray(frame.child_out, dtype=bool), 0.45, 1.0)
        pills = np.full(count, width), np.full(count, height), frame.child_mean, alpha
        self.pills.write(*places[:2], *pills)
        texts = list(frame.child_text) if named else [""] * count
        self._rates.text_font_size = "10.5px" if cell >= _PILL[0] else "9.5px"
        self.rates.write(*places[:2], texts, text_on_mean(frame.child_mean, *ends))
        self._chosen.line_color = palette.phase(frame.phase).color
        taken = [frame.child_chosen] if frame.child_chosen >= 0 else []
        self.chosen.write(*(each[taken] for each in places))
