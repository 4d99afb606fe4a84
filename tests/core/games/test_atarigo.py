import random

import pytest
from slow_go import SlowStones, check_game, is_won, name_of, names

from mcsearch import Recipe, RecipeError
from mcsearch.games.atarigo import Atarigo
from mcsearch.numerics.rng import Rng
from mcsearch.playout.random import Random
from mcsearch.searches import SEARCHES

NUM_GAMES = 1_000


def parse(position="", side=5):
    return Recipe("atarigo", position, parameters={"side": side}).start()


class SlowAtarigo(SlowStones):
    """A stone must breathe or capture, and a capture ends the game."""

    def allows(self, point):
        if self.breathless(self.to_play):
            return False  # captured before
        self.play(point)
        allowed = self.breathes(point) or bool(self.breathless(self.to_play))
        self.take_back(point)
        return allowed


def check_end(state, slow):
    captured = [name_of(point) for point in slow.breathless(slow.to_play)]
    assert [state.action_name(cell) for cell in state.ending_cells()] == captured
    assert state.ending() == ("a group is captured" if captured else "no move is allowed")


def test_random_games_follow_the_slow_rules():
    draw, num_captures = random.Random(20_262), 0
    for number in range(NUM_GAMES):
        side = 9 if number == 0 else 7 if number % 50 == 1 else draw.choice((3, 4, 5))
        slow = SlowAtarigo(side)
        end = check_game(Atarigo(side), slow, draw)
        check_end(end, slow)
        num_captures += bool(end.ending_cells())
    assert 0 < num_captures < NUM_GAMES  # both ends come up


def exact(state, iterations=1_000_000):
    """The outcome for the player to move, by alpha-beta to the end of the game."""
    search = SEARCHES["alpha-beta"](state, Recipe("atarigo", "", "alpha-beta").values, 1)
    search.run(iterations)
    return search.bounds.outcome


def test_exhaustive_search_by_the_slow_rules_finds_the_same_outcomes():
    """All of 3 x 3: after each first move, and after two random ones."""
    draw = random.Random(7)
    for first in range(9):
        state = Atarigo(3).play(first)
        for _ in range(2):
            assert exact(state) == ("win" if is_won(SlowAtarigo.of(state)) else "loss")
            state = state.play(draw.choice(state.legal_actions()))


@pytest.mark.parametrize(
    ("rows", "name", "is_legal", "why"),
    [
        (".xo.. / xo... / o.... / ..... / x...x", "a5", True, "it captures"),
        (".x... / x.... / ..... / .oo.. / ....x", "a5", False, "it would have no liberty"),
        (".x... / xo... / ..... / ..o.. / ....x", "a5", False, "the stones beside have others"),
    ],
)
def test_a_stone_without_liberty_must_capture(rows, name, is_legal, why):
    state = parse(rows)
    assert names(state) == SlowAtarigo.of(state).names()
    assert (name in names(state)) == is_legal


def test_a_position_is_the_same_from_its_moves_and_its_text():
    draw = random.Random(11)
    for side in (5, 9):
        actions, end = Random().play_out(parse("", side), Rng(draw.randrange(99)))
        moves = [end.action_name(action) for action in actions]
        assert str(parse(" ".join(moves), side)) == str(end)
        assert parse(str(end), side).ending_cells() == end.ending_cells()


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("c3 c3", "move 2: 'c3' is not legal here; "),
        ("c3 f1", "move 2: 'f1' names no point; give one from a1 to e5"),
        ("ox..o / x.... / ..... / ....x / ...xo", "no last stone can have captured it"),
        ("xx... / ..... / ..... / ..... / .....", "2 x and 0 o can't come from"),
    ],
)
def test_a_wrong_position_is_refused(position, message):
    with pytest.raises(RecipeError) as caught:
        parse(position)
    assert str(caught.value).startswith("atarigo position: ")
    assert message in str(caught.value)
