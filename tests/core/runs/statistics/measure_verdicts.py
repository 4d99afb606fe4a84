"""How often races of equal entrants are decided wrongly, and what their intervals cover.

`python tests/core/runs/statistics/measure_verdicts.py [--races N]` simulates N races a cell (1000):
1 to 20 boards, 1 to 20 rounds, 2 and 4 entrants, looked at after every round. It prints,
in per cent, for both scopes:

- decided: races in which at some look some pair of entrants is called different;
- covered: races in which every interval of the last look holds the true difference.

The entrants are equal on the whole. With "boards matter" each is better on some boards, by as much
as a run scatters: boards like these have the difference 0, these boards have their own.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mcsearch.runs.statistics.differences import LIKE_THESE, THESE, lasting_level, level_of
from mcsearch.runs.statistics.student import critical

BOARDS = (1, 2, 3, 5, 10, 20)
ROUNDS = (1, 2, 5, 20)
KINDS = ("normal", "skewed", "rare bonus", "80 % ties", "boards matter")
_DFS = 1.0 / np.linspace(1.0, 0.002, 400)


class Cell(NamedTuple):
    """Rates of a kind of race, 0 to 1; nan where there is nothing to count."""

    decided: float
    covered: float


def scores_of(
    kind: str, shape: tuple[int, int, int, int], rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Scores, float64 [races, entrants, boards, rounds], and each entrant's on these boards."""
    races, entrants, boards, _ = shape
    own = np.zeros((races, entrants, boards, 1))
    if kind == "skewed":
        noise = rng.lognormal(0.0, 1.0, shape)
    elif kind == "rare bonus":
        noise = rng.normal(0.0, 100.0, shape) + 1000.0 * (rng.random(shape) < 0.05)
    elif kind == "80 % ties":
        noise = (rng.random(shape) < 0.1056).astype(float)  # of two entrants 0.2 differ
        noise *= rng.choice((1.0, 2.0), shape)
    else:
        noise = rng.normal(0.0, 1.0, shape)
        if kind == "boards matter":
            own = rng.normal(0.0, 1.0, own.shape)
    return noise + own, own


def pairwise(values: np.ndarray) -> np.ndarray:
    """Differences of every two of axis 1: [races, comparisons, ...]."""
    pairs = itertools.combinations(range(values.shape[1]), 2)
    return np.stack([values[:, i] - values[:, j] for i, j in pairs], 1)


def _errors(pairs: np.ndarray, scope: str) -> tuple[np.ndarray, np.ndarray]:
    """As `differences.standard_error`, for [races, comparisons, boards, rounds] at once."""
    *_, boards, rounds = pairs.shape
    if scope == LIKE_THESE:
        error = pairs.mean(3).std(2, ddof=1) / math.sqrt(boards)
        return error, np.full(error.shape, boards - 1.0)
    variances = pairs.var(3, ddof=1) / (rounds * boards**2)
    whole, squares = variances.sum(2), (variances**2).sum(2)
    share = np.divide(whole**2, squares, out=np.full(whole.shape, boards + 0.0), where=squares > 0)
    return np.sqrt(whole), (rounds - 1.0) * share


@functools.cache
def _table(level: float) -> np.ndarray:
    return np.array([critical(level, df) for df in _DFS])


def _critical(level: float, df: np.ndarray) -> np.ndarray:
    return np.interp(-1.0 / df, -1.0 / _DFS, _table(level))


def look(
    pairs: np.ndarray, truth: np.ndarray, scope: str, entrants: int
) -> tuple[np.ndarray, np.ndarray]:
    """Of each race: whether some pair is called different, and whether all intervals hold.

    Of those the second is nan in which a comparison has no interval.
    """
    races, _, boards, rounds = pairs.shape
    if (boards if scope == LIKE_THESE else rounds) < 2:
        return np.zeros(races, bool), np.full(races, np.nan)
    error, df = _errors(pairs, scope)
    mean = pairs.mean((2, 3))
    level = level_of(entrants)
    lasting = lasting_level(level, boards * rounds)
    is_alike = (np.ptp(pairs, axis=(2, 3)) == 0.0) & (mean != 0.0)
    is_alike &= 2.0 ** (1.0 - boards * rounds) <= lasting
    guarded = error if rounds < 2 else np.maximum(error, _errors(pairs, THESE)[0])
    is_wrong = np.abs(mean - truth) > _critical(lasting, df) * guarded
    is_wrong = np.where(guarded > 0.0, is_wrong, is_alike)
    holds = np.abs(mean - truth) <= _critical(level, df) * error
    covered = np.where((error > 0.0).all(1), holds.all(1), np.nan)
    return is_wrong.any(1), covered


def measure(
    kind: str,
    entrants: int,
    boards: int,
    rounds: int,
    races: int = 1000,
    seed: int = 1,
) -> dict[str, Cell]:
    """The cells of a race by the scope."""
    rng = np.random.default_rng([seed, KINDS.index(kind), entrants, boards, rounds])
    scores, own = scores_of(kind, (races, entrants, boards, rounds), rng)
    pairs, level = pairwise(scores), pairwise(own).mean((2, 3))
    zero = np.zeros_like(level)
    found = {}
    for scope, truth in ((LIKE_THESE, zero), (THESE, level)):
        decided = np.zeros(races, bool)
        covered = np.full(races, np.nan)
        for looked in range(1, rounds + 1):
            seen = pairs[..., :looked]
            wrong, covered = look(seen, truth, scope, entrants)
            decided |= wrong
        known = ~np.isnan(covered)
        rate = float(covered[known].mean()) if known.mean() >= 0.1 else math.nan
        found[scope] = Cell(float(decided.mean()), rate)
    return found


def cells() -> Iterator[tuple[str, int, int, int]]:
    """Kind, entrants, boards and rounds of every cell."""
    return itertools.product(KINDS, (2, 4), BOARDS, ROUNDS)


def main() -> None:
    """Print every cell, then the worst of each method."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--races", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    worst: dict[str, list[float]] = {}
    for kind, entrants, boards, rounds in cells():
        found = measure(kind, entrants, boards, rounds, arguments.races, arguments.seed)
        told = "; ".join(
            f"{name}: decided {100 * decided:5.1f}, covered {100 * covered:5.1f}"
            for name, (decided, covered) in found.items()
        )
        print(f"{kind:14} {entrants} entrants {boards:2}x{rounds:<2} {told}", flush=True)
        for name, cell in found.items():
            most, least, highest = worst.setdefault(name, [0.0, 1.0, 0.0])
            is_counted = boards * rounds >= 5 and not math.isnan(cell.covered)
            worst[name] = [
                max(most, cell.decided),
                min(least, cell.covered) if is_counted else least,
                max(highest, cell.covered) if is_counted else highest,
            ]
    for name, (most, least, highest) in worst.items():
        print(
            f"{name}: at most {100 * most:.1f} % decided wrongly; from 5 pairs on intervals cover "
            f"{100 * least:.1f} to {100 * highest:.1f} %"
        )


if __name__ == "__main__":
    main()
