"""Differences between entrants on the same boards with the same seeds: how large, how sure.

Scores are float64 [entrants, boards, rounds]; a pair is one board in one round, the same board and
seed for all. Larger scores are better. What an interval speaks of is a choice:

- `LIKE_THESE`, boards like these: the boards are the sample. A board's mean over the rounds is one
  value, so that rounds on one board, which are alike, are not counted as so many boards.
- `THESE`, these boards and no others: the rounds are the sample, board by board. The mean's
  variance is the sum of the boards' own, with Satterthwaite's degrees of freedom (1946).

Every two entrants are compared, so every interval has the level of Sidak (1967): together they
hold with 95 %, or somewhat more. They have Student's t, whose degrees of freedom are few where
there are few boards or rounds.

An interval holds for one look. A verdict holds however often one looks, and whoever adds rounds or
boards: it asks for the boundary of Robbins' normal mixture (1970; Howard, Ramdas, McAuliffe and
Sekhon 2021, "Time-uniform, nonparametric, nonasymptotic confidence sequences", equation 14), which
the mean of n pairs crosses at any n with 5 % at most. Where the variance is estimated, t takes the
boundary's significance level (Jennison and Turnbull 2000, chapter 4). A few boards' means may be
alike by chance, most of all where many pairs are tied; so a verdict on boards like these also takes
the spread within the boards for the least there can be.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mcsearch.runs.statistics.student import NO_INTERVAL, Interval, critical, share_interval

LEVEL = 0.05
"""The probability that any of the intervals misses, and that any verdict is ever wrong."""

THESE, LIKE_THESE = "these", "like-these"
SCOPES = (LIKE_THESE, THESE)
"""What intervals and verdicts speak of."""

MOST_WANTED = 10_000
"""Boards or rounds: a race that would need more than these is not proposed."""

_DESIGNED_FOR = 6.0  # pairs: the boundary is closest at about eight times as many


class Difference(NamedTuple):
    """How much better entrant `first` is than `second`, from their pairs."""

    first: int
    second: int
    mean: float
    interval: Interval  # of the mean, at this look
    lasting: Interval  # of the mean, at every look
    is_decided: bool  # whether `lasting` excludes 0, or all pairs are alike and enough
    probability: float  # that `first` is better in a pair; ties count half
    probability_interval: Interval
    pairs_won: int
    pairs_tied: int
    wanted: int | None  # boards, or rounds, in all for a verdict on a difference of this size


def default_scope(num_boards: int) -> str:
    """Boards like these where there are several; one board speaks of itself."""
    return LIKE_THESE if num_boards > 1 else THESE


def level_of(num_entrants: int) -> float:
    """The level of each of the comparisons between so many (Sidak 1967)."""
    return 1.0 - (1.0 - LEVEL) ** (1.0 / max(1, math.comb(num_entrants, 2)))


def lasting_level(level: float, num_pairs: int) -> float:
    """The level of this look, so that all looks together have `level` (Robbins' mixture)."""
    share = _DESIGNED_FOR / num_pairs
    square = (1.0 + share) * math.log((1.0 + 1.0 / share) / level**2)
    return math.erfc(math.sqrt(square / 2.0))


def differences(scores: np.ndarray, scope: str) -> list[Difference]:
    """Every two entrants' difference, the better first, the largest difference first.

    Without finished rounds there is none. ValueError for no scope of `SCOPES`.
    """
    if scope not in SCOPES:
        raise ValueError(f"scope: {scope!r} is not known; give {' or '.join(SCOPES)}")
    num_entrants, num_boards, num_rounds = scores.shape
    if num_boards * num_rounds == 0:
        return []
    order = np.argsort(-scores.mean((1, 2)), kind="stable")
    level = level_of(num_entrants)
    found = [
        _difference(int(first), int(second), scores[first] - scores[second], scope, level)
        for place, first in enumerate(order)
        for second in order[place + 1 :]
    ]
    return sorted(found, key=lambda difference: -difference.mean)


def _difference(first: int, second: int, pairs: np.ndarray, scope: str, level: float) -> Difference:
    mean = float(pairs.mean())
    error, df = standard_error(pairs, scope)
    at_every_look = lasting_level(level, pairs.size)
    wins = (pairs > 0.0) + 0.5 * (pairs == 0.0)
    guarded = _guarded(pairs, error)
    lasting = _interval(mean, guarded, df, at_every_look)
    return Difference(
        first,
        second,
        mean,
        _interval(mean, error, df, level),
        lasting,
        lasting.excludes_0 or _is_alike(pairs, at_every_look),
        float(wins.mean()),
        _share(wins if scope == THESE else wins.mean(1), level),
        int((pairs > 0.0).sum()),
        int((pairs == 0.0).sum()),
        _wanted(pairs, mean, guarded, scope, level),
    )


def standard_error(pairs: np.ndarray, scope: str) -> tuple[float, float]:
    """The standard error of the mean of paired differences, float64 [boards, rounds], and its
    degrees of freedom; 0 of these where there is nothing to estimate it from."""
    num_boards, num_rounds = pairs.shape
    if scope == LIKE_THESE:
        if num_boards < 2:
            return math.nan, 0.0
        return float(pairs.mean(1).std(ddof=1)) / math.sqrt(num_boards), num_boards - 1.0
    if num_rounds < 2:
        return math.nan, 0.0
    variances = pairs.var(1, ddof=1) / (num_rounds * num_boards**2)
    whole, squares = float(variances.sum()), float((variances**2).sum())
    df = (num_rounds - 1.0) * (whole**2 / squares if squares > 0.0 else num_boards)
    return math.sqrt(whole), df


def _guarded(pairs: np.ndarray, error: float) -> float:
    """The error that a verdict counts with: not below what the spread within the boards gives."""
    within, df = standard_error(pairs, THESE)
    return max(error, within) if df > 0.0 else error


def _interval(mean: float, error: float, df: float, level: float) -> Interval:
    """None from a single value, and none from values that are all alike."""
    if df == 0.0 or not error > 0.0:
        return NO_INTERVAL
    half = critical(level, df) * error
    return Interval(mean - half, mean + half)


def _is_alike(pairs: np.ndarray, level: float) -> bool:
    """Whether so many pairs are exactly alike, by the sign test: 2^(1 - n) is their level."""
    return bool(pairs.any() and np.ptp(pairs) == 0.0 and 2.0 ** (1.0 - pairs.size) <= level)


def _share(wins: np.ndarray, level: float) -> Interval:
    mean = float(wins.mean())
    return share_interval(mean, float(((wins - mean) ** 2).sum()), wins.size, level)


def _wanted(pairs: np.ndarray, mean: float, error: float, scope: str, level: float) -> int | None:
    """How many boards or rounds there must be for a verdict, if mean and spread stay as they are;
    None where that is not known or more than `MOST_WANTED`."""
    if not error > 0.0 or mean == 0.0:
        return None
    num_boards, num_rounds = pairs.shape
    if scope == LIKE_THESE:
        spread = error * math.sqrt(num_boards)
        return fewest(abs(mean) / spread, level, num_rounds, lambda boards: boards - 1.0)
    spread = error * math.sqrt(num_rounds)
    df = standard_error(pairs, scope)[1] / (num_rounds - 1.0)
    return fewest(abs(mean) / spread, level, num_boards, lambda rounds: df * (rounds - 1.0))


def fewest(
    effect: float, level: float, pairs_each: int, df_of: Callable[[int], float]
) -> int | None:
    """The smallest number of boards or rounds that shows an effect at any look.

    `effect`: the mean difference in standard deviations of one of them; `pairs_each`: how many
    pairs one of them has; `df_of`: degrees of freedom of so many. None above `MOST_WANTED`.
    """

    def shows(count: int) -> bool:
        t = critical(lasting_level(level, count * pairs_each), df_of(count))
        return effect * math.sqrt(count) > t

    low, high = 1, 2
    while not shows(high):
        low, high = high, 2 * high
        if low >= MOST_WANTED:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if shows(middle) else (middle, high)
    return high if high <= MOST_WANTED else None


def smallest(count: int, pairs_each: int, num_entrants: int) -> float:
    """The smallest mean difference, in standard deviations of one board's, for which `count`
    boards give a verdict; nan for a single board."""
    if count < 2:
        return math.nan
    level = lasting_level(level_of(num_entrants), count * pairs_each)
    return critical(level, count - 1.0) / math.sqrt(count)
