"""Tree reuse: the branch that was played becomes the tree, all other nodes return to the pool.

Nothing moves but the branch's first node, and no memory is needed beyond a mark for each slot: the
nodes that the new root still reaches are marked, and every stretch of slots between them becomes
free runs again.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.transpositions import Positions
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
else:
    from mcsearch.engine.transpositions import Positions
    from mcsearch.engine.tree import NONE, ROOT, Tree


def keep_branch(tree: Tree, action: int) -> int:
    """Make the child that `action` leads to the root; return the number of nodes kept.

    Without such a child the tree starts anew, and nothing is kept.
    """
    child: cython.int = tree.child_by(ROOT, action)
    if child == NONE:
        tree.clear()
        if tree.positions is not None:
            tree.positions.clear()
        return 0
    marks: cython.uchar[::1] = view(np.zeros(tree._num_used, np.uint8))
    pending: cython.int[::1] = view(np.zeros(tree.size + 1, np.int32))
    num_positions: cython.int = tree.positions.count if tree.positions is not None else 0
    kept: cython.int[::1] = view(np.zeros(max(num_positions, 1), np.int32))
    tree.size = _mark(tree, tree.positions, child, marks, pending, kept)
    tree._move(child, ROOT)
    if marks[child]:  # the root's position recurs below it: this way to it stays, as a leaf
        tree._first[child] = NONE
        tree._num_children[child] = 0
        tree._num_legal[child] = NONE
        tree._choice[child] = NONE
        if tree.keeps_amaf:
            tree._table[child] = NONE
    tree._parent[ROOT] = NONE
    tree._action[ROOT] = NONE
    tree.full = False
    _sweep(tree, marks)
    if tree.positions is not None:
        _renumber(tree, tree.positions, marks, kept)
    return tree.size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mark(
    tree: Tree,
    positions: Positions | None,
    start: cython.int,
    marks: cython.uchar[::1],
    pending: cython.int[::1],
    kept: cython.int[::1],
) -> cython.int:
    """Mark with 1 the slots of every run that `start` reaches, with 2 those that hold nodes.

    Returns the number of nodes.
    """
    count: cython.int = 1
    num_pending: cython.int = 1
    node: cython.int
    i: cython.int
    marks[ROOT] = 2
    pending[0] = start
    while num_pending > 0:
        num_pending -= 1
        node = pending[num_pending]
        if positions is not None:
            if kept[tree._position[node]]:
                continue
            kept[tree._position[node]] = 1
            _take_over(tree, positions, node)
        if tree._num_children[node] == 0:
            continue
        for i in range(tree._run_length(node)):
            marks[tree._first[node] + i] = 1
        for i in range(tree._num_children[node]):
            marks[tree._first[node] + i] = 2
            pending[num_pending] = tree._first[node] + i
            num_pending += 1
        count += tree._num_children[node]
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _take_over(tree: Tree, positions: Positions, node: cython.int) -> cython.void:
    """Hang a position's children under a node that stays, since their holder may not."""
    position: cython.int = tree._position[node]
    holder: cython.int = positions.holder[position]
    i: cython.int
    if holder == node:
        return
    tree._first[node] = tree._first[holder]
    tree._num_children[node] = tree._num_children[holder]
    tree._num_legal[node] = tree._num_legal[holder]
    tree._choice[node] = NONE
    if tree.keeps_bounds:
        tree.copy_bounds(holder, node)
    if tree.keeps_amaf:
        tree._table[node] = tree._table[holder]
        tree._table[holder] = NONE
    for i in range(tree._num_children[node]):
        tree._parent[tree._first[node] + i] = node
    tree._first[holder] = NONE
    tree._num_children[holder] = 0
    tree._num_legal[holder] = NONE
    positions.holder[position] = node


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sweep(tree: Tree, marks: cython.uchar[::1]) -> cython.void:
    """Make free runs of all slots without a mark."""
    slot: cython.int
    begin: cython.int = NONE
    for slot in range(tree._free_runs.shape[0]):
        tree._free_runs[slot] = NONE
    for slot in range(tree._num_used):
        if marks[slot]:
            if begin != NONE:
                tree._release(begin, slot - begin)
                begin = NONE
        elif begin == NONE:
            begin = slot
    if begin != NONE:
        tree._num_used = begin


@cython.cfunc
def _renumber(
    tree: Tree, positions: Positions, marks: cython.uchar[::1], kept: cython.int[::1]
) -> cython.void:
    """Forget the positions that are no longer reached and number the others anew."""
    moved_to: cython.int[::1] = view(np.zeros(max(positions.count, 1), np.int32))
    slot: cython.int
    position: cython.int
    positions.compact(kept, moved_to)
    for slot in range(tree._num_used):
        if marks[slot] == 2:
            tree._position[slot] = moved_to[tree._position[slot]]
    for position in range(positions.count):
        positions.join(position, positions.holder[position])
    for slot in range(tree._num_used):
        if marks[slot] == 2 and positions.holder[tree._position[slot]] != slot:
            positions.join(tree._position[slot], slot)
