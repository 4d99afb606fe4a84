"""Tidy drawing of a tree: where each node goes along its row.

Contours after Reingold and Tilford (1981), linear in the number of nodes also for many children
(Buchheim, Jünger and Leipert 2002), with widths of their own for the nodes and the gap left by a
wide subtree shared among the siblings before it (van der Ploeg 2014), here on rows of one depth.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython
import numpy as np

from mcsearch.numerics.views import view

Widths = Sequence[float] | np.ndarray

NO_PARENT = -1

_NONE = cython.declare(cython.int, NO_PARENT)


def tidy(
    parents: Sequence[int] | np.ndarray,
    widths: Widths,
    gap: float,
    weights: Widths | None = None,
) -> np.ndarray:
    """Centres of the nodes, float64 [num_nodes], the leftmost node's left edge at 0.

    `parents[i] < i` names the parent of node i, NO_PARENT that of the root, which is node 0.
    Siblings stand in the order of their numbers, a parent in the middle between its first and last
    child, and any two nodes of one depth are at least `gap` apart, edge to edge. With `weights`,
    float64 [num_nodes] and none negative, a parent stands at the mean place of its children by
    their weights instead: a chain of heavy nodes runs straight down, at whichever end of its
    siblings each of them is. Equal subtrees are drawn equally, and the drawing depends on nothing
    but the arguments. ValueError when the parents are not those of a tree, or there is not a width,
    and a weight if any, for each node.
    """
    above = np.array(parents, np.int32)
    half = np.array(widths, np.float64) / 2
    weight = np.zeros(len(half)) if weights is None else np.array(weights, np.float64)
    _check(above, half, weight)
    drawing = _Drawing(above, half, weight, gap)
    drawing.place()
    centres = np.asarray(drawing.centre)
    return centres - np.min(centres - half)


def depths(parents: Sequence[int] | np.ndarray) -> np.ndarray:
    """Depth of each node, int [num_nodes]; the root's is 0."""
    above: cython.int[::1] = view(np.array(parents, np.int32))
    result = np.zeros(len(parents), np.int32)
    depth: cython.int[::1] = view(result)
    node: cython.int
    for node in range(1, above.shape[0]):
        depth[node] = depth[above[node]] + 1
    return result


