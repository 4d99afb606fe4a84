"""The strip under the tree: a playout, or the best sequence, as a row of small boards."""

from __future__ import annotations

import numpy as np
import panel as pn
from bokeh.core.properties import value
from bokeh.models.glyphs import ImageURL, MultiLine, Rect, Scatter, Segment, Text

from explorer.cards.strip.frame import StripFrame, Thumbnail
from explorer.look.canvas import Source, TextSource, bare_figure, dress, glyph, markers
from explorer.look.cells import fills
from explorer.look.palette import CANVAS_FONT, Palette
from explorer.look.svg import drawing
from explorer.moment.detail import STRIP_HEIGHT, THUMBNAIL, slot_centre

_TOP = 8.0
_INSIDE = 2.5  # between a thumbnail's frame and its cells
_INNER = THUMBNAIL - 2 * _INSIDE
_CUT_HEAD = 7.0  # radius of what tells how a cut has ended
_CAPTION_ROOM = 96.0  # pixels between centres that "move 41 · 2 720" in bold needs


class StripView:
    """One figure in pixels, y downwards, as wide as the tree above it."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette
        self._shown: tuple[StripFrame | None, float] | None = None
        self.plot = bare_figure(
            (0, 766), (STRIP_HEIGHT, 0), height=int(STRIP_HEIGHT), sizing_mode="stretch_width"
        )
        self.root = pn.pane.Bokeh(self.plot, sizing_mode="stretch_width", margin=0)
        self._links = Source("x0", "x1", "y")
        self._frames = Source("x", "y", "line", "width")
        self._placeholders = Source("x", "y")
        self._cells = Source("x", "y", "size", "marker", "color")
        self._joints = Source("x0", "y0", "x1", "y1", "color")  # between the cells of a domino
        self._drawings = Source("x", "width", "height", "url")
        self._next = Source("x", "y", "size")
        self._groups = Source("xs", "ys")
        self._cuts = Source("x", "y", "foot", "size", "color", "fill", "dash", "marker")
        self._captions = TextSource("x", "text", "color", "style")
        self._draw_glyphs()

    def _draw_glyphs(self) -> None:
        plot = self.plot
        middle = _TOP + THUMBNAIL / 2
        self._link = glyph(
            plot,
            Segment,
            self._links,
            x0="x0",
            y0="y",
            x1="x1",
            y1="y",
            line_width=1.4,
            line_dash={"value": [3, 3]},
        )
        self._frame = glyph(
            plot,
            Rect,
            self._frames,
            x="x",
            y="y",
            width=THUMBNAIL,
            height=THUMBNAIL,
            border_radius=4,
            line_color="line",
            line_width="width",
        )
        self._placeholder = glyph(
            plot,
            Rect,
            self._placeholders,
            x="x",
            y="y",
            width=THUMBNAIL,
            height=THUMBNAIL,
            border_radius=4,
            fill_color=None,
            line_dash={"value": [4, 3]},
        )
        self._question = glyph(
            plot,
            Text,
            self._placeholders,
            x="x",
            y="y",
            text={"value": "?"},
            text_align="center",
            text_baseline="middle",
            text_font=value(CANVAS_FONT),
            text_font_size="18px",
        )
        markers(plot, self._cells, fill_color="color", line_color=None)
        ends = {end: end for end in ("x0", "y0", "x1", "y1")}
        self._joint = glyph(plot, Segment, self._joints, **ends, line_color="color")
        glyph(
            plot,
            ImageURL,
            self._drawings,
            x="x",
            y=middle,
            w="width",
            h="height",
            url="url",
            anchor="center",
        )
        self._next_ring = glyph(
            plot, Scatter, self._next, x="x", y="y", size="size", fill_color=None, line_width=1.8
        )
        self._casing = glyph(
            plot, MultiLine, self._groups, xs="xs", ys="ys", line_width=3.6, line_join="round"
        )
        self._group = glyph(
            plot, MultiLine, self._groups, xs="xs", ys="ys", line_width=1.8, line_join="round"
        )
        glyph(
            plot,
            Segment,
            self._cuts,
            x0="x",
            y0="y",
            x1="x",
            y1="foot",
            line_color="color",
            line_dash="dash",
            line_width=2,
        )
        markers(plot, self._cuts, line_color="color", fill_color="fill", line_width=1.8)
        glyph(
            plot,
            Text,
            self._captions,
            x="x",
            y=middle + THUMBNAIL / 2 + 15,
            text="text",
            text_color="color",
            text_align="center",
            text_baseline="middle",
            text_font=value(CANVAS_FONT),
            text_font_size="11px",
            text_font_style="style",
        )

    def show(self, strip: StripFrame | None, width: float) -> None:
        """Draw a strip as wide as the tree above it (in pixels); None: there is none."""
        self._shown = (strip, width)
        dress(self.plot, visible=strip is not None)
        if strip is None:
            return
        palette = self._palette
        dress(self.plot.x_range, start=0.0, end=width)
        color = palette.phase(strip.phase).color if strip.phase else palette.best
        is_light = palette.name == "light"
        dress(self._link, line_color=color if strip.phase else palette.ink3)
        dress(self._next_ring, line_color=color if strip.phase else palette.ink)
        dress(self._group, line_color=palette.ink if is_light else "#10131A")
        dress(self._casing, line_color=palette.surface if is_light else "#FFFFFF")
        dress(self._frame, fill_color=palette.empty_cell)
        dress(self._placeholder, line_color=palette.line2)
        dress(self._question, text_color=palette.ink3)
        slots = list(strip.thumbnails) or [None]
        x = np.asarray([slot_centre(slot, width) for slot in range(len(slots))])
        middle = _TOP + THUMBNAIL / 2
        drawn = [(c, t) for c, t in zip(x.tolist(), slots, strict=True) if t is not None]
        missing = [c for c, t in zip(x.tolist(), slots, strict=True) if t is None]
        self._links.write(
            x[:-1] + THUMBNAIL / 2 + 3,
            x[1:] - THUMBNAIL / 2 - 3,
            np.full(max(len(x) - 1, 0), middle),
        )
        self._frames.write(
            [c for c, _ in drawn],
            [middle] * len(drawn),
            [color if t.current else palette.line for _, t in drawn],
            [2.0 if t.current else 1.0 for _, t in drawn],
        )
        self._placeholders.write(missing, [middle] * len(missing))
        self._write_boards(strip, drawn)
        self._write_captions(strip, x, slots, color)
        self._write_cut(strip, x, color)

    def _write_cut(self, strip: StripFrame, x: np.ndarray, color: str) -> None:
        """Between the boards before a cut and those that a change has made anew."""
        if strip.cut is None:
            self._cuts.clear()
            return
        before, outcome = strip.cut
        palette = self._palette
        looks = {
            "open": (color, palette.surface, "dotted", "circle"),
            "accepted": (palette.phases[1].color, palette.phases[1].color, "solid", "circle"),
            "refused": (palette.phases[2].color, palette.surface, "dashed", "circle_x"),
        }
        beside = THUMBNAIL / 2 + _CUT_HEAD + 3.0
        places = (x[0] - beside, *((x[1:] + x[:-1]) / 2), x[-1] + beside)
        drawn, fill, dash, marker = looks[outcome]
        top, foot = _TOP + 1.0, _TOP + THUMBNAIL
        look = ([drawn], [fill], [dash], [marker])
        self._cuts.write([places[before]], [top], [foot], [2 * _CUT_HEAD], *look)

    def _write_boards(self, strip: StripFrame, drawn: list[tuple[float, Thumbnail]]) -> None:
        xs, ys, sizes, markers, colors = [], [], [], [], []
        group_xs: list[np.ndarray] = []
        group_ys: list[np.ndarray] = []
        next_x, next_y, next_size = [], [], []
        joints: list[tuple[float, float, float, float, str]] = []
        for centre, thumbnail in drawn:
            board = thumbnail.board
            side = _INNER / max(board.width, board.height)
            gap = min(0.7, 0.1 * side)
            floor = _TOP + THUMBNAIL - _INSIDE - (_INNER - side * board.height) / 2
            left = centre - side * board.width / 2
            x, y = left + side * board.x, floor - side * board.y
            looks = self._looks(strip, thumbnail)
            full = [cell for cell, (_, color) in enumerate(looks) if color]
            xs.append(x[full])
            ys.append(y[full])
            sizes.append(np.full(len(full), side - gap))
            markers += [looks[cell][0] for cell in full]
            colors += [looks[cell][1] for cell in full]
            if board.dominoes:
                dress(self._joint, line_width=side - gap)
            for first, second in board.joints_of(thumbnail.values):
                ends = x[first], y[first], x[second], y[second]
                joints.append((*ends, looks[first][1]))
            group_xs += [left + side * line for line in thumbnail.outline_xs]
            group_ys += [floor - side * line for line in thumbnail.outline_ys]
            if thumbnail.cell >= 0:
                next_x.append(x[thumbnail.cell])
                next_y.append(y[thumbnail.cell])
                next_size.append(max(side - gap, 4.0))
        no = np.zeros(0)
        self._cells.write(
            *(np.concatenate([no, *each]) for each in (xs, ys, sizes)), markers, colors
        )
        self._joints.write(*([joint[i] for joint in joints] for i in range(5)))
        self._groups.write(group_xs, group_ys)
        self._next.write(next_x, next_y, next_size)
        self._write_drawings(drawn)

    def _write_drawings(self, drawn: list[tuple[float, Thumbnail]]) -> None:
        """A person's drawings, as large as their thumbnails allow."""
        images = [(c, drawing(t.svg)) for c, t in drawn if t.svg]
        scales = [_INNER / max(image.width, image.height) for _, image in images]
        self._drawings.write(
            [centre for centre, _ in images],
            [image.width * scale for (_, image), scale in zip(images, scales, strict=True)],
            [image.height * scale for (_, image), scale in zip(images, scales, strict=True)],
            [image.address(self._palette.ink, CANVAS_FONT) for _, image in images],
        )

    def _looks(self, strip: StripFrame, thumbnail: Thumbnail) -> list[tuple[str, str]]:
        """[num_cells] the shape and the colour of each cell; no colour: nothing is drawn."""
        board, palette = thumbnail.board, self._palette
        if board.pieces == "cells":
            colors = fills(palette, thumbnail.cells)
            return [
                ("square", color or (palette.line2 if cell.text or cell.mark else ""))
                for cell, color in zip(thumbnail.cells, colors, strict=True)
            ]
        if board.pieces == "tiles":
            tiles = ["", *(tile.color for tile in palette.tiles)]
            return [("square", tiles[value]) for value in thumbnail.values.tolist()]
        place = "hex" if board.shape == "hex" else "square" if board.dominoes else "circle"
        stones = [(place, palette.surface)]
        stones += [
            (
                "square" if board.dominoes else "circle",
                palette.discs[player != strip.search_player].color,
            )
            for player in range(board.num_values)
        ]
        return [stones[value] for value in thumbnail.values.tolist()]

    def _write_captions(
        self, strip: StripFrame, x: np.ndarray, slots: list[Thumbnail | None], color: str
    ) -> None:
        texts, colors, styles = [], [], []
        roomy = len(x) < 2 or x[1] - x[0] >= _CAPTION_ROOM
        for slot, thumbnail in enumerate(slots):
            if thumbnail is None:
                is_end = slot == len(slots) - 1
                texts.append("no playout yet" if not slot else "end" if is_end else "")
            else:
                texts.append(thumbnail.caption if roomy else thumbnail.name)
            current = thumbnail is not None and thumbnail.current
            colors.append(color if current else self._palette.ink2)
            styles.append("bold" if current else "normal")
        self._captions.write(x, texts, colors, styles)

    def set_palette(self, palette: Palette) -> None:
        """Redraw in another theme."""
        self._palette = palette
        if self._shown is not None:
            self.show(*self._shown)
