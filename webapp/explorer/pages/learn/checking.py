"""A claim checked in the reader's own page, with seeds that it has not seen."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final, Literal

from explorer.pages.learn import evidence
from explorer.pages.learn.chapter import Chapter
from explorer.pages.learn.contrasts import Pairs, is_refused
from explorer.pages.learn.measures import MEASURES
from explorer.session.permalink import Place, to_query

FIRST = evidence.SEEDS[-1] + 1
"""The first seed of a check: the claim knows nothing of it."""
BLOCK = 20
"""Seeds of one press."""
Verdict = Literal["", "holds", "open", "fails"]
HOLDS: Final = "holds"
OPEN: Final = "open"
FAILS: Final = "fails"
"""The difference is there; its interval reaches 0 yet; it is smaller than what is claimed."""

Dots = list[list[bool]]  # by row, then by seed


@dataclass(frozen=True, slots=True)
class LearnCheckRow:
    """A search of the claim."""

    label: str
    dots: str  # a digit a seed
    count: int
    query: str  # of a claim that fails: the search with the first seed


@dataclass(frozen=True, slots=True)
class LearnCheckContrast:
    """A difference that was found, in points of 100."""

    found: int
    intervals: tuple[tuple[int, int], ...]  # of 95 %, after each press


@dataclass(frozen=True, slots=True)
class LearnCheck:
    """The counts of a claim's check so far."""

    seeds: tuple[int, int]  # the first and the last that were asked for
    done: int
    total: int
    over: bool
    verdict: Verdict
    rows: tuple[LearnCheckRow, ...]
    contrasts: tuple[LearnCheckContrast, ...]


def work_of(chapter: Chapter, seed: int) -> Generator[None, None, list[bool]]:
    """The searches of all rows with one seed; whether the event happened in each."""
    rows, values = chapter.claim.rows, []
    for row in rows:
        recipe = chapter.recipe_of(row, seed)
        values.append((yield from MEASURES[row.measure](recipe, row.arguments)))
    happened = []
    for i, row in enumerate(rows):
        others = [
            value
            for j, value in enumerate(values)
            if j != i and rows[j].event == row.event and rows[j].measure == row.measure
        ]
        happened.append(row.event.happened(values[i], others))
    return happened


def pairs_in(chapter: Chapter, dots: Dots) -> list[Pairs]:
    """Of each contrast of the claim."""
    return [Pairs.of(dots[each.more], dots[each.less]) for each in chapter.claim.contrasts]


def verdict(mine: list[Pairs], claimed: list[Pairs], look: int) -> Verdict:
    """What all seeds so far say of a claim."""
    if any(
        is_refused(own, known, look, len(mine)) for own, known in zip(mine, claimed, strict=True)
    ):
        return FAILS
    return HOLDS if all(own.interval()[0] > 0.0 for own in mine) else OPEN


class Check:
    """The counts of a claim's check as they come; the seeds of every press are added to them."""

    def __init__(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self.dots: Dots = [[] for _ in chapter.claim.rows]
        self.total = 0  # seeds that have been asked for
        self._intervals: list[list[tuple[float, float]]] = []  # by press, then by contrast

    @property
    def num_done(self) -> int:
        return len(self.dots[0])

    @property
    def is_over(self) -> bool:
        return self.num_done == self.total

    def work(self) -> Generator[None, None, None]:
        """Another press; one that was stopped before is brought to its end."""
        if self.is_over:
            self.total += BLOCK
        while not self.is_over:
            happened = yield from work_of(self.chapter, FIRST + self.num_done)
            for dots, dot in zip(self.dots, happened, strict=True):
                dots.append(dot)
            if self.is_over:
                mine = pairs_in(self.chapter, self.dots)
                self._intervals.append([pairs.interval() for pairs in mine])
            yield

    @property
    def verdict(self) -> Verdict:
        """Of the seeds so far; "" before a press is over, and where nothing is claimed."""
        claimed = evidence.pairs(self.chapter)
        if not self.num_done or not self.is_over or claimed is None:
            return ""
        return verdict(pairs_in(self.chapter, self.dots), claimed, self.total // BLOCK)

    def frame(self) -> LearnCheck:
        """What the page draws."""
        chapter, said = self.chapter, self.verdict
        rows = []
        for row, dots in zip(chapter.claim.rows, self.dots, strict=True):
            search = Place(chapter.recipe_of(row, FIRST)) if said == FAILS else None
            shown = "".join("1" if happened else "0" for happened in dots)
            query = "" if search is None else to_query(search)
            rows.append(LearnCheckRow(row.label, shown, sum(dots), query))
        return LearnCheck(
            seeds=(FIRST, FIRST + self.total - 1),
            done=self.num_done,
            total=self.total,
            over=self.is_over,
            verdict=said,
            rows=tuple(rows),
            contrasts=tuple(
                LearnCheckContrast(
                    round(100 * pairs.difference),
                    tuple(_points(press[i]) for press in self._intervals),
                )
                for i, pairs in enumerate(pairs_in(chapter, self.dots))
            ),
        )


def _points(interval: tuple[float, float]) -> tuple[int, int]:
    low, high = interval
    return round(100 * low), round(100 * high)


def trial(chapter: Chapter) -> Generator[None, None, float]:
    """How long a press takes here, in seconds: that of one seed, measured, for all of them."""
    work = work_of(chapter, FIRST)
    spent = 0.0
    while True:
        started = time.perf_counter()
        try:
            next(work)
        except StopIteration:
            return (spent + time.perf_counter() - started) * BLOCK
        spent += time.perf_counter() - started
        yield
