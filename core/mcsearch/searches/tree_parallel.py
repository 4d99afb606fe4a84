"""Tree parallelism: one tree, several descents at once, by virtual loss (Chaslot et al. 2008)."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.numerics.views import view
from mcsearch.playout import policy_of
from mcsearch.searches import uct
from mcsearch.searches.root_parallel import num_threads
from mcsearch.selection.rounds import RoundRule

if cython.compiled:
    from cython.cimports.mcsearch.engine.search import GOES_ON
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE, ROOT, Tree
    from cython.cimports.mcsearch.numerics.rng import next_bits
    from cython.cimports.mcsearch.searches.crew import Crew
    from cython.cimports.mcsearch.searches.descent import Descent
    from cython.cimports.mcsearch.searches.mcts import Mcts
    from cython.cimports.mcsearch.searches.uct import UctSearch
    from cython.cimports.mcsearch.selection.rule import Rule
    from cython.cimports.mcsearch.selection.scored import is_refuted
else:
    from mcsearch.engine.search import GOES_ON
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE, ROOT, Tree
    from mcsearch.numerics.rng import next_bits
    from mcsearch.searches.crew import Crew
    from mcsearch.searches.descent import Descent
    from mcsearch.searches.mcts import Mcts
    from mcsearch.searches.uct import UctSearch
    from mcsearch.selection.rule import Rule
    from mcsearch.selection.scored import is_refuted

_DESCENTS = Parameter(
    "descents",
    "int",
    8,
    "Descents at once",
    "so many leaves are chosen one after the other, each way counted as a loss until its playout "
    "returns (virtual loss); then all are played out, on as many cores as there are",
    low=1,
    high=256,
)
_FEWEST = 64  # iterations that threads are begun for


@cython.cclass
class TreeParallel(UctSearch):
    """UCT whose playouts run side by side in one tree.

    A batch begins with its descents and expansions, one after the other. Each counts a visit in
    every node of its way at once, and a loss for who moved there, so that the next goes elsewhere
    (virtual loss). Then every leaf is played out with random numbers of its own. The batch's
    iterations follow, in order: each puts its own return in the place of its losses. So nothing
    depends on how many threads there are, nor on which is faster, and a batch of one is UCT.
    """

    name = "tree-parallel"
    title = "UCT, tree-parallel"
    takes_chance = False
    code = (
        "select by virtual losses",
        "node ← untried move",
        "r ← playout, side by side",
        "path: losses ← r",
    )
    parameters = (*uct.UctSearch.parameters, _DESCENTS)

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        super().__init__(root, values, seed)
        self._most = values["descents"]
        self._check(root, values)
        descents = [Descent(self.root, policy_of(values)) for _ in range(self._most)]
        self._crew = Crew(descents, self._cut_off)
        self._size = 0
        self._place = 0
        self._front = Actions(root.max_plies + 1)
        self._refuted = view(np.zeros(root.max_plies + 2, np.int32))
        self._budget = values["iterations"]

    def _check(self, root: State, values: Mapping[str, Any]) -> None:
        """RecipeError for what needs every return before the next descent, and for Python."""
        remedy = "choose search uct, with trees for more cores"
        if self.policy.learns:
            raise RecipeError(f"policy: {self.policy.name!r} learns from every playout; {remedy}")
        needs_all = isinstance(self.rule, RoundRule) or self.tree.keeps_proof_numbers
        if self.rule.learns or needs_all:
            raise RecipeError(
                f"selection: {self.rule.name!r} needs every return before the next descent; "
                f"{remedy}"
            )
        if values["transpositions"]:
            raise RecipeError(f"transpositions: tree-parallel shares no positions; {remedy}")
        if root.has_chance:
            raise RecipeError(f"search: tree-parallel takes no game with chance; {remedy}")
        if self.halt.has_hooks:
            raise RecipeError(
                "search: tree-parallel plays compiled games by compiled rules and policies, whose "
                f"playouts can run side by side; {remedy}"
            )

    # --- the phases ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self) -> cython.void:
        if self._place >= self._size:
            self._begin_batch(self._crew)
        self._cut = 0
        self._has_ended = False
        self._trail.clear()
        self._show(cython.cast(Descent, self._crew._at[self._place]), self.tree, False)

    def _begin_batch(self, crew):
        """Choose the leaves, with virtual losses on their ways, and play them all out."""
        size: cython.int = self._most
        if self.iterations < self._budget < self.iterations + size:
            size = cython.cast(cython.int, self._budget - self.iterations)
        if self._shortest.is_sought:
            size = 1  # by no rule that goes elsewhere
        self._place = 0
        self._size = 0
        crew.begin()
        _copy_actions(self._front, self._line)
        while self._size < size and (self._size == 0 or self._stop_code == GOES_ON):
            self._descend_to(cython.cast(Descent, crew._at[self._size]))
            self._size += 1
            crew.offer()
        _copy_actions(self._line, self._front)
        crew.finish(self._size)

    def _descend_to(self, descent):
        """Choose a leaf, expand it, and count its way as lost for who moved there."""
        depth: cython.int
        Mcts._select(self)
        descent.num_selected = self._depth
        Mcts._expand(self)
        descent.num_new = self._num_new
        _copy_actions(self._line, descent.line)
        descent.rng.state = next_bits(self.rng)
        descent.is_known = self.tree.keeps_bounds and self._knows_leaf()
        if descent.is_known:
            descent.value = self.tree._lower[self._leaf]
        else:
            self._stack.copy_to(self._depth, descent.state)
        for depth in range(self._depth + 1):
            self.tree._visits[self._path[depth]] += 1
        self._update(self.tree, self.rule)

    def _show(self, descent, tree, is_expanded):
        """Make a descent the iteration at work; its nodes may have moved since."""
        depth: cython.int
        node: cython.int = ROOT
        self._depth = descent.line.count if is_expanded else descent.num_selected
        self._num_new = descent.num_new if is_expanded else 0
        self._line.count = self._depth
        for depth in range(self._depth):
            self._line.items[depth] = descent.line.items[depth]
            node = tree.find_child(node, descent.line.items[depth])
            self._path[depth + 1] = node
        self._path[0] = ROOT
        self._leaf = node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _expand(self) -> cython.void:
        self._show(cython.cast(Descent, self._crew._at[self._place]), self.tree, True)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        self._take(cython.cast(Descent, self._crew._at[self._place]))

    def _take(self, descent):
        """What the playout of a descent has returned."""
        self._cut = descent.cut
        self.playout_return = descent.value
        _copy_actions(descent.trail, self._trail)
        if not descent.is_known and descent.cut == 0:
            self._note_end(self.tree)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backpropagate(self) -> cython.void:
        Mcts._backpropagate(self)
        self._place += 1
        if self._stop_code != GOES_ON:
            self._end_batch()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _back_up_return(self, tree: Tree, rule: Rule) -> cython.void:
        """Each node gets the return in the place of its virtual loss, which counts the visit."""
        depth: cython.int
        mover: cython.int = self._mover(0)
        for depth in range(self._depth + 1):
            tree._value_sum[self._path[depth]] += (
                self.playout_return if mover == 0 else 1.0 - self.playout_return
            )
            # a child gains that may not be the one selected last
            tree._choice[self._path[depth]] = NONE
            mover = 1 - mover
        self._update(tree, rule)

    def _update(self, tree, rule):
        """Let the rule update the path; what was refuted when its descent was under way stays."""
        depth: cython.int
        count: cython.int = 0
        if tree.keeps_bounds:
            for depth in range(self._depth + 1):
                if is_refuted(tree, self._path[depth]):
                    self._refuted[count] = self._path[depth]
                    count += 1
        rule.update_path(tree, self._path, self._depth)
        for depth in range(count):
            rule.refute(tree, self._refuted[depth])

    def _end_batch(self):
        """Back up what the descents that are left of a batch have returned."""
        while self._place < self._size:
            self._select()
            self._expand()
            self._simulate()
            Mcts._backpropagate(self)
            self._place += 1
            self.iterations += 1

    # --- Python level ---

    def _run(
        self,
        iterations: int | None,
        seconds: float | None,
        to_next_best: bool,
        clock: Callable[[], float],
    ) -> int:
        begin = self.iterations
        is_short = iterations is not None and iterations < _FEWEST
        threads = 1 if is_short or self.values.get("trees", 1) > 1 else num_threads(self._most)
        with self._crew.at_work(threads):
            super()._run(iterations, seconds, to_next_best, clock)
        if self.stopped:
            self._end_batch()
        return self.iterations - begin

    @property
    def under_way(self) -> int:
        """Descents of the batch that count as losses still."""
        return self._size - self._place

    @property
    def new_nodes(self) -> list:
        path = self.path
        if self._num_new < 2:
            return path[len(path) - self._num_new :]
        children = self.tree.children(path[len(path) - 2])
        return children[len(children) - self._num_new :]

    def _go_on_from(self, action: Any) -> int:
        self.root.number_of(action)  # ValueError for what is not legal, before anything is done
        self.halt.cancelled = False
        while self.phase % 4:
            self._advance(time.perf_counter, False)
        self._end_batch()
        self._front.clear()
        return super()._go_on_from(action)

    def _become(self, other: TreeParallel) -> None:
        super()._become(other)
        self._crew.copy_from(other._crew)
        self._size = other._size
        self._place = other._place
        self._front.copy_from(other._front)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _copy_actions(source: Actions, target: Actions) -> cython.void:
    i: cython.int
    for i in range(source.count):
        target.items[i] = source.items[i]
    target.count = source.count
