"""A search and how far it has come, counted in phases.

Searches are deterministic, so the number of phases names a moment of a search for good: going back
is walking there again, from the nearest copy that was kept on the way or from the beginning. Long
walks are made in slices, so that whoever walks stays in charge between two of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from explorer.look.text import number
from explorer.moment.course import Course
from explorer.moment.steps import PHASES, steps_of
from explorer.session.checkpoints import SPACING_SECONDS, Checkpoints
from mcsearch.problem.numbered import in_numbers

_SAMPLES = 50  # of the course on a long way, at the least
_DENSEST = 32  # iterations between two samples, once so many are done


class Beginning(Protocol):
    """What a walk sets out from, a recipe for one: it builds the search before its first phase."""

    def build(self) -> Any: ...


class Walk:
    """A search that is walked to a moment given in phases; `course` notes what it passes."""

    def __init__(
        self,
        beginning: Beginning,
        search: Any = None,
        checkpoints: Checkpoints | None = None,
        course: Course | None = None,
    ) -> None:
        self._beginning = beginning
        self.search = in_numbers(search or beginning.build())
        self.course = course or Course()
        self._checkpoints = checkpoints or Checkpoints()
        self.course.note(self.search)  # one that has been walked already

    @property
    def steps(self) -> int:
        """Phases done since the search was built."""
        return steps_of(self.search)

    def toward(self, steps: int) -> Walk:
        """The walk to go on with to a moment: this one, or one from a copy that is nearer to it."""
        ahead = self.steps <= steps
        nearer = self._checkpoints.nearest(steps, after=self.steps if ahead else 0)
        if ahead and nearer is None:
            return self
        return Walk(self._beginning, nearer, self._checkpoints, self.course)

    def advance(self, phases: int, seconds: float) -> bool:
        """Do so many phases; False when the time was too short, True also when the search stops."""
        return self.go_to(self.steps + phases, seconds)

    def go_to(self, steps: int, seconds: float) -> bool:
        """Walk on to a moment: whole iterations in compiled code, the last phases one by one."""
        search = self.search
        deadline = time.perf_counter() + seconds
        left = seconds  # a machine that is busy elsewhere now does not keep it from going on at all
        while not search.stopped and (iterations := steps // PHASES - search.iterations) > 0:
            if left <= 0:
                return False
            # the first iteration, then twice as many each time: the means change most at first
            started = max(search.iterations, 1)
            chunk = min(iterations, max(iterations // _SAMPLES, _DENSEST), started)
            search.run(chunk, min(left, SPACING_SECONDS))
            self._pass_by()
            left = deadline - time.perf_counter()
        while not search.stopped and self.steps < steps:
            search.advance()
        self._pass_by()
        return True

    def go_to_next_best(self, seconds: float) -> bool:
        """Walk on until a playout beats the best score so far, to the end of its iteration."""
        search = self.search
        known = len(search.improvements)
        deadline = time.perf_counter() + seconds
        left = seconds
        while left > 0:
            search.run(seconds=min(left, SPACING_SECONDS), to_next_best=True)
            if search.stopped or len(search.improvements) > known:
                return True
            self._pass_by()
            left = deadline - time.perf_counter()
        return False

    def _pass_by(self) -> None:
        self.course.note(self.search)
        self._checkpoints.pass_by(self.steps, self.search)


@dataclass
class Jump:
    """A walk that may take many slices: what is walked, how, and what to call it."""

    label: str
    walk: Walk
    go: Callable[[float], bool]  # one slice of so many seconds; True when the jump is over
    end: int | None  # phases at the end; None: nobody knows
    start: int = 0  # phases at the beginning
    arrived: Callable[[], None] | None = None  # called when the jump has come to its end

    @property
    def progress(self) -> float | None:
        """Share of the way done, 0 to 1, or None when the end is not known."""
        if self.end is None:
            return None
        way = self.end - self.start
        return min(1.0, (self.walk.steps - self.start) / way) if way > 0 else 1.0


def aim_of(jump: Jump | None, steps: int) -> int:
    """Where another step back begins: at the end of a jump back that is on its way, or here."""
    return steps if jump is None or jump.end is None else min(steps, jump.end)


def jump_to_next_best(walk: Walk) -> Jump:
    """Walk on to the next best score."""
    return Jump("to the next best", walk, walk.go_to_next_best, end=None)


def jump_to_budget(walk: Walk, iterations: int) -> Jump:
    """Walk on until the search stops by itself, at the latest after so many iterations."""
    return _jump("to the end of the budget", walk, PHASES * iterations)


def jump_to_steps(walk: Walk, steps: int) -> Jump:
    """Walk to a moment given in phases, on or back."""
    return _jump("to that moment" if walk.steps <= steps else "back", walk, steps)


def jump_to_iteration(walk: Walk, iterations: int) -> Jump:
    """Walk to the end of an iteration (0: the beginning), on or back."""
    back = "" if walk.search.iterations < iterations else "back "
    return _jump(f"{back}to iteration {number(iterations)}", walk, PHASES * iterations)


def _jump(label: str, walk: Walk, steps: int) -> Jump:
    walk = walk.toward(steps)
    return Jump(
        label, walk, lambda seconds: walk.go_to(steps, seconds), end=steps, start=walk.steps
    )
