"""Thompson sampling: a child as often as it is likely to be the best (Thompson 1933)."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.tree import NONE, Tree
    from cython.cimports.mcsearch.numerics.portable_math import log
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.scored import ScoredRule
else:
    from math import sqrt

    from mcsearch.engine.tree import NONE, Tree
    from mcsearch.numerics.portable_math import log
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.scored import ScoredRule


@cython.cclass
class Thompson(ScoredRule):
    """Thompson sampling with a uniform prior (Thompson 1933; Chapelle and Li 2011, algorithm 2).

    For each child a win rate x is drawn from what its returns leave of it, the Beta distribution
    of 1 + n v wins and 1 + n (1 - v) losses, and the descent goes to the largest. A draw counts as
    half a win. There is no exploration weight: the width of the distributions explores.
    The gamma variates are those of Marsaglia and Tsang (2000), the normal ones Marsaglia's polar
    method, with this package's logarithm, so that all builds draw the same.
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
        wins: cython.double = _gamma(self.rng, 1.0 + n * mean)
        drawn: cython.double = wins / (wins + _gamma(self.rng, 1.0 + n * (1.0 - mean)))
        # kept for the table of terms, and compared as it is kept
        tree._prior[child] = drawn
        tree._choice[node] = 0
        return tree._prior[child]

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        found = ScoredRule.variables(self, tree, node, child)
        # no draw is known of children that have got a sibling since, or were never compared
        known = tree._choice[node] != NONE
        return {**found, "x": tree.prior(child) if known else found["v"]}


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _normal(rng: Rng) -> cython.double:
    """A standard normal variate."""
    x: cython.double
    y: cython.double
    square: cython.double
    while True:
        x = 2.0 * rng.uniform() - 1.0
        y = 2.0 * rng.uniform() - 1.0
        square = x * x + y * y
        if 0.0 < square < 1.0:
            return x * sqrt(2.0 * log(1.0 / square) / square)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _gamma(rng: Rng, shape: cython.double) -> cython.double:
    """A gamma variate of a shape of at least 1."""
    d: cython.double = shape - 1.0 / 3.0
    c: cython.double = 1.0 / sqrt(9.0 * d)
    x: cython.double
    v: cython.double
    u: cython.double
    while True:
        x = _normal(rng)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        u = rng.uniform()
        if u <= 0.0:
            continue
        # ln u < x**2 / 2 + d - d v + d ln v, with the logarithms of numbers from 1 up
        if -log(1.0 / u) < 0.5 * x * x + d - d * v + d * _log(v):
            return d * v


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _log(x: cython.double) -> cython.double:
    return log(x) if x >= 1.0 else -log(1.0 / x)
