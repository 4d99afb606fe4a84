"""The tree on a canvas: one figure in pixels, with a strip of boards below and legends above.

Views know neither the search nor the session: they draw a frame and report clicks.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import panel as pn
from bokeh.events import DoubleTap, Tap

from explorer import legend, text
from explorer.canvas import set_range, text_on_mean
from explorer.frame import Actions, Frame, Opening
from explorer.palette import LIGHT, Palette
from explorer.strip_view import StripView, slot_centre
from explorer.tree_canvas import RING, TreeCanvas
from explorer.tree_frame import TreeFrame

_TAP_REACH = 8.0  # pixels around a node that still mean the node
_PILL_HALF = (14.0, 9.0)
_CASING = 1.5
_RING_GAP = 1.4
_RING_ROOM = 17.0
_SMALLEST_LABEL = 8.0
_SELECTED_GAP = 7.5
_DEPTH_ROOM = 13.0  # a depth number needs so much height
_CAPTION_ROOM = 225.0
_NAMED_ZOOM = 1.5
_KEY_ROOM = 700.0  # the two legends stand side by side from this width on


class TreeView:
    """`root` is the object to embed; `show` draws a frame, one write a data source."""

    def __init__(self, palette: Palette = LIGHT) -> None:
        self._palette = palette
        self._frame: Frame | None = None
        self._select: Callable[[Actions], None] | None = None
        self._open: Callable[[Opening], None] | None = None
        self._canvas = TreeCanvas()
        self._canvas.plot.on_event(Tap, self._tapped)
        self._canvas.plot.on_event(DoubleTap, lambda _: self.fit())
        self._strip = StripView(palette)
        self._legend = pn.pane.HTML(
            "",
            sanitize_html=False,
            styles={"position": "absolute", "left": "8px", "top": "1px"},
            margin=0,
        )
        self._key = pn.pane.HTML(
            "",
            sanitize_html=False,
            styles={"position": "absolute", "right": "8px", "top": "1px"},
            margin=0,
        )
        self.root = pn.Column(
            pn.pane.Bokeh(self._canvas.plot, sizing_mode="stretch_both", margin=0),
            pn.pane.Bokeh(self._strip.plot, sizing_mode="stretch_width", margin=0),
            self._legend,
            self._key,
            sizing_mode="stretch_both",
            margin=0,
            styles={"position": "relative"},
        )
        for side in ("start", "end"):
            self._canvas.plot.x_range.on_change(side, self._looked_closer)
        self.set_palette(palette)

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
        x_range = self._canvas.plot.x_range
        return self._frame.tree.width / (x_range.end - x_range.start) if self._frame else 1.0

    def _looked_closer(self, attr: str, old: float, new: float) -> None:
        """Actions are named only where there is room for names."""
        for names in self._canvas.names:
            names.visible = self._zoom() > _NAMED_ZOOM

    # -- looking around ------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole drawing."""
        if self._frame is not None:
            tree = self._frame.tree
            set_range(self._canvas.plot.x_range, 0.0, tree.width)
            set_range(self._canvas.plot.y_range, tree.height, 0.0)

    def zoom(self, factor: float) -> None:
        """Enlarge (factor > 1) or shrink the drawing around the middle of the card."""
        for range_ in (self._canvas.plot.x_range, self._canvas.plot.y_range):
            middle = (range_.start + range_.end) / 2
            half = (range_.end - range_.start) / 2 / factor
            set_range(range_, middle - half, middle + half)

    # -- drawing -------------------------------------------------------------------------------

    def set_palette(self, palette: Palette) -> None:
        """Redraw in another theme."""
        self._palette = palette
        self._canvas.set_palette(palette)
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
        self._canvas.set_phase_color(
            self._palette.phase(frame.phase).color, self._palette.phase(4).color
        )
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
        x, y, parent = tree.x, tree.y, tree.parent
        below = np.arange(1, len(x))
        self._canvas.edges.write(*_edge(x, y, parent[below], below), tree.edge_width[below])
        up = tree.pill_parent
        self._canvas.dotted.write(*_points(x[up], y[up], tree.pill_x, tree.pill_y))
        on_best = tree.best[1:]
        self._canvas.best_edges.write(*_edge(x, y, parent[on_best], on_best))
        on_path = tree.path[1:]
        width = tree.path_width[1:]
        if not _has_rings(tree):
            width = np.maximum(width, 2 * tree.radius[on_path] + 2 * RING)
        self._canvas.path_edges.write(
            *_edge(x, y, parent[on_path], on_path), width, width + 2 * _CASING
        )
        if frame.strip is not None and frame.strip.phase and tree.path.size:
            leaf = tree.path[-1]
            x0, y0 = x[leaf], y[leaf] + 11
            x1, y1 = slot_centre(0, tree.width), tree.height
            # down first and aside only at the bottom, where few nodes are in the way
            self._canvas.connector.write([x0], [y0], [x1], [y1], [x0], [y1], [x1], [y1 - 18])
        else:
            self._canvas.connector.clear()

    def _show_nodes(self, frame: Frame) -> None:
        tree, palette = frame.tree, self._palette
        self._canvas.mapper.update(low=tree.low, high=tree.high)
        x, y, radius = tree.x, tree.y, tree.radius
        best = np.zeros(len(x), dtype=bool)
        best[tree.best[1:]] = True
        line = [palette.best if b else palette.node_line for b in best.tolist()]
        best_width = 2.2 if _has_rings(tree) else 1.5
        end = tree.best[-1:] if len(tree.best) > 1 else tree.best[:0]
        below = radius + 9
        self._canvas.star.write(x[end], y[end], below[end])
        below[end] += 13  # the name stands under the star
        self._canvas.nodes.write(
            *(x, y, 2 * radius, tree.mean, line, np.where(best, best_width, 1.0)),
            *_tooltips(tree),
            np.maximum(2 * radius + 8, 14),
            below,
        )
        ringed = tree.path[~np.isin(tree.path, tree.new)]
        if not _has_rings(tree):
            ringed = ringed[:0]
        ring = radius[ringed] + _RING_GAP + RING / 2 + np.where(best[ringed], 1.1, 0.5)
        self._canvas.rings.write(x[ringed], y[ringed], 2 * ring, 2 * ring + RING)
        leaf = tree.path[-1] if tree.path.size else -1
        self._canvas.new.write(x[tree.new], y[tree.new], np.where(tree.new == leaf, 11.3, 8.5))
        at_leaf = tree.new[tree.new == leaf]
        self._canvas.halo.write(x[at_leaf], y[at_leaf])
        chosen = [tree.selected]
        self._canvas.selected.write(x[chosen], y[chosen], 2 * (radius[chosen] + _SELECTED_GAP))

    def _show_texts(self, frame: Frame) -> None:
        tree = frame.tree
        self._canvas.pills.write(tree.pill_x, tree.pill_y, tree.pill_text)
        colors = text_on_mean(tree.mean, tree.low, tree.high)
        sizes = [_label_size(r, n) for r, n in zip(tree.radius, tree.label, strict=True)]
        labelled = [i for i, size in enumerate(sizes) if size >= _SMALLEST_LABEL]
        self._canvas.labels.write(
            tree.x[labelled],
            tree.y[labelled],
            [tree.label[i] for i in labelled],
            [colors[i] for i in labelled],
            [f"{sizes[i]}px" for i in labelled],
        )
        step = math.ceil(_DEPTH_ROOM / max(np.diff(tree.row_y).min(initial=_DEPTH_ROOM), 1.0))
        rows = [depth for depth in range(1, len(tree.row_y)) if depth % step == 0]
        self._canvas.depths.write(tree.row_y[rows], [str(depth) for depth in rows])
        self._show_root(tree)

    def _show_root(self, tree: TreeFrame) -> None:
        """The caption beside the root, and what has climbed up to it on the other side."""
        x, y = tree.x[:1], tree.y[:1]
        away = float(tree.radius[0]) + _SELECTED_GAP + 6
        left = tree.captioned and x[0] > tree.width - _CAPTION_ROOM
        if not tree.captioned:
            self._canvas.title.clear()
            self._canvas.caption.clear()
        elif left:
            self._canvas.title.clear()
            self._canvas.caption.write(x, y, [f"root {tree.caption}"], [-away], ["right"])
        else:
            self._canvas.title.write(x, y, ["root"], [away], ["left"])
            self._canvas.caption.write(x, y, [tree.caption], [away + 31], ["left"])
        if tree.result:
            place = ([away + 8], ["left"]) if left else ([-away - 8], ["right"])
            self._canvas.result.write(x, y, [f"▲ {tree.result}"], *place)
        else:
            self._canvas.result.clear()


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