def breadth_first(parents: np.ndarray, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The nodes row by row, int32 [num_nodes], and where the parent of each stands among them.

    Siblings come in the order of their keys.
    """
    begin: cython.int[::1]
    child: cython.int[::1]
    begin, child = _children(parents, keys)
    nodes, above = np.zeros(len(parents), np.int32), np.full(len(parents), NO_PARENT, np.int32)
    order: cython.int[::1] = view(nodes)
    place_above: cython.int[::1] = view(above)
    place: cython.int
    at: cython.int
    end: cython.int = 1
    for place in range(order.shape[0]):
        for at in range(begin[order[place]], begin[order[place] + 1]):
            order[end] = child[at]
            place_above[end] = place
            end += 1
    return nodes, above


def _children(parents: np.ndarray, keys: np.ndarray) -> tuple[memoryview, memoryview]:
    """Where each node's children begin in the second, int32 [num_nodes + 1], and the children."""
    num_children = np.bincount(parents[1:], minlength=len(parents))
    begin = np.append(0, np.cumsum(num_children)).astype(np.int32)
    child = (1 + np.lexsort((keys[1:], parents[1:]))).astype(np.int32)
    return view(begin), view(child)


def _check(parents: np.ndarray, half: np.ndarray, weight: np.ndarray) -> None:
    count = len(parents)
    if count == 0 or parents[0] != NO_PARENT:
        raise ValueError("node 0 must be the root, with the parent NO_PARENT")
    if len(half) != count:
        raise ValueError(f"{count} nodes have {len(half)} widths; give each node one")
    if len(weight) != count:
        raise ValueError(f"{count} nodes have {len(weight)} weights; give each node one, or none")
    light = np.flatnonzero(~(weight >= 0))
    if light.size:
        node = int(light[0])
        raise ValueError(f"node {node} has weight {weight[node]:g}; a weight must not be negative")
    wrong = np.flatnonzero((parents[1:] < 0) | (parents[1:] > np.arange(count - 1)))
    if wrong.size:
        node = int(wrong[0]) + 1
        raise ValueError(f"node {node} has parent {parents[node]}; parents must come first")


@cython.cclass
class _Drawing:
    """One run of the algorithm; until the last pass a centre is `prelim` plus the modifiers from
    the node up to the root.

    The left and right contour of a subtree are walked through first and last children; where a
    subtree ends above a deeper neighbour, a thread leads on to the neighbour's next row. Each
    subtree knows the lowest nodes of its two contours and the sums of the modifiers down to them.
    """

    centre = cython.declare(object, visibility="readonly")
    _gap: cython.double
    _count: cython.int
    _parent: cython.int[::1]
    _half: cython.double[::1]
    _weight: cython.double[::1]
    _begin: cython.int[::1]  # where a node's children begin in `_child`
    _child: cython.int[::1]
    _prelim: cython.double[::1]
    _modifier: cython.double[::1]  # moves the whole subtree
    _shift: cython.double[::1]  # what a sibling moves more than the one before it
    _change: cython.double[::1]  # ends the shift of the siblings before
    _left_thread: cython.int[::1]
    _right_thread: cython.int[::1]
    _left_end: cython.int[::1]
    _right_end: cython.int[::1]
    _left_sum: cython.double[::1]
    _right_sum: cython.double[::1]
    _height: cython.int[::1]  # rows below the node
    # who is seen from the right of a node's children so far, the nearest sibling at the end
    _num_seen: cython.int
    _seen: cython.int[::1]
    _centre: cython.double[::1]

    def __init__(
        self, parents: np.ndarray, half: np.ndarray, weight: np.ndarray, gap: float
    ) -> None:
        count = len(parents)
        self._count = count
        self._gap = gap
        self._parent = view(parents)
        self._half = view(half)
        self._weight = view(weight)
        self._begin, self._child = _children(parents, np.arange(count))
        self._prelim = view(np.zeros(count))
        self._modifier = view(np.zeros(count))
        self._shift = view(np.zeros(count))
        self._change = view(np.zeros(count))
        self._left_thread = view(np.full(count, NO_PARENT, np.int32))
        self._right_thread = view(np.full(count, NO_PARENT, np.int32))
        self._left_end = view(np.arange(count, dtype=np.int32))
        self._right_end = view(np.arange(count, dtype=np.int32))
        self._left_sum = view(np.zeros(count))
        self._right_sum = view(np.zeros(count))
        self._height = view(np.zeros(count, np.int32))
        self._num_seen = 0
        self._seen = view(np.zeros(count, np.int32))
        self.centre = np.zeros(count)
        self._centre = view(self.centre)

    def place(self) -> None:
        """Give every node its centre."""
        with cython.nogil:
            self._place()

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self) -> cython.void:
        node: cython.int
        for node in range(self._count - 1, -1, -1):  # children before parents
            if self._begin[node] < self._begin[node + 1]:
                self._place_children(node)
        for node in range(self._count):
            # from here on a modifier is the sum of those from the root to the node
            if node > 0:
                self._modifier[node] += self._modifier[self._parent[node]]
            self._centre[node] = self._prelim[node] + self._modifier[node]
            self._share_gaps(node)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _place_children(self, node: cython.int) -> cython.void:
        begin: cython.int = self._begin[node]
        end: cython.int = self._begin[node + 1]
        first: cython.int = self._child[begin]
        last: cython.int = self._child[end - 1]
        height: cython.int
        at: cython.int
        self._seen[0] = begin
        self._num_seen = 1
        for at in range(begin + 1, end):
            self._separate(begin, at)
            height = self._height[self._child[at]]
            while self._num_seen > 0 and self._seen_height(self._num_seen - 1) <= height:
                self._num_seen -= 1
            self._seen[self._num_seen] = at
            self._num_seen += 1
        self._prelim[node] = self._middle(begin, end)
        self._left_end[node] = self._left_end[first]
        self._left_sum[node] = self._left_sum[first]
        self._right_end[node] = self._right_end[last]
        self._right_sum[node] = self._right_sum[last]
        # who is seen first is the highest
        self._height[node] = 1 + self._seen_height(0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _middle(self, begin: cython.int, end: cython.int) -> cython.double:
        """Where the parent of these children stands; they will have shared the gaps by then."""
        first: cython.int = self._child[begin]
        last: cython.int = self._child[end - 1]
        step: cython.double = 0.0
        moved: cython.double = 0.0
        total: cython.double = 0.0
        place: cython.double = 0.0
        at: cython.int
        child: cython.int
        for at in range(begin, end):
            child = self._child[at]
            step += self._shift[child]
            moved += step + self._change[child]
            total += self._weight[child]
            place += self._weight[child] * (self._prelim[child] + self._modifier[child] + moved)
        if total > 0.0:
            return place / total
        return (
            self._prelim[first] + self._modifier[first] + self._prelim[last] + self._modifier[last]
        ) / 2

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _seen_height(self, nearest: cython.int) -> cython.int:
        return self._height[self._child[self._seen[nearest]]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _separate(self, begin: cython.int, at: cython.int) -> cython.void:
        """Move a child right until no row of its subtree is too near to the siblings before it."""
        child: cython.int = self._child[at]
        before: cython.int = self._child[at - 1]
        left: cython.int = before  # on the siblings' right contour
        left_sum: cython.double = self._modifier[before]
        right: cython.int = child  # on the child's left contour
        right_sum: cython.double = self._modifier[child]
        nearest: cython.int = self._num_seen - 1
        row: cython.int = 0
        end_of_left: cython.double
        start_of_right: cython.double
        missing: cython.double
        while left != _NONE and right != _NONE:
            while row > self._seen_height(nearest):
                nearest -= 1
            end_of_left = left_sum + self._prelim[left] + self._half[left]
            start_of_right = right_sum + self._prelim[right] - self._half[right]
            missing = end_of_left + self._gap - start_of_right
            if missing > 0:
                right_sum += missing
                self._modifier[child] += missing
                self._left_sum[child] += missing
                self._right_sum[child] += missing
                self._plan_sharing(at, self._seen[nearest], missing)
            left = self._next_right(left)
            if left != _NONE:
                left_sum += self._modifier[left]
            right = self._next_left(right)
            if right != _NONE:
                right_sum += self._modifier[right]
            row += 1
        if right != _NONE:  # the child is deeper: the left contour goes on in it
            self._extend_left(self._child[begin], child, right, right_sum)
        elif left != _NONE:  # a sibling is deeper: the right contour goes on in it
            self._extend_right(before, child, left, left_sum)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_left(self, node: cython.int) -> cython.int:
        if self._begin[node] < self._begin[node + 1]:
            return self._child[self._begin[node]]
        return self._left_thread[node]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_right(self, node: cython.int) -> cython.int:
        if self._begin[node] < self._begin[node + 1]:
            return self._child[self._begin[node + 1] - 1]
        return self._right_thread[node]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _extend_left(
        self, first: cython.int, child: cython.int, below: cython.int, total: cython.double
    ) -> cython.void:
        end: cython.int = self._left_end[first]
        self._left_thread[end] = below
        # the end has no subtree: its modifier may carry what the thread needs, prelim undoes it
        self._carry(end, total - self._modifier[below] - self._left_sum[first])
        self._left_end[first] = self._left_end[child]
        self._left_sum[first] = self._left_sum[child]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _extend_right(
        self, before: cython.int, child: cython.int, below: cython.int, total: cython.double
    ) -> cython.void:
        end: cython.int = self._right_end[child]
        self._right_thread[end] = below
        self._carry(end, total - self._modifier[below] - self._right_sum[child])
        self._right_end[child] = self._right_end[before]
        self._right_sum[child] = self._right_sum[before]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _carry(self, end: cython.int, difference: cython.double) -> cython.void:
        self._modifier[end] += difference
        self._prelim[end] -= difference

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _plan_sharing(
        self, at: cython.int, near: cython.int, missing: cython.double
    ) -> cython.void:
        """The siblings between `near` and the moved child will share the gap that opened."""
        steps: cython.int = at - near
        part: cython.double
        if steps > 1:
            part = missing / steps
            self._shift[self._child[near + 1]] += part
            self._shift[self._child[at]] -= part
            self._change[self._child[at]] -= missing - part

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _share_gaps(self, node: cython.int) -> cython.void:
        step: cython.double = 0.0
        moved: cython.double = 0.0
        at: cython.int
        child: cython.int
        for at in range(self._begin[node], self._begin[node + 1]):
            child = self._child[at]
            step += self._shift[child]
            moved += step + self._change[child]
            self._modifier[child] += moved
