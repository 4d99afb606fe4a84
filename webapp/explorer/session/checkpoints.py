"""Copies of a search at moments of its past, from which a walk back begins.

They stand densely just before the present and ever thinner towards the beginning, in as much memory
as they are given: the further a step back goes, the longer it may take.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from mcsearch.engine.clock import processor_seconds

MOST_BYTES = 96_000_000
SPACING_SECONDS = 0.02  # of the search's own time: walking on from a copy takes no longer
_COPY_BYTES = 150_000  # of a copy's positions and the like
_COPIES_SHARE = 0.1  # of the time, spent on copying


@dataclass(frozen=True)
class _Checkpoint:
    steps: int
    seconds: float  # of the search's own time up to here
    search: Any
    num_bytes: int


class Checkpoints:
    """Copies of one recipe's search, in order of their moments."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: list[_Checkpoint] = []
        self._spacing = SPACING_SECONDS

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def num_bytes(self) -> int:
        return sum(checkpoint.num_bytes for checkpoint in self._kept)

    def pass_by(self, steps: int, search: Any) -> None:
        """Keep a copy of the search, at this moment, if the last one is long ago."""
        if search.stopped:
            return
        index = bisect_right(self._kept, steps, key=lambda c: c.steps)
        before = self._kept[index - 1].seconds if index else 0.0
        if search.seconds - before < self._spacing:
            return
        started = processor_seconds()  # an interruption from outside is no reason for fewer copies
        copy = search.copy()
        took = processor_seconds() - started
        self._spacing = max(SPACING_SECONDS, took / _COPIES_SHARE)
        num_bytes = _COPY_BYTES + search.num_bytes
        self._kept.insert(index, _Checkpoint(steps, search.seconds, copy, num_bytes))
        self._thin(search.seconds)

    def nearest(self, steps: int, after: int = 0) -> Any | None:
        """A search to walk on from to a moment: a copy of the last one kept before it, if any."""
        index = bisect_right(self._kept, steps, key=lambda c: c.steps)
        if not index or self._kept[index - 1].steps <= after:
            return None
        return self._kept[index - 1].search.copy()

    def _thin(self, present: float) -> None:
        """Drop copies until the rest fits: those that stand closest for how far away they are."""
        while self.num_bytes > self._most_bytes and len(self._kept) > 1:
            times = [checkpoint.seconds for checkpoint in self._kept]
            crowding = [
                (after - before) / (abs(present - time) + SPACING_SECONDS)
                for before, time, after in zip(
                    [0.0, *times], times, [*times[1:], times[-1]], strict=False
                )
            ]
            newest = min(range(len(times)), key=lambda i: abs(present - times[i]))
            crowding[newest] = math.inf  # the one just kept
            del self._kept[crowding.index(min(crowding))]
