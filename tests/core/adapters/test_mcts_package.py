"""The package mcts: the states that its own search takes, with one player and with two."""

# ruff: noqa: N802

import importlib.util
import random
from importlib import metadata

import pytest

from mcsearch import ProblemError, search_for


@pytest.fixture(scope="module")
def package():
    """The package's module; monte-carlo-tree-search has the same name for imports."""
    try:
        file = metadata.distribution("mcts").locate_file("mcts.py")
    except metadata.PackageNotFoundError:
        pytest.skip("mcts has no wheel for this Python")
    spec = importlib.util.spec_from_file_location("the_package_mcts", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Knapsack:
    """Take or leave: one player, as release 1.0.4 has it, without a method for whose turn it is."""

    things = ((3, 40), (5, 100), (2, 50), (4, 90))

    def __init__(self, taken=()):
        self.taken = taken

    def getPossibleActions(self):
        weight = sum(self.things[i][0] for i, yes in enumerate(self.taken) if yes)
        return ["take", "leave"] if weight + self.things[len(self.taken)][0] <= 9 else ["leave"]

    def takeAction(self, action):
        return Knapsack((*self.taken, action == "take"))

    def isTerminal(self):
        return len(self.taken) == len(self.things)

    def getReward(self):
        return sum(self.things[i][1] for i, yes in enumerate(self.taken) if yes) / 200


class Nim:
    """Two players, 1 and -1: who takes the last match wins."""

    def __init__(self, left=5, player=1):
        self.left, self.player = left, player

    def getCurrentPlayer(self):
        return self.player

    def getPossibleActions(self):
        return [n for n in (1, 2, 3) if n <= self.left]

    def takeAction(self, action):
        return Nim(self.left - action, -self.player)

    def isTerminal(self):
        return self.left == 0

    def getReward(self):
        return -self.player


def test_one_players_best_score_is_found_and_the_packages_search_agrees(package):
    search = search_for(Knapsack(), seed=1)
    search.run(500)
    assert search.best_score == 0.95
    assert search.best_sequence == ["leave", "take", "leave", "take"]
    random.seed(1)
    assert package.mcts(iterationLimit=2000).search(Knapsack()) == search.best_sequence[0]


@pytest.mark.parametrize("search", ["spmcts", "nmcs", "nrpa"])
def test_every_search_for_one_player_takes_it(search):
    found = search_for(Knapsack(), search, seed=1)
    found.run(200)
    assert found.best_score == 0.95


@pytest.mark.parametrize("left", [5, 6, 7])
@pytest.mark.parametrize("player", [1, -1])
def test_two_players_leave_a_multiple_of_four(left, player):
    search = search_for(Nim(left, player), seed=1)
    search.run(1000)
    assert search.best_action() == left % 4
    assert search.root.to_play == (0 if player == 1 else 1)
    won = search.root.play(left % 4)
    for action in (1, 3):
        won = won.play(action)
    while not won.is_terminal():
        won = won.play(won.legal_actions()[0])
    assert won.returns() == (won.problem.state.getReward() + 1) / 2


class Points(Nim):
    def takeAction(self, action):
        return Points(self.left - action, -self.player)

    def getReward(self):
        return 30 * self.player


def test_rewards_of_two_players_beyond_one_are_told_with_the_remedy():
    with pytest.raises(
        ProblemError, match=r"getReward\(\) of Points gave -?30; divide .* num_players = 1"
    ):
        search_for(Points()).run(10)


class Solitaire(Points):
    num_players = 1

    def takeAction(self, action):
        return Solitaire(self.left - action, 1)


def test_a_class_may_say_that_it_has_one_player():
    search = search_for(Solitaire(), "nmcs")
    search.run(50)
    assert search.best_score == 30


class Numbered(Nim):
    def getCurrentPlayer(self):
        return 0


def test_a_player_that_is_none_of_the_two_is_told():
    with pytest.raises(ProblemError, match=r"getCurrentPlayer\(\) of Numbered gave 0; give 1 for"):
        search_for(Numbered())
