"""What a race is expected to take, before it begins: the length of an SPRT.

The log-likelihood ratio of a normalized SPRT is nearly a Brownian motion: with s the deviation that
separates the two hypotheses, a pair adds s^2 of variance and a drift of -s^2 / 2 at H0,
up to +s^2 / 2. When it leaves the bounds has a known distribution (Darling and Siegert
1953), whatever the share of draws. Overshoot is not in it: short tests take a few pairs more.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from mcsearch.runs.statistics.pairs import NORMALIZED
from mcsearch.runs.statistics.sprt import MIN_PAIRS, Sprt

_TERMS = 60
_STEPS = 100
_LONGEST = 1e9


class Expected(NamedTuple):
    """How many pairs an SPRT takes where the second entrant is stronger by `elo`."""

    elo: float
    median: int
    most: int  # in 95 of 100 tests


def expected_pairs(sprt: Sprt) -> list[Expected]:
    """For a strength at H0, half-way, where tests take longest, and at H1.

    With the logistic model the number depends on the draws; it is that of games without any.
    """
    middle = (sprt.elo0 + sprt.elo1) / 2.0
    return [
        Expected(elo, _quantile(sprt, elo, 0.5), _quantile(sprt, elo, 0.95))
        for elo in (sprt.elo0, middle, sprt.elo1)
    ]


def chance_of_verdict(sprt: Sprt, elo: float, num_pairs: int) -> float:
    """The chance that a test has decided after so many pairs, where the strength is `elo`."""
    return 0.0 if num_pairs < MIN_PAIRS else 1.0 - _undecided(sprt, elo, num_pairs)


def _quantile(sprt: Sprt, elo: float, share: float) -> int:
    low, high = 0.0, _LONGEST
    for _ in range(_STEPS):
        middle = (low + high) / 2.0
        if 1.0 - _undecided(sprt, elo, middle) < share:
            low = middle
        else:
            high = middle
    return max(MIN_PAIRS, math.ceil(high))


def _undecided(sprt: Sprt, elo: float, num_pairs: float) -> float:
    """The chance that a Brownian motion from 0 has not left the bounds after so many pairs."""
    separation = (sprt.elo1 - sprt.elo0) * math.sqrt(2.0) / NORMALIZED
    time = num_pairs * separation**2  # in which the motion has a variance of 1
    place = (elo - sprt.elo0) / (sprt.elo1 - sprt.elo0)
    drift = place - 0.5
    width, start = sprt.upper - sprt.lower, -sprt.lower
    whole = 0.0
    for n in range(1, _TERMS):
        rate = n * math.pi / width
        decay = (drift**2 + rate**2) * time / 2.0
        if decay > 700.0:
            break
        ends = 1.0 - (-1.0) ** n * math.exp(drift * width)
        size = rate * ends / (drift**2 + rate**2)
        whole += math.sin(rate * start) * size * math.exp(-drift * start - decay)
    return min(1.0, max(0.0, 2.0 / width * whole))
