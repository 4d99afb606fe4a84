"""What works in slices beside its visitor, driven by clocks: a watched search, a game, a race."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """Something to tell the visitor beside the narration; without a text the last one goes."""

    number: int  # rising: the same text twice is two messages
    text: str
    is_error: bool

    def taken_back(self) -> Message:
        """What follows an error that no longer holds; a note goes by itself."""
        return Message(self.number + 1, "", False) if self.is_error else self


class Work(ABC):
    """Something that works in slices while it is busy; its listeners are told of every change.

    `patience`: seconds without a visitor after which it rests.
    `share`: of its usual time that a slice may take, less where many others work.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.patience = math.inf
        self.share = 1.0
        self.message: Message | None = None
        self._clock = clock
        self._visited = clock()
        self._listeners: list[Callable[[], None]] = []

    @property
    @abstractmethod
    def busy(self) -> bool:
        """Whether `tick` has anything to do."""

    @abstractmethod
    def begin_slice(self, now: float) -> Callable[[], None] | None:
        """The work of the next slice, None when there is none; then call `end_slice`.

        The work touches nothing that is shown, so that any thread may do it meanwhile.
        """

    @abstractmethod
    def end_slice(self) -> bool:
        """Take note of what the slice has done; whether a frame was shown."""

    @abstractmethod
    def fail(self, error: Exception) -> None:
        """Rest after an error, and say so."""

    def tick(self, now: float) -> bool:
        """A slice at once; whether a frame was shown."""
        work = self.begin_slice(now)
        if work is None:
            return False
        work()
        return self.end_slice()

    def visit(self, now: float) -> None:
        """The visitor is still there."""
        self._visited = now

    def _is_left_alone(self, now: float) -> bool:
        """Whether the visitor has done nothing for longer than the patience lasts."""
        return now - self._visited > self.patience

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change."""
        self._listeners.append(listener)

    def touch(self) -> None:
        """Tell the listeners to look again."""
        self._changed()

    def _changed(self) -> None:
        for listener in self._listeners:
            listener()

    def say(self, text: str, is_error: bool = True) -> None:
        """Tell the visitor something beside the narration."""
        number = self.message.number + 1 if self.message else 1
        self.message = Message(number, text, is_error)
        self._changed()
