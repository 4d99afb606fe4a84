"""Selection rules: which child a descent through the tree goes to.

A rule is a class. Its `terms_in_order` state its formula once, as text, for tables and pictures;
its compiled `update` stores in the tree, for each node, all of the formula that changes only when
the node itself is visited, and `select` adds what changes with the parent. In formulas: v mean
return, n visits, n_p visits of the parent, S sum of squared scores, t top score, and `symbols` for
the rule's parameters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import cython
import numpy as np

from mcsearch.engine.formula import evaluate
from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.engine.tree import NONE, Tree
    from cython.cimports.mcsearch.numerics.portable_math import log
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from math import sqrt

    from mcsearch.engine.tree import NONE, Tree
    from mcsearch.numerics.portable_math import log
    from mcsearch.numerics.rng import Rng

if TYPE_CHECKING:
    from mcsearch.selection.bracket import Rounds

# only speed depends on it, and interpreted code would take long to fill a large one
_TABLE_SIZE = cython.declare(cython.int, 65536 if cython.compiled else 1024)
_LARGE = cython.declare(cython.int, 65536)
_LN2 = cython.declare(cython.double, 0.6931471805599453)
_REFUTED = cython.declare(cython.double, -(2.0**100))  # below every score; a float32 holds it


class Term(NamedTuple):
    """A named summand of a rule's score."""

    name: str
    expression: str


class Terms(NamedTuple):
    """The scores of a node's children, term by term; rows in the order of `tree.children(node)`."""

    names: tuple[str, ...]
    values: np.ndarray  # float64 [num_children, num_terms]
    total: np.ndarray  # float64 [num_children], -inf where a sibling is proven to be as good


_ROOT_LOG = np.zeros(_TABLE_SIZE)
_INVERSE_ROOT = np.zeros(_TABLE_SIZE)


def fill_tables() -> None:
    """Put sqrt(ln n) and 1 / sqrt(n) for small n into their tables, at the import already.

    Only who has cleared the tables needs to call it, before the next search.
    """
    root_log: cython.double[::1] = view(_ROOT_LOG)
    inverse_root: cython.double[::1] = view(_INVERSE_ROOT)
    n: cython.int
    # a child without visits comes first by its stored part, which is infinite, and by nothing that
    # depends on its parent: then the bound of `select_by` holds for it too
    inverse_root[0] = 0.0
    for n in range(1, _TABLE_SIZE):
        root_log[n] = sqrt(log(n))
        inverse_root[n] = 1.0 / sqrt(n)


def clear_tables() -> None:
    """Let a memory that is kept do without the tables, which nothing packs well."""
    _ROOT_LOG.fill(0.0)
    _INVERSE_ROOT.fill(0.0)


fill_tables()


def root_log(rule, n):
    """sqrt(ln n); for a large n = m (1 + t) 2**shift from that of m < 65536."""
    return _root_log_of(rule, n)


COMPILED_METHODS = frozenset(
    {"expanded", "opened", "learn", "set_range", "update", "refute", "update_path", "select"}
    | {"number_proofs", "_look_up_means", "_select_shared"}
)


