"""Which nodes of a tree are drawn, and where: best-first by visits, laid out tidily."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from explorer.detail import Detail
from mcsearch.layout import NO_PARENT, depths, tidy
from mcsearch.tree import NONE, ROOT

GAP = 4.5  # between two nodes of a row, edge to edge
PILL_WIDTH = 27.0
PILL_ROW = 20.0  # a row with a pill is at least so high
MARGIN_LEFT, MARGIN_RIGHT = 34.0, 22.0
_MARGIN_TOP, _MARGIN_BOTTOM = 36.0, 24.0
_MAX_ROW, _MIN_ROW, _MIN_CHAIN_ROW = 110.0, 40.0, 14.0
_CROWD = 3
_MIN_RADIUS = 3.2
MAX_STRETCH = 3.0  # a small tree is not pulled over the whole card
_PILL_VISITS = 80  # from here on a node tells how many children it hides
_OPEN_STEP = 10
_MAX_OPENED = 1_000


def radii(visits: np.ndarray, total: int) -> np.ndarray:
    """float64, pixels: the area grows a little slower than the visits."""
    return np.maximum(_MIN_RADIUS, 2.6 + 12.5 * (visits / max(total, 1)) ** 0.42)


def edge_widths(visits: np.ndarray, total: int) -> np.ndarray:
    """float64, pixels."""
    return np.maximum(0.9, 11.0 * (visits / max(total, 1)) ** 0.62)


def path_widths(visits: np.ndarray, total: int) -> np.ndarray:
    """float64, pixels."""
    return np.maximum(2.6, 9.0 * (visits / max(total, 1)) ** 0.62)


def chain(tree: Any, actions: Any) -> list[int]:
    """The nodes that a list of actions leads through, root first, as far as the tree has them."""
    nodes = [ROOT]
    for action in actions:
        child = tree.child_by(nodes[-1], action)
        if child == NONE:
            break
        nodes.append(child)
    return nodes


@dataclass(slots=True)
class Choice:
    """The nodes to draw, parents before children."""

    nodes: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # positions in `nodes`
    num_forced: int = 0


def _children(tree: Any, node: int) -> np.ndarray:
    first = int(tree.first[node])
    return np.arange(first, first + int(tree.num_children[node]))


def choose(tree: Any, forced: set[int], opened: dict[int, int], detail: Detail) -> Choice:
    """Best-first by visits; forced nodes always, opened ones with ten more children a click.

    The order is such that any beginning of the list that holds the forced nodes is a tree.
    """
    choice = Choice()
    rows: dict[int, int] = {}
    # (wanted first, most visits first, action order, node, position of the parent, depth)
    heap = [(0, 0, 0, ROOT, NO_PARENT, 0)]
    limit = detail.max_nodes + _OPEN_STEP * sum(opened.values())
    while heap and len(choice.nodes) < min(limit, _MAX_OPENED):
        optional, _, _, node, parent, depth = heapq.heappop(heap)
        if optional and rows.get(depth, 0) >= detail.max_row:
            continue
        position = len(choice.nodes)
        choice.nodes.append(node)
        choice.parents.append(parent)
        choice.num_forced += 1 - optional
        rows[depth] = rows.get(depth, 0) + 1
        children = _children(tree, node)
        if not children.size:
            continue
        visits = tree.visits[children]
        width = detail.root_children if node == ROOT else detail.other_children
        width += _OPEN_STEP * opened.get(node, 0)
        # equal visits: the child expanded first, so that a picture does not depend on the sort
        shown = children[np.argsort(-visits, kind="stable")[:width]].tolist()
        wanted = [child for child in children.tolist() if child in forced]
        for child in dict.fromkeys([*wanted, *shown]):
            must = child in forced or node in opened
            item = (int(not must), -int(tree.visits[child]), int(tree.action[child]))
            heapq.heappush(heap, (*item, child, position, depth + 1))
    return choice


class Items(NamedTuple):
    """Nodes and pills together, in the order of the layout: parents first, siblings by action."""

    nodes: np.ndarray  # int [num_nodes] tree indexes
    parents: np.ndarray  # int [num_nodes + num_pills] positions here
    depth: np.ndarray  # int [num_nodes + num_pills]
    hidden: np.ndarray  # int [num_pills] children not drawn
    radius: np.ndarray  # float64 [num_nodes]
    x: np.ndarray  # float64 [num_nodes + num_pills]
    width: float
    row_y: np.ndarray  # float64 [num_rows]


class Layout:
    """Lays out the beginnings of a choice of nodes with their pills."""

    def __init__(
        self, tree: Any, choice: Choice, path: set[int], forced: set[int], height: float
    ) -> None:
        self._tree = tree
        self._choice = choice
        self._path = path
        self._forced = forced
        self._height = height
        self._total = int(tree.visits[ROOT])

    def arrange(self, count: int) -> Items:
        """The first nodes of the choice, siblings in the order of their actions."""
        tree = self._tree
        nodes, parents = self._choice.nodes[:count], self._choice.parents[:count]
        children: list[list[int]] = [[] for _ in nodes]
        for position in range(1, count):
            children[parents[position]].append(position)
        order = [0]
        places = [NO_PARENT]
        for place, position in enumerate(order):  # grows while it is read: breadth first
            below = sorted(children[position], key=lambda p: int(tree.action[nodes[p]]))
            order += below
            places += [place] * len(below)
        drawn = np.asarray(nodes)[order]
        depth = depths(places)
        missing = tree.num_children[drawn] - np.asarray([len(children[p]) for p in order])
        telling = (tree.visits[drawn] >= _PILL_VISITS) | np.isin(drawn, list(self._path))
        above = np.flatnonzero((missing > 0) & telling)
        optional = depth[~np.isin(drawn, list(self._forced))]
        num_rows = 1 + max(int(depth.max()), int(depth[above].max(initial=-1)) + 1)
        row_y = row_heights(np.bincount(optional, minlength=num_rows), self._height)
        steps = np.diff(row_y, append=np.inf)
        # where the path runs down through narrow rows there is no room for pills
        above = above[steps[depth[above]] >= PILL_ROW]
        all_parents = [*places, *above.tolist()]
        widths = np.full(len(all_parents), PILL_WIDTH)
        narrowest = np.minimum(steps, np.append(np.inf, steps[:-1]))[depth]
        radius = np.minimum(
            radii(tree.visits[drawn], self._total), np.maximum(0.5 * narrowest - 2.5, _MIN_RADIUS)
        )
        widths[:count] = 2 * radius
        x = tidy(all_parents, widths, GAP)
        return Items(
            drawn,
            np.asarray(all_parents),
            np.append(depth, depth[above] + 1),
            missing[above],
            radius,
            x,
            float(np.max(x + widths / 2)),
            row_y,
        )

    def fit(self, width: float) -> Items:
        """The largest beginning of the choice that is not wider than the card."""
        items = self.arrange(len(self._choice.nodes))
        if items.width <= width:
            return items
        fits, too_wide = self._choice.num_forced, len(self._choice.nodes)
        items = self.arrange(fits)
        while too_wide - fits > 2:
            middle = (fits + too_wide) // 2
            attempt = self.arrange(middle)
            if attempt.width <= width:
                fits, items = middle, attempt
            else:
                too_wide = middle
        return items


def row_heights(num_optional: np.ndarray, height: float) -> np.ndarray:
    """y of each row, float64 [num_rows], 110 to 40 px apart.

    Where that is too much, rows that the path and best sequence have almost for themselves
    (`num_optional`: other nodes of each row) shrink to 14 px, and then all.
    """
    gaps = len(num_optional) - 1
    room = height - _MARGIN_TOP - _MARGIN_BOTTOM
    if not gaps:
        return np.asarray([_MARGIN_TOP])
    steps = np.full(gaps, min(max(room / gaps, _MIN_ROW), _MAX_ROW))
    if steps.sum() > room:
        alone = num_optional[1:] < _CROWD
        rest = room - _MIN_ROW * np.count_nonzero(~alone)
        steps[alone] = min(max(rest / max(np.count_nonzero(alone), 1), _MIN_CHAIN_ROW), _MIN_ROW)
        steps *= min(1.0, room / steps.sum())
    return _MARGIN_TOP + np.concatenate([[0.0], np.cumsum(steps)])
