"""Single-player Monte Carlo tree search (Schadd et al. 2008)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from mcsearch.engine.bounds import Bounds, ScoreBounds
from mcsearch.engine.limits import ITERATIONS, NODES, SECONDS, TARGET
from mcsearch.engine.parameter import Parameter
from mcsearch.searches.mcts import CODE, WHEN_FULL

if cython.compiled:
    from cython.cimports.mcsearch.engine.search import Search
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE, Tree
    from cython.cimports.mcsearch.searches.mcts import Mcts
    from cython.cimports.mcsearch.selection.rule import Rule
else:
    from mcsearch.engine.search import Search
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE, Tree
    from mcsearch.searches.mcts import Mcts
    from mcsearch.selection.rule import Rule

CLOSING = Parameter(
    "closing",
    "bool",
    True,
    "Closing",
    "subtrees whose every end has been seen are closed: selection keeps away from them, and the "
    "search ends when nothing is left; on large SameGame boards it gains nothing",
)


@cython.cclass
class SpMcts(Mcts):
    """Single-player MCTS (Schadd et al. 2008).

    With `restart_after` the search begins a new tree every so many iterations and keeps the best
    result of all, the paper's meta-search.

    With `closing` a node below which every end of the game has been seen is closed: its top score
    is its exact value, selection goes to its siblings, and a search whose root is closed stops as
    proven, with the optimum. It is the case of score bounds (Cazenave and Saffidine 2010) where
    nothing is known of a position before its last end has been seen. On 100 SameGame boards of
    15x15 cells, formula (2), 20,000 iterations, it gains no score (-0.1 +- 0.1 points, mean and
    standard error of the pairs) and makes 20,001 nodes where the search without makes 12,238; it
    pays where whole subtrees are seen: small problems, and the ends of games.
    """

    name = "spmcts"
    title = "SP-MCTS"
    default_policy = "tabu-color-random"
    default_rule = "uct-range"
    num_players = (1,)
    code = CODE
    parameters = (
        ITERATIONS,
        SECONDS,
        TARGET,
        NODES,
        WHEN_FULL,
        Parameter(
            "restart_after",
            "int",
            0,
            "Restart after",
            "a new tree is begun every so many iterations and the best result kept; 0: never",
            low=0,
            high=1_000_000_000,
            log=True,
        ),
        CLOSING,
    )
    restarts = cython.declare(cython.int, visibility="readonly")
    _restart_after: cython.longlong

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        super().__init__(root, values, seed)
        self.restarts = 0
        self._restart_after = values["restart_after"]
        if values["closing"]:
            self.tree.keep_closed()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self) -> cython.void:
        after: cython.longlong = self._restart_after
        if after > 0 and self.iterations > 0 and self.iterations % after == 0:
            self.tree.clear()
            self.restarts += 1
        Mcts._select(self)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _simulate(self) -> cython.void:
        Search._simulate(self)
        self._has_ended = self._trail.count == 0 and not self.tree.is_closed(self._leaf)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _backpropagate(self) -> cython.void:
        Mcts._backpropagate(self)
        if self._has_ended and self.tree.keeps_closed:
            self._close(self.tree, self.rule)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close(self, tree: Tree, rule: Rule) -> cython.void:
        """Close the leaf, at which the game is over, and what that completes above it."""
        depth: cython.int = self._depth
        plies: cython.int = 0
        while plies != NONE:
            tree._plies[self._path[depth]] = plies
            if depth == 0:
                self._end_proven()
                return
            rule.refute(tree, self._path[depth])
            depth -= 1
            plies = self._plies_to_end(tree, self._path[depth])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _plies_to_end(self, tree: Tree, node: cython.int) -> cython.int:
        """Plies of the shortest best line from a node; NONE unless all its children are closed."""
        first: cython.int = tree._first[node]
        plies: cython.int = NONE
        child: cython.int
        if tree._num_children[node] < tree._num_legal[node]:
            return NONE
        for child in range(first, first + tree._num_children[node]):
            if not tree.is_closed(child):
                return NONE
            if tree._top_score[child] == tree._top_score[node] and (
                plies == NONE or tree._plies[child] < plies
            ):
                plies = tree._plies[child]
        return plies + 1

    # --- Python level ---

    @property
    def bounds(self) -> Bounds:
        """What is certain of the root's best score: the score found once the root is closed."""
        known = super().bounds
        if not known.is_exact:
            return known
        return ScoreBounds(self.best_score, self.best_score, known.plies)

    def _become(self, other: SpMcts) -> None:
        super()._become(other)
        self.restarts = other.restarts
