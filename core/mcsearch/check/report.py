"""What a check has found, in plain values: for a person to read, for JSON, for a page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Verdict = Literal["right", "wrong", "suspicious", "not examined"]
RIGHT: Final = "right"
WRONG: Final = "wrong"
SUSPICIOUS: Final = "suspicious"
NOT_EXAMINED: Final = "not examined"
_SIGNS: dict[Verdict, str] = {RIGHT: "ok", WRONG: "X ", SUSPICIOUS: "! ", NOT_EXAMINED: "- "}
CHAPTERS = {
    "four-phases": "1: Four phases, one picture",
    "how-curious": "2: How curious should it be?",
    "whose-reward": "3: Whose reward is it?",
    "final-move": "4: Most visited or best mean?",
    "one-or-all": "5: Expand one child or all?",
    "the-trap": "6: The trap that UCT sees late",
}


@dataclass(frozen=True)
class Counterexample:
    """A place where a search did what is not right.

    `position` is its text, `moves` the names of the actions that lead to it, `to_play` 0 or 1. A
    row of the table has a value for each of `columns`; `marked` is the wrong row, -1: none.
    `yours` and `right` are names of actions, "" where it is not about one. `sentence` says it
    whole. `iterations` and `seed` are those of the run.
    """

    position: str
    moves: tuple[str, ...]
    to_play: int
    sentence: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    marked: int = -1
    yours: str = ""
    right: str = ""
    iterations: int = 0
    seed: int = 0

    def __str__(self) -> str:
        lines = [f"at {self.position} (after {' '.join(self.moves) or 'no move'}): {self.sentence}"]
        if self.columns:
            table = [self.columns, *([_text(value) for value in row] for row in self.rows)]
            widths = [max(len(str(row[i])) for row in table) for i in range(len(self.columns))]
            for place, row in enumerate(table):
                cells = "  ".join(str(v).rjust(w) for v, w in zip(row, widths, strict=True))
                lines.append(("> " if place - 1 == self.marked >= 0 else "  ") + cells)
        return "\n".join(lines)


@dataclass(frozen=True)
class Line:
    """One thing that was examined. `verdict` is RIGHT, WRONG, SUSPICIOUS or NOT_EXAMINED.

    `summary` says what was seen, with numbers, or why it is not examined; `cause` what usually
    causes it; `chapter` is the name of a chapter of Learn. `figures` are numbers by their names.
    """

    name: str
    title: str
    verdict: Verdict
    summary: str
    counterexamples: tuple[Counterexample, ...] = ()
    cause: str = ""
    chapter: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        verdict = self.verdict if self.verdict in (WRONG, SUSPICIOUS) else ""
        return f"{_SIGNS[self.verdict]} {self.title:<18} {self.said}  {verdict}".rstrip()

    @property
    def said(self) -> str:
        """The summary as a sentence that needs no verdict beside it."""
        because = "could not be examined, because " if self.verdict == NOT_EXAMINED else ""
        return f"{because}{self.summary}"


@dataclass(frozen=True)
class Heading:
    """What all lines about one thing have in common; it makes them."""

    name: str
    title: str
    chapter: str = ""

    def line(
        self,
        verdict: Verdict,
        summary: str,
        examples: tuple[Counterexample, ...] = (),
        cause: str = "",
        figures: Mapping[str, Any] | None = None,
    ) -> Line:
        return Line(
            self.name, self.title, verdict, summary, examples, cause, self.chapter, figures or {}
        )

    def not_examined(self, reason: str) -> Line:
        return self.line(NOT_EXAMINED, reason)


@dataclass(frozen=True)
class Point:
    """Moves that keep the exact outcome at so many iterations, of so many positions.

    `yours`, `ours` are counts, with the bounds of 95 % intervals of their shares.
    """

    iterations: int
    positions: int
    yours: int
    yours_low: float
    yours_high: float
    ours: int
    ours_low: float
    ours_high: float


@dataclass(frozen=True)
class Report:
    """The lines in their order, how the tree was read, and the curve of strength.

    `reading`: (field, how it is read) pairs.
    """

    game: str
    lines: tuple[Line, ...]
    reading: tuple[tuple[str, str], ...] = ()
    strength: tuple[Point, ...] = ()
    seconds: float = 0.0
    seed: int = 0

    def line(self, name: str) -> Line:
        """A line by its name; KeyError for none."""
        return {line.name: line for line in self.lines}[name]

    def named(self, verdict: Verdict) -> tuple[Line, ...]:
        """The lines of a verdict."""
        return tuple(line for line in self.lines if line.verdict == verdict)

    @property
    def has_fault(self) -> bool:
        return bool(self.named(WRONG))

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON; null for numbers that there are not."""
        found: dict[str, Any] = _plain(dataclasses.asdict(self))
        return found

    def __str__(self) -> str:
        counts = {verdict: len(self.named(verdict)) for verdict in _SIGNS}
        said = ", ".join(f"{count} {verdict}" for verdict, count in counts.items() if count)
        lines = [f"{self.game}: {len(self.lines)} lines, {said}"]
        for line in self.lines:
            lines.append(str(line))
            if line.verdict in (WRONG, SUSPICIOUS):
                for example in line.counterexamples[:1]:
                    lines += [f"     {text}" for text in str(example).splitlines()]
                if line.cause:
                    lines.append(f"     Usual cause: {line.cause}")
                if line.chapter:
                    lines.append(f"     Chapter {CHAPTERS[line.chapter]}")
        if self.reading:
            lines.append("read: " + ", ".join(f"{name} = {how}" for name, how in self.reading))
        return "\n".join(lines)


def _text(value: Any) -> str:
    if isinstance(value, float):
        return "–" if math.isnan(value) else f"{value:.4g}"
    return str(value)


def _plain(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, (list, tuple)) else value
