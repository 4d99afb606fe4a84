"""Gymnasium's deterministic environments, searched as they are; what chance acts in is refused."""

import pytest

from mcsearch import ProblemError, search_for
from mcsearch.adapters import gymnasium as adapter

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium has no wheel for this Python")


def lake(**options):
    return gymnasium.make("FrozenLake-v1", is_slippery=False, **options)


def replayed(env, actions):
    """What the environment itself gives for the actions."""
    return sum(float(env.step(action)[1]) for action in actions)


def test_the_shortest_way_over_the_lake_is_found_and_leads_there():
    env = lake()
    env.reset(seed=0)
    search = search_for(env, parameters={"iterations": 400}, seed=1)
    search.run()
    assert search.best_score == 1.0
    assert replayed(env, search.best_sequence) == 1.0


def test_the_search_begins_where_the_environment_stands_and_leaves_it_there():
    env = lake()
    env.reset(seed=0)
    for action in (1, 1, 2, 1):
        env.step(action)
    before = env.unwrapped.s
    search = search_for(env, parameters={"iterations": 100}, seed=1)
    search.run()
    assert env.unwrapped.s == before
    assert search.best_score == 1.0
    assert replayed(env, search.best_sequence) == 1.0


def test_states_are_made_in_any_order_and_masks_bound_the_actions():
    env = gymnasium.make("Taxi-v4")
    state = adapter.wrap(env)
    _, info = env.reset(seed=0)
    assert state.legal_actions() == info["action_mask"].nonzero()[0].tolist()
    first, *others = state.legal_actions()
    ways = {action: state.play(action) for action in others}
    again = state.play(first)
    for action, after in ways.items():
        assert after.legal_actions() == state.play(action).legal_actions()
        assert after.returns() == -1
    assert again.actions == (first,)


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("FrozenLake-v1", {}, "chance acts in FrozenLake-v1.*is_slippery=False"),
        ("Blackjack-v1", {}, r"chance acts in Blackjack-v1.*chance_outcomes\(\)"),
        ("Pendulum-v1", {}, "actions of Pendulum-v1 are Box.*give them a Discrete space"),
    ],
)
def test_what_can_not_be_searched_is_refused_with_the_remedy(name, options, reason):
    with pytest.raises(ProblemError, match=reason):
        search_for(gymnasium.make(name, **options))


def test_an_endless_episode_names_the_wrapper_that_bounds_it():
    env = gymnasium.make("CliffWalking-v1")
    with pytest.raises(
        ProblemError, match=r"not ended after 1000 steps; give gymnasium.*TimeLimit"
    ):
        search_for(env, check=False, seed=1).run(5)
    bounded = gymnasium.wrappers.TimeLimit(env, max_episode_steps=30)
    search = search_for(bounded, parameters={"iterations": 20}, seed=1)
    assert search.run() == 20


class Uncopied(gymnasium.Env):
    """Holds what can't be copied."""

    action_space = gymnasium.spaces.Discrete(2)
    observation_space = gymnasium.spaces.Discrete(2)

    def __deepcopy__(self, memo):
        raise TypeError("a window")


def test_what_can_not_be_copied_is_told():
    with pytest.raises(ProblemError, match=r"Uncopied can't be copied \(TypeError: a window\)"):
        search_for(Uncopied())
