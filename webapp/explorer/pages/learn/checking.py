"""A claim checked in the reader's own page, with seeds that it has not seen."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

from explorer.pages.learn import evidence
from explorer.pages.learn.chapter import Chapter
from explorer.pages.learn.contrasts import Pairs, is_refused
from explorer.pages.learn.measures import MEASURES
from explorer.session.permalink import Place, to_query

FIRST = evidence.SEEDS[-1] + 1
"""The first seed of a check: the claim knows nothing of it."""
BLOCK = 20
"""Seeds of one press."""
HOLDS, OPEN, FAILS = "holds", "open", "fails"
"""The difference is there; its interval reaches 0 yet; it is smaller than what is claimed."""

Dots = list[list[bool]]  # by row, then by seed


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


def verdict(mine: list[Pairs], claimed: list[Pairs], look: int) -> str:
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
    def verdict(self) -> str:
        """Of the seeds so far; "" before a press is over, and where nothing is claimed."""
        claimed = evidence.pairs(self.chapter)
        if not self.num_done or not self.is_over or claimed is None:
            return ""
        return verdict(pairs_in(self.chapter, self.dots), claimed, self.total // BLOCK)

    def plain(self) -> dict[str, Any]:
        """What the page draws."""
        chapter, said = self.chapter, self.verdict
        rows = []
        for row, dots in zip(chapter.claim.rows, self.dots, strict=True):
            search = Place(chapter.recipe_of(row, FIRST)) if said == FAILS else None
            rows.append(
                {
                    "label": row.label,
                    "dots": "".join("1" if happened else "0" for happened in dots),
                    "count": sum(dots),
                    "query": "" if search is None else to_query(search),
                }
            )
        mine = pairs_in(chapter, self.dots)
        return {
            "seeds": [FIRST, FIRST + self.total - 1],
            "block": BLOCK,
            "done": self.num_done,
            "total": self.total,
            "over": self.is_over,
            "verdict": said,
            "rows": rows,
            "contrasts": [
                {
                    "found": round(100 * pairs.difference),
                    "intervals": [
                        [round(100 * end) for end in press[i]] for press in self._intervals
                    ],
                }
                for i, pairs in enumerate(mine)
            ],
        }


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
