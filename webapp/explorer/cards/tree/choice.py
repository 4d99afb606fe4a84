"""Which nodes of a tree are drawn, and where: best-first by visits, laid out tidily."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from explorer.look.sizes import MAX_RADIUS, MIN_RADIUS, radii
from explorer.moment.detail import MOST_NODES, Detail
from mcsearch.drawing.tidy import NO_PARENT, depths, tidy
from mcsearch.engine.tree import ROOT

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
OPEN_STEP = 10  # children that a click on a pill adds


@dataclass(slots=True)
class Choice:
    """The nodes to draw, parents before children."""

    nodes: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # positions in `nodes`
    num_forced: int = 0


def choose(
    tree: Any, forced: set[int], opened: dict[int, int], collapsed: set[int], detail: Detail
) -> Choice:
    """Best-first by visits; forced nodes always, and of opened nodes so many children.

    Below a collapsed node there is nothing, not even what is forced.

    The order is such that any beginning of the list that holds the forced nodes is a tree.
    """
    choice = Choice()
    rows: dict[int, int] = {}
    all_visits, all_actions = tree.visits, tree.action
    # (wanted first, most visits first, action order, node, position of the parent, depth)
    heap = [(0, 0, 0, ROOT, NO_PARENT, 0)]
    limit = min(detail.max_nodes + sum(opened.values()), MOST_NODES)
    while heap and len(choice.nodes) < limit:
        optional, _, _, node, parent, depth = heapq.heappop(heap)
        if optional and rows.get(depth, 0) >= detail.max_row:
            continue
        position = len(choice.nodes)
        choice.nodes.append(node)
        choice.parents.append(parent)
        choice.num_forced += 1 - optional
        rows[depth] = rows.get(depth, 0) + 1
        count = int(tree.num_children[node])
        if not count or node in collapsed:
            continue
        first = int(tree.first[node])
        visits = all_visits[first : first + count].tolist()
        actions = all_actions[first : first + count].tolist()
        width = opened.get(node) or (
            detail.root_children if node == ROOT else detail.other_children
        )
        # of equal visits the child expanded first
        shown = sorted(range(count), key=visits.__getitem__, reverse=True)[:width]
        wanted = forced.intersection(range(first, first + count))
        for i in {*(child - first for child in wanted), *shown}:
            must = first + i in wanted or node in opened
            item = (int(not must), -visits[i], actions[i], first + i, position, depth + 1)
            heapq.heappush(heap, item)
    return choice


class Items(NamedTuple):
    """Nodes and pills together, in the order of the layout: parents first, siblings by action."""

    nodes: np.ndarray  # int [num_nodes] tree indexes
    parents: np.ndarray  # int [num_nodes + num_pills] positions here
    depth: np.ndarray  # int [num_nodes + num_pills]
    hidden: np.ndarray  # int [num_pills] children not drawn
    share: float  # of the differences between the nodes' sizes for which the rows have room
    x: np.ndarray  # float64 [num_nodes + num_pills]
    width: float
    row_y: np.ndarray  # float64 [num_rows]


class Layout:
    """Lays out the beginnings of a choice of nodes with their pills."""

    def __init__(
        self,
        tree: Any,
        choice: Choice,
        path: set[int],
        forced: set[int],
        collapsed: set[int],
        detail: Detail,
    ) -> None:
        self._tree = tree
        self._choice = choice
        self._path = path
        self._forced = forced
        self._collapsed = collapsed
        self._height = detail.height
        self._narrowest = NAME_WIDTHS[detail.level]
        self._total = int(tree.visits[ROOT])

    def arrange(self, count: int) -> Items:
        """The first nodes of the choice, siblings in the order of their actions."""
        tree = self._tree
        nodes, parents = self._choice.nodes[:count], self._choice.parents[:count]
        actions = tree.action[nodes].tolist()
        children: list[list[int]] = [[] for _ in nodes]
        for position in range(1, count):
            children[parents[position]].append(position)
        order = [0]
        places = [NO_PARENT]
        for place, position in enumerate(order):  # grows while it is read: breadth first
            order += sorted(children[position], key=actions.__getitem__)
            places += [place] * len(children[position])
        drawn = np.asarray(nodes)[order]
        depth = depths(places)
        missing = tree.num_children[drawn] - np.asarray([len(children[p]) for p in order])
        telling = tree.visits[drawn] >= max(_PILL_VISITS, _PILL_SHARE * self._total)
        always = self._path | self._collapsed
        telling |= np.asarray([nodes[p] in always for p in order])
        above = np.flatnonzero((missing > 0) & telling)
        optional = depth[np.asarray([nodes[p] not in self._forced for p in order])]
        num_rows = 1 + max(int(depth.max()), int(depth[above].max(initial=-1)) + 1)
        row_y = row_heights(np.bincount(optional, minlength=num_rows), self._height)
        steps = np.diff(row_y, append=np.inf)
        # where the path runs down through narrow rows there is no room for pills
        above = above[steps[depth[above]] >= PILL_ROW]
        largest = 0.5 * steps.min() - 2.0
        share = min(max((largest - MIN_RADIUS) / (MAX_RADIUS - MIN_RADIUS), 0.0), 1.0)
        all_parents = [*places, *above.tolist()]
        widths = np.full(len(all_parents), PILL_WIDTH)
        sizes = 2 * radii(tree.visits[drawn], self._total, share)
        widths[:count] = np.maximum(sizes, self._narrowest)
        x = tidy(all_parents, widths, GAP)
        return Items(
            drawn,
            np.asarray(all_parents),
            np.append(depth, depth[above] + 1),
            missing[above],
            share,
            x,
            float(np.max(x + widths / 2)),
            row_y,
        )

    def fit(self, width: float) -> Items:
        """A beginning of the choice that is not wider than the card, nearly the largest one."""
        count = len(self._choice.nodes)
        items = self.arrange(count)
        while items.width > width and count > self._choice.num_forced:
            # a part of the nodes takes a little more than the same part of the width
            count = max(int(count * max(width / items.width, 0.6)) - 1, self._choice.num_forced)
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
