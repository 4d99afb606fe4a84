"""What the line's clock needs of whatever works in slices: a watched search, a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Work(Protocol):
    """Something that works in slices while it is busy."""

    patience: float
    """Seconds without a visitor after which it rests."""

    @property
    def busy(self) -> bool:
        """Whether there is anything to do."""

    def begin_slice(self, now: float) -> Callable[[], None] | None:
        """The work of the next slice, which any thread may do; None when there is none."""

    def end_slice(self) -> bool:
        """Take note of what the slice has done; whether a frame was shown."""

    def tick(self, now: float) -> bool:
        """A slice at once; whether a frame was shown."""

    def visit(self, now: float) -> None:
        """The visitor is still there."""

    def watch(self, listener: Callable[[], None]) -> None:
        """Call `listener` after every change."""

    def fail(self, error: Exception) -> None:
        """Rest after an error, and say so."""
