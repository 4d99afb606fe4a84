"""What the Results page gets of the stored tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["stronger", "weaker", "not decided"]


@dataclass(frozen=True, slots=True)
class ResultsMatch:
    """A match of two searches."""

    search: str
    opponent: str
    note: str
    elo: float | None  # null: all games won, or lost
    elo_interval: tuple[float | None, float | None]
    score: float  # percent, as its interval
    score_interval: tuple[float, float]
    games: tuple[int, int, int]  # won, drawn, lost
    moving_first: tuple[int, int, int]
    moving_second: tuple[int, int, int]
    by_points: tuple[int, ...]  # pairs
    verdict: Verdict
    command: str
    query: str  # of the link that opens it in Race
    made: str


@dataclass(frozen=True, slots=True)
class ResultsLine:
    """A search on all boards of a table, or a match."""

    label: str
    facts: tuple[str, ...]
    boards: int  # of a match pairs
    mean: float | None = None
    interval: float | None = None
    published: float | None = None
    published_boards: int = 0
    difference: float | None = None
    difference_interval: float | None = None
    total: float = 0.0
    published_total: float = 0.0
    seconds: float | None = None
    playouts_per_second: float | None = None
    cut: str = ""  # what Explore takes less of
    is_best: bool = False  # the best sequences known, of whatever recipe
    # board, score, published, seconds; of the best how long it is and what found it
    rows: tuple[tuple[str, float, float | None, float, str], ...] = ()
    match: ResultsMatch | None = None


@dataclass(frozen=True, slots=True)
class ResultsTotal:
    """A published sum over all boards."""

    label: str
    total: float
    origin: str


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """A stored table."""

    kind: Literal["runs", "matches"]
    name: str
    title: str
    about: str
    origin: str
    called: str  # what the scores are that ours stand beside: "published"
    boards: int
    lines: tuple[ResultsLine, ...]
    totals: tuple[ResultsTotal, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultsStored:
    """All tables, and what is wrong with the files that give none."""

    tables: tuple[ResultsTable, ...]
    problems: tuple[str, ...]
