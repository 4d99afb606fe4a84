"""What the clock moves: a session, or anything else that works in slices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Worker(Protocol):
    """Works slice by slice while it is busy; see `Player` for what each of these promises."""

    patience: float

    @property
    def busy(self) -> bool: ...

    def watch(self, listener: Callable[[], None]) -> None: ...

    def visit(self, now: float) -> None: ...

    def tick(self, now: float) -> bool: ...

    def begin_slice(self, now: float) -> Callable[[], None] | None: ...

    def end_slice(self) -> bool: ...

    def fail(self, error: Exception) -> None: ...
