"""Expected running times and run-length distributions against other ways to them."""

import math
import random

import numpy as np
import pytest

from mcsearch.runs.statistics.time_to_target import limits_of, reached

COURSES = [
    ([(1, 5.0), (40, 9.0), (60, 12.0)], 100),
    ([(3, 9.5)], 100),
    ([(2, 1.0), (90, 8.9)], 100),
    ([], 10),  # ended early with nothing
]


def test_a_few_runs_by_hand():
    found = reached(COURSES, 9.0)
    assert found.at.tolist() == [40, 3, math.inf, math.inf]
    assert found.spent.tolist() == [40, 3, 100, 10]
    assert found.num_reached == 2
    assert found.expected == 153 / 2
    assert found.shares([2, 3, 39, 40, 100]).tolist() == [0, 0.25, 0.25, 0.5, 0.5]
    assert reached(COURSES, 99.0).expected == math.inf


def test_it_is_the_mean_time_of_a_search_that_begins_anew():
    """Runs whose time to the target is geometric: cut at any budget, the expected running time is
    that of the restarts, which a simulation counts one after the other."""
    rng = random.Random(20261125)
    chance, budget = 0.01, 60

    def run() -> tuple[list[tuple[int, float]], int]:
        for n in range(1, budget + 1):
            if rng.random() < chance:
                return [(n, 1.0)], n
        return [], budget

    found = reached([run() for _ in range(6000)], 1.0)
    restarts = []
    for _ in range(2000):
        spent, hit = 0, False
        while not hit:
            improvements, used = run()
            spent, hit = spent + used, bool(improvements)
        restarts.append(spent)
    error = np.std(restarts) / math.sqrt(len(restarts)) + found.expected / math.sqrt(
        found.num_reached
    )
    assert found.expected == pytest.approx(np.mean(restarts), abs=3.0 * error)
    assert found.expected == pytest.approx(1 / chance, rel=0.1)
    exact = 1.0 - (1.0 - chance) ** np.array([10, 30, 60])
    assert found.shares([10, 30, 60]) == pytest.approx(exact, abs=0.025)


@pytest.mark.parametrize(
    ("budget", "limits"),
    [
        (10_000, [100, 300, 1000, 3000, 10_000]),
        (500, [1, 3, 10, 30, 100, 300, 500]),
        (7, [1, 3, 7]),
        (1, [1]),
    ],
)
def test_the_limits_of_a_table_end_with_the_budget(budget, limits):
    assert limits_of(budget) == limits
