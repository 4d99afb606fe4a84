"""Work that nobody waits for: steps made ready ahead and claims checked, in slices of a few ms.

It runs beside the session of the page.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from explorer.pages.learn.measures import SLICE_SECONDS
from explorer.session.work import Work

Bits = Generator[None, None, Any]


@dataclass(eq=False)
class Errand:
    """A generator that yields after every bit of work; `done` is called with what it returns."""

    work: Bits
    done: Callable[[Any], None]
    urgency: int = 0  # the most urgent goes first
    progressed: Callable[[], None] | None = None  # called after a slice
    failed: Callable[[Exception], None] | None = None  # called instead of `done`; None: the handler
    order: int = field(default=0)


class Errands(Work):
    """Does the most urgent errand, a slice at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._errands: list[Errand] = []
        self._finished: tuple[Errand, Any] | None = None
        self._current: Errand | None = None
        self._count = 0
        self._failed: Callable[[Exception], None] = lambda error: None

    @property
    def busy(self) -> bool:
        return bool(self._errands)

    def on_failure(self, handler: Callable[[Exception], None]) -> None:
        self._failed = handler

    def add(self, errand: Errand) -> None:
        self._count += 1
        errand.order = self._count
        self._errands.append(errand)
        self._changed()

    def drop(self, errand: Errand) -> None:
        """Leave an errand undone."""
        if errand in self._errands:
            self._errands.remove(errand)
            self._changed()

    # -- what the clock asks for --------------------------------------------------------------

    def begin_slice(self, now: float) -> Callable[[], None] | None:
        if not self._errands:
            return None
        errand = min(self._errands, key=lambda each: (-each.urgency, each.order))
        self._current = errand
        return lambda: self._work(errand)

    def _work(self, errand: Errand) -> None:
        deadline = time.perf_counter() + SLICE_SECONDS
        try:
            while time.perf_counter() < deadline:
                next(errand.work)
        except StopIteration as stop:
            self._finished = (errand, stop.value)

    def end_slice(self) -> bool:
        """Tell who has asked for it; whether anything was to be told."""
        errand, self._current = self._current, None
        if errand is None or errand not in self._errands:
            self._finished = None
            return False
        if self._finished is not None:
            _, result = self._finished
            self._finished = None
            self._errands.remove(errand)
            errand.done(result)
            self._changed()
            return True
        if errand.progressed is not None:
            errand.progressed()
        return False

    def fail(self, error: Exception) -> None:
        """Give up the errand whose work has failed, and tell who has asked for it."""
        errand, self._current = self._current, None
        failed = self._failed
        if errand is not None:
            if errand not in self._errands:
                return  # it was dropped meanwhile
            self._errands.remove(errand)
            failed = errand.failed or failed
        failed(error)
        self._changed()
