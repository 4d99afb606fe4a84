"""UCB1-Tuned: exploration measured by the variance of the returns (Auer et al. 2002)."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.selection.rule import Term, exploration_weight

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from math import sqrt

    from mcsearch.engine.tree import Tree
    from mcsearch.selection.scored import ScoredRule


@cython.cclass
class Ucb1Tuned(ScoredRule):
    """UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002, section 4, with C = 1).

    Exploration is scaled by an upper bound of the variance, at most the 1/4 that returns from 0 to
    1 can have. The variance is that of wins and losses with the same mean, v (1 - v): exact where
    no playout is a draw, and never less than the true one.
    """

    name = "ucb1-tuned"
    title = "UCB1-Tuned"
    parameters = (exploration_weight(1.0),)
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("mean", "v"),
        Term(
            "explore",
            "C * sqrt(log(n_p) / n * min(1 / 4, v * (1 - v) + sqrt(2 * log(n_p) / n)))",
        ),
    )
    symbols: ClassVar[dict[str, str]] = {"C": "exploration"}

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(
        self, tree: Tree, node: cython.int, child: cython.int, log_parent: cython.double
    ) -> cython.double:
        mean: cython.double = tree._base[child]
        share: cython.double = log_parent / tree._visits[child]
        variance: cython.double = mean * (1.0 - mean) + sqrt(2.0 * share)
        return mean + self._exploration * sqrt(share * min(0.25, variance))
