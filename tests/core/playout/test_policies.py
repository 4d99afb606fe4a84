from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcsearch import Recipe, RecipeError
from mcsearch.numerics.rng import Rng
from mcsearch.playout import POLICIES
from mcsearch.playout.decisive import Decisive
from mcsearch.playout.random import Random
from mcsearch.playout.tabu import TabuColorRandom, TabuRandom
from mcsearch.recipe import GAMES

# chi-square at p = 0.001 by degrees of freedom
LIMITS = {1: 10.8, 2: 13.8, 3: 16.3, 4: 18.5, 5: 20.5, 6: 22.5, 7: 24.3, 8: 26.1}


def state(position, game="samegame", **parameters):
    return Recipe(game, position, parameters=parameters).start()


def is_uniform(counts, choices):
    """Whether counts come from draws with equal chances."""
    assert sorted(counts) == sorted(choices)
    expected = sum(counts.values()) / len(choices)
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    return chi_square < LIMITS[len(choices) - 1]


@pytest.mark.parametrize(
    ("game", "position"),
    [
        # groups of very different size and shape, some with several tiles that begin them
        ("samegame", "1111121111;1222222221;1233333321;1234554321"),
        ("samegame", "11221;12212;22112;33333"),
        ("tictactoe", "x.. / .o. / ..."),
    ],
)
def test_every_action_is_equally_likely(game, position):
    start = state(position, game)
    legal = start.legal_actions()
    rng = Rng(1)
    draws = 3000 * len(legal)
    counts = Counter(Random().play_out(start, rng)[0][0] for _ in range(draws))
    assert is_uniform(counts, legal)


def kinds_in_order(start, actions):
    """For each action of a playout its colour and the colours of all legal actions there."""
    position = start
    for action in actions:
        legal = {int(position.cells()[other]) for other in position.legal_actions()}
        yield int(position.cells()[action]), legal
        position = position.play(action)
    assert position.is_terminal()


@pytest.mark.parametrize("pick", ["random", "first"])
@pytest.mark.parametrize("policy", [TabuRandom, TabuColorRandom])
def test_the_tabu_colour_is_kept_for_last(policy, pick):
    start = state("9x9x4:3")
    playing = policy(epsilon=0.0, pick=pick)
    for seed in range(50):
        actions, end = playing.play_out(start, Rng(seed))
        tabu = playing.avoided_kind(start)
        for kind, legal in kinds_in_order(start, actions):
            assert kind != tabu or legal == {tabu}
        position = start
        for action in actions:
            position = position.play(action)
        assert str(position) == str(end)


def test_the_tabu_is_the_most_frequent_colour_or_one_drawn():
    start = state("9x9x4:3")
    frequent = Counter(start.cells().tolist()).most_common(1)[0][0]
    assert TabuColorRandom(epsilon=0.0).avoided_kind(start) == frequent
    policy, rng, tabus = TabuRandom(epsilon=0.0), Rng(2), Counter()
    for _ in range(4000):
        policy.play_out(start, rng)
        tabus[policy.avoided_kind(start)] += 1
    assert is_uniform(tabus, [1, 2, 3, 4])


def test_groups_that_are_not_tabu_are_equally_likely():
    start = state("1122133;1221133;2211233;1133244")
    policy, rng = TabuColorRandom(epsilon=0.0), Rng(3)
    tabu = policy.avoided_kind(start)
    others = [action for action in start.legal_actions() if start.cells()[action] != tabu]
    counts = Counter(policy.play_out(start, rng)[0][0] for _ in range(3000 * len(others)))
    assert is_uniform(counts, others)


