"""The tree on a canvas: one figure in pixels, with a strip of boards below and legends above.

Views know neither the search nor the session: they draw a frame and report clicks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import panel as pn
from bokeh.core.properties import value
from bokeh.events import Tap
from bokeh.models import CustomJS, HoverTool, PanTool, WheelZoomTool

from explorer import legend, text
from explorer.canvas import Source, bare_figure, halo_text, mean_mapper, set_range, text_on_mean
from explorer.frame import Actions, Frame, Opening
from explorer.palette import CANVAS_FONT, LIGHT, Palette
from explorer.strip_view import StripView, slot_centre
from explorer.tree_frame import TreeFrame

_TAP_REACH = 8.0  # pixels around a node that still mean the node
_PILL_HALF = (14.0, 9.0)
_CASING = 1.5
_RING_GAP, _RING = 1.4, 2.4
_RING_ROOM = 17.0
_SMALLEST_LABEL = 8.0
_SELECTED_GAP = 7.5
_DEPTH_ROOM = 13.0  # a depth number needs so much height
_CAPTION_ROOM = 225.0
_KEY_ROOM = 700.0  # the two legends stand side by side from this width on

_TOOLTIP = """
<div style="font: 12px/1.45 var(--font); color: var(--ink); font-variant-numeric: tabular-nums">
  <b>@name</b> <span style="color: var(--ink2)">depth @depth</span><br>
  <span style="color: var(--ink2)">visits</span> @visits
  <span style="color: var(--ink2)">&ensp;@mean_name</span> @mean_text@top_text
</div>
"""
# Bokeh's tooltip takes its colours from these properties of the element around it.
_TOOLTIP_COLORS = """
:host {
  --background-color: var(--surface); --color: var(--ink); --divider-color: var(--line2);
}
"""
_HOVER = """
const index = cb_data.index.indices[0]
const near = index == null
ring.data = near ? {x: [], y: [], size: []}
  : {x: [nodes.data.x[index]], y: [nodes.data.y[index]], size: [nodes.data.size[index] + 8]}
