"""Thompson sampling: a child as often as it is likely to be the best (Thompson 1933)."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import NONE, Tree
    from cython.cimports.mcsearch.numerics.gamma import gamma
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from mcsearch.engine.tree import NONE, Tree
    from mcsearch.numerics.gamma import gamma
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.scored import ScoredRule


@cython.cclass
class Thompson(ScoredRule):
    """Thompson sampling with a uniform prior (Thompson 1933; Chapelle and Li 2011, algorithm 2).

    For each child a win rate x is drawn from what its returns leave of it, the Beta distribution
    of 1 + n v wins and 1 + n (1 - v) losses, and the descent goes to the largest. A draw counts as
    half a win. There is no exploration weight: the width of the distributions explores.
    """

    name = "thompson"
    title = "Thompson sampling"
    terms_in_order: ClassVar[tuple[Term, ...]] = (Term("mean", "v"), Term("draw", "x - v"))

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        tree.keep_priors()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(
        self, tree: Tree, node: cython.int, child: cython.int, log_parent: cython.double
    ) -> cython.double:
        n: cython.double = tree._visits[child]
        mean: cython.double = min(max(tree._base[child], 0.0), 1.0)
        wins: cython.double = gamma(self.rng, 1.0 + n * mean)
        drawn: cython.double = wins / (wins + gamma(self.rng, 1.0 + n * (1.0 - mean)))
        # kept for the table of terms, and compared as it is kept
        tree._prior[child] = drawn
        tree._choice[node] = 0
        return tree._prior[child]

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        found = ScoredRule.variables(self, tree, node, child)
        # no draw is known of children that have got a sibling since, or were never compared
        known = tree._choice[node] != NONE
        return {**found, "x": tree.prior(child) if known else found["v"]}
