"""How near the tuner comes to the optimum of known curves, on fresh seeds.

    python tests/core/runs/tuning/measure_tuning.py --runs 10 --seed 12345

Pairs of games are drawn from Elo curves over exploration 0.1 to 3, with 30 % draws; 2,000 games a
run. Told are the shares of runs whose value is within 20 % of the optimum, and whose interval has
it. Prints a line a curve.
"""

import argparse
import math
from collections.abc import Callable

import numpy as np

from mcsearch.recipe import Recipe
from mcsearch.runs.tuning.space import space_of
from mcsearch.runs.tuning.tuner import Tuner

DRAWS = 0.3
CURVES: dict[str, tuple[Callable[[float], float], float]] = {
    "parabola, 100 Elo at a factor of e": (lambda c: -100 * math.log(c / 0.6) ** 2, 0.6),
    "parabola, 50 Elo at a factor of e": (lambda c: -50 * math.log(c / 0.6) ** 2, 0.6),
    "bell on a plain": (lambda c: 150 * math.exp(-2 * math.log(c / 0.8) ** 2) - 100, 0.8),
    "near the end of the range": (lambda c: -100 * math.log(c / 2.0) ** 2, 2.0),
}


def pair_of_games(elo: float, random: np.random.Generator) -> float:
    """Mean score of two games of an entrant that is stronger by so many Elo."""
    score = 1.0 / (1.0 + 10.0 ** (-elo / 400.0))
    drawn = 2.0 * DRAWS * min(score, 1.0 - score)
    games = random.choice([1.0, 0.5, 0.0], 2, p=[score - drawn / 2, drawn, 1 - score - drawn / 2])
    return float(games.mean())


def tune(curve: Callable[[float], float], seed: int, num_games: int = 2000):
    """The value found, and the ends of its interval."""
    space = space_of(Recipe("connect4", "", "uct"), [("exploration", "0.1..3")])
    places, values = space.places()
    tuner = Tuner(places, num_games // 2, seed)
    random = np.random.default_rng(seed + 1)
    while waiting := tuner.waiting():
        for number, place in waiting:
            tuner.add(number, pair_of_games(curve(float(values[place]["exploration"])), random))
    best = tuner.best()
    (axis,) = space.axes
    low, high = (axis.value(float(end[0])) for end in (best.low, best.high))
    return float(values[best.place]["exploration"]), low, high


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=None, help="by default a fresh one")
    arguments = parser.parse_args()
    seed = arguments.seed
    if seed is None:
        seed = int(np.random.default_rng().integers(1 << 30))
    print(f"{arguments.runs} runs a curve, seeds from {seed}")
    for name, (curve, optimum) in CURVES.items():
        found = [tune(curve, seed + 10 * run) for run in range(arguments.runs)]
        near = sum(abs(value / optimum - 1) <= 0.2 for value, _, _ in found)
        inside = sum(low / 1.03 <= optimum <= high * 1.03 for _, low, high in found)
        width = np.median([high / low for _, low, high in found])
        print(
            f"{name} (optimum {optimum}): within 20 % {near}/{len(found)}, in the interval "
            f"{inside}/{len(found)}, median width a factor of {width:.2f}; found "
            + " ".join(f"{value:g}" for value, _, _ in found),
            flush=True,
        )


if __name__ == "__main__":
    main()
