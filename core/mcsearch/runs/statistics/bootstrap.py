"""Scores of several entrants on the same boards with the same seeds, as a whole.

Agarwal et al., "Deep Reinforcement Learning at the Edge of the Statistical Precipice" (2021), whose
measures these are: performance profile, interquartile mean and optimality gap, with intervals by
stratified bootstrap. What two entrants differ by is in `differences`. Scores are float64
[entrants, boards, rounds]; a pair is one board in one round, the same board and seed for all.
Larger scores are better.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

SAMPLES = 10_000
_AT_ONCE = 1 << 20  # draws, so that many boards take no more memory than their weights


class Aggregate(NamedTuple):
    """An entrant's scores in one number, with its 95 % interval, for this entrant by itself."""

    mean: float
    low: float
    high: float


def weights(num_boards: int, num_rounds: int, samples: int = SAMPLES) -> np.ndarray:
    """Bootstrap samples: the weight of each pair in a mean, float64 [samples, boards * rounds].

    Stratified: each board has its share in every sample, and its rounds are drawn with replacement.
    One fewer is drawn than there are, so that the variance is not too small (Rao and Wu 1988); with
    5 rounds it would be by a fifth. With a single round boards are drawn, and the interval speaks
    of boards like these instead of these. A single pair has no interval: weight 1.
    """
    strata, size = (num_boards, num_rounds) if num_rounds > 1 else (1, num_boards)
    if size == 1:
        return np.ones((samples, num_boards * num_rounds))
    rows = samples * strata
    counts = np.empty((rows, size))
    step = max(1, _AT_ONCE // (size - 1))
    for first in range(0, rows, step):
        last = min(first + step, rows)
        places = _draws(first * (size - 1), last * (size - 1), size).reshape(last - first, -1)
        places += size * np.arange(last - first)[:, None]
        drawn = np.bincount(places.ravel(), minlength=size * (last - first))
        counts[first:last] = drawn.reshape(-1, size)
    counts /= (size - 1) * strata
    return counts.reshape(samples, -1)


def _draws(first: int, last: int, bound: int) -> np.ndarray:
    """Draws number `first` to `last` of whole numbers below `bound`: int64 [last - first].

    Those of `Rng(0)` (SplitMix64), whose state is a counter, so that they can be made at once; they
    are the same in every build, and the same scores always have the same intervals.
    """
    z = np.arange(first + 1, last + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    drawn: np.ndarray = (((z >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32)).astype(int)
    return drawn


def interquartile_means(scores: np.ndarray, samples: int = SAMPLES) -> list[Aggregate]:
    """Each entrant's mean of the middle half of its scores (IQM); none without scores."""
    return [_aggregate(flat, scores, samples, _middle_half) for flat in _flat(scores)]


def optimality_gaps(scores: np.ndarray, target: float, samples: int = SAMPLES) -> list[Aggregate]:
    """How far each entrant's scores are below a target in the mean, those above it counted as met;
    none without scores."""
    missing = np.maximum(0.0, target - scores)
    return [_aggregate(flat, scores, samples, _weighted_mean) for flat in _flat(missing)]


def _flat(scores: np.ndarray) -> np.ndarray:
    return scores.reshape(len(scores), -1) if scores.size else np.empty((0, 0))


def _aggregate(
    flat: np.ndarray,
    scores: np.ndarray,
    samples: int,
    of: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> Aggregate:
    _, num_boards, num_rounds = scores.shape
    drawn = weights(num_boards, num_rounds, samples)
    low, high = np.percentile(of(flat, drawn), (2.5, 97.5))
    whole = of(flat, np.full((1, flat.size), 1.0 / flat.size))
    return Aggregate(float(whole[0]), float(low), float(high))


def _weighted_mean(values: np.ndarray, weight: np.ndarray) -> np.ndarray:
    return np.asarray(weight @ values)


def _middle_half(values: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The mean of the values between the quartiles of each weighting: [samples]."""
    order = np.argsort(values, kind="stable")
    upto = np.cumsum(weight[:, order], axis=1)
    within = np.diff(np.clip(upto, 0.25, 0.75), axis=1, prepend=0.25)
    return np.asarray(2.0 * (within @ values[order]))


def without_levels(scores: np.ndarray) -> np.ndarray:
    """The scores without each board's own level: its mean over entrants and rounds, less the mean
    of all, is taken away. Bands of raw scores show how the boards differ, and nothing else."""
    levels = scores.mean((0, 2), keepdims=True)
    return np.asarray(scores - levels + scores.mean())


def bands(scores: np.ndarray) -> np.ndarray:
    """Each entrant's quartiles, without the boards' levels: float64 [entrants, 3], low to high."""
    flat = without_levels(scores).reshape(len(scores), -1)
    return np.asarray(np.percentile(flat, [25.0, 50.0, 75.0], axis=1).T)


def gaps(scores: np.ndarray) -> np.ndarray:
    """How far each score is below the best of its pair, as a share of that: float64, as scores.

    0 for the best. A best below 0, such as a length with a minus, is taken without its sign; where
    it is 0 there are no shares, and no gaps.
    """
    best = scores.max(0, keepdims=True)
    share = scores / np.where(best == 0.0, 1.0, best)
    return np.asarray(np.where(best == 0.0, 0.0, np.abs(1.0 - share)))


def profile(scores: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Performance profile: the share of pairs in which an entrant is at most so far below the best.

    `limits`: gaps, float64 [limits]. Returns float64 [entrants, limits] (Dolan and More 2002).
    """
    flat = gaps(scores).reshape(len(scores), -1)
    return np.asarray((flat[:, None, :] <= limits[:, None]).mean(2))


def ranks(scores: np.ndarray) -> np.ndarray:
    """Each entrant's rank in each pair, from 1, ties at the better rank: int [as scores]."""
    return np.asarray(1 + (scores[None] > scores[:, None]).sum(1))
