"""The board of the shown position, its facts, and the points of the playout's moves."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import numpy as np
import panel as pn
from bokeh.core.properties import value
from bokeh.events import PointEvent, Tap

from explorer.cards.board.frame import BoardFrame
from explorer.cards.board.stones import StoneLayer
from explorer.look import signs
from explorer.look.canvas import Source, bare_figure, set_range
from explorer.look.palette import CANVAS_FONT, LIGHT, Palette
from explorer.moment.detail import Actions
from explorer.moment.outline import outline

SIDE = 286  # pixels of the whole board
_SIDES = (120, 600)
_PAD = 5.0
_BARS_HEIGHT = 40
_BAR_SHARE = 0.72
_MANY_GROUPS = 12
_LABELS = 22.0  # room for the names of columns or rows
_REACH = 0.7  # cells around the middle of one in which a pointer means it

_CSS = """
.facts { color: var(--ink); font: 13px/1.3 var(--font); font-variant-numeric: tabular-nums; }
.facts dl { margin: 0; }
.facts dt { color: var(--ink2); font-size: 11.5px; margin-top: 11px; }
.facts dd { font-weight: 600; margin: 1px 0 0; }
.facts dd.large { font-size: 22px; font-weight: 650; letter-spacing: -.02em; line-height: 28px; }
.facts dt:first-child { margin-top: 0; }
.facts ul { list-style: none; margin: 2px 0 0; padding: 0; }
.facts li { align-items: center; display: flex; font-weight: 400; gap: 8px; height: 20px; }
.facts li span { min-width: 18px; text-align: right; }
.facts li b { color: var(--simulate); font-weight: 600; margin-left: 4px; }
.sign { flex: none; }
@container (max-width: 365px) {
  .facts dt { margin-top: 6px; }
  .facts li { gap: 5px; height: 19px; }
  .facts li span { min-width: 15px; }
}
@container (max-width: 280px) { .facts { display: none; } }
"""


class BoardView:
    """`root` is the object to embed; `show` draws a frame.

    name: of the board in its document; `pointing.js` finds the model `name-targets` by it
    """

    def __init__(self, palette: Palette = LIGHT, side: int = SIDE, name: str = "board") -> None:
        self._palette = palette
        self._shown: tuple[BoardFrame, tuple[float, float], Actions | None] | None = None
        self._side = side
        self._select: Callable[[Actions], None] | None = None
        self._plot = bare_figure(
            (0, side), (0, side), width=side, height=side, css_classes=["board-figure"]
        )
        self._bars_plot = bare_figure(
            *((0, 1), (0, 1)),
            height=_BARS_HEIGHT,
            sizing_mode="stretch_width",
            min_border_left=12,
            min_border_right=12,
        )
        self._plot.on_event(Tap, self._tapped)
        self._facts = pn.pane.HTML("", sanitize_html=False, stylesheets=[_CSS], margin=0)
        self._add_cells()
        self._stones = StoneLayer(self._plot)
        self._add_moves()
        self._add_bars()
        self._targets = Source("x", "y", "action")
        self._targets.model.name = f"{name}-targets"
        self._plot.tags = [self._targets.model]  # drawn by none, looked up by pointing.js
        self.root = pn.Column(
            pn.Row(
                pn.pane.Bokeh(self._plot, margin=0),
                self._facts,
                margin=(0, 12, 0, 10),
                styles={"gap": "14px"},
            ),
            pn.pane.Bokeh(self._bars_plot, sizing_mode="stretch_width", margin=(4, 0, 0, 0)),
            sizing_mode="stretch_width",
            margin=0,
        )
        self.set_palette(palette)

    # -- building ------------------------------------------------------------------------------

    def _add_cells(self) -> None:
        plot, middle = self._plot, self._side / 2
        self._ground = plot.rect(
            middle, middle, self._side, self._side, border_radius=6, line_color=None
        ).glyph
        self._empty = Source("x", "y", "size")
        self._cells = Source("x", "y", "size", "color")
        self._glyphs = Source("x", "y", "size", "marker", "color")
        self._dot = plot.scatter(
            "x", "y", size=1.6, source=self._empty.model, line_color=None
        ).glyph
        plot.rect(
            "x",
            "y",
            "size",
            "size",
            source=self._cells.model,
            fill_color="color",
            line_color=None,
            border_radius=3,
        )
        plot.scatter(
            "x",
            "y",
            size="size",
            marker="marker",
            source=self._glyphs.model,
            fill_color="color",
            line_color="color",
        )

    def _add_moves(self) -> None:
        plot = self._plot
        self._candidates = Source("xs", "ys")
        self._played = Source("xs", "ys")
        self._badge = Source("x", "y", "text")
        self._hovered = Source("xs", "ys")
        self._hovered_place = Source("x", "y", "size", "marker")
        join = {"line_join": "round", "line_cap": "round"}
        self._candidate = plot.multi_line(
            "xs", "ys", source=self._candidates.model, line_width=1.7, **join
        ).glyph
        self._casing = plot.multi_line(
            "xs", "ys", source=self._played.model, line_width=6, **join
        ).glyph
        self._outline = plot.multi_line(
            "xs", "ys", source=self._played.model, line_width=3.2, **join
        ).glyph
        self._hover = plot.multi_line(
            "xs", "ys", source=self._hovered.model, line_width=3, **join
        ).glyph
        self._hover_place = plot.scatter(
            *("x", "y"),
            size="size",
            marker="marker",
            source=self._hovered_place.model,
            fill_color=None,
            line_width=3,
        ).glyph
        self._points = self._text(
            self._badge,
            text_font_size="12px",
            text_font_style="bold",
            padding={"x": 7, "y": 4},
            border_radius=11,
            border_line_width=2,
        )

    def _add_bars(self) -> None:
        plot = self._bars_plot
        self._bars = Source("x", "top", "alpha")
        self._current = Source("x", "top")
        self._bar = plot.vbar(
            "x", top="top", width=_BAR_SHARE, source=self._bars.model, fill_alpha="alpha"
        ).glyph
        self._bar.line_color = None
        self._current_bar = plot.vbar(
            "x", top="top", width=_BAR_SHARE, source=self._current.model
        ).glyph
        self._current_bar.line_color = None
        self._pointer = plot.scatter(
            "x", -0.13, size=6, marker="triangle", source=self._current.model, line_color=None
        ).glyph

    def _text(self, source: Source, **options: Any) -> Any:
        return self._plot.text(
            "x",
            "y",
            text="text",
            source=source.model,
            text_font=value(CANVAS_FONT),
            text_align="center",
            text_baseline="middle",
            **options,
        ).glyph

    # -- drawing -------------------------------------------------------------------------------

    def set_side(self, side: int) -> None:
        """Redraw as a square of so many pixels, as the page has room for."""
        side = min(max(side, _SIDES[0]), _SIDES[1])
        if side == self._side:
            return
        self._side = side
        self._plot.update(width=side, height=side)
        self._ground.update(x=side / 2, y=side / 2)
        set_range(self._plot.x_range, 0.0, side)
        set_range(self._plot.y_range, 0.0, side)
        if self._shown is not None:
            self.show(*self._shown)

    def set_palette(self, palette: Palette) -> None:
        """Redraw in another theme."""
        self._palette = palette
        self._ground.fill_color = palette.empty_cell
        self._dot.fill_color = palette.line2
        self._stones.set_palette(palette)
        self._hover.line_color = palette.accent
        self._hover_place.line_color = palette.accent
        self._candidate.line_color = palette.outline
        self._casing.line_color = palette.surface
        self._points.text_color = palette.surface
        self._points.border_line_color = palette.surface
        if self._shown is not None:
            self.show(*self._shown)

    def show(self, board: BoardFrame, ends: tuple[float, float], hovered: Actions | None) -> None:
        """Draw a board; `ends`: of the scale of win rates; `hovered`: the node pointed at."""
        self._shown = (board, ends, hovered)
        left, low, cell = self._place(board)
        edge = _PAD + (_PAD if board.shape == "hex" else 0.0)
        # never up to the figure's border, where half a pixel would shine through
        self._ground.update(
            width=min(cell * board.width + 2 * edge, self._side - 2),
            height=min(cell * board.height + 2 * _PAD, self._side - 2),
        )
        if board.kind == "tiles":
            self._show_tiles(board, left + cell * board.x, low + cell * board.y, cell)
        else:
            self._empty.clear()
            self._cells.clear()
            self._glyphs.clear()
            self._stones.set_phase_color(self._palette.phase(board.phase).color)
            self._stones.show(board, ends, left, low, cell)
        self._show_moves(board, left, low, cell)
        self._show_hovered(board, hovered)
        self._show_targets(board, left, low, cell)
        self._show_bars(board)
        self._facts.object = f'<div class="facts">{_facts(board)}</div>'

    def _show_tiles(self, board: BoardFrame, x: np.ndarray, y: np.ndarray, cell: float) -> None:
        full = board.values > 0
        tiles = [self._palette.tiles[value - 1] for value in board.values[full].tolist()]
        count = len(tiles)
        self._empty.write(x[~full], y[~full], np.zeros(np.count_nonzero(~full)))
        side = cell - max(1.0, min(0.06 * cell, 2.5))
        self._cells.write(x[full], y[full], np.full(count, side), [t.color for t in tiles])
        self._glyphs.write(
            *(x[full], y[full], np.full(count, 0.3 * cell)),
            [tile.marker for tile in tiles],
            [tile.glyph_color for tile in tiles],
        )
        self._stones.clear()

    def _place(self, board: BoardFrame) -> tuple[float, float, float]:
        """Left, bottom and side of a cell in pixels: the board in the middle of its square."""
        room = self._side - 2 * _PAD - (_LABELS if board.labels else 0.0)
        cell = room / max(board.width, board.height)
        left = (self._side - cell * board.width) / 2
        return left, (self._side - cell * board.height) / 2, cell

    def _show_moves(self, board: BoardFrame, left: float, low: float, cell: float) -> None:
        # on a full board every tile has an outline: then they step back
        crowded = len(board.candidate_xs) > _MANY_GROUPS
        self._candidate.line_width = 1.2 if crowded else 1.7
        self._candidate.line_alpha = 0.55 if crowded else 1.0
        self._candidates.write(
            [left + cell * line for line in board.candidate_xs],
            [low + cell * line for line in board.candidate_ys],
        )
        self._played.write(
            [left + cell * line for line in board.played_xs],
            [low + cell * line for line in board.played_ys],
        )
        color = self._palette.phase(board.phase).color
        self._outline.line_color = color
        self._points.background_fill_color = color
        if board.played_text:
            x, y = board.played_at
            half = 4.2 * len(board.played_text) + 9
            place = min(max(left + cell * x, half), self._side - half)
            self._badge.write([place], [low + cell * y], [board.played_text])
        else:
            self._badge.clear()

    def _show_hovered(self, board: BoardFrame, hovered: Actions | None) -> None:
        """The move under the pointer here, or in any other view."""
        cells = np.zeros(0, dtype=np.int64)
        if hovered and hovered[:-1] == board.selected:
            cells = np.flatnonzero(board.cell_actions == hovered[-1])
        left, low, cell = self._place(board)
        if board.kind == "tiles":
            corners = zip(
                (board.x[cells] - 0.5).astype(int).tolist(),
                (board.y[cells] - 0.5).astype(int).tolist(),
                strict=True,
            )
            lines = outline(corners) if len(cells) else []
            self._hovered.write(
                [left + cell * xs for xs, _ in lines], [low + cell * ys for _, ys in lines]
            )
            self._hovered_place.clear()
            return
        self._hovered.clear()
        if board.drops:
            cells = cells[board.values[cells] == 0][:1]
        marker = "hex" if board.shape == "hex" else "circle" if board.drops else "square"
        size = {"hex": 1.08, "circle": 0.92, "square": 0.94}[marker] * cell
        self._hovered_place.write(
            left + cell * board.x[cells],
            low + cell * board.y[cells],
            np.full(len(cells), size),
            [marker] * len(cells),
        )

    def _show_targets(self, board: BoardFrame, left: float, low: float, cell: float) -> None:
        """What the browser needs to know which move is under the pointer."""
        self._targets.write(left + cell * board.x, low + cell * board.y, board.cell_actions)
        tags = [_REACH * cell, *board.selected]
        if self._targets.model.tags != tags:
            self._targets.model.tags = tags

    # -- talking back --------------------------------------------------------------------------

    def on_select(self, callback: Callable[[Actions], None]) -> None:
        """Call back with the actions to the child whose move was clicked."""
        self._select = callback

    def _action_at(self, event: PointEvent) -> int:
        """The action of the cell at a point of the figure, -1 for none."""
        if self._shown is None or event.x is None or event.y is None:
            return -1
        board = self._shown[0]
        left, low, cell = self._place(board)
        distance = np.hypot(left + cell * board.x - event.x, low + cell * board.y - event.y)
        nearest = int(np.argmin(distance))
        return int(board.cell_actions[nearest]) if distance[nearest] <= _REACH * cell else -1

    def _tapped(self, event: PointEvent) -> None:
        action = self._action_at(event)
        if action >= 0 and self._select is not None and self._shown is not None:
            self._select((*self._shown[0].selected, action))

    def _show_bars(self, board: BoardFrame) -> None:
        """Square roots of the points: a move of 1,764 next to moves of 4."""
        self._bars_plot.visible = board.kind == "tiles"
        count = len(board.bars)
        heights = np.sqrt(np.maximum(board.bars, 0.0))
        heights = 0.05 + 0.95 * heights / max(heights.max(initial=0.0), 1.0)
        color = self._palette.phase(3).color if board.phase in (3, 4) else self._palette.ink3
        for glyph in (self._bar, self._current_bar, self._pointer):
            glyph.fill_color = color
        set_range(self._bars_plot.x_range, -0.5, max(count, 30) - 0.5)
        set_range(self._bars_plot.y_range, -0.26, 1.04)
        moves = np.arange(count)
        self._bars.write(moves, heights, np.where(board.bars > 0, 0.5, 0.3))
        shown = moves[moves == board.bar_current]
        self._current.write(shown, heights[shown])


def _facts(board: BoardFrame) -> str:
    parts = []
    for index, (title, fact) in enumerate(board.facts):
        if index == 2 and board.tile_counts:
            parts.append(_counts(board))
        large = ' class="large"' if index == 0 else ""
        parts.append(f"<dt>{escape(title)}</dt><dd{large}>{escape(fact)}</dd>")
    if board.kind == "stones":
        other = 1 - board.search_player
        parts.append(
            "<dt>Stones</dt><dd><ul>"
            f"<li>{signs.disc(board.search_player, True)}search</li>"
            f"<li>{signs.disc(other, False)}opponent</li></ul></dd>"
        )
    return f"<dl>{''.join(parts)}</dl>"


def _counts(board: BoardFrame) -> str:
    rows = "".join(
        f"<li>{signs.tile(tile)}<span>{count}</span>"
        f"{'<b>tabu</b>' if tile == board.tabu else ''}</li>"
        for tile, count in board.tile_counts
    )
    return f"<dt>Cells left</dt><dd><ul>{rows}</ul></dd>"
