"""What the rules for two players share that score a child by its own formula."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.numerics.portable_math import log
    from cython.cimports.mcsearch.selection.rule import Rule
else:
    from math import sqrt

    from mcsearch.engine.tree import Tree
    from mcsearch.numerics.portable_math import log
    from mcsearch.selection.rule import Rule

COMPILED_METHODS = frozenset({"score_of", "score_of_unvisited", "begin_selection"})
FIRST = cython.declare(cython.double, 1e300)
_REFUTED = cython.declare(cython.double, -1e29)  # a stored part below it: proven to be no better


def is_refuted(tree, child):
    """Whether the solver has shown that a child is no better than a sibling."""
    return tree._visits[child] > 0 and tree._base[child] < _REFUTED


@cython.cclass
class ScoredRule(Rule):
    """A descent goes to the child with the largest `score_of`; ties go to the one expanded first.

    The stored part of a node is its mean, for the player who moved there, so that transpositions
    need no more than other rules do. Children without visits come before all others, in the order
    of their expansion, unless a subclass sets `_unvisited`, their score. A child that the solver
    has shown to be no better than a sibling is never selected.
    """

    num_players = 2

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self._unvisited = FIRST

    def begin_selection(self, tree, node):
        """Prepare for a selection at a node."""

    def score_of_unvisited(self, tree, node, child, log_parent):
        """The score of a child without visits, by default `_unvisited`."""
        return self._unvisited

    def score_of(self, tree, node, child, log_parent):
        """The score of a visited child, by default UCT's; `log_parent` is ln n_p."""
        return tree._base[child] + self._exploration * sqrt(log_parent / tree._visits[child])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, tree: Tree, node: cython.int) -> cython.int:
        first: cython.int = tree._first[node]
        best: cython.int = first
        best_score: cython.double = -1e300
        score: cython.double
        log_parent: cython.double
        visits: cython.int = tree._visits[node]
        child: cython.int
        self.begin_selection(tree, node)
        if tree._num_children[node] == 1:
            return first
        if tree.positions is not None:
            visits = self._look_up_means(tree, tree.positions, node)
        # at least 1: a node that gets all its children at once is scored before its first visit
        log_parent = log(max(visits, 1))
        for child in range(first, first + tree._num_children[node]):
            if tree._visits[child] == 0:
                score = self.score_of_unvisited(tree, node, child, log_parent)
            elif is_refuted(tree, child):
                continue
            else:
                score = self.score_of(tree, node, child, log_parent)
            if score > best_score:
                best = child
                best_score = score
        return best
