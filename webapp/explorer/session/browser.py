"""The line to the browser, as whoever hears from it and answers it needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

Handler = Callable[[Any], None]
Result = TypeVar("Result")


class Browser(Protocol):
    """What the shell hands in; its bus is one."""

    def on(self, name: str, handler: Handler) -> None:
        """Call `handler` with the value of every event of this name."""

    def on_upload(self, handler: Callable[[str], None]) -> None:
        """Call `handler` with the text of every file that the visitor gives."""

    def answer(self, kind: str, **values: Any) -> None:
        """Give the browser something it does not draw: a link, a file, a word about an import."""

    def aside(self, work: Callable[[], Result], done: Callable[[Result], None]) -> None:
        """Call `done` with what `work` returns, which takes long and touches nothing on show."""
