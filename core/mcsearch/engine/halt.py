"""Who is at work on a search, and what ends that work in the middle of an iteration.

Compiled games need no such end: their iterations are short. A person's code may take any time, so
its calls are refused once a search is to stop: the phase that was at work is then discarded and,
if the search goes on later, done again from the same draws. Where a phase can go on from the middle
it pauses there instead. A phase is discarded for a deadline once at most, so that a search whose
phases take longer than the time it is given at once gets on, too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import cython

# what a phase may be ended by
if not cython.compiled:
    NOTHING, ITS_END, ANYTHING = range(3)

_NEVER = cython.declare(cython.double, float("inf"))


@cython.cclass
class Halt:
    """Of one search."""

    def __init__(self) -> None:
        self.is_busy = False
        self.has_hooks = False
        self.cancelled = False
        self.halted = False
        self.kept = False  # what the phase had done when it was halted
        self.given_up = False  # whether the phase has been discarded for a deadline
        self.may = NOTHING
        self.interrupt = None
        self.deadline = _NEVER
        self.end = _NEVER
        self.clock = time.perf_counter

    def enter(self) -> None:
        """Begin to work on the search; RuntimeError while anybody else does."""
        if self.is_busy:
            raise RuntimeError(
                "this search is at work: another thread is in its run(), advance(), advance_root() "
                "or copy(), or that has called this very code; wait until it returns, or cancel() "
                "the search"
            )
        self.is_busy = True

    def leave(self) -> None:
        """The work is done."""
        self.is_busy = False
        self.deadline = _NEVER
        self.end = _NEVER

    def end_after(self, seconds: float, clock: Callable[[], float]) -> None:
        """Let the search itself end after so many seconds of a clock."""
        self.clock = clock
        self.end = clock() + seconds

    def is_past_end(self) -> bool:
        """Whether the search's own time is over."""
        return self.end != _NEVER and self.clock() >= self.end

    def is_past_deadline(self) -> bool:
        """Whether the time of this `run` is over."""
        return self.deadline != _NEVER and time.perf_counter() >= self.deadline

    def refuses(self) -> bool:
        """Whether a person's code is not to be called now: the phase at work is discarded."""
        if not self.halted and self.may != NOTHING:
            self.halted = (
                self.cancelled
                or self.is_past_end()
                or (self.may == ANYTHING and self.is_past_deadline())
            )
        return self.halted

    def pauses(self) -> bool:
        """Whether the phase at work is to pause here, from where it can go on later."""
        if not self.halted and self.may != NOTHING:
            self.kept = self.refuses()
        return self.halted

    def hear(self, interrupt: Any) -> bool:
        """Ctrl-C in a person's code: whether what was called is to be called again, now or later.

        Not a second time, for code that does not come back.
        """
        if self.interrupt is not None or not self.is_busy:
            return False
        self.interrupt = interrupt
        self.halted = self.may == ANYTHING
        return True

    def pass_on(self) -> None:
        """Raise the Ctrl-C that was heard."""
        interrupt = self.interrupt
        if interrupt is not None:
            self.interrupt = None
            raise interrupt
