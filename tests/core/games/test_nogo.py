import random

import pytest
from slow_go import SlowStones, check_game, is_won, names

from mcsearch import Recipe, RecipeError
from mcsearch.numerics.rng import Rng
from mcsearch.playout.random import Random

NUM_GAMES = 1_000


def parse(position, side=7):
    return Recipe("nogo", position, parameters={"side": side}).start()


class SlowNoGo(SlowStones):
    """All stones that a move touches must breathe after it."""

    def allows(self, point):
        self.play(point)
        touched = [point, *(p for p in self.beside(point) if p in self.stones)]
        allowed = all(self.breathes(p) for p in touched)
        self.take_back(point)
        return allowed


def test_random_games_follow_the_slow_rules():
    draw = random.Random(20_261)
    for number in range(NUM_GAMES):
        side = 9 if number == 0 else 7 if number % 50 == 1 else draw.choice((3, 4, 5))
        check_game(parse("", side), SlowNoGo(side), draw)


def test_the_solver_knows_what_exhaustive_search_knows():
    """All of 3 x 3: who wins after each first move, and after two random ones."""
    empty = parse("", 3)
    draw = random.Random(7)
    for first in empty.legal_actions():
        lines = [[first], [first, draw.choice(empty.play(first).legal_actions())]]
        for line in lines:
            state = empty
            for action in line:
                state = state.play(action)
            search = Recipe(
                "nogo",
                str(state),
                "uct",
                {"side": 3, "solver": True, "iterations": 20_000},
                seed=1,
            ).build()
            search.run()
            wins = is_won(SlowNoGo.of(state))
            assert search.bounds.outcome == ("win" if wins else "loss")


@pytest.mark.parametrize(
    ("rows", "name", "why"),
    [
        (".xo / xo. / ...", "a3", "it would be without a liberty"),
        (".o. / ox. / x..", "a3", "both would be"),
        ("xo. / .xo / ...", "a2", "for o only: x may fill it"),
    ],
)
def test_a_move_that_takes_the_last_liberty_is_forbidden(rows, name, why):
    state = parse(rows, 3)
    assert names(state) == SlowNoGo.of(state).names()


def test_a_position_is_the_same_from_its_moves_and_its_text():
    draw = random.Random(11)
    for side in (3, 7, 9):
        actions, end = Random().play_out(parse("", side), Rng(draw.randrange(99)))
        state, keys = parse("", side), set()
        for action in actions:
            state = state.play(action)
            again = parse(str(state), side)
            assert again.legal_actions() == state.legal_actions()
            assert again.forbidden_cells() == state.forbidden_cells()
            assert again.to_play == state.to_play
            keys.add(str(state))
        assert str(state) == str(end)
        names = " ".join(state.action_name(action) for action in actions)
        assert str(parse(names, side)) == str(end)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("d4 d4", "move 2: 'd4' is not legal here; "),
        ("d4 j1", "move 2: 'j1' names no point; give one from a1 to g7"),
        ("x.. / ... / ...", "is no board of 7 x 7; give 7 rows of 7 x, o"),
        ("xx..... / " + " / ".join(["......."] * 6), "2 x and 0 o can't come from"),
        ("xo..... / o...... / x......" + " / ......." * 4, "a group has no liberty"),
    ],
)
def test_a_wrong_position_is_refused(position, message):
    with pytest.raises(RecipeError) as caught:
        parse(position)
    assert str(caught.value).startswith("nogo position: ")
    assert message in str(caught.value)