@cython.cclass
class Rule:
    """Score = stored base + exploration * sqrt(ln n_p / n); ties go to the child expanded first.

    A subclass states `name`, `title`, `num_players`, `parameters`, `terms` and `symbols` (formula
    name -> parameter name), and overrides `update`; one whose formula differs from node to node
    also `terms_at`, one that draws the child `select`, and one that looks at states `expanded`.
    These are compiled methods: a rule in plain Python is a `PythonRule`.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    num_players: ClassVar[int] = 1
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    terms_in_order: ClassVar[tuple[Term, ...]] = ()
    symbols: ClassVar[dict[str, str]] = {}
    scores_unvisited: ClassVar[bool] = False
    """Whether the formula has a value for a child without visits."""
    needs: ClassVar[str] = ""
    """What a position must offer: "heuristic" or "largest_value"."""
    is_drawn: ClassVar[bool] = False
    """Whether a child is drawn with a probability proportional to its score."""
    needs_turns: ClassVar[bool] = False
    """Whether it is refused where chance acts or a player may act twice in turn."""
    not_shared: ClassVar[str] = ""
    """Why it is refused with transpositions, as a sentence goes on; "" where it is not."""
    is_offered: ClassVar[bool] = True
    """Whether it is among the rules to choose from; one that is not can be asked for by name."""

    def __init__(self, **parameters: float) -> None:
        self.parameters_in_use = parameters
        self._exploration_given = parameters.get("exploration", 0.0)
        self._exploration = self._exploration_given
        self._least = 0.0
        self._range = 1.0
        self.expands_all = False
        self._needs_state = False
        self.learns = False
        self._root_log = view(_ROOT_LOG)
        self._inverse_root = view(_INVERSE_ROOT)

    def attach(self, tree: Tree, rng: Rng) -> None:
        """Take part in a search: ask its tree for optional columns and draw from its generator."""
        self.rng = rng

    def attach_to(self, search: Any) -> None:
        """Called by the search that selects by it, which a rule whose code fails ends.

        RecipeError where the rule can't be used.
        """
        if self.needs_turns and search.root.has_chance:
            raise RecipeError(
                f"selection: {self.name!r} can't be used where chance acts or a player may act "
                f"twice in turn; choose another rule, such as {search.default_rule!r}"
            )
        if self.not_shared and search.values.get("transpositions"):
            raise RecipeError(
                f"transpositions: can't be used with {self.name!r}, {self.not_shared}; choose off"
            )

    @property
    def num_bytes(self) -> int:
        """Bytes of what it remembers besides the tree."""
        return 0

    def remark(self, tree: Tree, node: int) -> str:
        """What there is to say of the scores of a node's children besides their terms; or ""."""
        return ""

    def lender_of(self, tree: Tree, node: int) -> int:
        """The node whose statistics help to score a node's children; NONE: those of no other."""
        return NONE

    def standing_of(self, tree: Tree, child: int) -> tuple:
        """How far its rounds have let a child of the root come; the largest is played."""
        return ()

    def rounds(self, tree: Tree) -> Rounds | None:
        """The rounds that it divides a move's playouts into; None without, or before the first."""
        return None

    def begin_at_root(self) -> None:
        """Called when another position becomes the root; the tree keeps its branch."""

    def copy_from(self, other: Rule) -> None:
        """Take over what a rule of the same class and parameters remembers."""
        self._least = other._least
        self._range = other._range
        self._exploration = other._exploration

    def expanded(self, tree, node, state):
        """Look at the state of a node that has just become a child; if `_needs_state` is set."""

    def opened(self, tree, node, state, actions):
        """Look at a node that has just got its children, the last of `actions` first.

        Only where `expands_all` is set, with the node's state and the actions it was expanded by.
        """

    def learn(self, tree, path, count, episode, value):
        """Learn from an iteration that has returned `value` to player 0; where `learns` is set.

        After the first `count` nodes of the path have counted it.
        """

    def set_range(self, least, width):
        """Measure exploration by the range of the scores seen; two players: that from 0 to 1."""
        self._least = least
        self._range = width
        self._exploration = self._exploration_given * width

    def update(self, tree, node):
        """Store the part of the node's score that changes only with its own visits."""
        tree._base[node] = tree._value_sum[node] / tree._visits[node]

    def refute(self, tree, node):
        """Keep selection away from a visited node that can't be better than a sibling."""
        tree._base[node] = _REFUTED

    def update_path(self, tree, path, depth):
        """Update the nodes of a path down to a depth."""
        i: cython.int
        for i in range(depth + 1):
            self.update(tree, path[i])

    def number_proofs(self, tree, path, depth):
        """Number anew what is left to prove along a path whose bounds have been backed up.

        Called in a tree that keeps proof numbers.
        """

    def select(self, tree, node):
        """The child with the largest score."""
        visits: cython.int = tree._visits[node]
        factor: cython.double
        if tree._num_children[node] == 1:
            return tree._first[node]
        if tree.positions is not None:
            return self._select_shared(tree, tree.positions, node)
        factor = self._exploration * _root_log_of(self, visits)
        return _select_by(self, tree, node, factor)

    def _select_shared(self, tree, positions, node):
        """The child with the largest score where other ways may have changed any child's mean.

        A rule whose stored part is not the mean can't be used with transpositions.
        """
        visits: cython.int = self._look_up_means(tree, positions, node)
        return _select_from_all(self, tree, node, self._exploration * _root_log_of(self, visits))

    def _look_up_means(self, tree, positions, node):
        """Store the children's means, whichever way visits came; return those of the node."""
        child: cython.int
        position: cython.int
        first: cython.int = tree._first[node]
        for child in range(first, first + tree._num_children[node]):
            position = tree._position[child]
            if tree._visits[child] > 0 and tree._base[child] != _REFUTED:
                tree._base[child] = positions.value_sum[position] / positions.visits[position]
        return positions.visits[tree._position[node]]

    def terms_at(self, tree: Tree, node: int) -> tuple:
        """The terms, each a name and a formula, of the scores of a node's children."""
        return self.terms_in_order

    def variables(self, tree: Tree, node: int, child: int) -> dict:
        """What the names in the formulas stand for at a visited child of a node."""
        visits = tree.visits_of(child)
        values = {symbol: self.parameters_in_use[name] for symbol, name in self.symbols.items()}
        if "C" in values:
            values["C"] *= self._range
        values |= {"v": tree.mean(child), "n": visits, "n_p": tree.position_visits_of(node)}
        if tree.keeps_scores:
            values |= {"S": float(tree.square_sum[child]), "t": tree.top(child)}
        return values

    def terms(self, tree: Tree, node: int) -> Terms:
        """Every visited child's score, term by term; nan for children without visits."""
        children = tree.children(node)
        terms = self.terms_at(tree, node)
        values = np.full((len(children), len(terms)), np.nan)
        for row, child in enumerate(children):
            if self.scores_unvisited or tree.visits_of(child):
                variables = self.variables(tree, node, child)
                values[row] = [evaluate(term.expression, variables) for term in terms]
        names = tuple(term.name for term in terms)
        total = values.sum(axis=1)
        shunned = [tree.base[c] == _REFUTED or tree.is_closed(c) for c in children]
        total[shunned] = 0.0 if self.is_drawn else -np.inf
        return Terms(names, values, total)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _root_log_of(rule: Rule, n: cython.int) -> cython.double:
    m: cython.int = n
    shift: cython.int = 0
    t: cython.double
    known: cython.double
    if n < _TABLE_SIZE:
        return rule._root_log[n]
    while m >= _LARGE:
        m >>= 1
        shift += 1
    if cython.compiled:  # the table is as large as m can get
        known = rule._root_log[m]
    else:
        known = rule._root_log[m] if m < _TABLE_SIZE else sqrt(log(m))
    if shift == 0:
        return known
    t = cython.cast(cython.double, n - (m << shift)) / cython.cast(cython.double, m << shift)
    return sqrt(known * known + shift * _LN2 + t * (1.0 - t * (0.5 - t * (1.0 / 3.0))))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _score(rule: Rule, tree: Tree, child: cython.int, factor: cython.double) -> cython.double:
    n: cython.int = tree._visits[child]
    if n < _TABLE_SIZE:
        return tree._base[child] + factor * rule._inverse_root[n]
    return tree._base[child] + factor * (1.0 / sqrt(n))


