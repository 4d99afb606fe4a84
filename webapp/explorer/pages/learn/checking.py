"""A claim checked in the reader's own page: seed by seed, its counts, and what they say of it."""

from __future__ import annotations

import math
import time
from collections.abc import Generator
from typing import Any

from explorer.pages.learn.chapter import Chapter, Row
from explorer.pages.learn.measures import MEASURES
from explorer.session.permalink import Place, to_query

_Z = 1.959964  # of the normal distribution, two-sided 95 %


def interval(count: int, total: int) -> tuple[float, float]:
    """The Wilson score interval (1927) of a proportion, 95 %, as shares."""
    if total == 0:
        return 0.0, 1.0
    share = count / total
    centre = share + _Z * _Z / (2 * total)
    spread = _Z * math.sqrt(share * (1 - share) / total + _Z * _Z / (4 * total * total))
    scale = 1 + _Z * _Z / total
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


class Check:
    """The counts of one check as they come; `seeds` are the claim's own or others."""

    def __init__(self, chapter: Chapter, seeds: tuple[int, ...]) -> None:
        self.chapter = chapter
        self.seeds = seeds
        self.dots: list[list[bool]] = [[] for _ in chapter.claim.rows]

    @property
    def num_done(self) -> int:
        return len(self.dots[0])

    @property
    def is_own(self) -> bool:
        """Whether the seeds are those that the claim names."""
        return self.seeds == self.chapter.claim.seeds

    @property
    def is_over(self) -> bool:
        return self.num_done == len(self.seeds)

    def work(self) -> Generator[None, None, None]:
        """The searches, all rows of a seed together."""
        claim = self.chapter.claim
        for seed in self.seeds:
            values = []
            for row in claim.rows:
                recipe = self.chapter.recipe_with(row.recipe, seed)
                measured = yield from MEASURES[claim.measure](recipe, claim.arguments)
                values.append(measured)
            for dots, happened in zip(self.dots, claim.event.of(values), strict=True):
                dots.append(happened)
            yield

    def row_holds(self, row: Row, count: int) -> bool:
        """Own seeds: the count is within what is needed; others: their interval has the claim's."""
        if self.is_own:
            return row.least <= count <= row.most
        low, high = interval(count, len(self.seeds))
        return low <= row.found / len(self.chapter.claim.seeds) <= high

    @property
    def holds(self) -> bool:
        counts = [sum(dots) for dots in self.dots]
        return all(map(self.row_holds, self.chapter.claim.rows, counts))

    def plain(self) -> dict[str, Any]:
        """What the page draws."""
        rows = []
        holds = self.holds if self.is_over else None
        chapter, first = self.chapter, self.seeds[0]
        for row, dots in zip(chapter.claim.rows, self.dots, strict=True):
            count = sum(dots)
            low, high = interval(count, self.num_done)
            search = Place(chapter.recipe_with(row.recipe, first)) if holds is False else None
            rows.append(
                {
                    "label": row.label,
                    "dots": "".join("1" if happened else "0" for happened in dots),
                    "count": count,
                    "found": row.found,
                    "query": "" if search is None else to_query(search),
                    "low": round(100 * low),
                    "high": round(100 * high),
                }
            )
        return {
            "seeds": [self.seeds[0], self.seeds[-1]],
            "own": self.is_own,
            "done": self.num_done,
            "total": len(self.seeds),
            "over": self.is_over,
            "holds": holds,
            "rows": rows,
        }


def others(chapter: Chapter, last: int) -> tuple[int, ...]:
    """As many seeds as the claim has, from the one after `last` on."""
    return tuple(range(last + 1, last + 1 + len(chapter.claim.seeds)))


def trial(chapter: Chapter) -> Generator[None, None, float]:
    """How long the check takes here, in seconds: that of one seed, measured, for all of them."""
    claim = chapter.claim
    check = Check(chapter, claim.seeds[:1])
    work = check.work()
    spent = 0.0
    while not check.is_over:
        started = time.perf_counter()
        next(work)
        spent += time.perf_counter() - started
        yield
    return spent * len(claim.seeds)
