"""The course of a search: how its best and mean score went, sampled while it is watched."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.moment.path import has_best, mean_of

_MOST_SAMPLES = 600
_MOST_RETURNS = 300
_SHORTEST_AXIS = 20


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """The course of a search, for the scrub bar; arrays in order of iteration."""

    iterations: np.ndarray  # int64 [num_samples]
    best: np.ndarray  # float64 [num_samples] best score after each
    mean: np.ndarray  # float64 [num_samples] mean of all results after each
    return_iterations: np.ndarray  # int64 [num_returns] a thinned sample, at most 300
    returns: np.ndarray  # float64 [num_returns]
    improvements: np.ndarray  # int64 [num_improvements] iterations of new bests
    improved: np.ndarray  # float64 [num_improvements] the new best scores
    playhead: int  # the iteration on show
    end: int  # right end of the axis
    percent: bool = False  # scores are win rates
    best_name: str = "best"  # of the line of the best scores
    marks: tuple[tuple[str, float], ...] = ()  # published scores, the highest first, by name


class Course:
    """What has been seen of one search, thinned to a few hundred samples.

    It outlives walks back: the search is deterministic, so what lies ahead is known already.
    """

    def __init__(self) -> None:
        self._samples: list[tuple[int, float, float]] = []  # iteration, best, mean
        self._newest: tuple[int, float, float] | None = None
        self._spacing = 1  # iterations between two samples
        self._returns: list[tuple[int, float]] = []  # iteration, result of its playout
        self._returns_spacing = 1
        self._improvements: list[tuple[int, float]] = []

    @property
    def horizon(self) -> int:
        """The furthest iteration that has been seen."""
        return self._newest[0] if self._newest else 0

    def note(self, search: Any) -> None:
        """Note a search's values, unless its iteration is known already."""
        if len(search.improvements) > len(self._improvements):
            self._improvements = list(search.improvements)
        iteration, mean = search.iterations, mean_of(search)
        if iteration <= self.horizon or math.isnan(mean):
            return
        self._newest = (iteration, float(search.best_score), mean)
        if not self._samples or iteration - self._samples[-1][0] >= self._spacing:
            self._samples.append(self._newest)
            if len(self._samples) > _MOST_SAMPLES:
                self._samples = self._samples[::2]
                self._spacing = 2 * max(self._spacing, self.horizon // _MOST_SAMPLES)
        last = self._returns[-1][0] if self._returns else 0
        playout_return = search.playout_return
        if iteration - last >= self._returns_spacing and not math.isnan(playout_return):
            self._returns.append((iteration, playout_return))
            if len(self._returns) > _MOST_RETURNS:
                self._returns = self._returns[::2]
                self._returns_spacing = 2 * max(
                    self._returns_spacing, self.horizon // _MOST_RETURNS
                )

    @property
    def axis_end(self) -> int:
        """The last iteration on the scrub bar."""
        return max(_SHORTEST_AXIS, self.horizon)

    def history(self, search: Any) -> History:
        """The course as the scrub bar draws it, with the search's iteration as the one on show."""
        samples = list(self._samples)
        if self._newest is not None and samples[-1] != self._newest:
            samples.append(self._newest)  # thinning never hides the newest values
        return History(
            iterations=np.array([s[0] for s in samples], np.int64),
            best=np.array([s[1] for s in samples], np.float64),
            mean=np.array([s[2] for s in samples], np.float64),
            return_iterations=np.array([r[0] for r in self._returns], np.int64),
            returns=np.array([r[1] for r in self._returns], np.float64),
            improvements=np.array([i[0] for i in self._improvements], np.int64),
            improved=np.array([i[1] for i in self._improvements], np.float64),
            playhead=search.iterations,
            end=self.axis_end,
            percent=search.root.num_players == 2,
            best_name="best" if has_best(search) else "best move",
        )
