"""Single-player Monte Carlo tree search (Schadd et al. 2008)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.engine.search import ITERATIONS, NODES, SECONDS, TARGET
from mcsearch.searches.mcts import CODE, WHEN_FULL

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.searches.mcts import Mcts
else:
    from mcsearch.engine.state import State
    from mcsearch.searches.mcts import Mcts


@cython.cclass
class SpMcts(Mcts):
    """Single-player MCTS (Schadd et al. 2008).

    With `restart_after` the search begins a new tree every so many iterations and keeps the best
    result of all, the paper's meta-search.
    """

    name = "spmcts"
    title = "SP-MCTS"
    default_policy = "tabu-color-random"
    default_rule = "uct-top"
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
    )
    restarts = cython.declare(cython.int, visibility="readonly")
    _restart_after: cython.longlong

    def __init__(self, root: State, values: Mapping[str, Any], seed: int) -> None:
        super().__init__(root, values, seed)
        self.restarts = 0
        self._restart_after = values["restart_after"]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _select(self) -> cython.void:
        after: cython.longlong = self._restart_after
        if after > 0 and self.iterations > 0 and self.iterations % after == 0:
            self.tree.clear()
            self.restarts += 1
        Mcts._select(self)

    def _become(self, other: SpMcts) -> None:
        super()._become(other)
        self.restarts = other.restarts
