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
_MAX_ROW, _MIN_ROW, _MIN_CHAIN_ROW = 80.0, 40.0, 14.0
MAX_STRETCH = 3.0  # a small tree is not pulled over the whole card
_PILL_VISITS = 80  # from here on a node tells how many children it hides
_OPEN_STEP = 10
_MAX_OPENED = 1_000


def radii(visits: np.ndarray, total: int) -> np.ndarray:
    """float64, pixels: the area grows a little slower than the visits."""
    return np.maximum(3.2, 2.6 + 12.5 * (visits / max(total, 1)) ** 0.42)


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
    hidden: dict[int, int]  # position of a node with a pill -> children not drawn
    x: np.ndarray  # float64 [num_nodes + num_pills]
    width: float


def _arrange(tree: Any, nodes: list[int], parents: list[int], path: set[int], total: int) -> Items:
    """Lay out the chosen nodes with their pills, siblings in the order of their actions."""
    children: list[list[int]] = [[] for _ in nodes]
    for position in range(1, len(nodes)):
        children[parents[position]].append(position)
    order = [0]
    new_parents = [NO_PARENT]
    for place, position in enumerate(order):  # grows while it is read: breadth first
        below = sorted(children[position], key=lambda p: int(tree.action[nodes[p]]))
        order += below
        new_parents += [place] * len(below)
    drawn = np.asarray([nodes[position] for position in order])
    hidden = {}
    for place, position in enumerate(order):
        node = nodes[position]
        missing = int(tree.num_children[node]) - len(children[position])
        if missing and (node in path or tree.visits[node] >= _PILL_VISITS):
            hidden[place] = missing
    all_parents = [*new_parents, *hidden]
    widths = np.full(len(all_parents), PILL_WIDTH)
    widths[: len(drawn)] = 2 * radii(tree.visits[drawn], total)
    x = tidy(all_parents, widths, GAP)
    return Items(
        drawn,
        np.asarray(all_parents),
        depths(all_parents),
        hidden,
        x,
        float(np.max(x + widths / 2)),
    )


def fit(tree: Any, choice: Choice, path: set[int], total: int, width: float) -> Items:
    """The largest beginning of the choice that is not wider than the card."""

    def arrange(count: int) -> Items:
        return _arrange(tree, choice.nodes[:count], choice.parents[:count], path, total)

    items = arrange(len(choice.nodes))
    if items.width <= width:
        return items
    fits, too_wide = choice.num_forced, len(choice.nodes)
    items = arrange(fits)
    while too_wide - fits > 2:
        middle = (fits + too_wide) // 2
        attempt = arrange(middle)
        if attempt.width <= width:
            fits, items = middle, attempt
        else:
            too_wide = middle
    return items


def row_heights(depth: np.ndarray, forced: np.ndarray, height: float) -> np.ndarray:
    """y of each row, float64 [num_rows]: 80 to 40 px apart, rows of nothing but the path down to 14."""
    num_rows = int(depth.max()) + 1
    gaps = num_rows - 1
    room = height - _MARGIN_TOP - _MARGIN_BOTTOM
    steps = np.full(gaps, _MAX_ROW)
    if gaps and _MAX_ROW * gaps > room:
        steps[:] = max(room / gaps, _MIN_ROW)
        if steps.sum() > room:
            crowded = np.zeros(num_rows, dtype=bool)
            crowded[depth[~forced]] = True
            alone = ~crowded[1:]
            rest = room - _MIN_ROW * np.count_nonzero(~alone)
            steps[alone] = max(rest / max(np.count_nonzero(alone), 1), _MIN_CHAIN_ROW)
            steps *= min(1.0, room / steps.sum())
    return _MARGIN_TOP + np.concatenate([[0.0], np.cumsum(steps)])
