"""The selection rules of SP-MCTS, formulas (1), (2), (3) and (6): UCT for one player's scores."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.selection.rule import EXPLORE, Term, exploration_weight

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE, Tree
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.rule import Rule
else:
    from math import sqrt

    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE, Tree
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.rule import Rule

_DEVIATE = Term("deviate", "sqrt((S - n * v**2 + D) / n)")


_DEVIATION = Parameter(
    "deviation",
    "float",
    10_000.0,
    "Deviation D",
    "added to a child's squared deviations: a rarely visited child counts as uncertain",
    low=0.0,
    high=1_000_000.0,
    log=True,
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _deviate(tree: Tree, node: cython.int, deviation: cython.double) -> cython.double:
    n: cython.double = tree._visits[node]
    mean: cython.double = tree._value_sum[node] / n
    squares: cython.double = tree._square_sum[node] - n * mean * mean
    return sqrt((max(squares, 0.0) + deviation) / n)


@cython.cclass
class UctDeviation(Rule):
    """SP-MCTS (Schadd et al. 2008), formula (1): mean, exploration and possible deviation."""

    name = "uct-deviation"
    title = "UCT + deviation (1)"
    parameters: ClassVar[tuple[Parameter, ...]] = (exploration_weight(0.5), _DEVIATION)
    terms_in_order: ClassVar[tuple[Term, ...]] = (Term("mean", "v"), EXPLORE, _DEVIATE)
    symbols: ClassVar[dict[str, str]] = {"C": "exploration", "D": "deviation"}
    _deviation: cython.double

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._deviation = parameters["deviation"]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def update(self, tree: Tree, node: cython.int) -> cython.void:
        mean: cython.double = tree._value_sum[node] / tree._visits[node]
        tree._base[node] = mean + _deviate(tree, node, self._deviation)


@cython.cclass
class UctTop(UctDeviation):
    """SP-MCTS with a share of the top score, formula (2)."""

    name = "uct-top"
    title = "UCT + deviation + top score (2)"
    parameters = (
        *UctDeviation.parameters,
        Parameter(
            "top_weight",
            "float",
            0.02,
            "Top score share",
            "weight of the top score; the mean has the rest",
            low=0.0,
            high=1.0,
        ),
    )
    terms_in_order = (
        Term("mean", "(1 - w) * v"),
        EXPLORE,
        _DEVIATE,
        Term("top", "w * t"),
    )
    symbols: ClassVar[dict[str, str]] = {**UctDeviation.symbols, "w": "top_weight"}
    _top_weight: cython.double

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._top_weight = parameters["top_weight"]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def update(self, tree: Tree, node: cython.int) -> cython.void:
        _store(self, tree, node)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def update_path(self, tree: Tree, path: cython.int[::1], depth: cython.int) -> cython.void:
        i: cython.int
        for i in range(depth + 1):
            _store(self, tree, path[i])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _store(rule: UctTop, tree: Tree, node: cython.int) -> cython.void:
    """Formula (2) but for its exploration."""
    mean: cython.double = tree._value_sum[node] / tree._visits[node]
    tree._base[node] = (
        (1.0 - rule._top_weight) * mean
        + rule._top_weight * tree._top_score[node]
        + _deviate(tree, node, rule._deviation)
    )


@cython.cclass
class UctHeuristic(UctTop):
    """Formula (3): below T visits of the parent what the child's position promises, then (2).

    SameGame's heuristic is the score plus that of removing all of the most frequent colour at once.
    """

    name = "uct-heuristic"
    title = "heuristic, then UCT (3)"
    needs = "heuristic"
    parameters = (
        *UctTop.parameters,
        Parameter(
            "threshold",
            "int",
            10,
            "Heuristic below",
            "visits of the parent from which on the formula counts and not the heuristic",
            low=0,
            high=1_000,
        ),
    )
    symbols: ClassVar[dict[str, str]] = {**UctTop.symbols, "T": "threshold"}
    _threshold: cython.int

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._threshold = int(parameters["threshold"])
        self._needs_state = True

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        tree.keep_priors()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expanded(self, tree: Tree, node: cython.int, state: State) -> cython.void:
        tree._prior[node] = state.heuristic()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, tree: Tree, node: cython.int) -> cython.int:
        first: cython.int = tree._first[node]
        best: cython.int = NONE
        child: cython.int
        if tree._visits[node] >= self._threshold:
            return Rule.select(self, tree, node)
        for child in range(first, first + tree._num_children[node]):
            if not tree.is_closed(child) and (
                best == NONE or tree._prior[child] > tree._prior[best]
            ):
                best = child
        return first if best == NONE else best

    def terms_at(self, tree: Tree, node: int) -> tuple:
        if tree.visits_of(node) < self._threshold:
            return (Term("heuristic", "h"),)
        return self.terms_in_order

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        return {**UctTop.variables(self, tree, node, child), "h": tree.prior(child)}


@cython.cclass
class UctScaled(Rule):
    """UCT on scores divided by a fixed largest score, formula (6)."""

    name = "uct-scaled"
    title = "UCT on scaled scores (6)"
    parameters = (
        exploration_weight(0.02),
        Parameter(
            "scale",
            "float",
            5_000.0,
            "Score scale",
            "what a score is divided by",
            low=1.0,
            high=1_000_000.0,
            log=True,
        ),
    )
    terms_in_order = (Term("mean", "v / M"), EXPLORE)
    symbols: ClassVar[dict[str, str]] = {"C": "exploration", "M": "scale"}
    _scale: cython.double

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._scale = parameters["scale"]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def update(self, tree: Tree, node: cython.int) -> cython.void:
        tree._base[node] = tree._value_sum[node] / tree._visits[node] / self._scale
