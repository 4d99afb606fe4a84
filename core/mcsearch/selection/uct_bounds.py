"""UCT that leans on what the solver has proven so far (Cazenave and Saffidine 2010)."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.selection.rule import EXPLORE, Term, exploration_weight

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.selection.rule import Rule, root_log
else:
    from math import sqrt

    from mcsearch.engine.tree import Tree
    from mcsearch.selection.rule import Rule, root_log


def _weight(name: str, title: str, about: str) -> Parameter:
    return Parameter(name, "float", 0.1, title, about, low=-1000.0, high=1000.0)


@cython.cclass
class UctBounds(Rule):
    """UCT + gamma pess + delta opti (Cazenave and Saffidine 2010, "Score Bounded Monte-Carlo Tree
    Search", the bias of a node's value by its bounds).

    pess and opti are the least and the most that a child can be worth to the player to move, as far
    as the solver has proven it; what can't be better than a sibling is never selected, with any
    weights. Without the solver they are 0 and 1 everywhere, and the rule is UCT.
    """

    name = "uct-bounds"
    title = "UCT + score bounds"
    num_players = 2
    parameters: ClassVar[tuple[Parameter, ...]] = (
        exploration_weight(1.41),
        _weight("pessimism", "Weight of pess, gamma", "weight of the least a child can be worth"),
        _weight("optimism", "Weight of opti, delta", "weight of the most a child can be worth"),
    )
    terms_in_order: ClassVar[tuple[Term, ...]] = (
        Term("mean", "v"),
        EXPLORE,
        Term("bounds", "G * pess + D * opti"),
    )
    symbols: ClassVar[dict[str, str]] = {"C": "exploration", "G": "pessimism", "D": "optimism"}
    _pessimism: cython.double
    _optimism: cython.double

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._pessimism = parameters["pessimism"]
        self._optimism = parameters["optimism"]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, tree: Tree, node: cython.int) -> cython.int:
        if not tree.keeps_bounds:
            return Rule.select(self, tree, node)
        return self._select_by_bounds(tree, node)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select_by_bounds(self, tree: Tree, node: cython.int) -> cython.int:
        first: cython.int = tree._first[node]
        best: cython.int = first
        best_score: cython.double = -1e300
        maximizes: cython.bint = tree._to_play[node] == 0
        visits: cython.int = tree._visits[node]
        factor: cython.double
        score: cython.double
        child: cython.int
        home: cython.int
        if tree.positions is not None:
            visits = self._look_up_means(tree, tree.positions, node)
        factor = self._exploration * root_log(self, visits)
        for child in range(first, first + tree._num_children[node]):
            if tree._visits[child] == 0:
                return child
            home = tree.home(child)
            score = tree._base[child] + factor / sqrt(tree._visits[child])
            if maximizes:
                score += self._pessimism * tree._lower[home] + self._optimism * tree._upper[home]
            else:
                score += self._pessimism * (1.0 - tree._upper[home])
                score += self._optimism * (1.0 - tree._lower[home])
            if score > best_score:
                best = child
                best_score = score
        return best

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        player = tree._to_play[node] if tree.keeps_bounds else 0
        known = tree.bounds_of(child).seen_by(player)
        found = Rule.variables(self, tree, node, child)
        return {**found, "pess": known.lower, "opti": known.upper}
