"""SHOT: sequential halving at every node of the tree, each with the playouts that the node above it
grants.
"""

from __future__ import annotations

from typing import Any, ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.scored import is_refuted
    from cython.cimports.mcsearch.selection.sequential_halving import SequentialHalving
else:
    from mcsearch.engine.tree import NONE, ROOT, Tree
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.scored import is_refuted
    from mcsearch.selection.sequential_halving import SequentialHalving

# of a node's column: visits granted * _COUNTS + children, exact in double precision
_COUNTS = cython.declare(cython.longlong, 32768)


@cython.cclass
class Shot(SequentialHalving):
    """SHOT (Cazenave 2015, "Sequential Halving Applied to Trees", IEEE Transactions on
    Computational Intelligence and AI in Games 7).

    The root is that of sequential halving. A child that is to have b playouts at the end of a round
    is granted b visits, and divides those that are not its own playout's in the same way: of A
    each of k actions that are left of K gets floor(A / (ceil(log2 K) k)), at least one; then the
    half with the worse means is dropped, ceil(k / 2) stay, and the last one gets the rest. A node
    that is granted more, in a later round of the one above, begins with all its actions again, and
    the playouts that it has had count. So nothing explores but the rounds: there is no constant,
    and no logarithm is taken in a descent.

    In the paper a node plays all that it grants to a child before it goes on to the next. Here the
    actions of a round have their playouts in turn, so that a descent is one playout as it is in all
    other searches; which actions are left after a round is decided by as many playouts. What a
    budget leaves goes to the last action at every node, where the paper's gives it back.

    It can't be used with transpositions, as what is granted to a node is granted by one above it.
    Against UCT, C = 1, 400 pairs of games each, it has +26 +- 24 Elo in Connect Four at 16 playouts
    a move, -14 +- 24 at 50, -58 +- 23 at 200 and -79 +- 24 at 1,000; in Yavalath, where 61 actions
    are many, +4 +- 23 at 50, +53 +- 24 at 200 and +45 +- 24 at 1,000 (95 % each).
    """

    name = "shot"
    title = "sequential halving in the tree (SHOT)"
    not_shared = "in which a node has its playouts from the one above it"
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    terms_in_order: ClassVar[tuple[Term, ...]] = SequentialHalving.terms_at_root
    symbols: ClassVar[dict[str, str]] = {}
    _granted: cython.longlong

    def __init__(self, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._granted = 0

    def copy_from(self, other: Shot) -> None:
        super().copy_from(other)
        self._granted = other._granted

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        tree.keep_order()

    # --- C level: a descent comes from above, and leaves in `_granted` what a child is to have ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, tree: Tree, node: cython.int) -> cython.int:
        child: cython.int
        if node != ROOT:
            return self._select_below(tree, node)
        child = self._select_at_root(tree)
        if self._left > 1:
            self._granted = self._before[child - tree._first[ROOT]] + self._target
        else:
            self._granted = tree._visits[child] + self._rest(tree)
        return child

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _rest(self, tree: Tree) -> cython.longlong:
        """The playouts that the budget still has for the last action at the root."""
        rest: cython.longlong = self._budget
        place: cython.int
        for place in range(self._count):
            rest -= self.played(tree, place)
        return max(rest, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select_below(self, tree: Tree, node: cython.int) -> cython.int:
        first: cython.int = tree._first[node]
        count: cython.int = tree._num_children[node]
        granted: cython.longlong = max(self._granted, tree._visits[node] + 1)
        available: cython.longlong = granted - tree._visits[node]
        left: cython.int = count
        target: cython.longlong
        child: cython.int
        i: cython.int
        for child in range(first, first + count):
            available += tree._visits[child]
        if tree._weight_sum[node] == granted * _COUNTS + count:
            left = cython.cast(cython.int, tree._bound[node])
        else:
            tree._weight_sum[node] = granted * _COUNTS + count
            for i in range(count):
                tree._order[first + i] = i
        target = _target(available, count, left)
        while left > 1 and self._are_done(tree, node, left, target):
            self._keep_better_half(tree, node, left)
            left = (left + 1) // 2
            target = _target(available, count, left)
        tree._bound[node] = left
        child = self._next_of(tree, node, left)
        self._granted = target if left > 1 else tree._visits[child] + granted - tree._visits[node]
        return child

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _are_done(
        self, tree: Tree, node: cython.int, left: cython.int, target: cython.longlong
    ) -> cython.bint:
        """Whether the actions that are left have had their playouts, or need none."""
        child: cython.int
        i: cython.int
        for i in range(left):
            child = tree._first[node] + tree._order[tree._first[node] + i]
            if tree._visits[child] < target and not is_refuted(tree, child):
                return False
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep_better_half(self, tree: Tree, node: cython.int, left: cython.int) -> cython.void:
        """Order those that are left so that those that stay come first; of equal ones the first."""
        first: cython.int = tree._first[node]
        best: cython.int
        i: cython.int
        k: cython.int
        place: cython.short
        for i in range((left + 1) // 2):
            best = i
            for k in range(i + 1, left):
                if self._is_better(tree, first, tree._order[first + k], tree._order[first + best]):
                    best = k
            place = tree._order[first + i]
            tree._order[first + i] = tree._order[first + best]
            tree._order[first + best] = place

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_better(
        self, tree: Tree, first: cython.int, place: cython.int, other: cython.int
    ) -> cython.bint:
        if tree._base[first + place] != tree._base[first + other]:
            return tree._base[first + place] > tree._base[first + other]
        return place < other

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _next_of(self, tree: Tree, node: cython.int, left: cython.int) -> cython.int:
        """Of those that are left the one with the fewest visits; of all, if none is open."""
        first: cython.int = tree._first[node]
        best: cython.int = NONE
        child: cython.int
        i: cython.int
        for i in range(left):
            child = first + tree._order[first + i]
            if not is_refuted(tree, child) and (
                best == NONE
                or tree._visits[child] < tree._visits[best]
                or (tree._visits[child] == tree._visits[best] and child < best)
            ):
                best = child
        if best == NONE and left < tree._num_children[node]:
            return self._next_of(tree, node, tree._num_children[node])
        return first if best == NONE else best

    # --- Python level ---

    def begun_at(self, tree: Tree, node: int) -> tuple[int, int]:
        """The visits granted to a node below the root, and how many actions are left of it; 0, 0
        before the first descent through it.
        """
        granted, count = divmod(int(tree._weight_sum[node]), _COUNTS)
        return (granted, int(tree._bound[node])) if count else (0, 0)

    def remark(self, tree: Tree, node: int) -> str:
        if node == ROOT:
            return super().remark(tree, node)
        granted, left = self.begun_at(tree, node)
        if not granted:
            return ""
        return (
            f"{left} of {len(tree.children(node))} actions are left, {granted} visits are granted"
        )

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        found = super().variables(tree, node, child)
        if node == ROOT:
            return found
        granted, left = self.begun_at(tree, node)
        stays = child in tree.ranked(node)[:left]
        return {**found, "N": granted, "j": int(stays), "k": tree.visits_of(child)}


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _target(available: cython.longlong, count: cython.int, left: cython.int) -> cython.longlong:
    """The visits of each of `left` children at the end of their round, of `count` at first."""
    rounds: cython.int = 0
    size: cython.int = count
    target: cython.longlong = 0
    while (1 << rounds) < count:
        rounds += 1
    while size > 1 and size >= left:
        target += max(available // (rounds * size), 1)
        size = (size + 1) // 2
    return target
