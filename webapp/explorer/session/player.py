"""A search that is played, stepped, jumped through and paused: what the buttons and the clock do.

The search moves in `tick`, which is called again and again and never works longer than a slice.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from explorer.moment.path import has_levels
from explorer.moment.steps import PHASES
from explorer.session import opening
from explorer.session.walk import (
    Jump,
    Walk,
    aim_of,
    jump_to_budget,
    jump_to_iteration,
    jump_to_next_best,
    jump_to_steps,
)
from explorer.session.work import Work
from mcsearch.engine.search import BACKPROPAGATION, SIMULATION

SLOWEST, FASTEST = 0.5, 1_000_000.0  # phases a second
ANIMATED_SPEED = 30.0  # up to here every phase is drawn, above whole iterations
UNROLLED_SPEED = 3.0  # up to here the playout is shown move by move
STEP_MS = 900.0  # the longest that a single step moves on the screen
SEARCH_SECONDS = 0.012  # of search between two frames
JUMP_SECONDS = 0.04  # of search before clicks are heard again, while only a progress bar moves
JUMP_SHARE = 5.0  # a jump searches so much longer than its frames take ...
JUMP_PATIENCE_SECONDS = 0.2  # ... but shows one, and on a server hears clicks, at least so often
AT_ONCE_SECONDS = 0.05  # jumps shorter than this show no progress bar at all

_CATCH_UP_SECONDS = 0.25  # after a stall the search does not race to make up for lost time
_UNROLLED_SHARE = 0.85  # of a phase's time; the rest shows the playout's end


def always(now: float) -> bool:
    """A screen that is never behind."""
    return True


class Player(Work):
    """A search at one moment, and how it moves on.

    `screen_ready` says whether another frame may be shown at a time (seconds); until then the
    search waits. A subclass overrides `_arrived` and `_fell_asleep`.
    """

    def __init__(
        self,
        walk: Walk,
        clock: Callable[[], float] = time.perf_counter,
        screen_ready: Callable[[float], bool] = always,
    ) -> None:
        super().__init__(clock)
        self.speed = 2.0
        self.playing = False
        self.jump: Jump | None = None
        self.still = False  # the visitor prefers reduced motion
        self.playout_move: int | None = None  # the move of the playout on show; None: the best one
        self._screen_ready = screen_ready
        self._last_tick = clock()
        self._has_arrived = False
        self._drawing_seconds = 0.0  # what the last frame took
        self._undrawn_seconds = 0.0  # of search since then
        self._credit = 0.0  # phases that the speed allows and that are not done yet
        self._opening = False
        self._set_out(walk)

    def _set_out(self, walk: Walk) -> None:
        """Take a walk in the place of the one before."""
        self._walk = walk
        self.jump = None
        self.playout_move = None
        self._credit = 0.0
        self.playing = self.playing and not self.search.stopped  # a tree has nothing to play
        self._opening = self.playing

    def _arrived(self) -> None:
        """A jump has come to its end."""

    def _fell_asleep(self) -> None:
        """The search was paused because nobody seems to be there."""

    # -- reading ------------------------------------------------------------------------------

    @property
    def search(self) -> Any:
        """The search at the moment that is shown."""
        return self._walk.search

    @property
    def steps(self) -> int:
        """Phases done since the beginning: the name of the moment that is shown."""
        return self._walk.steps

    @property
    def busy(self) -> bool:
        return self.playing or self.jump is not None

    @property
    def is_fast(self) -> bool:
        """Whether it plays too fast to be followed."""
        return self.playing and self.playing_speed > ANIMATED_SPEED

    @property
    def playing_speed(self) -> float:
        """Phases a second at this moment: the chosen speed, or the opening's."""
        if not self._opening:
            return self.speed
        plan = opening.NESTED if has_levels(self.search) else opening.TREE
        return plan.speed(self.search.iterations, self.speed)

    @property
    def is_introducing(self) -> bool:
        """Whether these are the first iterations of an opening, slow enough to be read."""
        plan = opening.NESTED if has_levels(self.search) else opening.TREE
        return self._opening and self.search.iterations < plan.slow

    @property
    def pace_ms(self) -> float:
        """How long a frame may move on the screen before the next one comes; 0: not at all."""
        if self.jump is not None or self.still:
            return 0.0
        if not self.playing:
            return STEP_MS
        speed = self.playing_speed
        return 1000.0 / speed if speed <= ANIMATED_SPEED else 0.0

    # -- transport ----------------------------------------------------------------------------

    def play(self) -> None:
        if self.jump is None and (self.search.stopped or self.search.root.is_terminal()):
            return
        self.playing = True
        self._last_tick = self._clock()
        self._credit = 0.0
        self._changed()

    def pause(self) -> None:
        """Stop at this very moment, long jumps included."""
        self._halt()
        self._changed()

    def open(self) -> None:
        """The first arrival: the search starts by itself."""
        self._opening = self.steps == 0
        self.play()

    def _halt(self) -> None:
        self.playout_move = None
        self.playing = False
        self._opening = False
        self.jump = None  # a walk forward ends where it is, a walk back is dropped

    def set_speed(self, phases_a_second: float) -> None:
        self.speed = min(FASTEST, max(SLOWEST, phases_a_second))
        self._opening = False
        self._changed()

    def step_phase(self) -> None:
        self._halt()
        try:
            self._walk.advance(1, AT_ONCE_SECONDS)
        except Exception as error:
            self.fail(error)
        self._changed()

    def step_iteration(self) -> None:
        self.jump_to(self.search.iterations + 1)

    def back_phase(self) -> None:
        self._walk_back(max(0, aim_of(self.jump, self.steps) - 1))

    def back_iteration(self) -> None:
        """To the beginning of this iteration, from there to the one before."""
        self.jump_to(max(0, (aim_of(self.jump, self.steps) - 1) // PHASES))

    def jump_to(self, iterations: int) -> None:
        """To the end of an iteration, forward or back."""
        self._halt()
        if PHASES * iterations != self.steps:
            self._start(jump_to_iteration(self._walk, iterations))
        else:
            self._changed()  # the search was under way and is not now

    def run_on(self, iterations: int) -> None:
        """Some more iterations as fast as possible."""
        self.jump_to(self.search.iterations + iterations)

    def run_to_next_best(self) -> None:
        self._halt()
        self._start(jump_to_next_best(self._walk))

    def run_to_budget(self) -> None:
        self._halt()
        self._start(jump_to_budget(self._walk, self.search.values["iterations"]))

    def reset(self) -> None:
        """Back to the empty tree."""
        self._walk_back(0)

    def _walk_back(self, steps: int) -> None:
        self._halt()
        if steps < self.steps:
            self._start(jump_to_steps(self._walk, steps))
        else:
            self._changed()

    # -- time ---------------------------------------------------------------------------------

    def begin_slice(self, now: float) -> Callable[[], None] | None:
        if not self.busy or (self.jump is None and not self._screen_ready(now)):
            return None
        if self._is_left_alone(now):
            self._halt()
            self._fell_asleep()
            return None
        elapsed = min(now - self._last_tick, _CATCH_UP_SECONDS)
        self._last_tick = now
        if self.jump is not None:
            self._undrawn_seconds += JUMP_SECONDS
            return lambda: self._go_on(JUMP_SECONDS)
        return self._play(elapsed)

    def end_slice(self) -> bool:
        """Take note of what the slice has done; tell the listeners, and return whether they were.

        A jump on its way leaves most of the time to the search.
        """
        if self.jump is not None:
            self._end_jump()
        elif self.search.stopped:
            self._halt()
        if self.jump is not None and not self._is_frame_due():
            return False
        started = self._clock()
        self._changed()
        self._drawing_seconds = self._clock() - started
        self._undrawn_seconds = 0.0
        return True

    def _is_frame_due(self) -> bool:
        least = min(JUMP_SHARE * self._drawing_seconds, JUMP_PATIENCE_SECONDS)
        return self._undrawn_seconds >= least and self._screen_ready(self._clock())

    def start(self, jump: Jump) -> None:
        """Leave off what is under way and begin a jump."""
        self._halt()
        self._start(jump)

    def _start(self, jump: Jump) -> None:
        """Begin a jump; a short one is over when this returns."""
        self.jump = jump
        if jump.walk.steps >= self.steps:
            self._walk = jump.walk  # a walk on is shown on its way, a walk back when it arrives
        try:
            self._go_on(AT_ONCE_SECONDS)
            self._end_jump()
        except Exception as error:  # of a person's problem
            self.fail(error)
        self._changed()

    def _go_on(self, seconds: float) -> None:
        assert self.jump is not None
        self._has_arrived = self.jump.go(seconds)

    def _end_jump(self) -> None:
        """When the jump has come to its end, show the moment it has reached."""
        jump = self.jump
        if jump is None or not self._has_arrived:
            return
        self._walk = jump.walk
        self.jump = None
        self._arrived()
        if jump.arrived is not None:
            jump.arrived()

    def _play(self, elapsed: float) -> Callable[[], None] | None:
        speed = self.playing_speed
        self._credit += elapsed * speed
        phases = int(self._credit)
        if phases == 0:
            return _nothing if self._unroll(speed) else None
        self._credit -= phases
        self.playout_move = None
        return lambda: self._advance(phases, speed)

    def _advance(self, phases: int, speed: float) -> None:
        self._walk.advance(phases, self.share * SEARCH_SECONDS)
        if speed > ANIMATED_SPEED:
            self._finish_iteration()

    def _unroll(self, speed: float) -> bool:
        """Slow enough, a playout is shown move by move until its phase's time is nearly over."""
        search = self.search
        if search.phase != SIMULATION or speed > UNROLLED_SPEED or self.still:
            return False
        moves = len(search.playout_actions)
        move = min(moves - 1, int(moves * self._credit / _UNROLLED_SHARE))
        if move == self.playout_move:
            return False
        self.playout_move = move if moves else None
        return True

    def _finish_iteration(self) -> None:
        """At high speed only whole iterations are drawn: single phases would only flicker."""
        search = self.search
        if search.phase != BACKPROPAGATION:
            self._walk.advance(PHASES - search.phase, SEARCH_SECONDS)


def _nothing() -> None:
    """The work of a slice in which only the view moves."""
