"""What the scrub bar draws: the course of the scores over the iterations."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


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