@given(st.integers(1, 20), st.integers(1, 20), st.integers(2, 9), st.integers(0, 999), st.data())
def test_first_takes_the_topmost_then_leftmost_group_that_is_not_tabu(
    width, height, colours, seed, data
):
    start = state(f"{width}x{height}x{colours}:{seed}")
    policy = data.draw(st.sampled_from([TabuRandom, TabuColorRandom]))(epsilon=0.0, pick="first")
    actions, _ = policy.play_out(start, Rng(seed))
    tabu = policy.avoided_kind(start)
    position = start
    for action in actions:
        cells = position.cells()
        others = {
            cell: other
            for other in position.legal_actions()
            if cells[other] != tabu
            for cell in position.action_cells(other)
        }
        if others:
            reading = min(others, key=lambda cell: (-(cell % height), cell // height))
            assert action == others[reading]
        else:
            assert cells[action] == tabu
        position = position.play(action)
    assert position.is_terminal()


@pytest.mark.parametrize("pick", ["random", "first"])
@pytest.mark.parametrize("policy", [TabuRandom, TabuColorRandom])
def test_epsilon_lets_the_tabu_be_ignored(policy, pick):
    start = state("9x9x4:3")
    playing = policy(epsilon=0.5, pick=pick)
    ignored = 0
    for seed in range(200):
        actions, _ = playing.play_out(start, Rng(seed))
        ignored += start.cells()[actions[0]] == playing.avoided_kind(start)
    assert 5 < ignored < 80


# --- two players ---


def decisive(position):
    """Decisive and anti-decisive actions by trying everything, with the states' plain methods."""

    def wins(position):
        mover, winning = position.to_play, []
        for action in position.legal_actions():
            after = position.play(action)
            value = after.returns() if mover == 0 else 1.0 - after.returns()
            if after.is_terminal() and value == 1.0:
                winning.append(action)
        return winning

    if winning := wins(position):
        return winning
    legal, safe = position.legal_actions(), []
    for action in legal:
        after = position.play(action)
        value = after.returns() if position.to_play == 0 else 1.0 - after.returns()
        if value == 0.5 if after.is_terminal() else not wins(after):
            safe.append(action)
    return [] if safe == legal else safe


GAMES_FOR_TWO = [
    ("tictactoe", {}),
    ("connect4", {}),
    ("yavalath", {}),
    ("yavalath", {"pie_rule": True}),
    ("nogo", {"side": 5}),
    ("atarigo", {"side": 5}),
    ("atarigo", {"side": 7}),
    ("hex", {"side": 4, "pie_rule": True}),
    ("othello", {"side": "6"}),
    ("domineering", {"side": 5}),
    ("domineering", {"side": 6, "misere": True}),
]


@pytest.mark.parametrize(("game", "parameters"), GAMES_FOR_TWO)
@given(seed=st.integers(0, 10**6), cut=st.integers(0, 40))
def test_decisive_actions_are_those_of_trying_everything(game, parameters, seed, cut):
    position = state("", game, **parameters)
    # random games, without the last plies: most positions just before the end are decisive
    actions, _ = Random().play_out(position, Rng(seed))
    for action in actions[: max(len(actions) - cut, 0)]:
        position = position.play(action)
    expected = decisive(position)
    assert position.decisive_actions() == expected
    assert position.decisive_actions(by_trial=True) == expected


@pytest.mark.parametrize("position", ["5x4:1", "9x5:1223", "4x4:1122", "6x9:121212"])
@given(seed=st.integers(0, 10**6), cut=st.integers(0, 12))
def test_decisive_actions_on_other_boards_of_connect_four(position, seed, cut):
    start = state(position, "connect4")
    actions, _ = Random().play_out(start, Rng(seed))
    for action in actions[: max(len(actions) - cut, 0)]:
        start = start.play(action)
    assert start.decisive_actions() == decisive(start) == start.decisive_actions(by_trial=True)


def name_all(position, actions):
    return [position.action_name(action) for action in actions]


def test_yavalath_wins_with_four_and_does_not_block_with_three():
    # white a1 a2 . a4: a3 makes four
    position = state("a1 e5 a2 e6 a4 g1", "yavalath")
    assert name_all(position, position.decisive_actions()) == ["a3"]
    # black to move must stop that
    position = state("a1 e5 a2 e7 a4", "yavalath")
    assert name_all(position, position.decisive_actions()) == ["a3"]
    # ... but not when the block makes three in a row of black's own and loses
    position = state("a1 b3 a2 c3 a4", "yavalath")
    line = position.play(position.parse_action("a3"))
    assert line.is_terminal()
    assert line.returns() == 1.0
    assert position.decisive_actions() == []


@pytest.mark.parametrize(("game", "parameters"), GAMES_FOR_TWO)
def test_a_decisive_playout_plays_decisive_actions_equally_often(game, parameters):
    start = state("", game, **parameters)
    seen = Counter()
    for seed in range(30):
        position = start
        for action in Decisive().play_out(start, Rng(seed))[0]:
            legal, choice = position.legal_actions(), position.decisive_actions()
            assert action in (choice or legal)
            seen[bool(choice)] += 1
            position = position.play(action)
        assert position.is_terminal()
    assert seen[True] > 10
    assert seen[False] > 20
    position = state("x.. / .o. / x.o", "tictactoe") if game == "tictactoe" else start
    choice = position.decisive_actions() or position.legal_actions()
    if len(choice) - 1 in LIMITS:
        rng = Rng(1)
        counts = Counter(Decisive().play_out(position, rng)[0][0] for _ in range(500 * len(choice)))
        assert is_uniform(counts, choice)


# --- which policy plays what ---


def test_policies_are_offered_where_they_can_play():
    for name, game in GAMES.items():
        policy = next(p for p in Recipe(name).declarations if p.name == "policy")
        fitting = {
            name
            for name, each in POLICIES.items()
            if game.num_players in each.num_players and (game.has_kinds or not each.needs_kinds)
        }
        assert set(policy.choices) == fitting
    with pytest.raises(RecipeError, match="decisive"):
        Recipe("samegame", parameters={"policy": "decisive"})
    with pytest.raises(RecipeError, match="tabu-random"):
        Recipe("connect4", parameters={"policy": "tabu-random"})
