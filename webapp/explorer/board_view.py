"""The board of the shown position, its facts, and the points of the playout's moves."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np
import panel as pn
from bokeh.core.properties import value

from explorer import signs
from explorer.board_frame import BoardFrame
from explorer.canvas import Source, bare_figure, mean_mapper, set_range
from explorer.frame import Frame
from explorer.palette import CANVAS_FONT, LIGHT, Palette
from explorer.tree_choice import radii

SIDE = 286.0  # pixels of the whole board
_PAD = 5.0
_BARS_HEIGHT = 40
_BAR_SHARE = 0.72
_MANY_GROUPS = 12

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
"""


class BoardView:
    """`root` is the object to embed; `show` draws a frame."""

    def __init__(self, palette: Palette = LIGHT, side: float = SIDE) -> None:
        self._palette = palette
        self._frame: Frame | None = None
        self._side = side
        self._mapper = mean_mapper()
        self._plot = bare_figure((0, side), (0, side), width=int(side), height=int(side))
        self._bars_plot = bare_figure(
            *((0, 1), (0, 1)),
            height=_BARS_HEIGHT,
            sizing_mode="stretch_width",
            min_border_left=12,
            min_border_right=12,
        )
        self._facts = pn.pane.HTML("", sanitize_html=False, stylesheets=[_CSS], margin=0)
        self._add_cells()
        self._add_stones()
        self._add_moves()
        self._add_bars()
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
            [middle], [middle], [self._side], [self._side], border_radius=6, line_color=None
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

    def _add_stones(self) -> None:
        plot = self._plot
        self._fields = Source("x", "y", "size")
        self._discs = Source("x", "y", "size", "color")
        self._rings = Source("x", "y", "size", "color")
        self._crosses = Source("x", "y", "size", "color")
        self._ghosts = Source("x", "y", "size", "fill", "line")
        self._plies = Source("x", "y", "text")
        self._children = Source("x", "y", "size", "mean")
        self._rates = Source("x", "y", "text")
        self._taken = Source("x", "y", "size")
        self._field = plot.rect(
            "x", "y", "size", "size", source=self._fields.model, border_radius=8
        ).glyph
        plot.scatter(
            "x", "y", size="size", source=self._discs.model, fill_color="color", line_color=None
        )
        plot.scatter(
            "x",
            "y",
            size="size",
            source=self._rings.model,
            fill_color=None,
            line_color="color",
            line_width=4.5,
        )
        plot.scatter(
            "x",
            "y",
            size="size",
            source=self._crosses.model,
            marker="x",
            line_color="color",
            line_width=5,
            line_cap="round",
        )
        plot.scatter(
            "x",
            "y",
            size="size",
            source=self._ghosts.model,
            fill_color="fill",
            line_color="line",
            line_width=2,
            line_dash={"value": [4, 3]},
        )
        self._ply = self._text(self._plies, text_font_size="15px", text_font_style="bold")
        self._child = plot.scatter(
            "x",
            "y",
            size="size",
            source=self._children.model,
            fill_color={"field": "mean", "transform": self._mapper},
            line_width=1,
        ).glyph
        self._taken_ring = plot.scatter(
            "x", "y", size="size", source=self._taken.model, fill_color=None, line_width=2.4
        ).glyph
        self._rate = self._text(self._rates, text_font_size="12px", text_font_style="bold")

    def _add_moves(self) -> None:
        plot = self._plot
        self._candidates = Source("xs", "ys")
        self._played = Source("xs", "ys")
        self._badge = Source("x", "y", "text")
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

    def set_palette(self, palette: Palette) -> None:
        """Redraw in another theme."""
        self._palette = palette
        self._ground.fill_color = palette.empty_cell
        self._dot.fill_color = palette.line2
        self._field.fill_color = palette.surface
        self._field.line_color = palette.line
        self._ply.text_color = palette.ink
        self._rate.text_color = palette.ink
        self._child.line_color = palette.node_line
        self._candidate.line_color = palette.outline
        self._casing.line_color = palette.surface
        self._points.text_color = palette.surface
        self._points.border_line_color = palette.surface
        self._mapper.nan_color = palette.surface
        if self._frame is not None:
            self.show(self._frame)

    def show(self, frame: Frame) -> None:
        """Draw a frame."""
        self._frame = frame
        board = frame.board
        cell = (self._side - 2 * _PAD) / max(board.width, board.height)
        left = (self._side - cell * board.width) / 2
        x, y = left + cell * board.x, _PAD + cell * board.y
        if board.kind == "tiles":
            self._show_tiles(board, x, y, cell)
        else:
            self._show_stones(frame, x, y, cell)
        self._show_moves(board, left, cell)
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
        for source in (self._fields, self._discs, self._rings, self._crosses):
            source.clear()
        for source in (self._ghosts, self._plies, self._children, self._rates, self._taken):
            source.clear()

    def _show_stones(self, frame: Frame, x: np.ndarray, y: np.ndarray, cell: float) -> None:
        board = frame.board
        self._empty.clear()
        self._cells.clear()
        self._glyphs.clear()
        self._fields.write(x, y, np.full(len(x), cell - 6))
        stones = np.flatnonzero(board.values)
        players = board.values[stones] - 1
        discs = [self._disc(board, player) for player in players.tolist()]
        size = 0.66 * cell
        self._discs.write(
            *(x[stones], y[stones], np.full(len(stones), size)), [disc.color for disc in discs]
        )
        for source, player, share in ((self._crosses, 0, 0.46), (self._rings, 1, 0.52)):
            mine = stones[players == player]
            color = self._disc(board, player).mark_color
            source.write(*(x[mine], y[mine], np.full(len(mine), share * size)), [color] * len(mine))
        ghosts = board.ghost_cells
        owners = [self._disc(board, player) for player in board.ghost_players.tolist()]
        self._ghosts.write(
            *(x[ghosts], y[ghosts], np.full(len(ghosts), size)),
            [disc.ghost for disc in owners],
            [disc.color for disc in owners],
        )
        plies = [str(ply) for ply in range(1, len(ghosts) + 1)]
        self._plies.write(x[ghosts], y[ghosts], plies)
        self._mapper.update(low=frame.tree.low, high=frame.tree.high)
        child_x = x[0] + cell * (board.child_x - board.x[0])
        child_y = y[0] + cell * (board.child_y - board.y[0])
        # the children as the tree draws them, at the size that the shares of the visits give
        radius = radii(board.child_share, 1) * min(1.6, cell / 60)
        self._children.write(child_x, child_y + 0.08 * cell, 2 * radius, board.child_mean)
        self._rates.write(child_x, child_y - 0.27 * cell, board.child_text)
        taken = [board.child_chosen] if board.child_chosen >= 0 else []
        self._taken.write(child_x[taken], child_y[taken] + 0.08 * cell, 2 * radius[taken] + 6)
        self._taken_ring.line_color = self._palette.phase(board.phase).color

    def _disc(self, board: BoardFrame, player: int) -> Any:
        return self._palette.discs[0 if player == board.search_player else 1]

    def _show_moves(self, board: BoardFrame, left: float, cell: float) -> None:
        # on a full board every tile has an outline: then they step back
        crowded = len(board.candidate_xs) > _MANY_GROUPS
        self._candidate.line_width = 1.2 if crowded else 1.7
        self._candidate.line_alpha = 0.55 if crowded else 1.0
        self._candidates.write(
            [left + cell * line for line in board.candidate_xs],
            [_PAD + cell * line for line in board.candidate_ys],
        )
        self._played.write(
            [left + cell * line for line in board.played_xs],
            [_PAD + cell * line for line in board.played_ys],
        )
        color = self._palette.phase(board.phase).color
        self._outline.line_color = color
        self._points.background_fill_color = color
        if board.played_text:
            x, y = board.played_at
            half = 4.2 * len(board.played_text) + 9
            place = min(max(left + cell * x, half), self._side - half)
            self._badge.write([place], [_PAD + cell * y], [board.played_text])
        else:
            self._badge.clear()

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
