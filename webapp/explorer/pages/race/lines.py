"""Best-so-far over a run: sampled at places of an axis, as means and quartiles of the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mcsearch.runs.statistics import aggregates

NUM_PLACES = 96
_DECADES = 2.52  # from 30 to 10 000
_FIRST = 30.0  # iterations; before there is little to see


def axis(budget: float, is_whole: bool) -> np.ndarray:
    """Places from a small part of the budget to all of it, even on a logarithmic scale.

    float64 [at most NUM_PLACES], rising; whole numbers of iterations where asked for.
    """
    first = budget / 10**_DECADES
    if is_whole:
        first = max(1.0, min(_FIRST, _rounded(first)))
    places = np.geomspace(min(first, budget), budget, NUM_PLACES)
    return np.unique(places.round()) if is_whole else places


def _rounded(value: float) -> float:
    """1 or 3 times a power of ten, near a value of at least 1."""
    power = 10.0 ** np.floor(np.log10(max(value, 1.0)))
    return float(power * (3.0 if value / power > 2.0 else 1.0))


def sampled(
    places: np.ndarray, samples: Sequence[tuple[float, float]], at: float, is_over: bool
) -> np.ndarray:
    """Best-so-far of one run at places of the axis, nan before its first result and beyond `at`.

    samples: (place, score) of every new best, rising; is_over: the run found no more after that
    """
    known = np.full(len(places), np.nan)
    if not samples:
        return known
    begins = np.array([place for place, _ in samples])
    scores = np.array([score for _, score in samples])
    found = np.searchsorted(begins, places, side="right") - 1
    reached = (found >= 0) & (is_over | (places <= at))
    known[reached] = scores[found[reached]]
    return known


class Meeting(NamedTuple):
    """Where the mean of entrant `first` comes from below that of `second` to above it."""

    x: float
    y: float
    first: int
    second: int
    leads: bool  # from there on `first` is ahead of all


class Lines:
    """The pairs' means, bands and leads at every place, as far as they have come.

    Right of the playhead a place still has what the finished rounds gave, left of it all pairs
    count. Arrays are float64 [entrants, places], nan where nothing is known.
    """

    def __init__(self, num_entrants: int, num_boards: int, num_rounds: int, x: np.ndarray) -> None:
        self.x = x
        shape = (num_entrants, len(x))
        self.best = np.full((num_entrants, num_boards, num_rounds, len(x)), np.nan)
        """[entrants, boards, rounds, places] best-so-far of every run."""
        self.mean = np.full(shape, np.nan)
        self.low = np.full(shape, np.nan)
        self.high = np.full(shape, np.nan)
        self.leads = np.full(shape, np.nan)
        """Share of the pairs that each leads on; what is tied is shared."""
        self.passed = 0
        """Places that the present round has passed."""
        self.version = 0
        """Another one whenever anything else has changed: what is made of it can be kept."""
        self._met: tuple[tuple[int, ...], list[Meeting]] = ((), [])

    def extended(self, num_rounds: int) -> None:
        """Make room for more rounds."""
        entrants, boards, rounds, places = self.best.shape
        more = np.full((entrants, boards, num_rounds - rounds, places), np.nan)
        self.best = np.concatenate([self.best, more], axis=2)
        self.version += 1

    def begin_round(self) -> None:
        """The playhead is at the beginning again."""
        self.passed = 0
        self.version += 1

    def reaches(self, at: float) -> bool:
        """Whether a playhead at `at` has passed more places than are counted."""
        return self._until(at) > self.passed

    def _until(self, at: float) -> int:
        return int(np.searchsorted(self.x, at, side="right"))

    def advance(self, racing: Sequence[int], number: int, at: float) -> None:
        """Count round `number` at the places up to `at`."""
        until = self._until(at)
        for place in range(self.passed, until):
            self._count(list(racing), number + 1, place)
        self.passed = max(self.passed, until)
        self.version += 1

    def recount(self, racing: Sequence[int], number: int) -> None:
        """Count all places anew, because others race now; `number`: the present round."""
        for values in (self.mean, self.low, self.high, self.leads):
            values[:] = np.nan
        for place in range(len(self.x)):
            rounds = number + 1 if place < self.passed else number
            self._count(list(racing), rounds, place)
        self.version += 1

    def meetings(self, racing: Sequence[int]) -> list[Meeting]:
        """The last time that each has come to be above each other, the newest first."""
        key = (self.version, *racing)
        if self._met[0] != key:
            found = [
                self._meeting(racing, first, second, *meeting)
                for first in racing
                for second in racing
                for meeting in crossings(self.x, self.mean[first], self.mean[second])[-1:]
            ]
            found.sort(key=lambda meeting: -meeting.x)
            self._met = key, found
        return self._met[1]

    def _meeting(
        self, racing: Sequence[int], first: int, second: int, x: float, y: float
    ) -> Meeting:
        place = min(int(np.searchsorted(self.x, x)), len(self.x) - 1)
        best = np.nanmax(self.mean[list(racing), place])
        return Meeting(x, y, first, second, bool(self.mean[first, place] >= best))

    def _count(self, racing: list[int], num_rounds: int, place: int) -> None:
        scores = self.best[racing, :, :num_rounds, place]
        if scores.size == 0 or np.isnan(scores).any():
            return
        self.mean[racing, place] = scores.mean((1, 2))
        quartiles = aggregates.bands(scores)
        self.low[racing, place], self.high[racing, place] = quartiles[:, 0], quartiles[:, 2]
        self.leads[racing, place] = leads(scores)


def leads(scores: np.ndarray) -> np.ndarray:
    """Share of the pairs that each entrant leads on, ties shared: float64 [entrants].

    scores: float64 [entrants, boards, rounds]
    """
    is_first = aggregates.ranks(scores) == 1
    shares = is_first / is_first.sum(0)
    return np.asarray(shares.reshape(len(scores), -1).mean(1))


def crossings(x: np.ndarray, first: np.ndarray, second: np.ndarray) -> list[tuple[float, float]]:
    """Where one line comes from below another to above it: (x, y) each, from the left."""
    apart = first - second
    places = np.flatnonzero(np.nan_to_num(apart) != 0.0)
    signs = np.sign(apart[places])
    rises = np.flatnonzero((signs[:-1] < 0.0) & (signs[1:] > 0.0)) + 1
    return [_meeting(x, first, second, int(place)) for place in places[rises]]


def _meeting(
    x: np.ndarray, first: np.ndarray, second: np.ndarray, place: int
) -> tuple[float, float]:
    """Where two lines meet before a place, on the axis' logarithmic scale."""
    before, after = first[place - 1] - second[place - 1], first[place] - second[place]
    share = before / (before - after) if np.isfinite(before) and before != after else 1.0
    at = np.exp(np.log(x[place - 1]) + share * np.log(x[place] / x[place - 1]))
    y = first[place - 1] + share * (first[place] - first[place - 1])
    return float(at), float(y if np.isfinite(y) else first[place])
