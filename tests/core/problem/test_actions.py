"""A search for a person's problem takes and gives the problem's own actions everywhere."""

from __future__ import annotations

import pytest
from problems import Nim, nim_sum

from mcsearch import Recipe, search_for

HEAPS = (1, 2, 2)  # taking the first heap wins


def searched(problem=None, iterations=400, **parameters):
    search = search_for(problem or Nim(HEAPS), parameters=parameters, seed=2)
    search.run(iterations)
    return search


@pytest.mark.parametrize("trees", [1, 3])
def test_what_a_search_finds_are_actions(trees):
    search = searched(trees=trees)
    assert search.best_action() == (0, 1)
    assert search.best_sequence[0] == (0, 1)
    assert search.best_moves == search.best_sequence
    assert {child.action for child in search.root_children()} == set(Nim(HEAPS).legal_actions())
    state = Nim(HEAPS)
    for action in search.best_sequence:
        assert action in state.legal_actions()
        state = state.play(action)


def test_the_present_iteration_is_told_in_actions():
    search = searched()
    for _ in range(20):
        search.run(7)
        state = Nim(HEAPS)
        for action in [*search.path_actions, *search.playout_actions]:
            state = state.play(action)
        assert state.is_terminal()
        assert state.returns() == search.playout_return
        leaf = search.path[-1]
        assert search.actions_to(leaf) == search.path_actions
        assert search.find(search.path_actions) == leaf


def test_the_number_of_an_action_is_its_place_in_its_own_state():
    search = searched()
    root = search.root
    for child in search.tree.children(0):
        number = search.tree.action_of(child)
        (action,) = search.actions_to(child)
        assert root.legal_actions()[number] == root.action_of(number) == action
        assert root.number_of(action) == number
    assert root.actions_of([2, 1]) == [(1, 2), (2, 1)]
    assert root.numbers_of([(1, 2), (2, 1)]) == [2, 1]


def test_a_game_is_played_by_its_actions():
    search, state = searched(), Nim(HEAPS)
    while not state.is_terminal():
        action = search.best_action()
        kept = search.advance_root(action)
        state = state.play(action)
        assert search.root.problem == state
        assert search.tree.size == kept or kept == 0
        search.run(300)
    assert state.to_play == 1, "the first player takes the last match"
    assert search.best_action() is None
    assert search.best_sequence == []


def test_an_action_that_is_not_legal_is_named():
    search = searched()
    with pytest.raises(ValueError, match=r"action \(0, 2\) is not legal here; legal actions: 1 of"):
        search.advance_root((0, 2))
    with pytest.raises(ValueError, match="action 0 is not legal"):
        search.root.play(0)


def test_the_games_of_the_engine_go_on_in_numbers():
    search = Recipe("connect4", parameters={"iterations": 300}, seed=1).build()
    search.run()
    assert search.best_action() in range(7)
    assert search.best_numbers() == search.best_sequence
    assert search.numbered_children() == search.root_children()


class Coin:
    """An action: equal to another of the same worth, and printed with its address."""

    def __init__(self, worth):
        self.worth = worth

    def __eq__(self, other):
        return self.worth == other.worth

    def __hash__(self):
        return hash(self.worth)


class Coins(Nim):
    """Actions that are objects made anew in every call."""

    def legal_actions(self):
        return (Coin(action) for action in super().legal_actions())

    def play(self, coin):
        return super().play(coin.worth)

    def action_name(self, coin):
        return super().action_name(coin.worth)


def test_actions_are_objects_given_one_by_one():
    search = searched(Coins(HEAPS), trees=2)
    assert nim_sum(Coins(HEAPS).play(search.best_action()).heaps) == 0
    assert search.best_action() == Coin((0, 1))
    plain = searched(trees=2)
    assert [coin.worth for coin in search.best_sequence] == plain.best_sequence


class Unordered(Nim):
    def legal_actions(self):
        return set(super().legal_actions())


def test_a_set_of_actions_is_sorted():
    search = searched(Unordered(HEAPS))
    assert search.root.legal_actions() == sorted(Nim(HEAPS).legal_actions(), key=repr)
    assert search.best_action() == (0, 1)
