"""Scores of several entrants on the same boards with the same seeds, as a whole.

Performance profile, interquartile mean and optimality gap are those that Agarwal et al., "Deep
Reinforcement Learning at the Edge of the Statistical Precipice" (2021), advise. How sure a
difference between two entrants is, is in `differences`. Scores are float64
[entrants, boards, rounds]; a pair is one board in one round, the same board and seed for all.
Larger scores are better.
"""

from __future__ import annotations

import numpy as np


def interquartile_means(scores: np.ndarray) -> np.ndarray:
    """Each entrant's mean of the middle half of its scores (IQM): float64 [entrants].

    A score on the edge of the middle half counts with the part that is within.
    """
    flat = np.sort(scores.reshape(len(scores), -1), axis=1)
    upto = np.linspace(0.0, 1.0, flat.shape[1] + 1)
    within = np.diff(np.clip(upto, 0.25, 0.75))
    return np.asarray(2.0 * (flat @ within))


def optimality_gaps(scores: np.ndarray, target: float) -> np.ndarray:
    """How far each entrant's scores are below a target in the mean, those above it counted as met:
    float64 [entrants]."""
    return np.asarray(np.maximum(0.0, target - scores).mean((1, 2)))


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

    0 for the best. A best below 0, such as a length with a minus, is taken without its sign; of a
    best of 0 every distance is infinitely many shares.
    """
    best = scores.max(0, keepdims=True)
    share = scores / np.where(best == 0.0, 1.0, best)
    of_none = np.where(scores == best, 0.0, np.inf)
    return np.asarray(np.where(best == 0.0, of_none, np.abs(1.0 - share)))


def profile(scores: np.ndarray, limits: np.ndarray) -> np.ndarray:
    """Performance profile: the share of pairs in which an entrant is at most so far below the best.

    `limits`: gaps, float64 [limits]. Returns float64 [entrants, limits] (Dolan and More 2002).
    """
    flat = gaps(scores).reshape(len(scores), -1)
    return np.asarray((flat[:, None, :] <= limits[:, None]).mean(2))


def ranks(scores: np.ndarray) -> np.ndarray:
    """Each entrant's rank in each pair, from 1, ties at the better rank: int [as scores]."""
    return np.asarray(1 + (scores[None] > scores[:, None]).sum(1))
