"""The sequential probability ratio test: a match stops as soon as it has decided.

Wald, "Sequential Tests of Statistical Hypotheses" (1945): H0, the entrant is stronger by `elo0`,
against H1, stronger by `elo1`. The likelihoods are those of the pairs' points, a multinomial
distribution of which only the strength is assumed: the other parameters are fitted to the pairs
seen (generalized likelihood ratio), as in Van den Bergh, "Comments on Normalized Elo" (fishtest),
whose propositions and equations are named below.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from mcsearch.engine.parameter import RecipeError
from mcsearch.runs.statistics.pairs import NORMALIZED, score_of

MODELS = ("normalized", "logistic")
"""What `elo0` and `elo1` mean: normalized Elo, which alone sets the number of games; or Elo."""

MIN_PAIRS = 10
"""Before so many pairs there is no verdict: their variance says too little."""

_POINTS = np.arange(5) / 4.0  # mean score of a pair
_UNSEEN = 1e-3  # pairs counted where none is
_MAX_ELO = 500.0
_ROUNDS = 200
_PRECISION = 1e-12


@dataclass(frozen=True)
class Sprt:
    """A test of `elo0` (H0) against `elo1` (H1).

    `alpha` is the risk of accepting H1 where H0 holds, `beta` that of H0 where H1 holds. Everything
    is checked at once: RecipeError names the value and the remedy.
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise RecipeError(f"model: {self.model!r} is not known; give {' or '.join(MODELS)}")
        if not -_MAX_ELO <= self.elo0 < self.elo1 <= _MAX_ELO:
            raise RecipeError(
                f"sprt: {self.elo0:g} to {self.elo1:g} is not valid; give a smaller and a larger "
                f"Elo from {-_MAX_ELO:g} to {_MAX_ELO:g}"
            )
        for name, risk in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0 < risk < 0.5:
                raise RecipeError(f"{name}: {risk:g} is not valid; give a risk between 0 and 0.5")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1.0 - self.beta) / self.alpha)

    def ratio(self, by_points: tuple[int, ...]) -> float:
        """The log-likelihood ratio (LLR) of pairs by their points; 0 without pairs."""
        return float(self.ratios(np.array([by_points], float))[0])

    def ratios(self, by_points: np.ndarray) -> np.ndarray:
        """The log-likelihood ratios of several matches: float64 [matches, 5] to [matches]."""
        if self.model == "normalized":
            shift = math.sqrt(2.0) / NORMALIZED  # from a game's deviation to a pair's
            low, high = (_with_strength(by_points, elo * shift) for elo in (self.elo0, self.elo1))
        else:
            low, high = (_with_score(by_points, score_of(elo)) for elo in (self.elo0, self.elo1))
        counts = np.where(by_points == 0, _UNSEEN, by_points)
        ratios: np.ndarray = (counts * (np.log(high) - np.log(low))).sum(1)
        return np.where(by_points.any(1), ratios, 0.0)

    def verdict(self, by_points: tuple[int, ...]) -> str:
        """ "H0" or "H1" when it is accepted, "" before."""
        return self.accepts(self.ratio(by_points), sum(by_points))

    def accepts(self, ratio: float, num_pairs: int) -> str:
        """The same of a ratio that is known."""
        if num_pairs < MIN_PAIRS:
            return ""
        return "H1" if ratio >= self.upper else "H0" if ratio <= self.lower else ""


def _shares(by_points: np.ndarray) -> np.ndarray:
    counts = np.where(by_points == 0, _UNSEEN, by_points)
    shares: np.ndarray = counts / counts.sum(1, keepdims=True)
    return shares


def _with_score(by_points: np.ndarray, score: float) -> np.ndarray:
    """The likeliest distributions with a mean score (proposition 1.1)."""
    shares = _shares(by_points)
    excess = np.broadcast_to(_POINTS - score, shares.shape)
    return shares / (1.0 + _multiplier(shares, excess) * excess)


def _with_strength(by_points: np.ndarray, strength: float) -> np.ndarray:
    """The likeliest distributions whose mean is `strength` deviations above 0.5 (section 4.1).

    In r, the root of the mean square distance from 0.5, the condition reads mean - 0.5 = s * r with
    s = strength / sqrt(1 + strength**2). Where r is taken as known it is linear, and the likeliest
    distribution follows as for a mean score; the r sought is that of this distribution. It lies
    between 0 and 0.5 and is found by secants, halving the bracket where one leaves it. (Repeating
    with the r found, as equation 4.9 does, goes astray for large differences.)
    """
    shares = _shares(by_points)
    distance = _POINTS - 0.5
    s = strength / math.sqrt(1.0 + strength**2)
    low, high = np.zeros((len(shares), 1)), np.full((len(shares), 1), 0.5)
    r = np.sqrt((_with_score(by_points, 0.5) * distance**2).sum(1, keepdims=True))
    before, miss_before = low, r
    for _ in range(_ROUNDS):
        excess = distance - s / 2.0 * (distance**2 / r + r)
        # no distribution meets the condition for an r that is too small
        is_possible = (excess.max(1, keepdims=True) > 0.0) & (excess.min(1, keepdims=True) < 0.0)
        usable = np.where(is_possible, excess, distance)
        found = shares / (1.0 + _multiplier(shares, usable) * usable)
        own = np.sqrt((found * distance**2).sum(1, keepdims=True))
        miss = np.where(is_possible, own - r, 0.5)
        if np.abs(miss).max(initial=0.0) < 1e3 * _PRECISION:
            break
        low, high = np.where(miss > 0.0, r, low), np.where(miss < 0.0, r, high)
        change = np.where(miss == miss_before, 1.0, miss_before - miss)
        after = r + miss * (r - before) / change
        is_inside = (after > low) & (after < high) & is_possible
        before, miss_before = r, miss
        r = np.where(miss == 0.0, r, np.where(is_inside, after, (low + high) / 2.0))
    return found


def _multiplier(shares: np.ndarray, excess: np.ndarray) -> np.ndarray:
    """Lagrange's multiplier x with sum(shares * excess / (1 + x * excess)) = 0 (equation 1.3).

    [matches, 5] to [matches, 1], by Newton's steps, halving the bracket where one leaves it or
    gains little, as near the poles. The sum falls from infinity to minus infinity between them.
    """
    low = -1.0 / excess.max(1, keepdims=True)
    high = -1.0 / excess.min(1, keepdims=True)
    x = np.zeros_like(low)
    before = np.full_like(x, np.inf)
    for _ in range(_ROUNDS):
        terms = excess / (1.0 + x * excess)
        value = (shares * terms).sum(1, keepdims=True)
        if np.abs(value).max(initial=0.0) < _PRECISION:
            break
        low, high = np.where(value > 0.0, x, low), np.where(value < 0.0, x, high)
        step = x + value / (shares * terms**2).sum(1, keepdims=True)
        gains = (step > low) & (step < high) & (np.abs(value) < before / 2.0)
        before = np.abs(value)
        x = np.where(value == 0.0, x, np.where(gains, step, (low + high) / 2.0))
    return x
