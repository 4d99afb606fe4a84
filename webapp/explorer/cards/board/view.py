"""The board of the shown position, its facts, and the points of the playout's moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import panel as pn
from bokeh.core.properties import value
from bokeh.events import DoubleTap, PointEvent, Tap
from bokeh.models.glyph import Glyph
from bokeh.models.glyphs import MultiLine, Rect, Scatter, Text, VBar

from explorer.cards.board.cells import CellLayer
from explorer.cards.board.dominoes import DominoLayer
from explorer.cards.board.facts import FACTS_STYLES, facts
from explorer.cards.board.frame import BoardFrame, of_stone
from explorer.cards.board.names import GROUND, NAMES
from explorer.cards.board.stand_in import STYLES, stand_in
from explorer.cards.board.stones import StoneLayer
from explorer.cards.board.tiles import TileLayer
from explorer.game.line import Actions, cell_lines
from explorer.look.canvas import Source, adding_to, bare_figure, dress, glyph
from explorer.look.markup import Markup
from explorer.look.palette import CANVAS_FONT, LIGHT, Palette

SIDE = 286  # pixels of the whole board
_SIDES = (120, 600)
_BARS_HEIGHT = 40
_BAR_SHARE = 0.72
_MANY_GROUPS = 12
_Layer = TileLayer | StoneLayer | CellLayer
_LAYERS: dict[str, type[_Layer]] = {
    "tiles": TileLayer,
    "stones": StoneLayer,
    "dominoes": DominoLayer,
    "cells": CellLayer,
}
_REACH = 0.7  # cells around the middle of one in which a pointer means it


class BoardView:
    """`root` is the object to embed; `show` draws a frame.

    name: of the board in its document; `pointing.js` finds the model `name-targets` by it
    """

    def __init__(self, palette: Palette = LIGHT, side: int = SIDE, name: str = "board") -> None:
        self._palette = palette
        self._shown: tuple[BoardFrame, tuple[float, float], Actions | None] | None = None
        self._side = side
        self._select: Callable[[Actions], None] | None = None
        self._taken: tuple[Actions, int] = ((), -1)  # a stone to be moved, and in which position
        self._plot = bare_figure(
            (0, side), (0, side), width=side, height=side, css_classes=["board-figure"]
        )
        self._bars_plot = bare_figure(
            *((0, 1), (0, 1)),
            height=_BARS_HEIGHT,
            sizing_mode="stretch_width",
            min_border_left=12,
            min_border_right=12,
            styles={"visibility": "var(--bars, inherit)"},  # a page may have no room for them
        )
        self._plot.on_event(Tap, self._tapped)
        self._plot.on_event(DoubleTap, self._tapped)  # a quick second tap comes as this alone
        self._facts = Markup(
            stylesheets=[FACTS_STYLES],
            margin=0,
            styles={"flex": "1 1 0", "min-width": "0"},  # what is long breaks
        )
        self._stand_in = Markup(stylesheets=[STYLES], visible=False, margin=0)
        self._layers: dict[str, _Layer] = {}
        self._targets = Source("x", "y", "action")
        self._targets.model.name = f"{name}-targets"
        self._plot.tags = [self._targets.model]  # drawn by none, looked up by pointing.js
        self.root = pn.Column(
            pn.Row(
                pn.pane.Bokeh(self._plot, margin=0),
                self._stand_in,
                self._facts,
                margin=(0, 12, 0, 10),
                styles={"gap": "14px"},
            ),
            pn.pane.Bokeh(self._bars_plot, sizing_mode="stretch_width", margin=(4, 0, 0, 0)),
            sizing_mode="stretch_width",
            margin=0,
        )

    # -- building ------------------------------------------------------------------------------

    def _build(self) -> None:
        """Make the glyphs: at the first board, since many boards of a page are never looked at."""
        with adding_to(self._plot):
            self._add_ground()
            self._add_moves()
            self._add_bars()
            self._dress()

    def _layer(self, pieces: str) -> _Layer:
        """The layer of a kind of pieces, which is made when the first such board comes."""
        if pieces not in self._layers:
            with adding_to(self._plot):
                self._layers[pieces] = _LAYERS[pieces](self._plot)
            self._layers[pieces].set_palette(self._palette)
        return self._layers[pieces]

    def _add_ground(self) -> None:
        middle = self._side / 2
        self._ground = glyph(
            self._plot,
            Rect,
            None,
            level="underlay",
            x=middle,
            y=middle,
            width=0,  # until there is a board
            height=0,
            border_radius=6,
            line_color=None,
        )

    def _add_moves(self) -> None:
        self._candidates = Source("xs", "ys")
        self._played = Source("xs", "ys")
        self._badge = Source("x", "y", "text")
        self._hovered = Source("xs", "ys")
        self._hovered_place = Source("x", "y", "size", "marker")
        join = {"line_join": "round", "line_cap": "round"}
        self._candidate = self._above(
            MultiLine, self._candidates, xs="xs", ys="ys", line_width=1.7, **join
        )
        self._casing = self._above(MultiLine, self._played, xs="xs", ys="ys", line_width=6, **join)
        self._outline = self._above(
            MultiLine, self._played, xs="xs", ys="ys", line_width=3.2, **join
        )
        self._hover = self._above(MultiLine, self._hovered, xs="xs", ys="ys", line_width=3, **join)
        self._hover_place = self._above(
            Scatter,
            self._hovered_place,
            x="x",
            y="y",
            size="size",
            marker="marker",
            fill_color=None,
            line_width=3,
        )
        self._points = self._text(
            self._badge,
            text_font_size="12px",
            text_font_style="bold",
            padding={"x": 7, "y": 4},
            border_radius=11,
            border_line_width=2,
        )
        self._called = Source("x", "y", "size")
        self._call_gap = self._ring(self._called, 6)
        self._call = self._ring(self._called, 2.2)
        self._numbers = Source("x", "y", "text")
        self._number_ground = self._above(
            Scatter, self._numbers, x="x", y="y", size=17, line_width=1.5
        )
        self._number = self._text(self._numbers, text_font_size="10.5px", text_font_style="bold")
        self._notes = Source("x", "y", "text")
        self._note = self._text(self._notes, text_font_size="12px", text_font_style="bold")

    def _above(self, kind: type[Glyph], source: Source, **properties: Any) -> Any:
        """A glyph above the pieces, whichever layer of them comes later."""
        return glyph(self._plot, kind, source, level="annotation", **properties)

    def _ring(self, source: Source, width: float) -> Any:
        return self._above(
            Scatter, source, x="x", y="y", size="size", fill_color=None, line_width=width
        )

    def _add_bars(self) -> None:
        plot = self._bars_plot
        self._bars = Source("x", "top", "alpha")
        self._current = Source("x", "top")
        self._bar = glyph(
            plot, VBar, self._bars, x="x", top="top", width=_BAR_SHARE, fill_alpha="alpha"
        )
        self._bar.line_color = None
        self._current_bar = glyph(plot, VBar, self._current, x="x", top="top", width=_BAR_SHARE)
        self._current_bar.line_color = None
        self._pointer = glyph(
            plot, Scatter, self._current, x="x", y=-0.13, size=6, marker="triangle", line_color=None
        )

    def _text(self, source: Source, **options: Any) -> Any:
        return self._above(
            Text,
            source,
            x="x",
            y="y",
            text="text",
            text_font=value(CANVAS_FONT),
            text_align="center",
            text_baseline="middle",
            **options,
        )

    # -- drawing -------------------------------------------------------------------------------

    def set_side(self, side: int) -> None:
        """Redraw as a square of so many pixels, as the page has room for."""
        side = min(max(side, _SIDES[0]), _SIDES[1])
        if side == self._side:
            return
        self._side = side
        self._plot.update(width=side, height=side)
        dress(self._plot.x_range, start=0.0, end=side)
        dress(self._plot.y_range, start=0.0, end=side)
        if self._shown is not None:
            self._ground.update(x=side / 2, y=side / 2)
            self.show(*self._shown)

    def set_palette(self, palette: Palette) -> None:
        """Redraw in another theme."""
        self._palette = palette
        if self._shown is not None:
            self._dress()
            self.show(*self._shown)

    def _dress(self) -> None:
        """The colours of what is always there."""
        palette = self._palette
        self._ground.fill_color = palette.empty_cell
        for layer in self._layers.values():
            layer.set_palette(palette)
        self._note.text_color = palette.ink
        self._hover.line_color = palette.accent
        self._call.line_color = palette.accent
        self._call_gap.line_color = palette.surface
        self._number_ground.update(fill_color=palette.accent, line_color=palette.surface)
        self._number.text_color = palette.on_accent
        self._hover_place.line_color = palette.accent
        self._candidate.line_color = palette.outline
        self._casing.line_color = palette.surface
        self._points.text_color = palette.surface
        self._points.border_line_color = palette.surface

    def show(self, frame: BoardFrame, ends: tuple[float, float], hovered: Actions | None) -> None:
        """Draw a board; `ends`: of the scale of win rates; `hovered`: the node pointed at."""
        if self._shown is None:
            self._build()
        self._shown = (frame, ends, hovered)
        frame = self._of_stone(frame)
        left, low, cell = self._place(frame)
        edge = GROUND + (GROUND if frame.board.shape == "hex" else 0.0)
        # never up to the figure's border, where half a pixel would shine through; a board whose
        # edges are drawn has none
        dress(
            self._ground,
            fill_alpha=0.0 if frame.board.edges else 1.0,
            width=min(cell * frame.width + 2 * edge, self._side - 2),
            height=min(cell * frame.height + 2 * GROUND, self._side - 2),
        )
        shown = self._layer("dominoes" if frame.board.dominoes else frame.board.pieces)
        shown.show(frame, ends, left, low, cell)
        for layer in self._layers.values():
            if layer is not shown:
                layer.clear()
        self._show_moves(frame, left, low, cell)
        self._show_hovered(frame, hovered)
        self._show_callouts(frame, left, low, cell)
        self._notes.write(
            [left + cell * x for x, _, _ in frame.notes],
            [low + cell * y for _, y, _ in frame.notes],
            [note for _, _, note in frame.notes],
        )
        dress(self._plot, visible=len(frame.values) > 0)
        self._stand_in.visible = not self._plot.visible
        self._stand_in.object = stand_in(frame, self._side, self._palette)
        self._show_targets(frame, left, low, cell)
        self._show_bars(frame)
        self._facts.object = facts(frame)

    def _place(self, frame: BoardFrame) -> tuple[float, float, float]:
        """Left, bottom and side of a cell in pixels: the board in the middle of its square."""
        room = self._side - 2 * (GROUND + (NAMES if frame.board.labels else 0.0))
        cell = room / max(frame.width, frame.height)
        left = (self._side - cell * frame.width) / 2
        return left, (self._side - cell * frame.height) / 2, cell

    def _show_moves(self, frame: BoardFrame, left: float, low: float, cell: float) -> None:
        # on a full board every tile has an outline: then they step back
        crowded = len(frame.candidate_xs) > _MANY_GROUPS
        width, alpha = (1.2, 0.55) if crowded else (1.7, 1.0)
        dress(self._candidate, line_width=width, line_alpha=alpha)
        self._candidates.write(
            [left + cell * line for line in frame.candidate_xs],
            [low + cell * line for line in frame.candidate_ys],
        )
        self._played.write(
            [left + cell * line for line in frame.played_xs],
            [low + cell * line for line in frame.played_ys],
        )
        color = self._palette.phase(frame.phase).color
        dress(self._outline, line_color=color)
        dress(self._points, background_fill_color=color)
        if frame.played_text:
            x, y = frame.played_at
            half = 4.2 * len(frame.played_text) + 9
            place = min(max(left + cell * x, half), self._side - half)
            self._badge.write([place], [low + cell * y], [frame.played_text])
        else:
            self._badge.clear()

    def _show_hovered(self, frame: BoardFrame, hovered: Actions | None) -> None:
        """The move under the pointer here, or in any other view."""
        cells: list[int] = []
        if hovered and hovered[:-1] == frame.selected:
            cells = frame.meant.cells.get(hovered[-1], [])
        left, low, cell = self._place(frame)
        if frame.board.pieces != "stones" or frame.board.dominoes:
            xs, ys = cell_lines(frame.board, cells)
            self._hovered.write(
                [left + cell * line for line in xs], [low + cell * line for line in ys]
            )
            self._hovered_place.clear()
            return
        self._hovered.clear()
        cells = cells if frame.board.moves else cells[:1]  # where the stone is put
        shape = "crossing" if frame.board.drops else frame.board.shape
        marker = {"crossing": "circle"}.get(shape, shape)
        size = {"hex": 1.08, "circle": 0.92, "square": 0.94}[marker] * cell
        self._hovered_place.write(
            left + cell * frame.x[cells],
            low + cell * frame.y[cells],
            np.full(len(cells), size),
            [marker] * len(cells),
        )

    def _show_callouts(self, frame: BoardFrame, left: float, low: float, cell: float) -> None:
        """A ring around each cell that a text speaks of, and its number at the upper corner."""
        cells = [cell_ for cell_, _ in frame.callouts]
        x, y = left + cell * frame.x[cells], low + cell * frame.y[cells]
        size = np.full(len(cells), 0.92 * cell if frame.board.pieces == "stones" else 1.05 * cell)
        self._called.write(x, y, size)
        corner = 0.36 * cell
        numbers = [str(called) for _, called in frame.callouts]
        self._numbers.write(x - corner, y + corner, numbers)

    def _show_targets(self, frame: BoardFrame, left: float, low: float, cell: float) -> None:
        """What the browser needs to know which move is under the pointer."""
        x, y = frame.meant.places or (frame.x, frame.y)
        known = slice(len(frame.meant.at))  # all places, or none
        self._targets.write(left + cell * x[known], low + cell * y[known], frame.meant.at)
        tags = [_REACH * cell, *frame.selected]
        if self._targets.model.tags != tags:
            self._targets.model.tags = tags

    # -- talking back --------------------------------------------------------------------------

    def on_select(self, callback: Callable[[Actions], None]) -> None:
        """Call back with the actions to the child whose move was clicked."""
        self._select = callback

    def _place_at(self, frame: BoardFrame, event: PointEvent) -> int:
        """The place that means a move, or the cell, at a point of the figure; -1 for none."""
        if event.x is None or event.y is None or not len(frame.meant.at):
            return -1
        left, low, cell = self._place(frame)
        x, y = frame.meant.places or (frame.x, frame.y)
        distance = np.hypot(left + cell * x - event.x, low + cell * y - event.y)
        nearest = int(np.argmin(distance))
        return nearest if distance[nearest] <= _REACH * cell else -1

    def _of_stone(self, frame: BoardFrame) -> BoardFrame:
        position, taken = self._taken
        return of_stone(frame, taken if position == frame.selected else -1)

    def _tapped(self, event: PointEvent) -> None:
        """Select the position behind a cell, or take the stone on it."""
        if self._shown is None or (cell := self._place_at(self._shown[0], event)) < 0:
            return
        frame = self._of_stone(self._shown[0])
        action = int(frame.meant.at[cell])
        if action >= 0 and self._select is not None:
            self._select((*frame.selected, action))
        elif any(cell == origin for origin, _ in frame.meant.ways.values()):
            self._taken = frame.selected, cell
            self.show(*self._shown)

    def _show_bars(self, frame: BoardFrame) -> None:
        """Square roots of the points: a move of 1,764 next to moves of 4."""
        dress(self._bars_plot, visible=frame.num_players == 1)
        count = len(frame.bars)
        heights = np.sqrt(np.maximum(frame.bars, 0.0))
        heights = 0.05 + 0.95 * heights / max(heights.max(initial=0.0), 1.0)
        color = self._palette.phase(3).color if frame.phase in (3, 4) else self._palette.ink3
        for drawn in (self._bar, self._current_bar, self._pointer):
            dress(drawn, fill_color=color)
        dress(self._bars_plot.x_range, start=-0.5, end=max(count, 30) - 0.5)
        dress(self._bars_plot.y_range, start=-0.26, end=1.04)
        moves = np.arange(count)
        self._bars.write(moves, heights, np.where(frame.bars > 0, 0.5, 0.3))
        shown = moves[moves == frame.bar_current]
        self._current.write(shown, heights[shown])
