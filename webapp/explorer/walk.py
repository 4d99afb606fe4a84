"""A search and how far it has come, counted in phases.

Searches are deterministic, so the number of phases names a moment of a search for good: going back
is building the search again and walking there. Long walks are made in slices, so that whoever
walks stays in charge between two of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from mcsearch import Recipe

PHASES = 4  # of an iteration


class Walk:
    """A search that is walked to a moment given in phases."""

    def __init__(self, recipe: Recipe) -> None:
        self.search = recipe.build()

    @property
    def steps(self) -> int:
        """Phases done since the search was built."""
        return PHASES * self.search.iterations + self.search.phase % PHASES

    def advance(self, phases: int, seconds: float) -> bool:
        """Do so many phases; False when the time was too short, True also when the search stops."""
        return self.go_to(self.steps + phases, seconds)

    def go_to(self, steps: int, seconds: float) -> bool:
        """Walk on to a moment: whole iterations in compiled code, the last phases one by one."""
        search = self.search
        deadline = time.perf_counter() + seconds
        iterations = steps // PHASES - search.iterations
        if iterations > 0:
            search.run(iterations, seconds)
        while not search.stopped and self.steps < steps:
            if time.perf_counter() > deadline:
                return False
            search.advance()
        return True

    def go_to_next_best(self, seconds: float) -> bool:
        """Walk on until a playout beats the best score so far, to the end of its iteration."""
        known = len(self.search.improvements)
        self.search.run(seconds=seconds, to_next_best=True)
        return bool(self.search.stopped) or len(self.search.improvements) > known


@dataclass
class Jump:
    """A walk that may take many slices: what is walked, how, and what to call it."""

    label: str
    walk: Walk
    go: Callable[[float], bool]  # one slice of so many seconds; True when the jump is over
    end: int | None  # phases at the end; None: nobody knows
    start: int = 0  # phases at the beginning

    @property
    def progress(self) -> float | None:
        """Share of the way done, 0 to 1, or None when the end is not known."""
        if self.end is None:
            return None
        way = self.end - self.start
        return min(1.0, (self.walk.steps - self.start) / way) if way > 0 else 1.0


def jump_forward(walk: Walk, iterations: int) -> Jump:
    """Walk on to the end of an iteration."""
    return _jump(f"to iteration {iterations}", walk, PHASES * iterations)


def jump_to_next_best(walk: Walk) -> Jump:
    """Walk on to the next best score."""
    return Jump("to the next best", walk, walk.go_to_next_best, end=None)


def jump_to_budget(walk: Walk, iterations: int) -> Jump:
    """Walk on until the search stops by itself, at the latest after so many iterations."""
    return _jump("to the end of the budget", walk, PHASES * iterations)


def jump_to_steps(recipe: Recipe, steps: int) -> Jump:
    """Build the search anew and walk to a moment given in phases."""
    return _jump("back", Walk(recipe), steps)


def jump_back(recipe: Recipe, iterations: int) -> Jump:
    """Build the search anew and walk to the end of an iteration (0: the beginning)."""
    return _jump(f"back to iteration {iterations}", Walk(recipe), PHASES * iterations)


def _jump(label: str, walk: Walk, steps: int) -> Jump:
    return Jump(
        label, walk, lambda seconds: walk.go_to(steps, seconds), end=steps, start=walk.steps
    )
