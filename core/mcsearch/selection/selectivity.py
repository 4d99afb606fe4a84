"""The selection rule of Crazy Stone (Coulom 2006) for one player: a child is drawn, the more likely
the better its top score is compared with the best child's.
"""

from __future__ import annotations

from typing import ClassVar

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.numerics.views import view
from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE, Tree
    from cython.cimports.mcsearch.numerics.portable_math import exp_negative
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.rule import Rule
else:
    from math import sqrt

    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE, Tree
    from mcsearch.numerics.portable_math import exp_negative
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.rule import Rule

_NUM_HALVES = cython.declare(cython.int, 64)
_HALVES = 0.5 ** np.arange(64)

# how much the best child's variance may grow before the bounds have to be made anew
_ROOM = cython.declare(cython.double, 1.15)
_ROUND_UP = cython.declare(cython.double, 1.000001)


@cython.cclass
class Selectivity(Rule):
    """Formulas (4)(5): children in the order of their top scores mu_0 >= mu_1 >= ...; child i drawn
    with probability proportional to

        exp(-10 (mu_0 - mu_i) / sqrt(2 (sigma_0**2 + sigma_i**2))) + (0.1 + 2**-i) / N

    where sigma_i**2 = (S_i - n_i v_i**2 + P_i) / (n_i + 1), P_i is the largest score the child's
    position allows, and N the number of children or, as the CMPUT 657 report has it, n_i.

    A weight depends on the child's own statistics, its rank and the best child. So most weights
    change only a little, and only downwards, when other children are visited: `base` holds an upper
    bound of each, `bound` of a node the variance of its best child that these allow for, and
    `weight_sum` their sum, 0 when they have to be made anew. A child is drawn by the bounds and
    accepted with probability weight / bound, else all is drawn again: the probabilities are exactly
    those of the formula, mostly at the cost of one weight and without a look at the other children.
    """

    name = "selectivity"
    title = "selectivity (4)(5)"
    needs = "largest_value"
    is_drawn = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "denominator",
            "choice",
            "children",
            "Divide by",
            "what divides 0.1 + 2**-i: the number of children, as the CMPUT 657 report's program "
            "does, or the child's visits, as the report says",
            choices=("children", "visits"),
        ),
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("top", "exp(-10 * (mu_0 - mu_i) / sqrt(2 * (sigma_0**2 + sigma_i**2)))"),
        Term("explore", "(0.1 + 2**-i) / N"),
    )
    _by_visits: cython.bint
    _halves: cython.double[::1]

    def __init__(self, **parameters: str) -> None:
        super().__init__(**parameters)
        self._by_visits = parameters["denominator"] == "visits"
        self._halves = view(_HALVES)
        self._needs_state = True

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        tree.keep_priors()
        tree.keep_order()

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expanded(self, tree: Tree, node: cython.int, state: State) -> cython.void:
        parent: cython.int = tree._parent[node]
        # at least 1: two children of no variance could not be compared
        tree._prior[node] = max(state.largest_value(), 1.0)
        tree._order[node] = node - tree._first[parent]
        tree._weight_sum[parent] = 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def update(self, tree: Tree, node: cython.int) -> cython.void:
        parent: cython.int = tree._parent[node]
        rank: cython.int
        best: cython.int
        weight: cython.double
        if parent == NONE:
            return
        rank = self._move_up(tree, node, tree._first[parent])
        if tree._weight_sum[parent] > 0.0:
            best = tree._first[parent] + tree._order[tree._first[parent]]
            if best == node and self._variance(tree, node) > tree._bound[parent]:
                tree._weight_sum[parent] = 0.0
            else:
                weight = self._weight(tree, parent, best, tree._bound[parent], node, rank)
                tree._weight_sum[parent] -= tree._base[node]
                tree._base[node] = weight * _ROUND_UP
                tree._weight_sum[parent] += tree._base[node]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def refute(self, tree: Tree, node: cython.int) -> cython.void:
        tree._weight_sum[tree._parent[node]] = 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _move_up(self, tree: Tree, node: cython.int, first: cython.int) -> cython.int:
        """Put a visited child in its place in the order and return its rank.

        Of equal top scores that of the child expanded later comes first.
        """
        position: cython.int = node - first
        rank: cython.int = 0
        other: cython.int
        while tree._order[first + rank] != position:
            rank += 1
        while rank > 0:
            other = tree._order[first + rank - 1]
            if tree._top_score[first + other] > tree._top_score[node] or (
                tree._top_score[first + other] == tree._top_score[node] and other > position
            ):
                break
            tree._order[first + rank] = other
            rank -= 1
        tree._order[first + rank] = position
        return rank

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _variance(self, tree: Tree, node: cython.int) -> cython.double:
        n: cython.double = tree._visits[node]
        mean: cython.double = tree._value_sum[node] / n
        squares: cython.double = tree._square_sum[node] - n * mean * mean
        return (max(squares, 0.0) + tree._prior[node]) / (n + 1.0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _weight(
        self,
        tree: Tree,
        parent: cython.int,
        best: cython.int,
        variance: cython.double,
        child: cython.int,
        rank: cython.int,
    ) -> cython.double:
        """Formula (5) for a child, by its rank and the best one's variance; 0 for a closed one."""
        share: cython.double = 0.1
        gap: cython.double = tree._top_score[best] - tree._top_score[child]
        weight: cython.double = 1.0
        if tree.is_closed(child):
            return 0.0
        if rank < _NUM_HALVES:
            share += self._halves[rank]
        if gap > 0.0:
            variance += self._variance(tree, child)
            weight = exp_negative(self._halves, -10.0 * gap / sqrt(2.0 * variance))
        if self._by_visits:
            return weight + share / tree._visits[child]
        return weight + share / tree._num_children[parent]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, tree: Tree, node: cython.int) -> cython.int:
        first: cython.int = tree._first[node]
        count: cython.int = tree._num_children[node]
        rank: cython.int
        child: cython.int
        best: cython.int
        dice: cython.double
        if count == 1:
            return first
        if tree._weight_sum[node] <= 0.0:
            child = self._bound_weights(tree, node)
            if child != NONE:
                return child
        best = first + tree._order[first]
        while tree._weight_sum[node] > 0.0:
            dice = self.rng.uniform() * tree._weight_sum[node]
            for rank in range(count):
                child = first + tree._order[first + rank]
                if dice < tree._base[child]:
                    if dice < self._weight(
                        tree, node, best, self._variance(tree, best), child, rank
                    ):
                        return child
                    break
                dice -= tree._base[child]
            self._bound_weights(tree, node)
        return first  # all children are closed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bound_weights(self, tree: Tree, node: cython.int) -> cython.int:
        """Make the upper bounds of the children's weights; return a child without visits if any."""
        first: cython.int = tree._first[node]
        best: cython.int = first + tree._order[first]
        rank: cython.int
        child: cython.int
        total: cython.double = 0.0
        for child in range(first, first + tree._num_children[node]):
            if tree._visits[child] == 0:
                return child
        tree._bound[node] = self._variance(tree, best) * _ROOM
        for rank in range(tree._num_children[node]):
            child = first + tree._order[first + rank]
            tree._base[child] = _ROUND_UP * self._weight(
                tree, node, best, tree._bound[node], child, rank
            )
            total += tree._base[child]
        tree._weight_sum[node] = total
        return NONE

    # --- Python level ---

    def terms_at(self, tree: Tree, node: int) -> tuple:
        if self._by_visits:
            return (self.terms_in_order[0], Term("explore", "(0.1 + 2**-i) / n"))
        return self.terms_in_order

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        ranked = tree.ranked(node)
        best = ranked[0]
        return {
            "mu_0": tree.top(best),
            "mu_i": tree.top(child),
            "sigma_0": sqrt(self._variance(tree, best)),
            "sigma_i": sqrt(self._variance(tree, child)),
            "i": ranked.index(child),
            "N": len(ranked),
            "n": tree.visits_of(child),
        }
