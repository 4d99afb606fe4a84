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

STOPPED = 0  # what `advance()` returns when nothing was left to do
_PHASES_A_LOOK = 16  # phases between two looks at the clock

Reached = Callable[["Walk"], bool]


class Walk:
    """A search together with the number of phases it has done since it was built."""

    def __init__(self, recipe: Recipe) -> None:
        self.search = recipe.build()
        self.steps = 0

    def advance(self, phases: int, seconds: float, reached: Reached | None = None) -> bool:
        """Do up to `phases` phases until `reached`, the search's own stop or the end of the slice.

        Returns whether the walk is over (False: the time was too short).
        """
        search = self.search
        deadline = time.perf_counter() + seconds
        for number in range(1, phases + 1):
            if reached is not None and reached(self):
                return True
            if search.advance() == STOPPED:
                return True
            self.steps += 1
            if number % _PHASES_A_LOOK == 0 and time.perf_counter() > deadline:
                return False
        return True


@dataclass
class Jump:
    """A walk that may take many slices: what is walked, where to, and what to call it."""

    label: str
    walk: Walk
    reached: Reached
    start: float  # `measure` at the beginning
    end: float | None  # `measure` at the end; None: nobody knows
    measure: Callable[[Walk], float]

    def work(self, seconds: float) -> bool:
        """One slice; True when the jump is over."""
        return self.walk.advance(_ENDLESS, seconds, self.reached)

    @property
    def progress(self) -> float | None:
        """Share of the way done, 0 to 1, or None when the end is not known."""
        if self.end is None:
            return None
        way = self.end - self.start
        done = self.measure(self.walk) - self.start
        return min(1.0, max(0.0, done / way)) if way > 0 else 1.0


_ENDLESS = 1 << 62


def iterations_of(walk: Walk) -> float:
    """A measure of the way: completed iterations."""
    return walk.search.iterations


def steps_of(walk: Walk) -> float:
    """A measure of the way: phases."""
    return walk.steps


def jump_forward(walk: Walk, iterations: int) -> Jump:
    """Walk on to the end of an iteration."""
    return Jump(
        label=f"to iteration {iterations}",
        walk=walk,
        reached=lambda w: w.search.iterations >= iterations,
        start=walk.search.iterations,
        end=iterations,
        measure=iterations_of,
    )


def jump_to_next_best(walk: Walk) -> Jump:
    """Walk on until a playout beats the best score so far (and that iteration is complete)."""
    search = walk.search
    known = len(search.improvements)
    return Jump(
        label="to the next best",
        walk=walk,
        reached=lambda w: len(search.improvements) > known,
        start=0,
        end=None,
        measure=iterations_of,
    )


def jump_to_budget(walk: Walk, iterations: int | None) -> Jump:
    """Walk on until the search stops by itself; `iterations`: its own limit, if it has one."""
    return Jump(
        label="to the end of the budget",
        walk=walk,
        reached=lambda w: bool(w.search.stopped),
        start=walk.search.iterations,
        end=iterations,
        measure=iterations_of,
    )


def jump_to_steps(recipe: Recipe, steps: int) -> Jump:
    """Build the search anew and walk to a moment given in phases."""
    return Jump(
        label="back",
        walk=Walk(recipe),
        reached=lambda w: w.steps >= steps,
        start=0,
        end=steps,
        measure=steps_of,
    )


def jump_back(recipe: Recipe, iterations: int) -> Jump:
    """Build the search anew and walk to the end of an iteration (0: the beginning)."""
    return Jump(
        label=f"back to iteration {iterations}",
        walk=Walk(recipe),
        reached=lambda w: w.search.iterations >= iterations,
        start=0,
        end=iterations,
        measure=iterations_of,
    )
