"""The package monte-carlo-tree-search: its own two examples, searched as they are."""

import random

import pytest

from mcsearch import search_for
from mcsearch.adapters import monte_carlo_tree_search
from mcsearch.problem import state_of

WHY = "monte-carlo-tree-search has no wheel for this Python"
pytest.importorskip("mcts.base.base", reason=WHY)
crosses = pytest.importorskip("mcts.example.naughtsandcrosses", reason=WHY)
connect = pytest.importorskip("mcts.example.connectmnk", reason=WHY)


def starts():
    return [crosses.NaughtsAndCrossesState(), connect.ConnectMNKState(4, 4, 3)]


def texts(actions):
    """Actions of the package's second example do not even equal themselves."""
    return [*map(str, actions)]


@pytest.mark.parametrize("start", starts(), ids=lambda start: type(start).__name__)
def test_actions_players_and_rewards_are_the_packages(start):
    for seed in range(10):
        theirs, rng = start, random.Random(seed)
        state = state_of(theirs)
        while not theirs.is_terminal():
            assert texts(state.legal_actions()) == sorted(texts(theirs.get_possible_actions()))
            assert state.to_play == (0 if theirs.get_current_player() == 1 else 1)
            action = rng.choice(state.legal_actions())
            theirs, state = theirs.take_action(action), state.play(action)
        assert state.is_terminal()
        assert state.returns() == (theirs.get_reward() + 1) / 2


def test_a_class_that_shuffles_its_actions_is_searched_the_same_each_time():
    def children():
        search = search_for(connect.ConnectMNKState(4, 4, 3), seed=1)
        search.run(150)
        assert search.advance_root(search.best_sequence[0]) > 0
        assert search.advance_root(search.best_sequence[0]) > 0
        return [(str(child.action), child.visits) for child in search.root_children()]

    orders = {tuple(connect.ConnectMNKState(4, 4, 3).get_possible_actions()) for _ in range(9)}
    assert len(orders) > 1
    assert children() == children()


def test_an_alternating_game_may_be_proven():
    state = crosses.NaughtsAndCrossesState()
    for x, y in [(0, 0), (1, 1), (2, 2), (0, 2)]:
        state = state.take_action(crosses.Action(state.get_current_player(), x, y))
    start = monte_carlo_tree_search.wrap(state, alternates=True)
    search = search_for(start, parameters={"solver": True}, seed=1)
    search.run()
    assert search.proven == "win"  # a double threat
    assert str(search.best_action()) == "(2, 0)"


@pytest.mark.parametrize("player", [1, -1])
def test_a_line_of_two_is_made_three(player):
    state = crosses.NaughtsAndCrossesState()
    places = [(0, 0), (1, 0), (0, 1), (1, 1)] if player == 1 else [
        (0, 0), (1, 0), (0, 1), (1, 1), (2, 2)
    ]  # fmt: skip
    for x, y in places:
        state = state.take_action(crosses.Action(state.get_current_player(), x, y))
    search = search_for(state, seed=1)
    search.run(500)
    best = search.best_action()
    assert (best.x, best.y) == ((0, 2) if player == 1 else (1, 2))
    kept = search.advance_root(crosses.Action(player, best.x, best.y))
    assert kept > 0
    assert search.root.is_terminal()
