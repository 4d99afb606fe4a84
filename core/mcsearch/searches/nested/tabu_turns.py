"""Which colour is kept for last from run to run, where the most frequent need not be the best."""

from __future__ import annotations

import math

_EVERY = 3  # runs: one tries the next kind in turn, the others keep to the best


class TabuTurns:
    """Kinds of action that are the tabu kind in turn, run by run.

    The first comes first. Every third run tries the next in their order, the others have the kind
    whose best run is best.
    """

    def __init__(self, kinds: list[int]) -> None:
        self._kinds = kinds
        self._best = [-math.inf] * len(kinds)
        self._place = 0
        self._runs = 0

    def next(self, score: float) -> int:
        """The kind of the next run, after one that has ended with this score."""
        count = len(self._kinds)
        self._best[self._place] = max(self._best[self._place], score)
        self._runs += 1
        if self._runs % _EVERY == _EVERY - 1:
            self._place = (self._runs // _EVERY + 1) % count
        else:
            self._place = max(range(count), key=self._best.__getitem__)
        return self._kinds[self._place]

    def copy_from(self, other: TabuTurns) -> None:
        """Become equal to the turns of a search of the same recipe and root."""
        self._best[:] = other._best
        self._place = other._place
        self._runs = other._runs
