"""PettingZoo's classic environments: replayed from reset, searched as they are."""

import random

import pytest

from mcsearch import ProblemError, search_for
from mcsearch.adapters import pettingzoo as adapter
from mcsearch.problem import state_of

WHY = "PettingZoo or pygame has no wheel for this Python"
connect_four_v3 = pytest.importorskip("pettingzoo.classic.connect_four_v3", reason=WHY)
tictactoe_v3 = pytest.importorskip("pettingzoo.classic.tictactoe_v3", reason=WHY)
GAMES = {"connect_four": connect_four_v3, "tictactoe": tictactoe_v3}


def seen_of(env):
    """The legal actions and the player of an environment; ([], None) at the end."""
    if all(env.terminations.values()) or all(env.truncations.values()):
        return [], None
    mask = env.observe(env.agent_selection)["action_mask"]
    legal = [action for action, is_legal in enumerate(mask) if is_legal]
    return legal, env.possible_agents.index(env.agent_selection)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_actions_players_and_returns_are_the_environments(game):
    state = start = state_of(game.env())
    for seed in range(20):
        env, rng = game.env(), random.Random(seed)
        env.reset(seed=0)
        total, state, line = 0, start, []
        while True:
            legal, player = seen_of(env)
            assert state.legal_actions() == legal
            if not legal:
                break
            assert state.to_play == player
            line.append(rng.choice(legal))
            state = state.play(line[-1])
            env.step(line[-1])
            total += env.rewards[env.possible_agents[0]]
        assert total == pytest.approx({1.0: 1, 0.5: 0, 0.0: -1}[state.returns()])


def test_states_are_made_in_any_order():
    """Each is led to from where the environment stands, or from its beginning."""
    start = state_of(tictactoe_v3.env())
    row = start.play(0).play(3)
    other = start.play(4)
    assert row.legal_actions() == [1, 2, 4, 5, 6, 7, 8]
    assert other.legal_actions() == [0, 1, 2, 3, 5, 6, 7, 8]
    assert row.play(1).play(4).play(2).returns() == 1.0
    assert other.play(8).play(3).play(0).play(5).returns() == 1.0


@pytest.mark.parametrize(
    ("game", "actions", "best"),
    [
        ("tictactoe", [0, 3, 1, 4], 2),
        ("tictactoe", [0, 3, 1, 4, 8], 5),
        ("connect_four", [0, 6, 0, 6, 0, 5], 0),
        ("connect_four", [0, 6, 0, 6, 0], 0),
    ],
)
def test_a_line_is_made_or_averted(game, actions, best):
    search = search_for(GAMES[game].env(), seed=1)
    for action in actions:
        search.run(20)
        search.advance_root(action)
    search.run(100)
    assert search.best_action() == best


def test_trees_that_share_an_environment_find_what_one_by_one_finds():
    """They run in threads; each state is made while no other is."""

    def children():
        search = search_for(tictactoe_v3.env(), parameters={"trees": 4, "iterations": 400}, seed=3)
        search.run()
        return search.root_children()

    assert children() == children()


def test_an_alternating_game_may_be_proven():
    search = search_for(
        adapter.wrap(tictactoe_v3.env(), alternates=True), parameters={"solver": True}
    )
    for action in (0, 4, 1, 2):
        search.advance_root(action)
    search.run(400)
    assert search.proven == "draw"


def test_an_environment_stays_where_it_is():
    env = connect_four_v3.env()
    env.reset()
    search = search_for(env, seed=1)
    search.run(30)
    env.step(3)
    assert env.observe(env.agent_selection)["observation"].sum() == 1
    search.advance_root(3)
    search.run(30)
    assert env.observe(env.agent_selection)["observation"].sum() == 1
    assert search.root.problem.legal_actions() == list(range(7))


def test_an_environment_that_was_stepped_before_is_refused():
    env = connect_four_v3.env()
    env.reset()
    env.step(3)
    with pytest.raises(ProblemError, match=r"connect_four_v3 was stepped before.*fresh"):
        search_for(env)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"possible_agents": ["a", "b", "c"]},
            "has 3 agents; no search here plays for more than 2",
        ),
        ({"metadata": {"name": "leduc_holdem_v4"}}, r"do not see all there is \(imperfect info"),
        ({"agent_iter": None}, "act at once"),
    ],
)
def test_what_can_not_be_searched_is_refused_with_the_reason(changes, reason):
    env = tictactoe_v3.raw_env()
    vars(env).update(changes)
    with pytest.raises(ProblemError, match=reason):
        search_for(env)


def test_an_environment_that_tells_no_legal_actions_is_refused():
    class Bare(tictactoe_v3.raw_env):
        def observe(self, agent):
            return {"observation": 0}

    with pytest.raises(ProblemError, match="tictactoe_v3 has no action_mask"):
        search_for(Bare())


class Generous(tictactoe_v3.raw_env):
    """At its end both agents are rewarded."""

    def step(self, action):
        super().step(action)
        if any(self.terminations.values()):
            self.rewards = {"player_1": 1, "player_2": 1}


def test_rewards_that_do_not_add_up_to_nothing_are_told():
    with pytest.raises(ProblemError, match=r"rewards of tictactoe_v3 are .* do not add up to 0"):
        search_for(Generous()).run(10)
