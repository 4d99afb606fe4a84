"""A selection rule for one player's scores of unknown scale."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.selection.rule import Term, exploration_weight

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.selection.rule import Rule, root_log, select_by
else:
    from math import sqrt

    from mcsearch.engine.tree import Tree
    from mcsearch.selection.rule import Rule, root_log, select_by


@cython.cclass
class UctRange(Rule):
    """SP-MCTS's formula (2) without constants of one game: the exploration is scaled.

    It grows with r, the range of the scores seen so far, and is shared by the b legal actions. So
    the order of the children is the same for scores in any unit, counted from anywhere, and a node
    with many actions is not searched the broader for it. A child's possible deviation is the
    standard deviation of its scores, which needs no constant.

    Stored is everything but the exploration, less the first score of all: then single precision is
    enough for scores that differ little compared with their size.
    """

    name = "uct-range"
    title = "UCT by the range of scores"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        exploration_weight(1.0),
        Parameter(
            "top_weight",
            "float",
            0.05,
            "Top score share",
            "weight of the top score; the mean has the rest",
            low=0.0,
            high=1.0,
        ),
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("mean", "(1 - w) * v"),
        Term("explore", "C * r / b * sqrt(log(n_p) / n)"),
        Term("deviate", "sqrt((S - n * v**2) / n)"),
        Term("top", "w * t"),
    )
    symbols: ClassVar[dict[str, str]] = {"C": "exploration", "w": "top_weight"}
    _top_weight: cython.double

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._top_weight = parameters["top_weight"]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def update(self, tree: Tree, node: cython.int) -> cython.void:
        n: cython.double = tree._visits[node]
        mean: cython.double = tree._value_sum[node] / n
        squares: cython.double = tree._square_sum[node] - n * mean * mean
        tree._base[node] = (
            (1.0 - self._top_weight) * (mean - tree.first_score)
            + self._top_weight * (tree._top_score[node] - tree.first_score)
            + sqrt(max(squares, 0.0) / n)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, tree: Tree, node: cython.int) -> cython.int:
        scale: cython.double
        if tree._num_children[node] == 1:
            return tree._first[node]
        scale = self._exploration * tree.score_range() / tree._num_legal[node]
        return select_by(self, tree, node, scale * root_log(self, tree._visits[node]))

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        found = Rule.variables(self, tree, node, child)
        return {**found, "r": tree.score_range(), "b": tree.num_legal_of(node)}
