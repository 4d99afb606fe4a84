"""The examples: each runs as it stands, is drawn, and a search finds what there is to be found."""

from __future__ import annotations

import random
from functools import cache, reduce
from itertools import combinations
from operator import xor
from statistics import mean, stdev

import numpy as np
import pytest

from mcsearch import search_for
from mcsearch.examples.eight_queens import EightQueens
from mcsearch.examples.knapsack import HOLDS, THINGS, Knapsack
from mcsearch.examples.knights_tour import KnightsTour
from mcsearch.examples.left_move import LeftMove
from mcsearch.examples.nim import Nim
from mcsearch.examples.pig import GOAL, Pig
from mcsearch.examples.salesman import PLACES, Salesman, distance
from mcsearch.examples.twenty_one import TwentyOne
from mcsearch.problem import state_of

EXAMPLES = [Nim, KnightsTour, EightQueens, Salesman, LeftMove, TwentyOne, Pig, Knapsack]


PIGS = [((0, 0), 23), ((4, 25), 8), ((2, 3), 21), ((22, 26), 3)]
"""Points held by the two, and those of the turn."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_state_on_the_way_has_a_picture(example):
    rng = random.Random(1)
    state = state_of(example())
    sizes = set()
    while True:
        picture = state.picture
        sizes.add((picture.width, picture.height))
        if state.is_terminal():
            break
        before = picture
        state = state.play(rng.choice(state.legal_actions()))
        assert state.picture != before or state.is_terminal()
    assert len(sizes) == 1


@pytest.mark.parametrize("solver", [False, True])
def test_nim_is_won_by_balancing_the_heaps(solver):
    search = search_for(Nim(), parameters={"solver": solver}, seed=1)
    search.run()
    assert search.root.action_name(search.best_action()) == "3 of heap 3"
    assert reduce(xor, Nim().play(search.best_action()).heaps) == 0
    assert search.proven == ("win" if solver else None)


def test_a_knight_visits_a_board_of_five_by_five():
    search = search_for(KnightsTour(size=5), "nmcs", {"level": 2}, seed=1)
    search.run()
    assert search.best_score == 25
    squares = {(0, 0), *search.best_sequence}
    assert squares == {(x, y) for x in range(5) for y in range(5)}


def test_eight_queens_find_their_places():
    search = search_for(EightQueens(), "nmcs", seed=1)
    search.run()
    queens = [*enumerate(search.best_sequence)]
    assert len(queens) == search.best_score == 8
    for (row, column), (other_row, other) in combinations(queens, 2):
        assert column != other
        assert abs(column - other) != other_row - row


def shortest():
    """The length of the shortest trip (Held and Karp 1962)."""
    first, *others = PLACES

    @cache
    def way(left, last):
        if not left:
            return distance(last, first)
        return min(distance(last, place) + way(left - {place}, place) for place in left)

    return way(frozenset(others), first)


def test_the_shortest_trip_through_the_capitals_is_found():
    search = search_for(Salesman(), "nrpa", {"level": 3, "repeats": 20}, seed=1)
    search.run()
    assert -search.best_score == pytest.approx(shortest())


class WithoutBias:
    """The same knapsack to a search that is told nothing."""

    max_plies, max_actions = Knapsack.max_plies, Knapsack.max_actions

    def __init__(self, inner=None):
        self.inner = inner or Knapsack()

    def play(self, action):
        return WithoutBias(self.inner.play(action))

    def legal_actions(self):
        return self.inner.legal_actions()

    def is_terminal(self):
        return self.inner.is_terminal()

    def returns(self):
        return self.inner.returns()

    def code(self, action):
        return self.inner.code(action)


def most_valuable():
    """The largest value that fits, by the table of Bellman 1957."""
    best = [0] * (HOLDS + 1)
    for value, weight in THINGS:
        for room in range(HOLDS, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[HOLDS]


def test_a_bias_packs_more_into_the_knapsack():
    """Over ten seeds, the same playouts: Student's interval of the difference excludes 0."""
    differences = []
    for seed in range(10):
        scores = []
        for problem in (Knapsack(), WithoutBias()):
            search = search_for(problem, "nrpa", {"level": 2, "repeats": 20}, seed=seed)
            search.run()
            scores.append(search.best_score)
            assert search.best_score <= most_valuable()
        differences.append(scores[0] - scores[1])
    assert mean(differences) - 2.262 * stdev(differences) / 10**0.5 > 0  # 9 degrees of freedom


def test_a_search_that_learns_goes_left():
    search = search_for(LeftMove(), "nrpa", {"level": 2, "repeats": 40}, seed=1)
    search.run()
    assert search.best_score == 60
    state, scores = LeftMove(), []
    rng = random.Random(1)
    for _ in range(200):
        end = state
        while not end.is_terminal():
            end = end.play(rng.choice(end.legal_actions()))
        scores.append(end.returns())
    assert 28 < mean(scores) < 32


@cache
def worth(total):
    """The expectation of good play with so many points."""
    return max(
        total, mean(worth(total + side) if total + side <= 21 else 0 for side in range(1, 7))
    )


@pytest.mark.parametrize("rolls", [(4, 6), (6, 6), (5, 5, 5), (6, 6, 6), (6, 6, 4, 3)])
def test_the_die_is_rolled_as_long_as_it_pays(rolls):
    total = sum(rolls)
    rolling = mean(worth(total + side) if total + side <= 21 else 0 for side in range(1, 7))
    search = search_for(TwentyOne(rolls), seed=1)
    search.run(3000)
    assert search.best_action() == ("roll" if rolling > total else "stop")
    root = {child.action: child.value_sum / child.visits for child in search.root_children()}
    assert root["stop"] == total


@cache
def pig_values():
    """The exact chance to win of who is to play, and that of rolling: float64 [GOAL, GOAL, GOAL].

    By what is held, what the other one holds, and the turn's points. Value iteration: a one or two
    leads back to where the other one plays, with as many points held.
    """
    held, theirs = np.indices((GOAL, GOAL))
    worth = np.full((GOAL, GOAL, GOAL), 0.5)
    rolling = worth.copy()
    for _ in range(40):
        beginning = 1.0 - worth[:, :, 0].T
        for turn in reversed(range(GOAL)):
            ahead = [worth[:, :, min(turn + side, GOAL - 1)] for side in range(3, 7)]
            wins = [held + turn + side >= GOAL for side in range(3, 7)]
            sides = [np.where(win, 1.0, value) for win, value in zip(wins, ahead, strict=True)]
            rolling[:, :, turn] = (2 * beginning + sum(sides)) / 6
            holding = 1.0 - worth[theirs, np.minimum(held + turn, GOAL - 1), 0]
            worth[:, :, turn] = (
                rolling[:, :, turn] if not turn else np.maximum(rolling[:, :, turn], holding)
            )
    return worth, rolling


@pytest.mark.parametrize(("held", "turn"), PIGS)
def test_pig_is_played_as_value_iteration_says(held, turn):
    worth, rolling = pig_values()
    mine, theirs = held
    gain = rolling[mine, theirs, turn] - (1.0 - worth[theirs, mine + turn, 0])
    assert abs(gain) > 0.05
    search = search_for(Pig(held, (turn,)), parameters={"exploration": 0.7}, seed=1)
    search.run(600)
    assert search.best_action() == ("roll" if gain > 0 else "hold")
