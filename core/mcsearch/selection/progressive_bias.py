"""Progressive bias: the game's evaluation leads the first visits (Chaslot et al. 2008)."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.selection.rule import EXPLORE, Term, exploration_weight

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.selection.evaluated import EvaluatedRule
else:
    from math import sqrt

    from mcsearch.engine.tree import Tree
    from mcsearch.selection.evaluated import EvaluatedRule


@cython.cclass
class ProgressiveBias(EvaluatedRule):
    """UCT + W h / (n + 1) (Chaslot et al. 2008, "Progressive Strategies for Monte-Carlo Tree
    Search", section 4.1).

    h is the game's evaluation of the child, from 0 to 1 for the player to move. What it adds fades
    as 1 / (n + 1), so that with many visits the playouts decide. It helps where an evaluation knows
    what few playouts do not see.
    """

    name = "progressive-bias"
    title = "UCT + progressive bias"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        exploration_weight(1.41),
        Parameter(
            "bias_weight",
            "float",
            5.0,
            "Bias weight W",
            "weight of the evaluation at a child without visits; it falls as 1 / (n + 1)",
            low=0.0,
            high=10_000.0,
            log=True,
        ),
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("mean", "v"),
        EXPLORE,
        Term("bias", "W * h / (n + 1)"),
    )
    symbols: ClassVar[dict[str, str]] = {"C": "exploration", "W": "bias_weight"}
    _bias_weight: cython.double

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._bias_weight = parameters["bias_weight"]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(
        self, tree: Tree, node: cython.int, child: cython.int, log_parent: cython.double
    ) -> cython.double:
        n: cython.int = tree._visits[child]
        bias: cython.double = self._bias_weight * tree._prior[child] / (n + 1)
        return tree._base[child] + self._exploration * sqrt(log_parent / n) + bias

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        return {**EvaluatedRule.variables(self, tree, node, child), "h": tree.prior(child)}
