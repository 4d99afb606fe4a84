"""One rating for each of several entrants, from all their games together (Bradley and Terry 1952).

An entrant's expected score against another is Elo's logistic curve of the difference of their
ratings, as Ordo and BayesElo have it; a draw counts half. The ratings are the likeliest ones, their
mean is 0. Games of a pair (one opening, both sides) are not independent, pairs are: the errors come
from the pairs' own scatter (the sandwich estimator of Huber 1967 and White 1982), and not from the
binomial distribution, which would make them too large for balanced openings.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from mcsearch.runs.statistics.pairs import Z_95, Pairs

_ELO = 400.0 / math.log(10.0)  # of a unit of the logistic scale
_STEPS = 100
_PRECISION = 1e-12
_PRIOR_PAIRS = 1.0
_NO_SCATTER = 1e-6  # Elo: an error below this is rounding


@dataclass(frozen=True)
class Ratings:
    """Elo ratings: float64 [entrants], mean 0; `covariance` is theirs, [entrants, entrants]."""

    elos: np.ndarray
    covariance: np.ndarray
    is_bounded: bool
    """Whether the games alone bound them. Otherwise somebody has lost, or won, every game against
    the rest, and each two that met have one drawn pair more, so that there is a finite rating."""

    @property
    def errors(self) -> np.ndarray:
        """Half the widths of the 95 % intervals, each against the mean of all: [entrants].

        nan where the pairs do not scatter, as one pair of each match, and so tell no error.
        """
        errors = Z_95 * np.sqrt(np.diag(self.covariance))
        return np.asarray(np.where(errors > _NO_SCATTER, errors, np.nan))

    def error_between(self, first: int, second: int) -> float:
        """Half the width of the 95 % interval of a difference of two."""
        c = self.covariance
        variance = c[first, first] + c[second, second] - 2.0 * c[first, second]
        return Z_95 * math.sqrt(max(0.0, float(variance)))

    def superiority(self, first: int, second: int) -> float:
        """Likelihood that `first` is the stronger, by the normal distribution; nan where the pairs
        do not scatter."""
        error = self.error_between(first, second)
        apart = float(self.elos[first] - self.elos[second])
        if error <= _NO_SCATTER:
            return math.nan
        deviation = error / Z_95
        return (1.0 + math.erf(apart / deviation / math.sqrt(2.0))) / 2.0


def ratings(num_entrants: int, matches: Mapping[tuple[int, int], Pairs]) -> Ratings | None:
    """The ratings from matches, by their two entrants; each counts as its second entrant sees it.

    None while some entrants are connected to the others by no game.
    """
    counts = {
        pair: np.array(found.by_points, float) for pair, found in matches.items() if found.num_pairs
    }
    if not _is_connected(num_entrants, counts):
        return None
    is_bounded = _is_bounded(num_entrants, counts)
    if not is_bounded:
        even = _PRIOR_PAIRS * (np.arange(5) == 2)
        counts = {pair: found + even for pair, found in counts.items()}
    strengths = _likeliest(num_entrants, counts)
    covariance = _covariance(strengths, counts)
    return Ratings(_ELO * strengths, _ELO**2 * covariance, is_bounded)


def _likeliest(size: int, counts: Mapping[tuple[int, int], np.ndarray]) -> np.ndarray:
    """Newton's steps, each halved until the likelihood grows; mean 0."""
    at = np.zeros(size)
    for _ in range(_STEPS):
        slope, curvature = _slopes(at, counts)
        if np.abs(slope).max() < _PRECISION * sum(found.sum() for found in counts.values()):
            break
        step = np.linalg.pinv(curvature) @ slope
        share = 1.0
        while _likelihood(at + share * step, counts) < _likelihood(at, counts) and share > 1e-9:
            share /= 2.0
        at = at + share * step
        at -= at.mean()
    return at


def _likelihood(at: np.ndarray, counts: Mapping[tuple[int, int], np.ndarray]) -> float:
    whole = 0.0
    for (first, second), found in counts.items():
        apart = at[second] - at[first]
        points, games = found @ np.arange(5) / 2.0, 2.0 * found.sum()
        whole -= points * np.logaddexp(0.0, -apart) + (games - points) * np.logaddexp(0.0, apart)
    return float(whole)


def _slopes(
    at: np.ndarray, counts: Mapping[tuple[int, int], np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """The gradient of the likelihood and its negative second derivatives."""
    slope, curvature = np.zeros(len(at)), np.zeros((len(at), len(at)))
    for (first, second), found in counts.items():
        expected = 1.0 / (1.0 + math.exp(at[first] - at[second]))
        games = 2.0 * found.sum()
        slope[[first, second]] += np.array([-1.0, 1.0]) * (
            found @ np.arange(5) / 2.0 - games * expected
        )
        weight = games * expected * (1.0 - expected)
        curvature[np.ix_([first, second], [first, second])] += weight * np.array(
            [[1.0, -1.0], [-1.0, 1.0]]
        )
    return slope, curvature


def _covariance(at: np.ndarray, counts: Mapping[tuple[int, int], np.ndarray]) -> np.ndarray:
    """The sandwich: the pairs' squared surprises between two inverse second derivatives."""
    _, curvature = _slopes(at, counts)
    scatter = np.zeros_like(curvature)
    for (first, second), found in counts.items():
        expected = 1.0 / (1.0 + math.exp(at[first] - at[second]))
        squares = found @ (np.arange(5) / 2.0 - 2.0 * expected) ** 2
        scatter[np.ix_([first, second], [first, second])] += squares * np.array(
            [[1.0, -1.0], [-1.0, 1.0]]
        )
    inverse = np.linalg.pinv(curvature)
    return np.asarray(inverse @ scatter @ inverse)


def _is_connected(size: int, counts: Mapping[tuple[int, int], np.ndarray]) -> bool:
    edges = {(a, b) for pair in counts for a, b in (pair, pair[::-1])}
    return _reaches_all(size, edges, 0)


def _is_bounded(size: int, counts: Mapping[tuple[int, int], np.ndarray]) -> bool:
    """Ford's condition (1957): whoever the entrants are split into, each part has points against
    the other."""
    won = set()
    for (first, second), found in counts.items():
        if found[1:].any():
            won.add((second, first))
        if found[:4].any():
            won.add((first, second))
    lost = {(b, a) for a, b in won}
    return _reaches_all(size, won, 0) and _reaches_all(size, lost, 0)


def _reaches_all(size: int, edges: set[tuple[int, int]], start: int) -> bool:
    reached, frontier = {start}, [start]
    while frontier:
        here = frontier.pop()
        for other in {b for a, b in edges if a == here} - reached:
            reached.add(other)
            frontier.append(other)
    return len(reached) == size
