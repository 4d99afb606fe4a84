"""Differences between the counts of two searches over the same seeds: intervals and tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_Z = 1.959964  # of the normal distribution, two-sided 95 %
_WRONG = 0.02
"""How often a claim that is true may be refused, whatever the number of looks at it."""


@dataclass(frozen=True)
class Pairs:
    """For how many of the seeds only the first of two searches has the event, and only the second.

    Two searches have the same seeds, so that a seed is a pair; `total` counts also those for which
    both have it or neither has.
    """

    ahead: int
    behind: int
    total: int

    @classmethod
    def of(cls, first: Sequence[bool], second: Sequence[bool]) -> Pairs:
        both = list(zip(first, second, strict=True))
        return cls(both.count((True, False)), both.count((False, True)), len(both))

    @property
    def difference(self) -> float:
        """Of the two shares, -1 to 1; 0 without seeds."""
        return (self.ahead - self.behind) / self.total if self.total else 0.0

    def interval(self) -> tuple[float, float]:
        """The difference between the shares, 95 %, -1 to 1 (Agresti and Min 2005, for pairs)."""
        ahead, behind, total = self.ahead + 0.5, self.behind + 0.5, self.total + 2
        centre = (ahead - behind) / total
        spread = _Z * math.sqrt(ahead + behind - (ahead - behind) ** 2 / total) / total
        return max(-1.0, centre - spread), min(1.0, centre + spread)


def chance_of_less(mine: Pairs, claimed: Pairs) -> float:
    """How likely a difference as small as mine is if mine and the claim's are of one population.

    The two-sample permutation test, exact: of all seeds together, mine are any `mine.total`. Its
    distribution is hypergeometric in two dimensions.
    """
    ahead, behind = mine.ahead + claimed.ahead, mine.behind + claimed.behind
    total, taken = mine.total + claimed.total, mine.total
    rest = total - ahead - behind
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, total + 1)))])  # of factorials
    i = np.arange(min(ahead, taken) + 1)[:, None]
    j = np.arange(min(behind, taken) + 1)[None, :]
    others = taken - i - j
    possible = (others >= 0) & (others <= rest) & (i - j <= mine.ahead - mine.behind)
    k = np.clip(others, 0, rest)
    weights = (
        (logs[ahead] - logs[i] - logs[ahead - i])
        + (logs[behind] - logs[j] - logs[behind - j])
        + (logs[rest] - logs[k] - logs[rest - k])
        - (logs[total] - logs[taken] - logs[total - taken])
    )
    return float(np.exp(weights[possible]).sum())


def is_refused(mine: Pairs, claimed: Pairs, look: int, num_contrasts: int) -> bool:
    """Whether my difference is too small for the claimed one, at the `look`-th look from 1.

    The looks share the error: looking again and again refuses a true claim of several contrasts
    with a probability of 2 % at most, since 1 / (k (k + 1)) over all k is 1.
    """
    return chance_of_less(mine, claimed) <= _WRONG / (look * (look + 1) * num_contrasts)