"""


class TreeView:
    """`root` is the object to embed; `show` draws a frame, one write a data source."""

    def __init__(self, palette: Palette = LIGHT) -> None:
        self._palette = palette
        self._frame: Frame | None = None
        self._select: Callable[[Actions], None] | None = None
        self._open: Callable[[Opening], None] | None = None
        self._mapper = mean_mapper()
        self._plot = bare_figure((0, 766), (516, 0), sizing_mode="stretch_both", min_height=120)
        self._plot.stylesheets.append(_TOOLTIP_COLORS)
        self._strip = StripView(palette)
        self._legend = pn.pane.HTML(
            "",
            sanitize_html=False,
            styles={"position": "absolute", "left": "12px", "top": "2px"},
            margin=0,
        )
        self._key = pn.pane.HTML(
            "",
            sanitize_html=False,
            styles={"position": "absolute", "right": "12px", "top": "2px"},
            margin=0,
        )
        self._add_sources()
        self._add_edges()
        self._add_nodes()
        self._add_texts()
        self._add_tools()
        self.root = pn.Column(
            pn.pane.Bokeh(self._plot, sizing_mode="stretch_both", margin=0),
            pn.pane.Bokeh(self._strip.plot, sizing_mode="stretch_width", margin=0),
            self._legend,
            self._key,
            sizing_mode="stretch_both",
            margin=0,
            styles={"position": "relative"},
        )
        self.set_palette(palette)

    # -- building ------------------------------------------------------------------------------

    def _add_sources(self) -> None:
        edge = ("x0", "y0", "x1", "y1", "mid")
        self._edges = Source(*edge, "width")
        self._dotted = Source(*edge)
        self._best_edges = Source(*edge)
        self._path_edges = Source(*edge, "width", "casing")
        self._connector = Source("x0", "y0", "x1", "y1", "cx0", "cy0", "cx1", "cy1")
        self._rings = Source("x", "y", "size", "gap")
        self._nodes = Source(
            *("x", "y", "size", "mean", "line", "width"),
            *("name", "depth", "visits", "mean_name", "mean_text", "top_text", "reach"),
        )
        self._new = Source("x", "y", "size")
        self._halo = Source("x", "y")
        self._star = Source("x", "y")
        self._selected = Source("x", "y", "size")
        self._hovered = Source("x", "y", "size")
        self._pills = Source("x", "y", "text")
        self._labels = Source("x", "y", "text", "color", "size")
        self._names = Source("x", "y", "text")
        self._depths = Source("y", "text")
        self._caption = Source("x", "y", "text", "align")
        self._title = Source("x", "y")
        self._result = Source("x", "y", "text", "align")

    def _bezier(self, source: Source, **line: Any) -> Any:
        """Edges from (x0, y0) down to (x1, y1), vertical at both ends."""
        return self._plot.bezier(
            *("x0", "y0", "x1", "y1", "x0", "mid", "x1", "mid"), source=source.model, **line
        ).glyph

    def _add_edges(self) -> None:
        self._edge = self._bezier(self._edges, line_width="width", line_cap="butt")
        self._dotted_edge = self._bezier(self._dotted, line_width=1.1, line_dash={"value": [2, 3]})
        self._best_edge = self._bezier(self._best_edges, line_width=1.8)
        self._casing = self._bezier(self._path_edges, line_width="casing")
        self._path_edge = self._bezier(self._path_edges, line_width="width")
        self._connection = self._plot.bezier(
            *("x0", "y0", "x1", "y1", "cx0", "cy0", "cx1", "cy1"),
            source=self._connector.model,
            line_width=1.8,
            line_dash={"value": [2, 4]},
            line_cap="round",
        ).glyph

    def _add_nodes(self) -> None:
        plot = self._plot
        self._gap = plot.scatter("x", "y", size="gap", source=self._rings.model, line_color=None)
        self._ring = plot.scatter(
            "x", "y", size="size", source=self._rings.model, fill_color=None, line_width=_RING
        )
        self._selection = plot.scatter(
            "x",
            "y",
            size="size",
            source=self._selected.model,
            fill_color=None,
            line_width=1.8,
            line_dash={"value": [4, 3]},
        )
        self._hover_ring = plot.scatter(
            "x", "y", size="size", source=self._hovered.model, fill_color=None, line_width=1.6
        )
        plot.scatter(
            "x",
            "y",
            size="size",
            source=self._nodes.model,
            fill_color={"field": "mean", "transform": self._mapper},
            line_color="line",
            line_width="width",
        )
        self._glow = plot.scatter(
            "x", "y", size=22, source=self._halo.model, line_color=None, fill_alpha=0.18
        )
        self._diamond = plot.scatter(  # Bokeh's own diamond is too slim
            "x",
            "y",
            size="size",
            marker="square",
            angle=math.pi / 4,
            source=self._new.model,
            line_width=1.5,
        )
        self._best_star = plot.scatter(
            "x", "y", size=12, marker="star", source=self._star.model, line_color=None
        )
        # what the pointer finds: a little more than the smallest nodes
        self._target = plot.scatter(
            "x", "y", size="reach", source=self._nodes.model, fill_alpha=0, line_alpha=0
        )

    def _add_texts(self) -> None:
        def text_glyph(source: Source, *place: Any, halo: bool = False, **options: Any) -> Any:
            options = {
                "source": source.model,
                "text_font": value(CANVAS_FONT),
                "text_font_size": "11px",
                "text_align": "center",
                "text_baseline": "middle",
            } | options
            if not halo:
                return self._plot.text(*place, **options).glyph
            around, glyph = halo_text(self._plot, *place, **options)
            self._text_halos.append(around)
            return glyph

        self._text_halos: list[Any] = []
        point = ("x", "y", "text")
        self._pill = text_glyph(
            *(self._pills, *point), padding={"x": 5, "y": 2}, border_radius=9, border_line_width=1
        )
        text_glyph(
            *(self._labels, *point),
            text_color="color",
            text_font_size="size",
            text_font_style="bold",
        )
        self._name = text_glyph(self._names, *point, halo=True, text_font_size="10px")
        self._depth = text_glyph(self._depths, 12, "y", "text")
        title = {"value": "root"}
        self._root_title = text_glyph(
            *(self._title, "x", "y", title),
            halo=True,
            text_align="left",
            text_font_size="12px",
            text_font_style="bold",
        )
        self._root_caption = text_glyph(
            *(self._caption, *point), halo=True, text_align="align", text_font_size="12px"
        )
        self._climbed = text_glyph(
            *(self._result, *point),
            text_align="align",
            padding={"x": 8, "y": 4},
            border_radius=11,
            text_font_style="bold",
        )

    def _add_tools(self) -> None:
        hover = HoverTool(
            renderers=[self._target],
            tooltips=_TOOLTIP,
            point_policy="snap_to_data",
            show_arrow=False,
            callback=CustomJS(
                args={"nodes": self._nodes.model, "ring": self._hovered.model}, code=_HOVER
            ),
        )
        pan, zoom = PanTool(), WheelZoomTool(zoom_on_axis=False)
        self._plot.add_tools(pan, zoom, hover)
        self._plot.toolbar.active_drag = pan
        self._plot.toolbar.active_scroll = zoom
        self._plot.on_event(Tap, self._tapped)

    # -- talking back --------------------------------------------------------------------------

    def on_select(self, callback: Callable[[Actions], None]) -> None:
        """Call back with the actions of a node that was clicked."""
        self._select = callback

    def on_open(self, callback: Callable[[Opening], None]) -> None:
        """Call back with what a click on a "+n" pill adds to the opened nodes."""
        self._open = callback

    def _tapped(self, event: Tap) -> None:
        if self._frame is None or event.x is None or event.y is None:
            return
        tree = self._frame.tree
        scale = self._zoom()
        for x, y, opening in zip(tree.pill_x, tree.pill_y, tree.pill_openings, strict=True):
            near_x = abs(event.x - x) * scale <= _PILL_HALF[0]
            if near_x and abs(event.y - y) * scale <= _PILL_HALF[1]:
                if self._open is not None:
                    self._open(opening)
                return
        distance = np.hypot(tree.x - event.x, tree.y - event.y) * scale - tree.radius
        nearest = int(np.argmin(distance))
        if distance[nearest] <= _TAP_REACH and self._select is not None:
            self._select(tree.actions[nearest])

    def _zoom(self) -> float:
        """Screen pixels a unit of the drawing, which is as wide as the card."""
        x_range = self._plot.x_range
        return self._frame.tree.width / (x_range.end - x_range.start) if self._frame else 1.0

    # -- looking around ------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole drawing."""
        if self._frame is not None:
            tree = self._frame.tree
            set_range(self._plot.x_range, 0.0, tree.width)
            set_range(self._plot.y_range, tree.height, 0.0)

    def zoom(self, factor: float) -> None:
        """Enlarge (factor > 1) or shrink the drawing around the middle of the card."""
        for range_ in (self._plot.x_range, self._plot.y_range):
            middle = (range_.start + range_.end) / 2
            half = (range_.end - range_.start) / 2 / factor
            set_range(range_, middle - half, middle + half)

    # -- drawing -------------------------------------------------------------------------------

    def set_palette(self, palette: Palette) -> None:
        """Redraw in another theme."""
        self._palette = palette
        self._edge.line_color = palette.edge
        self._dotted_edge.line_color = palette.ink3
        self._best_edge.line_color = palette.best
        self._casing.line_color = palette.surface
        self._gap.glyph.fill_color = palette.surface
        self._selection.glyph.line_color = palette.accent
        self._hover_ring.glyph.line_color = palette.accent
        self._diamond.glyph.line_color = palette.surface
        self._best_star.glyph.fill_color = palette.best
        self._pill.background_fill_color = palette.sunk
        self._pill.border_line_color = palette.line2
        self._pill.text_color = palette.ink2
        self._name.text_color = palette.ink2
        self._depth.text_color = palette.ink3
        self._root_title.text_color = palette.ink
        self._root_caption.text_color = palette.ink2
        self._climbed.text_color = palette.surface
        for halo in self._text_halos:
            halo.text_outline_color = palette.surface
        self._mapper.nan_color = palette.surface
        self._strip.set_palette(palette)
        if self._frame is not None:
            self.show(self._frame)

    def show(self, frame: Frame) -> None:
        """Draw a frame."""
        tree = frame.tree
        resized = self._frame is None or (self._frame.tree.width, self._frame.tree.height) != (
            tree.width,
            tree.height,
        )
        self._frame = frame
        if resized:
            self.fit()
        self._show_edges(frame)
        self._show_nodes(frame)
        self._show_texts(frame)
        self._strip.show(frame)
        # a pane sends nothing when the text is the same
        self._legend.object = legend.means(tree)
        self._key.object = legend.key(self._palette.phase(frame.phase).css_name, tree.best_title)
        self._key.visible = tree.width >= _KEY_ROOM

    def _show_edges(self, frame: Frame) -> None:
        tree = frame.tree
        color = self._palette.phase(frame.phase).color
        self._path_edge.line_color = color
        self._connection.line_color = color
        x, y, parent = tree.x, tree.y, tree.parent
        below = np.arange(1, len(x))
        self._edges.write(*_edge(x, y, parent[below], below), tree.edge_width[below])
        up = tree.pill_parent
        self._dotted.write(*_points(x[up], y[up], tree.pill_x, tree.pill_y))
        on_best = tree.best[1:]
        self._best_edges.write(*_edge(x, y, parent[on_best], on_best))
        on_path = tree.path[1:]
        width = tree.path_width[1:]
        if not _has_rings(tree):
            width = np.maximum(width, 2 * tree.radius[on_path] + 2 * _RING)
        self._path_edges.write(*_edge(x, y, parent[on_path], on_path), width, width + 2 * _CASING)
        if frame.strip is not None and frame.strip.phase and tree.path.size:
            leaf = tree.path[-1]
            x0, y0 = x[leaf], y[leaf] + 11
            x1, y1 = slot_centre(0, tree.width), tree.height
            bend = min(60.0, max(18.0, tree.height - y0))
            self._connector.write([x0], [y0], [x1], [y1], [x0], [y0 + bend], [x1], [y1 - bend])
        else:
            self._connector.clear()

    def _show_nodes(self, frame: Frame) -> None:
        tree, palette = frame.tree, self._palette
        color = palette.phase(frame.phase).color
        self._mapper.update(low=tree.low, high=tree.high)
        self._ring.glyph.line_color = color
        self._diamond.glyph.fill_color = color
        self._glow.glyph.fill_color = color
        x, y, radius = tree.x, tree.y, tree.radius
        best = np.zeros(len(x), dtype=bool)
        best[tree.best[1:]] = True
        line = [palette.best if b else palette.node_line for b in best.tolist()]
        self._nodes.write(
            *(x, y, 2 * radius, tree.mean, line, np.where(best, 2.2, 1.0)),
            *_tooltips(tree),
            np.maximum(2 * radius + 6, 14),
        )
        ringed = tree.path[~np.isin(tree.path, tree.new)]
        if not _has_rings(tree):
            ringed = ringed[:0]
        ring = radius[ringed] + _RING_GAP + _RING / 2 + np.where(best[ringed], 1.1, 0.5)
        self._rings.write(x[ringed], y[ringed], 2 * ring, 2 * ring + _RING)
        leaf = tree.path[-1] if tree.path.size else -1
        self._new.write(x[tree.new], y[tree.new], np.where(tree.new == leaf, 11.3, 8.5))
        at_leaf = tree.new[tree.new == leaf]
        self._halo.write(x[at_leaf], y[at_leaf])
        end = tree.best[-1:] if len(tree.best) > 1 else tree.best[:0]
        self._star.write(x[end], y[end] + radius[end] + 9)
        chosen = [tree.selected]
        self._selected.write(x[chosen], y[chosen], 2 * (radius[chosen] + _SELECTED_GAP))

    def _show_texts(self, frame: Frame) -> None:
        tree = frame.tree
        self._pills.write(tree.pill_x, tree.pill_y, tree.pill_text)
        colors = text_on_mean(tree.mean, tree.low, tree.high)
        sizes = [_label_size(r, n) for r, n in zip(tree.radius, tree.label, strict=True)]
        labelled = [i for i, size in enumerate(sizes) if size >= _SMALLEST_LABEL]
        self._labels.write(
            tree.x[labelled],
            tree.y[labelled],
            [tree.label[i] for i in labelled],
            [colors[i] for i in labelled],
            [f"{sizes[i]}px" for i in labelled],
        )
        named = list(range(1, len(tree.x))) if tree.named else []
        self._names.write(
            tree.x[named],
            tree.y[named] + tree.radius[named] + 8,
            [tree.names[i] for i in named],
        )
        step = math.ceil(_DEPTH_ROOM / max(np.diff(tree.row_y).min(initial=_DEPTH_ROOM), 1.0))
        rows = [depth for depth in range(1, len(tree.row_y)) if depth % step == 0]
        self._depths.write(tree.row_y[rows], [str(depth) for depth in rows])
        self._show_root(tree)

    def _show_root(self, tree: TreeFrame) -> None:
        """The caption beside the root, and what has climbed up to it on the other side."""
        x, y = float(tree.x[0]), float(tree.y[0])
        away = float(tree.radius[0]) + _SELECTED_GAP + 6
        side = -1 if tree.captioned and x > tree.width - _CAPTION_ROOM else 1
        if not tree.captioned:
            self._title.clear()
            self._caption.clear()
        elif side > 0:
            self._title.write([x + away], [y])
            self._caption.write([x + away + 31], [y], [tree.caption], ["left"])
        else:
            self._title.clear()
            self._caption.write([x - away], [y], [f"root {tree.caption}"], ["right"])
        self._climbed.background_fill_color = self._palette.phase(4).color
        if tree.result:
            align = "right" if side > 0 else "left"
            self._result.write([x - side * (away + 8)], [y], [f"▲ {tree.result}"], [align])
        else:
            self._result.clear()


