"""PUCT: selection by priors, what looks good before any search (Rosin 2011; Silver et al. 2017)."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.selection.priors import NOISE
from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import ROOT, Tree
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.priors import Priors, RootNoise
    from cython.cimports.mcsearch.selection.rule import Rule
else:
    from math import sqrt

    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import ROOT, Tree
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.priors import Priors, RootNoise
    from mcsearch.selection.rule import Rule


@cython.cclass
class Puct(Rule):
    """PUCT (Silver et al. 2017): Q + C P sqrt(n_p) / (1 + n).

    n_p are the visits of the parent itself. AlphaGo Zero has the sum of its children's there, which
    is one less below the root: the iteration that first came to the parent ended with it.

    A leaf gets all its children at once, each with the prior P of its action, a probability that
    the game gives (`State.fill_priors`), the same for all where it gives none. The formula has a
    value for a child without visits too, with `unvisited` for its Q: unlike all other rules this
    one does not visit every child before any twice, and may never visit one of a small prior.
    """

    name = "puct"
    title = "PUCT"
    num_players = 2
    scores_unvisited = True
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "exploration",
            "float",
            1.41,
            "Exploration C",
            "weight of the prior term",
            low=0.0,
            high=10_000.0,
            log=True,
        ),
        Parameter(
            "unvisited",
            "float",
            0.5,
            "Unvisited Q",
            "the mean that a child without visits is taken to have, from the worst score seen, 0, "
            "to the best, 1; 0.5, an even game of two players, is the 0 "
            "of AlphaGo Zero, whose returns run from -1 to 1",
            low=0.0,
            high=1.0,
        ),
        *NOISE,
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("mean", "v"),
        Term("prior", "C * P * sqrt(n_p) / (1 + n)"),
    )
    terms_with_noise: ClassVar[tuple[Term, ...]] = (
        Term("mean", "v"),
        Term("prior", "C * (1 - epsilon) * P * sqrt(n_p) / (1 + n)"),
        Term("noise", "C * epsilon * eta * sqrt(n_p) / (1 + n)"),
    )
    symbols: ClassVar[dict[str, str]] = {"C": "exploration", "epsilon": "root_noise"}
    _unvisited: cython.double
    _priors: Priors
    _noise: RootNoise
    _tree: Tree

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._unvisited = parameters["unvisited"]
        self.expands_all = True
        self._priors = Priors()
        self._noise = RootNoise(parameters["root_noise"], parameters["noise_shape"])

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        tree.keep_priors()
        self._tree = tree

    def begin_at_root(self) -> None:
        self._noise.draw(self._tree, self.rng)

    def copy_from(self, other: Puct) -> None:
        super().copy_from(other)
        self._noise.copy_from(other._noise)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def opened(self, tree: Tree, node: cython.int, state: State, actions: Actions) -> cython.void:
        self._priors.fill(tree, node, state, actions)
        if node == ROOT:
            self._noise.draw(tree, self.rng)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_mean(self, tree: Tree) -> cython.double:
        return self._least - tree.first_score + self._unvisited * self._range

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def update(self, tree: Tree, node: cython.int) -> cython.void:
        # less the first score of all, which is 0 for two players, single precision is enough
        tree._base[node] = tree._value_sum[node] / tree._visits[node] - tree.first_score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, tree: Tree, node: cython.int) -> cython.int:
        first: cython.int = tree._first[node]
        best: cython.int = first
        best_score: cython.double = -1e300
        score: cython.double
        mean: cython.double
        prior: cython.double
        is_noisy: cython.bint = node == ROOT and self._noise.count > 0
        visits: cython.int = tree._visits[node]
        factor: cython.double
        child: cython.int
        if tree.positions is not None:
            visits = self._look_up_means(tree, tree.positions, node)
        # at least 1: before the root's first visit the priors alone decide
        factor = self._exploration * sqrt(max(visits, 1))
        for child in range(first, first + tree._num_children[node]):
            mean = tree._base[child] if tree._visits[child] > 0 else self._first_mean(tree)
            prior = tree._prior[child]
            if is_noisy:
                prior = self._noise.mixed(prior, child - first)
            score = mean + factor * prior / (1 + tree._visits[child])
            if score > best_score:
                best = child
                best_score = score
        return best

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        values = {**Rule.variables(self, tree, node, child), "P": tree.prior(child)}
        if not tree.visits_of(child):
            values["v"] = self._first_mean(tree) + tree.first_score
        if node == ROOT and self._noise.count > 0:
            values["eta"] = self._noise.of(child - tree._first[ROOT])
        return values

    def terms_at(self, tree: Tree, node: int) -> tuple:
        is_noisy = node == ROOT and self._noise.count > 0
        return self.terms_with_noise if is_noisy else self.terms_in_order


@cython.cclass
class PuctRange(Puct):
    """PUCT for one player: exploration and the mean of a child without visits are measured by r,
    the range of the scores seen so far (Schrittwieser et al. 2020, equation 5, for the means).
    """

    name = "puct-range"
    title = "PUCT by the range of scores"
    num_players = 1
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("mean", "v"),
        Term("prior", "C * r * P * sqrt(n_p) / (1 + n)"),
    )
    terms_with_noise: ClassVar[tuple[Term, ...]] = (
        Term("mean", "v"),
        Term("prior", "C * r * (1 - epsilon) * P * sqrt(n_p) / (1 + n)"),
        Term("noise", "C * r * epsilon * eta * sqrt(n_p) / (1 + n)"),
    )

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        values = Puct.variables(self, tree, node, child)
        return {**values, "C": self._exploration_given, "r": self._range}
