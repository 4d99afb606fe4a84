"""What perfect play makes of a position, where the game has an exact solver; in slices."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from mcsearch.engine.bounds import Bounds
from mcsearch.games import SOLVERS, ExactSolver
from mcsearch.play.setting import Setting

_NODES_A_STEP = 1_024
_MORE_FOR_PLIES = 4  # a share of what it may take to know who wins


class Truth:
    """The exact values of the moves of a game's positions.

    `ask` names a position, `advance` works on it, `values` are then those of its moves: None where
    it takes more than the solver's budget to know who wins. `plies` of a value that is won or lost
    is NONE where only that took too long.
    """

    def __init__(self, setting: Setting, clock: Callable[[], float] = time.perf_counter) -> None:
        record = SOLVERS.get(setting.game) if setting.own is None else None
        self._record = record
        self._solver: ExactSolver | None = record.build(setting.start()) if record else None
        self._clock = clock
        self._steps: Iterator[None] = iter(())
        self.values: dict[Any, Bounds] | None = None

    @property
    def is_there(self) -> bool:
        """Whether the game has a solver."""
        return self._solver is not None

    def ask(self, state: Any) -> None:
        """Begin with a position; `advance` does the work."""
        self.values = None
        self._steps = self._solve(state)

    def _solve(self, state: Any) -> Iterator[None]:
        solver, record = self._solver, self._record
        if solver is None or record is None:
            return
        budget = record.budget(state)
        solver.begin(state)
        while not solver.is_settled:
            if solver.num_nodes >= budget:
                return
            solver.run(_NODES_A_STEP)
            yield
        budget = solver.num_nodes + budget // _MORE_FOR_PLIES
        while not solver.is_finished and solver.num_nodes < budget:
            solver.run(_NODES_A_STEP)
            yield
        self.values = solver.bounds

    def advance(self, seconds: float) -> bool:
        """Work for a slice; return whether all is known that will be."""
        end = self._clock() + seconds
        return all(self._clock() < end for _ in self._steps)


def best_actions(values: dict[Any, Bounds]) -> list[Any]:
    """The actions of perfect play: they win the fastest, or draw, or lose the slowest."""
    best = max(map(_rank, values.values()))
    return [action for action, bounds in values.items() if _rank(bounds) == best]


def value_of(values: dict[Any, Bounds]) -> Bounds:
    """What a position with such moves is worth for who is to move."""
    best = values[best_actions(values)[0]]
    return best._replace(plies=best.plies + 1) if best.plies >= 0 else best


def _rank(bounds: Bounds) -> tuple[float, float]:
    """Where the plies are not known a win comes after, a loss before those where they are."""
    if bounds.lower == 1.0:
        return 1.0, -bounds.plies if bounds.plies >= 0 else float("-inf")
    return bounds.lower, bounds.plies if bounds.lower == 0.0 else 0.0