def _edge(x: np.ndarray, y: np.ndarray, top: np.ndarray, bottom: np.ndarray) -> list[np.ndarray]:
    return _points(x[top], y[top], x[bottom], y[bottom])


def _points(x0: np.ndarray, y0: np.ndarray, x1: np.ndarray, y1: np.ndarray) -> list[np.ndarray]:
    return [x0, y0, x1, y1, (y0 + y1) / 2]


def _has_rings(tree: TreeFrame) -> bool:
    """In a very deep tree nodes stand too near for rings: the path's line goes round them."""
    return bool(np.diff(tree.row_y).min(initial=np.inf) >= _RING_ROOM)


def _label_size(radius: float, label: str) -> float:
    """The largest size up to 11 px at which a label of digits fits into its node; 0 without one."""
    return round(min(11.0, 2 * (radius - 1) / (0.6 * len(label))), 1) if label else 0.0


def _tooltips(tree: TreeFrame) -> list[list[str]]:
    """name, depth, visits, mean_name, mean_text, top_text of every node."""
    count = len(tree.actions)
    top = tree.top.tolist()
    return [
        list(tree.names),
        [str(len(actions)) for actions in tree.actions],
        [text.number(visits) for visits in tree.visits.tolist()],
        ["win rate" if tree.percent else "mean"] * count,
        [text.result(mean, tree.percent) for mean in tree.mean.tolist()],
        ["" if math.isnan(value) else f"\u2002top {text.score(value)}" for value in top],
    ]
