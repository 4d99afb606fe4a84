"""Selection rules in plain Python, for ideas that are tried without a compiler.

A rule is a subclass of `PythonRule` with a method `score`. It works in every build with the same
results, slower than a compiled rule by the time Python takes. In a file of this folder, or of one
that is appended to `mcsearch.selection.__path__` before `RULES.load()`, it is found by its name;
`RULES.add` takes it from anywhere else:

    @RULES.add
    class Ucb2(PythonRule):
        name = "ucb2"
        title = "UCB2"
        num_players = 2

        def score(self, tree, node, child):
            ...

    Recipe("connect4", parameters={"selection": "ucb2"})
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

import cython

from mcsearch.engine import checks
from mcsearch.engine.persons_code import PersonsCode
from mcsearch.engine.plain_python import copy_attributes
from mcsearch.numerics.rng import PythonRandom
from mcsearch.selection.rule import Term

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import Tree
    from cython.cimports.mcsearch.numerics.rng import Rng
    from cython.cimports.mcsearch.selection.rule import Rule
else:
    from mcsearch.engine.tree import Tree
    from mcsearch.numerics.rng import Rng
    from mcsearch.selection.rule import Rule

_SHUNNED = cython.declare(cython.double, -1e29)  # a stored part below it: proven to be no better


@cython.cclass
class PythonRule(Rule):
    """A rule whose `score` is plain Python: a descent goes to the child with the largest score.

    A subclass states `name`, `title`, `num_players` and `parameters`, whose values are in
    `parameters_in_use`, and overrides `score`. It may state `terms_in_order` and `symbols` as
    other rules do, or override `variables`; without them its formula is the score alone. An
    exception ends the search and is raised by `run` and `advance`. What a rule stores in itself
    is copied with its search.
    """

    terms_in_order: ClassVar[tuple[Term, ...]] = (Term("score", "score"),)
    random = cython.declare(object, visibility="readonly")
    """A `random.Random` on the search's own generator, once the rule is in use."""
    _code: Any

    def __init__(self, **parameters: Any) -> None:
        super().__init__(**parameters)
        self.random = None
        self._code = PersonsCode()

    def score(self, tree: Tree, node: int, child: int) -> float:
        """The score of a child of a node, for the player to move there.

        Asked for only when every child has been visited. `tree` has `mean(node)`,
        `visits_of(node)`, `top(node)` and more.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method score(tree, node, child)")

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def select(self, tree: Tree, node: cython.int) -> cython.int:
        first: cython.int = tree._first[node]
        child: cython.int
        for child in range(first, first + tree._num_children[node]):
            if tree._visits[child] == 0:
                return child
        if tree._num_children[node] == 1:
            return first
        return self._select_by_score(tree, node)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select_by_score(self, tree: Tree, node: cython.int) -> cython.int:
        best: cython.int = tree._first[node]
        with cython.gil:
            found = self._code.call(None, self._best_of, tree, node)
            if found is not None:
                best = found
        return best

    # --- Python level ---

    def _best_of(self, tree: Tree, node: int) -> int:
        children = tree.children(node)
        best, best_score = children[0], -math.inf
        for child in children:
            if tree._base[child] < _SHUNNED:
                continue
            score = self.score(tree, node, child)
            known = checks.as_float(score)
            if math.isnan(known):
                raise ValueError(
                    f"score() of {type(self).__name__} gave {checks.short(score)}; give a number"
                )
            if known > best_score:
                best, best_score = child, known
        return best

    def attach(self, tree: Tree, rng: Rng) -> None:
        super().attach(tree, rng)
        self.random = PythonRandom(rng)

    def attach_to(self, search: Any) -> None:
        super().attach_to(search)
        self._code.serve(search)

    def copy_from(self, other: PythonRule) -> None:
        super().copy_from(other)
        self._code.error = other._code.error
        copy_attributes(other, self, _FIELDS)

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        values = Rule.variables(self, tree, node, child)
        if self.terms_in_order is PythonRule.terms_in_order:
            values["score"] = self.score(tree, node, child)
        return values


# in the interpreted build these are attributes like those of a person
_FIELDS = frozenset(getattr(PythonRule(), "__dict__", ()))
