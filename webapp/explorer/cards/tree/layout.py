"""How the nodes of a tree that are drawn fill the card: rows, pills, as many as there is room."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from explorer.look.sizes import MAX_RADIUS, MIN_RADIUS, radii
from explorer.moment.detail import Detail
from explorer.moment.tree import TreePart
from mcsearch.drawing.tidy import breadth_first, depths, tidy

GAP = 4.5  # between two nodes of a row, edge to edge
PILL_WIDTH = 27.0
NAME_WIDTHS = (0.0, 10.0, 14.0)  # by level of detail: room for the name below a node
PILL_ROW = 20.0  # a row with a pill is at least so high
MARGIN_LEFT, MARGIN_RIGHT = 34.0, 22.0
_MARGIN_TOP, _MARGIN_BOTTOM = 54.0, 40.0  # the legend above, the path to the selected below
_MAX_ROW, _MIN_ROW = 110.0, 18.0
_CROWDED_ROW, _CHAIN_ROW = 26.0, 6.0
_CROWD = 3
MAX_STRETCH = 3.0  # a small tree is not pulled over the whole card
# from here on a node tells how many children it hides
_PILL_VISITS, _PILL_SHARE = 80, 0.057
_RING_ROOM = 3.0  # between a node and the middle to the next row, for rings and a piece of the edge
OPEN_STEP = 10  # children that a click on a pill adds


class Items(NamedTuple):
    """Nodes and pills together, in the order of the layout: parents first, siblings by action."""

    nodes: np.ndarray  # int [num_nodes] places in the moment's part of the tree
    parents: np.ndarray  # int [num_nodes + num_pills] positions here
    depth: np.ndarray  # int [num_nodes + num_pills]
    hidden: np.ndarray  # int [num_pills] children not drawn
    share: float  # of the differences between the nodes' sizes for which the rows have room
    x: np.ndarray  # float64 [num_nodes + num_pills]
    width: float
    row_y: np.ndarray  # float64 [num_rows]


class Layout:
    """Lays out the beginnings of a part of a tree with their pills."""

    def __init__(self, tree: TreePart, detail: Detail) -> None:
        self._tree = tree
        self._height = detail.height
        self._narrowest = NAME_WIDTHS[detail.level]
        self._total = int(tree.visits[0])

    def arrange(self, count: int) -> Items:
        """The first nodes of the part, siblings in the order of their actions."""
        tree = self._tree
        drawn, places = breadth_first(tree.parent[:count], tree.action[:count])
        depth = depths(places)
        missing = tree.num_children[drawn] - np.bincount(places[1:], minlength=count)
        telling = tree.visits[drawn] >= max(_PILL_VISITS, _PILL_SHARE * self._total)
        telling |= tree.tells[drawn]
        above = np.flatnonzero((missing > 0) & telling)
        optional = depth[tree.is_optional[drawn]]
        num_rows = 1 + max(int(depth.max()), int(depth[above].max(initial=-1)) + 1)
        row_y = row_heights(np.bincount(optional, minlength=num_rows), self._height)
        steps = np.diff(row_y, append=np.inf)
        # where the path runs down through narrow rows there is no room for pills
        above = above[steps[depth[above]] >= PILL_ROW]
        largest = 0.5 * steps.min() - _RING_ROOM
        share = min(max((largest - MIN_RADIUS) / (MAX_RADIUS - MIN_RADIUS), 0.0), 1.0)
        all_parents = np.append(places, above)
        widths = np.full(len(all_parents), PILL_WIDTH)
        sizes = 2 * radii(tree.visits[drawn], self._total, share)
        widths[:count] = np.maximum(sizes, self._narrowest)
        # a line that the search prefers runs straight down, and the others have the card's width;
        # squares let the most visited child decide; a pill weighs nothing
        weights = np.append(tree.visits[drawn].astype(np.float64) ** 2, np.zeros(len(above)))
        x = tidy(all_parents, widths, GAP, weights)
        return Items(
            drawn,
            all_parents,
            np.append(depth, depth[above] + 1),
            missing[above],
            share,
            x,
            float(np.max(x + widths / 2)),
            row_y,
        )

    def fit(self, width: float) -> Items:
        """A beginning of the part that is not wider than the card, nearly the largest one."""
        count = len(self._tree.visits)
        items = self.arrange(count)
        while items.width > width and count > self._tree.num_forced:
            # a part of the nodes takes a little more than the same part of the width
            count = max(int(count * max(width / items.width, 0.6)) - 1, self._tree.num_forced)
            items = self.arrange(count)
        return items


def row_heights(num_optional: np.ndarray, height: float) -> np.ndarray:
    """y of each row, float64 [num_rows], evenly spaced as far as that is readable.

    In a very deep tree the rows that the path and the best sequence have almost for themselves
    (`num_optional` counts the other nodes of each row) are the narrow ones.
    """
    gaps = len(num_optional) - 1
    room = height - _MARGIN_TOP - _MARGIN_BOTTOM
    if not gaps:
        return np.asarray([_MARGIN_TOP])
    steps = np.full(gaps, min(room / gaps, _MAX_ROW))
    if steps[0] < _MIN_ROW:
        alone = num_optional[1:] < _CROWD
        num_alone = int(np.count_nonzero(alone))
        rest = room - _CROWDED_ROW * (gaps - num_alone)
        steps[~alone] = _CROWDED_ROW
        steps[alone] = max(rest / max(num_alone, 1), _CHAIN_ROW)
        steps *= room / steps.sum()
    return _MARGIN_TOP + np.concatenate([[0.0], np.cumsum(steps)])
