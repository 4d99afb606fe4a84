"""Which place is tried next, and what all results say of the best one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mcsearch.runs.tuning.surface import Surface

FIRST = 20
"""Trials that are spread over all places, before there is a model."""

_SHARE = 0.1  # of the trials so far are made before the model is asked again
_FEWEST = 10  # of them
# draws deviate so many times as the posterior does: at the maximum one learns little of its place
_WIDER = 2.5
_DRAWS = 2000
_GOLDEN = (5**0.5 - 1) / 2


class Best(NamedTuple):
    """The place with the largest response, and those between which it lies in 95 % of draws."""

    place: int
    mean: float
    deviation: float
    low: np.ndarray  # [parameters], coordinates
    high: np.ndarray


class Tuner:
    """Trials at places, each with a noisy result; larger is better.

    In batches by Thompson's sampling (1933): each trial is where a draw of the response is largest.
    A batch follows from the results before it and the seed, however they came in, so the same
    trials are asked for again after a stop; and more trials go on where fewer ended.
    """

    def __init__(self, places: np.ndarray, num_trials: int, seed: int = 0) -> None:
        """`places`: float64 [places, parameters], coordinates from 0 to 1."""
        self.places = places
        self.num_trials = num_trials
        self.tried: list[int] = []
        """The place of each trial, up to the end of the present batch."""
        self.results: dict[int, float] = {}
        """By the number of the trial."""
        self._seed = seed
        self._plan()

    @property
    def is_over(self) -> bool:
        return len(self.results) >= self.num_trials

    def waiting(self) -> list[tuple[int, int]]:
        """The trials (number, place) of the present batch that have no result."""
        return [(n, place) for n, place in enumerate(self.tried) if n not in self.results]

    def add(self, number: int, result: float) -> None:
        """Take the result of a trial; the next batch is planned after the last one."""
        self.results[number] = result
        if len(self.results) == len(self.tried):
            self._plan()

    def _plan(self) -> None:
        done = len(self.tried)
        if done >= self.num_trials:
            return
        if done < FIRST:
            # evenly at any time, whatever the number of places
            count = len(self.places)
            picked = [int((0.5 + i * _GOLDEN) % 1.0 * count) for i in range(FIRST)]
        else:
            number = max(_FEWEST, int(_SHARE * done))
            surface = self.surface()
            draws = surface.samples(number, np.random.default_rng([self._seed, done]))
            wider = surface.mean + _WIDER * (draws - surface.mean)
            picked = [int(place) for place in wider.argmax(1)]
        self.tried += picked[: self.num_trials - done]

    def summary(self) -> tuple[np.ndarray, np.ndarray, float]:
        """Counts and means of the results at each place, and the variance of one result."""
        numbers = sorted(self.results)
        where = np.array([self.tried[n] for n in numbers], int)
        values = np.array([self.results[n] for n in numbers], float)
        counts = np.bincount(where, minlength=len(self.places)).astype(float)
        sums = np.bincount(where, values, len(self.places))
        means = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
        free = len(values) - np.count_nonzero(counts)
        if free >= FIRST // 2:
            variance = float(((values - means[where]) ** 2).sum() / free)
        else:
            variance = float(values.var(ddof=1)) if len(values) > 1 else 0.0
        # no difference seen yet is no certainty
        return counts, means, max(variance, 1e-6 * (1.0 + float(np.abs(values).max(initial=0.0))))

    def surface(self) -> Surface:
        """What is known of the response; ValueError before there is a result."""
        if not self.results:
            raise ValueError("no trial has a result yet")
        return Surface(self.places, *self.summary())

    def best(self) -> Best:
        """The best place by all results; ValueError before there is one."""
        surface = self.surface()
        draws = surface.samples(_DRAWS, np.random.default_rng([self._seed, self.num_trials]))
        tops = self.places[draws.argmax(1)]
        low, high = np.quantile(tops, (0.025, 0.975), axis=0)
        place = surface.best
        return Best(place, float(surface.mean[place]), float(surface.deviation[place]), low, high)
