"""Boards of stones: places, discs, candidate moves, the playout or the expected play as ghosts.

Whose a disc is tells its colour; player 0's discs carry a cross and player 1's a ring, so that
neither needs the colour.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from bokeh.core.properties import value
from bokeh.models.glyphs import MultiLine, Scatter, Text

from explorer.cards.board.frame import BoardFrame
from explorer.cards.board.names import Names
from explorer.look.boards import joined_by_colours
from explorer.look.canvas import Source, TextSource, dress, glyph, markers, mean_mapper, squares
from explorer.look.palette import CANVAS_FONT, Disc, Palette
from explorer.look.shades import text_on_mean
from explorer.look.sizes import radii

_OUT = 0.45  # of a candidate that is out of the rounds
_NAMED_CELL = 34.0  # pixels; a smaller candidate has no text
_NAMED_MOVE = 28.0  # the same of a move from cell to cell
_HEX = 2.0 / 3.0**0.5  # width over the corners of a hexagon that is one wide
_FAINT = 0.42  # of a stone that a text does not speak of
_PROVEN = ("", "loss", "draw", "win")
_EDGE = 5.0  # pixels of an edge that belongs to a player, of a large board


class StoneLayer:
    """The glyphs of one board; `show` writes every source once."""

    def __init__(self, plot: Any) -> None:
        self._plot = plot
        self.mapper = mean_mapper()
        self.places = Source("x", "y", "size", "marker")
        self.squares = Source("x", "y", "size")
        self.crossings = Source("xs", "ys")
        self.edges = Source("xs", "ys", "color")
        self.forbidden = Source("x", "y")
        self.discs = Source("x", "y", "size", "color", "alpha")
        self.rings = Source("x", "y", "size", "color", "width", "alpha")
        self.crosses = Source("x", "y", "size", "color", "width", "alpha")
        self.ghosts = Source("x", "y", "size", "fill", "line")
        self.plies = TextSource("x", "y", "text", "color")
        self.children = Source("x", "y", "size", "mean", "alpha")
        self.rates = TextSource("x", "y", "text", "color")
        self.taken = Source("x", "y", "size")
        self.last = Source("x", "y", "size")
        self.line = Source("x", "y", "size")
        self.ways = Source("xs", "ys", "color")
        self.origins = Source("x", "y", "size", "color")
        self.stone = Source("x", "y", "size")
        self._draw()

    @property
    def _sources(self) -> tuple[Source, ...]:
        return (
            *(
                self.places,
                self.squares,
                self.crossings,
                self.edges,
                self.forbidden,
                self.discs,
                self.rings,
                self.crosses,
                self.ghosts,
            ),
            *(self.plies, self.children, self.rates, self.taken, self.last, self.line),
            *(self.labels.source, self.ways, self.origins, self.stone),
        )

    def _draw(self) -> None:
        plot = self._plot
        self._square = squares(plot, self.squares, border_radius=8)
        self._place = markers(plot, self.places, line_width=1)
        self._crossing = glyph(plot, MultiLine, self.crossings, xs="xs", ys="ys", line_width=1)
        self._edge = glyph(
            plot,
            MultiLine,
            self.edges,
            xs="xs",
            ys="ys",
            line_color="color",
            line_width=_EDGE,
            line_cap="round",
            line_join="round",
        )
        self._forbidden = glyph(
            plot,
            Scatter,
            self.forbidden,
            x="x",
            y="y",
            size=9,
            marker="x",
            line_width=2,
            line_cap="round",
        )
        self._draw_pieces()
        ring: dict[str, Any] = {
            "fill_color": None,
            "line_color": "color",
            "line_width": "width",
            "line_alpha": "alpha",
        }
        glyph(plot, Scatter, self.rings, x="x", y="y", size="size", **ring)
        glyph(
            plot,
            Scatter,
            self.crosses,
            x="x",
            y="y",
            size="size",
            marker="x",
            line_color="color",
            line_width="width",
            line_alpha="alpha",
            line_cap="round",
        )
        self._child = glyph(
            plot,
            Scatter,
            self.children,
            x="x",
            y="y",
            size="size",
            fill_color={"field": "mean", "transform": self.mapper},
            fill_alpha="alpha",
            line_width=1,
        )
        self._taken = self._outline(self.taken, 2.6)
        dashed: dict[str, Any] = {"line_width": 1.4, "line_dash": {"value": [4, 3]}}
        glyph(
            plot,
            Scatter,
            self.origins,
            x="x",
            y="y",
            size="size",
            fill_color=None,
            line_color="color",
            **dashed,
        )
        self._stone = squares(plot, self.stone, fill_color=None, line_width=2.2)
        ends: dict[str, Any] = {"line_cap": "round", "line_join": "round"}
        self._way_casing = glyph(
            plot, MultiLine, self.ways, xs="xs", ys="ys", line_width=5.5, **ends
        )
        glyph(
            plot,
            MultiLine,
            self.ways,
            xs="xs",
            ys="ys",
            line_color="color",
            line_width=2.4,
            **ends,
        )
        glyph(
            plot,
            Scatter,
            self.ghosts,
            x="x",
            y="y",
            size="size",
            fill_color="fill",
            line_color="line",
            line_width=2,
            line_dash={"value": [4, 3]},
        )
        self._line_casing = self._outline(self.line, 6.5)
        self._line = self._outline(self.line, 3.5)
        self._last = self._outline(self.last, 2.2)
        self._plies = self._text(self.plies)
        self._rates = self._text(self.rates)
        self.labels = Names(plot)

    def _draw_pieces(self) -> None:
        glyph(
            self._plot,
            Scatter,
            self.discs,
            x="x",
            y="y",
            size="size",
            fill_color="color",
            fill_alpha="alpha",
            line_color=None,
        )

    def _outline(self, source: Source, width: float) -> Any:
        return glyph(
            self._plot,
            Scatter,
            source,
            x="x",
            y="y",
            size="size",
            fill_color=None,
            line_width=width,
        )

    def _text(self, source: Source) -> Any:
        return glyph(
            self._plot,
            Text,
            source,
            x="x",
            y="y",
            text="text",
            text_color="color",
            text_font=value(CANVAS_FONT),
            text_font_size="12px",
            text_font_style="bold",
            text_align="center",
            text_baseline="middle",
        )

    def set_palette(self, palette: Palette) -> None:
        """The colours that are the same for all discs."""
        self._palette = palette
        for drawn in (self._square, self._place):
            drawn.fill_color = palette.surface
            drawn.line_color = palette.line
        self._crossing.line_color = palette.edge
        self._forbidden.line_color = palette.ink2
        self._child.line_color = palette.node_line
        self._last.line_color = palette.ink
        self._stone.line_color = palette.accent
        self._way_casing.line_color = palette.surface
        self._line.line_color = palette.ink
        self._line_casing.line_color = palette.surface
        self.labels.set_palette(palette)
        self.mapper.nan_color = palette.surface

    def clear(self) -> None:
        for source in self._sources:
            source.clear()

    def show(
        self, frame: BoardFrame, ends: tuple[float, float], left: float, low: float, cell: float
    ) -> None:
        """Draw a board whose corner is at (left, low); `ends`: of the scale of win rates."""
        dress(self._taken, line_color=self._palette.phase(frame.phase).color)
        x, y = left + cell * frame.x, low + cell * frame.y
        size = (0.8 if frame.board.drops or frame.board.shape == "hex" else 0.66) * cell
        self._show_places(frame, x, y, cell, size)
        self._show_edges(frame, left, low, cell)
        barred = list(frame.forbidden_cells)
        self.forbidden.write(x[barred], y[barred])
        self._show_discs(frame, x, y, size)
        self._show_ghosts(frame, x, y, size)
        self._show_children(frame, ends, left, low, cell)
        self._show_last(frame, x, y, size)
        self._show_ways(frame, x, y, cell, size)
        line = list(frame.ending_cells)
        self.line.write(x[line], y[line], np.full(len(line), size + 1))
        self.labels.show(
            frame, left, low, cell, joined_by_colours(frame.board, frame.search_player)
        )

    def _show_edges(self, frame: BoardFrame, left: float, low: float, cell: float) -> None:
        lines = [np.asarray(edge.points).T for edge in frame.board.edges]
        if lines:  # the names of rows stand close to those of a small board
            dress(self._edge, line_width=min(_EDGE, 0.15 * cell))
        self.edges.write(
            [left + cell * x for x, _ in lines],
            [low + cell * y for _, y in lines],
            [self._disc(frame, edge.value - 1).color for edge in frame.board.edges],
        )

    def _show_places(
        self, frame: BoardFrame, x: np.ndarray, y: np.ndarray, cell: float, size: float
    ) -> None:
        if frame.board.shape == "crossing":
            self._show_crossings(x, y)
            return
        self.crossings.clear()
        if frame.board.shape == "square" and not frame.board.drops:
            self.places.clear()
            self.squares.write(x, y, np.full(len(x), cell - 6))
            return
        self.squares.clear()
        is_hex = frame.board.shape == "hex"
        place = cell * _HEX - 1.5 if is_hex else size + 2
        marker = ["hex" if is_hex else "circle"] * len(x)
        self.places.write(x, y, np.full(len(x), place), marker)

    def _show_crossings(self, x: np.ndarray, y: np.ndarray) -> None:
        self.squares.clear()
        self.places.clear()
        ends_x, ends_y = [x.min(), x.max()], [y.min(), y.max()]
        columns, rows = np.unique(x).tolist(), np.unique(y).tolist()
        self.crossings.write(
            [*([at, at] for at in columns), *(ends_x for _ in rows)],
            [*(ends_y for _ in columns), *([at, at] for at in rows)],
        )

    def _show_last(self, frame: BoardFrame, x: np.ndarray, y: np.ndarray, size: float) -> None:
        last = [frame.last_cell] if frame.last_cell >= 0 and not frame.ending_cells else []
        self.last.write(x[last], y[last], np.full(len(last), size + 5))

    def _show_ways(
        self, frame: BoardFrame, x: np.ndarray, y: np.ndarray, cell: float, size: float
    ) -> None:
        """Arrows of the last move and the best one; which stones may go, and the one taken."""
        palette = self._palette
        drawn = [(frame.last_way, palette.ink, size + 5), (frame.best_way, palette.accent, 0.0)]
        arrows = [
            (_arrow(x, y, way, size, room), color) for way, color, room in drawn if len(way) > 1
        ]
        self.ways.write(
            [line[0] for line, _ in arrows],
            [line[1] for line, _ in arrows],
            [color for _, color in arrows],
        )
        origins = sorted({origin for origin, _ in frame.meant.ways.values()})
        left = list(frame.last_way[:1])
        colors = [palette.accent] * len(origins) + [palette.ink2] * len(left)
        dashed = [*origins, *left]
        self.origins.write(x[dashed], y[dashed], np.full(len(dashed), size + 4), colors)
        taken = [frame.taken_cell] if frame.taken_cell >= 0 else []
        self.stone.write(x[taken], y[taken], np.full(len(taken), cell - 5))

    def _disc(self, frame: BoardFrame, player: int) -> Disc:
        return self._palette.discs[0 if player == frame.search_player else 1]

    def _show_discs(self, frame: BoardFrame, x: np.ndarray, y: np.ndarray, size: float) -> None:
        stones = np.flatnonzero(frame.values)
        players = frame.values[stones] - 1
        colors = [self._disc(frame, player).color for player in players.tolist()]
        alpha = np.ones(len(frame.values))
        if frame.lit:
            alpha[[cell for cell in stones.tolist() if cell not in frame.lit]] = _FAINT
        self.discs.write(x[stones], y[stones], np.full(len(stones), size), colors, alpha[stones])
        self._show_marks(frame, x[stones], y[stones], players, alpha[stones], size)

    def _show_marks(
        self,
        frame: BoardFrame,
        x: np.ndarray,
        y: np.ndarray,
        players: np.ndarray,
        alpha: np.ndarray,
        size: float,
    ) -> None:
        """The sign of each stone's player in its middle; all arrays [num_stones]."""
        for source, mark, share in ((self.crosses, "cross", 0.46), (self.rings, "ring", 0.52)):
            marked = np.asarray([name == mark for name in frame.board.marks], dtype=bool)
            mine = np.flatnonzero(marked[players])
            colors = [self._disc(frame, player).mark_color for player in players[mine].tolist()]
            count = len(mine)
            source.write(
                *(x[mine], y[mine], np.full(count, share * size), colors),
                *(np.full(count, max(0.075 * size, 1.6)), alpha[mine]),
            )

    def _show_ghosts(self, frame: BoardFrame, x: np.ndarray, y: np.ndarray, size: float) -> None:
        ghosts = frame.ghost_cells
        owners = [self._disc(frame, player) for player in frame.ghost_players.tolist()]
        count = len(ghosts)
        self.ghosts.write(
            *(x[ghosts], y[ghosts], np.full(count, size)),
            [self._palette.surface if disc is None else disc.ghost for disc in owners],
            [disc.color for disc in owners],
        )
        font = f"{min(15.0, 0.42 * size + 1.5):.1f}px"
        plies = [str(ply) for ply in frame.ghost_plies]
        self._plies.text_font_size = font
        self.plies.write(x[ghosts], y[ghosts], plies, [self._palette.ink] * count)

    def _show_children(
        self,
        frame: BoardFrame,
        ends: tuple[float, float],
        left: float,
        low: float,
        cell: float,
    ) -> None:
        """The children as the tree draws them, at the size that the shares of the visits give."""
        dress(self.mapper, low=ends[0], high=ends[1])
        x, y = left + cell * frame.child_x, low + cell * frame.child_y
        # where the expected play puts a later stone, its number stands
        hidden = {
            (round(float(frame.x[c]), 3), round(float(frame.y[c]), 3)) for c in frame.ghost_cells
        }
        shown = np.asarray(
            [
                (round(cx, 3), round(cy, 3)) not in hidden
                for cx, cy in zip(frame.child_x.tolist(), frame.child_y.tolist(), strict=True)
            ],
            dtype=bool,
        )
        if cell >= _NAMED_CELL * 2:
            size = 2 * radii(frame.child_share, 1) * min(1.6, cell / 60)
            above, below = 0.08 * cell, -0.27 * cell
            colors = [self._palette.ink] * len(x)
        else:
            grown = np.sqrt(frame.child_share / max(frame.child_share.max(initial=0.0), 1e-9))
            # of one stone's moves all have their number
            size = cell * (np.full(len(x), 0.84) if frame.board.moves else 0.34 + 0.44 * grown)
            above, below = 0.0, 0.0
            colors = text_on_mean(frame.child_mean, *ends)
            for i in np.flatnonzero(frame.child_out).tolist():
                colors[i] = self._palette.ink
        alpha = np.where(np.asarray(frame.child_out, dtype=bool), _OUT, 1.0)
        self.children.write(
            x[shown], y[shown] + above, size[shown], frame.child_mean[shown], alpha[shown]
        )
        least = _NAMED_MOVE if frame.board.moves else _NAMED_CELL
        named = [
            i
            for i in np.flatnonzero(shown).tolist()
            if cell >= _NAMED_CELL * 2
            or (cell >= least and size[i] >= (23 if frame.board.moves else 25))
        ]
        texts = [_PROVEN[frame.child_proven[i]] or frame.child_text[i] for i in named]
        font = "12px" if cell >= _NAMED_CELL * 2 else "10.5px"
        self._rates.text_font_size = font
        self.rates.write(x[named], y[named] + below, texts, [colors[i] for i in named])
        taken = [frame.child_chosen] if frame.child_chosen >= 0 else []
        self.taken.write(x[taken], y[taken] + above, size[taken] + 6)


def _arrow(
    x: np.ndarray, y: np.ndarray, way: tuple[int, ...], size: float, room: float
) -> tuple[np.ndarray, np.ndarray]:
    """x and y of an arrow between two cells, which leaves `room` for what lies on the second."""
    start, end = np.array([x[way[0]], y[way[0]]]), np.array([x[way[1]], y[way[1]]])
    ahead = (end - start) / np.hypot(*(end - start))
    aside = np.array([-ahead[1], ahead[0]])
    tip = end - ahead * max(room / 2 + 1, 0.15 * size)
    wings = [tip - 0.24 * size * ahead + sign * 0.15 * size * aside for sign in (1, -1)]
    begin = start if room else start + 0.55 * size * ahead  # the stone has gone, or is there
    return tuple(np.array([begin, tip, wings[0], tip, wings[1]]).T)
