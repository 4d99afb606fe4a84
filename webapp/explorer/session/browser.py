"""The line to the browser, as whoever hears from it and answers it needs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

Handler = Callable[[Any], None]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """Why something is not done; the shell says it."""

    text: str
    heard: int = 0  # the number of the newest event that need not be sent again, 0: none
    kind: Literal["refused"] = "refused"


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """A text file for the visitor to keep; the shell saves it."""

    name: str
    text: str
    type: str = "text/plain"
    kind: Literal["file"] = "file"


@dataclass(frozen=True, slots=True)
class QueryAnswer:
    """The query of an address that was asked for."""

    query: str
    kind: Literal["link", "review", "best"]


class Browser(Protocol):
    """What the shell hands in; its bus is one."""

    def on(self, name: str, handler: Handler) -> None:
        """Call `handler` with the value of every event of this name."""

    def on_upload(self, handler: Callable[[str], None]) -> None:
        """Call `handler` with the text of every file that the visitor gives."""

    def answer(self, answer: Any) -> None:
        """Give the browser what it does not draw, a dataclass with its `kind`: a link, a file."""

    def aside(self, work: Callable[[], Result], done: Callable[[Result], None]) -> None:
        """Call `done` with what `work` returns, which takes long and touches nothing on show."""
