"""Quantiles of Student's t distribution, and intervals for shares; standard library only."""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

_STEPS = 200
_SMALLEST = 1e-300
_PRECISION = 1e-15


class Interval(NamedTuple):
    """From `low` to `high`; nan where there is none."""

    low: float
    high: float

    @property
    def excludes_0(self) -> bool:
        """Whether 0 lies outside."""
        return self.low > 0.0 or self.high < 0.0


NO_INTERVAL = Interval(math.nan, math.nan)


def two_sided(t: float, df: float) -> float:
    """P(|T| > t) of Student's t with `df` degrees of freedom, any positive number of them."""
    return _incomplete_beta(df / (df + t * t), df / 2.0, 0.5)


@functools.lru_cache(maxsize=4096)
def critical(level: float, df: float) -> float:
    """The t that |T| exceeds with a probability of `level`; ValueError for none in (0, 1)."""
    if not 0.0 < level < 1.0 or not df > 0.0:
        raise ValueError(f"level {level:g}, df {df:g}: give a level in (0, 1) and df above 0")
    low, high = 0.0, 1.0  # of df / (df + t^2), in which the probability rises
    for _ in range(_STEPS):
        middle = math.sqrt(low * high) if low > 0.0 else high / 1024.0
        if not low < middle < high:
            break
        if _incomplete_beta(middle, df / 2.0, 0.5) < level:
            low = middle
        else:
            high = middle
    return math.sqrt(df * (1.0 - high) / high)


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function, by its continued fraction (Abramowitz and Stegun
    26.5.8, evaluated by Lentz's method)."""
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - _incomplete_beta(1.0 - x, b, a)
    logarithm = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(logarithm + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1.0 / _off_0(1.0 - (a + b) * x / (a + 1.0))
    fraction = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0))
        for term in (even, odd):
            d = 1.0 / _off_0(1.0 + term * d)
            c = _off_0(1.0 + term / c)
            fraction *= c * d
        if abs(c * d - 1.0) < _PRECISION:
            break
    return front * fraction


def _off_0(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST


def share_interval(mean: float, squares: float, count: int, level: float = 0.05) -> Interval:
    """The interval of a mean of values between 0 and 1 that misses it with probability `level`.

    `squares`: the sum of the squared distances from the mean, of `count` independent values.
    Wilson's score interval (1927) with Student's t and with the values' own variance in place of a
    coin's. To estimate that, one value is added, half of it a 0 and half a 1: few values that
    happen to be alike have a variance, too, so an interval has always a width. By simulation it
    covers 95 % or more from 5 values on, and more than that where values are few or nearly alike.
    """
    if count < 2:
        return NO_INTERVAL
    added = count + 1
    middle = (count * mean + 0.5) / added
    apart = squares + count * (mean - middle) ** 2 + 0.5 * (middle**2 + (1.0 - middle) ** 2)
    own = apart / count / (middle * (1.0 - middle))  # variance, a coin's being 1
    t = critical(level, count - 1)
    size = t * t * own / count
    centre = (mean + size / 2.0) / (1.0 + size)
    half = math.sqrt(mean * (1.0 - mean) * size + size * size / 4.0) / (1.0 + size)
    return Interval(
        max(0.0, centre - half) if mean > 0.0 else 0.0,
        min(1.0, centre + half) if mean < 1.0 else 1.0,
    )