def select_by(rule, tree, node, factor):
    """The child with the largest stored base + factor / sqrt(n).

    The factor must never shrink from one call for a node to the next. Since the last look at all
    children only the one selected then has been visited: the scores of the others have grown by no
    more than the factor. While the selected child's score exceeds `bound`, which is the runner-up's
    score less the factor then, plus the factor now, it is still the largest.
    """
    return _select_by(rule, tree, node, factor)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _select_by(rule: Rule, tree: Tree, node: cython.int, factor: cython.double) -> cython.int:
    child: cython.int
    if tree._choice[node] != NONE:
        child = tree._first[node] + tree._choice[node]
        if _score(rule, tree, child, factor) > tree._bound[node] + factor:
            return child
    return _select_from_all(rule, tree, node, factor)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _select_from_all(rule: Rule, tree: Tree, node: cython.int, factor: cython.double) -> cython.int:
    first: cython.int = tree._first[node]
    best: cython.int = first
    best_score: cython.double = -1e300
    second_score: cython.double = -1e300
    score: cython.double
    lower: cython.double
    child: cython.int
    for child in range(first, first + tree._num_children[node]):
        score = _score(rule, tree, child, factor)
        # four different conditions: a compiler makes no branches of them, which at nearly equal
        # scores would be predicted wrongly as often as not
        lower = score if score < best_score else best_score
        second_score = lower if lower > second_score else second_score
        best = child if score > best_score else best
        best_score = best_score if best_score > score else score
    tree._choice[node] = best - first
    # stored in single precision: a little more, so that rounding never makes it too low
    second_score -= factor
    tree._bound[node] = second_score + 1e-6 * (1.0 + abs(second_score))
    return best


EXPLORE = Term("explore", "C * sqrt(log(n_p) / n)")


def exploration_weight(default: float) -> Parameter:
    return Parameter(
        "exploration",
        "float",
        default,
        "Exploration C",
        "weight of the exploration term",
        low=0.0,
        high=10_000.0,
        log=True,
    )
