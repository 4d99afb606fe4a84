"""Which nodes of a tree are drawn when it has too many: best-first by visits."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import cython
import numpy as np

from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import ROOT, Tree
else:
    from mcsearch.engine.tree import ROOT, Tree

NO_PARENT = -1

_FORCED = cython.declare(cython.int, 1)
_OPENED = cython.declare(cython.int, 2)
_COLLAPSED = cython.declare(cython.int, 4)


class Choice(NamedTuple):
    """The nodes to draw, parents before children."""

    nodes: np.ndarray  # int32 [num_nodes] in the tree
    parents: np.ndarray  # int32 [num_nodes] positions here, NO_PARENT for the root
    num_forced: int


class Limits(NamedTuple):
    """How much may be drawn besides what is forced."""

    num_nodes: int  # in all, what is forced included
    row: int  # nodes of one depth
    root_children: int
    other_children: int


def choose(
    tree: Tree,
    forced: Collection[int],
    opened: dict[int, int],
    collapsed: Collection[int],
    limits: Limits,
) -> Choice:
    """Best-first by visits; forced nodes always, and of opened nodes so many children.

    Of equal visits the child comes first whose action is smaller; of those that are too many for
    their parent the ones stay that were expanded first. Below a collapsed node there is nothing,
    not even what is forced. The order is such that any beginning of the list that holds the forced
    nodes is a tree.
    """
    best = _BestFirst(tree, forced, opened, collapsed, limits)
    best.choose()
    nodes, parents = best.nodes[: best.count], best.parents[: best.count]
    return Choice(nodes, parents, best.num_forced)


@cython.cclass
class _BestFirst:
    """A queue of nodes whose parents are drawn; who comes first is drawn next."""

    nodes = cython.declare(object, visibility="readonly")
    parents = cython.declare(object, visibility="readonly")
    count = cython.declare(cython.int, visibility="readonly")
    num_forced = cython.declare(cython.int, visibility="readonly")
    _visits: cython.int[:]
    _action: cython.short[:]
    _first: cython.int[:]
    _num_children: cython.short[:]
    _opened: dict
    _most: cython.int
    _row: cython.int
    _root_children: cython.int
    _other_children: cython.int
    _marks: cython.uchar[::1]  # [slots of the tree]
    _node: cython.int[::1]
    _parent: cython.int[::1]
    _depth: cython.int[::1]
    _in_row: cython.int[::1]
    # a heap: nodes of the tree, whether they may be left out, whose position they are below
    _size: cython.int
    _queued: cython.int[::1]
    _optional: cython.uchar[::1]
    _below: cython.int[::1]
    # a node's most visited children so far
    _num_shown: cython.int
    _shown: cython.int[::1]

    def __init__(
        self,
        tree: Tree,
        forced: Collection[int],
        opened: dict[int, int],
        collapsed: Collection[int],
        limits: Limits,
    ) -> None:
        marks = np.zeros(len(tree.visits), np.uint8)
        marks[list(forced)] |= _FORCED
        marks[list(opened)] |= _OPENED
        marks[list(collapsed)] |= _COLLAPSED
        self._visits = tree._visits
        self._action = tree._action
        self._first = tree._first
        self._num_children = tree._num_children
        self._opened = opened
        self._most = min(limits.num_nodes, tree.size)
        self._row = limits.row
        self._root_children = limits.root_children
        self._other_children = limits.other_children
        self._marks = view(marks)
        self.nodes = np.zeros(self._most, np.int32)
        self.parents = np.zeros(self._most, np.int32)
        self.count = 0
        self.num_forced = 0
        self._node = view(self.nodes)
        self._parent = view(self.parents)
        self._depth = view(np.zeros(self._most, np.int32))
        self._in_row = view(np.zeros(self._most + 1, np.int32))
        widest = max(limits.root_children, limits.other_children, *opened.values(), 0)
        room = min(self._most * widest + len(forced) + 1, tree.size)
        self._size = 0
        self._queued = view(np.zeros(room, np.int32))
        self._optional = view(np.zeros(room, np.uint8))
        self._below = view(np.zeros(room, np.int32))
        self._num_shown = 0
        self._shown = view(np.zeros(max(widest, 1), np.int32))

    def choose(self) -> None:
        """Fill `nodes` and `parents`."""
        node: cython.int
        parent: cython.int
        depth: cython.int
        optional: cython.bint
        self._push(ROOT, NO_PARENT, False)
        while self._size > 0 and self.count < self._most:
            node = self._queued[0]
            parent = self._below[0]
            optional = self._optional[0]
            self._drop_first()
            depth = 0 if parent == NO_PARENT else self._depth[parent] + 1
            if optional and self._in_row[depth] >= self._row:
                continue
            self._node[self.count] = node
            self._parent[self.count] = parent
            self._depth[self.count] = depth
            self._in_row[depth] += 1
            self.num_forced += not optional
            self.count += 1
            if not self._marks[node] & _COLLAPSED:
                self._push_children(node, self._width_of(node))

    def _width_of(self, node: int) -> int:
        """How many children of a node are drawn that need not be."""
        width = self._opened[node] if self._marks[node] & _OPENED else 0
        return width or (self._root_children if node == ROOT else self._other_children)

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _push_children(self, node: cython.int, width: cython.int) -> cython.void:
        first: cython.int = self._first[node]
        opened: cython.bint = self._marks[node] & _OPENED
        child: cython.int
        i: cython.int
        self._num_shown = 0
        for child in range(first, first + self._num_children[node]):
            if self._marks[child] & _FORCED:
                self._push(child, self.count - 1, False)
            self._show(child, width)
        for i in range(self._num_shown):
            if not self._marks[self._shown[i]] & _FORCED:
                self._push(self._shown[i], self.count - 1, not opened)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _show(self, child: cython.int, width: cython.int) -> cython.void:
        """Let a child be among the most visited ones, if it is."""
        place: cython.int = self._num_shown
        if place < width:
            self._num_shown += 1
        else:
            place = width - 1
            if place < 0 or self._visits[self._shown[place]] >= self._visits[child]:
                return
        while place > 0 and self._visits[self._shown[place - 1]] < self._visits[child]:
            self._shown[place] = self._shown[place - 1]
            place -= 1
        self._shown[place] = child

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _comes_before(
        self,
        optional: cython.bint,
        node: cython.int,
        other_optional: cython.bint,
        other: cython.int,
    ) -> cython.bint:
        if optional != other_optional:
            return other_optional
        if self._visits[node] != self._visits[other]:
            return self._visits[node] > self._visits[other]
        if self._action[node] != self._action[other]:
            return self._action[node] < self._action[other]
        return node < other

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _push(self, node: cython.int, parent: cython.int, optional: cython.bint) -> cython.void:
        place: cython.int = self._size
        above: cython.int
        self._size += 1
        while place > 0:
            above = (place - 1) // 2
            if not self._comes_before(optional, node, self._optional[above], self._queued[above]):
                break
            self._move(above, place)
            place = above
        self._put(place, node, parent, optional)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _drop_first(self) -> cython.void:
        place: cython.int = 0
        below: cython.int
        node: cython.int
        optional: cython.bint
        self._size -= 1
        node = self._queued[self._size]
        optional = self._optional[self._size]
        while True:
            below = 2 * place + 1
            if below >= self._size:
                break
            if below + 1 < self._size and self._comes_before(
                self._optional[below + 1],
                self._queued[below + 1],
                self._optional[below],
                self._queued[below],
            ):
                below += 1
            if not self._comes_before(self._optional[below], self._queued[below], optional, node):
                break
            self._move(below, place)
            place = below
        self._put(place, node, self._below[self._size], optional)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _move(self, source: cython.int, target: cython.int) -> cython.void:
        self._put(target, self._queued[source], self._below[source], self._optional[source])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(
        self,
        place: cython.int,
        node: cython.int,
        parent: cython.int,
        optional: cython.bint,
    ) -> cython.void:
        self._queued[place] = node
        self._below[place] = parent
        self._optional[place] = optional
