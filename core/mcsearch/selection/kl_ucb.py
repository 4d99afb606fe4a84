"""KL-UCB: the largest mean that the returns leave plausible (Garivier and Cappe 2011)."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.numerics.portable_math import log
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from mcsearch.engine.tree import Tree
    from mcsearch.numerics.portable_math import log
    from mcsearch.selection.scored import ScoredRule

_STEPS = cython.declare(cython.int, 32)


@cython.cclass
class KlUcb(ScoredRule):
    """KL-UCB (Garivier and Cappe 2011, algorithm 1, with c = 0, which the paper recommends).

    The score is q, the largest mean from v to 1 with n kl(v, q) <= C ln n_p, where kl(v, q) =
    v ln(v / q) + (1 - v) ln((1 - v) / (1 - q)) is the divergence of wins and losses; q is found by
    bisection to 2**-32. Near 0 and 1 its bound is much closer than UCT's, which takes the same
    variance everywhere. The bisection takes 64 logarithms a child: Connect Four runs at 20 thousand
    iterations a second where UCT makes 2.6 million, so that it is one for dear playouts.
    """

    name = "kl-ucb"
    title = "KL-UCB"
    parameters = (
        Parameter(
            "exploration",
            "float",
            1.0,
            "Exploration C",
            "how unlikely the returns may be under the bound: n kl(v, q) <= C ln n_p",
            low=0.0,
            high=10_000.0,
            log=True,
        ),
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (Term("mean", "v"), Term("explore", "q - v"))
    symbols: ClassVar[dict[str, str]] = {"C": "exploration"}

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(
        self, tree: Tree, node: cython.int, child: cython.int, log_parent: cython.double
    ) -> cython.double:
        return _bound(tree._base[child], self._exploration * log_parent / tree._visits[child])

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        found = ScoredRule.variables(self, tree, node, child)
        visits = max(tree.visits_of(child), 1)
        share = self._exploration * log(max(tree.position_visits_of(node), 1)) / visits
        mean = found["v"]
        return {**found, "q": _bound(mean, share) if mean == mean else mean}


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _plogp(p: cython.double, q: cython.double) -> cython.double:
    """p ln(1 / q), 0 for p = 0, of q from 0 (excluded where p > 0) to 1."""
    return p * log(1.0 / q) if p > 0.0 else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bound(mean: cython.double, divergence: cython.double) -> cython.double:
    """The largest q from the mean to 1 with kl(mean, q) <= divergence."""
    low: cython.double = min(max(mean, 0.0), 1.0)
    high: cython.double = 1.0
    middle: cython.double
    p: cython.double = low
    entropy: cython.double = _plogp(p, p) + _plogp(1.0 - p, 1.0 - p)
    _i: cython.int
    for _i in range(_STEPS):
        middle = 0.5 * (low + high)
        if _plogp(p, middle) + _plogp(1.0 - p, 1.0 - middle) - entropy > divergence:
            high = middle
        else:
            low = middle
    return low
