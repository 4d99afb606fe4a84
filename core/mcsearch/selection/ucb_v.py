"""UCB-V: a confidence bound by the empirical variance (Audibert, Munos and Szepesvari 2009)."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from math import sqrt

    from mcsearch.engine.tree import Tree
    from mcsearch.selection.scored import ScoredRule


def _weight(name: str, default: float, label: str, about: str) -> Parameter:
    return Parameter(name, "float", default, label, about, low=0.0, high=1000.0, log=True)


@cython.cclass
class UcbV(ScoredRule):
    """UCB-V (Audibert, Munos and Szepesvari 2009, equation 2, with E = zeta ln n_p and b = 1).

    By Bernstein's inequality a mean of little variance is explored less; the last term, which falls
    as 1 / n, covers what the variance itself may be wrong by. The paper proves its regret for
    zeta > 1 and c = 1. The variance is that of wins and losses with the same mean, v (1 - v): exact
    where no playout is a draw, and never less than the true one.
    """

    name = "ucb-v"
    title = "UCB-V"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        _weight("zeta", 1.2, "Exploration, zeta", "weight of ln n_p in both bounds"),
        _weight("range_weight", 1.0, "Range term c", "weight of the term that falls as 1 / n"),
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("mean", "v"),
        Term("variance", "sqrt(2 * zeta * v * (1 - v) * log(n_p) / n)"),
        Term("range", "3 * c * zeta * log(n_p) / n"),
    )
    symbols: ClassVar[dict[str, str]] = {"zeta": "zeta", "c": "range_weight"}
    _zeta: cython.double
    _range_weight: cython.double

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._zeta = parameters["zeta"]
        self._range_weight = parameters["range_weight"]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(
        self, tree: Tree, node: cython.int, child: cython.int, log_parent: cython.double
    ) -> cython.double:
        mean: cython.double = tree._base[child]
        share: cython.double = self._zeta * log_parent / tree._visits[child]
        # single precision may round a mean of all wins to a little more than 1
        spread: cython.double = max(mean * (1.0 - mean), 0.0)
        return mean + sqrt(2.0 * share * spread) + 3.0 * self._range_weight * share
