"""How long searches take to reach a score: expected running time and run-length distribution.

Expected running time (ERT): all iterations that the runs have spent before they reached the target
or ended, divided by the number of runs that reached it (Hansen, Auger, Ros, Mersmann, Tusar and
Brockhoff, "COCO: a platform for comparing continuous optimizers in a black-box setting", 2021).
It is that of a search which begins anew with another seed until it has met the target. The
run-length distribution is the share of runs that have reached it by then (Hoos and Stuetzle,
"Evaluating Las Vegas algorithms", 1998).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np


class Reached(NamedTuple):
    """One entrant's runs: when each reached the target, and what each has spent."""

    at: np.ndarray
    """Iterations to the first result that meets the target: float64 [runs], inf for none."""
    spent: np.ndarray
    """Iterations to that, or to the run's end: float64 [runs]."""

    @property
    def num_reached(self) -> int:
        return int(np.isfinite(self.at).sum())

    @property
    def expected(self) -> float:
        """The expected running time, iterations; inf when no run has reached the target."""
        return float(self.spent.sum()) / self.num_reached if self.num_reached else math.inf

    def shares(self, limits: Sequence[float] | np.ndarray) -> np.ndarray:
        """The share of runs that reached the target by each limit: float64 [limits]."""
        return np.asarray((self.at <= np.asarray(limits)[:, None]).mean(1))


def reached(
    courses: Iterable[tuple[Sequence[tuple[float, float]], float]], target: float
) -> Reached:
    """When runs have reached a target, at least one run.

    courses: of each run (iterations, score) of every new best, rising, and the iterations in all
    """
    at, spent = [], []
    for improvements, iterations in courses:
        first = next((n for n, score in improvements if score >= target), math.inf)
        at.append(float(first))
        spent.append(float(min(first, iterations)))
    return Reached(np.array(at), np.array(spent))


def limits_of(budget: float) -> list[int]:
    """Where a table tells shares: 1 and 3 times the last powers of ten, and the budget."""
    power = 10 ** math.floor(math.log10(max(budget, 1.0)))
    wanted = (power // 100, 3 * power // 100, power // 10, 3 * power // 10, power, 3 * power)
    return [*(limit for limit in wanted if 1 <= limit < budget), int(budget)]
