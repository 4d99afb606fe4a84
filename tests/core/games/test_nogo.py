import functools
import random

import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.numerics.rng import Rng
from mcsearch.playout.random import Random

NUM_GAMES = 1_000


def parse(position, side=7):
    return Recipe("nogo", position, parameters={"side": side}).start()


class SlowNoGo:
    """NoGo by the book: stones in a dictionary by (column, row), groups found by walking."""

    def __init__(self, side):
        self.side = side
        self.points = [(x, y) for x in range(side) for y in range(side)]
        self.stones = {}
        self.to_play = 0

    def beside(self, point):
        x, y = point
        around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
        return [p for p in around if 0 <= p[0] < self.side and 0 <= p[1] < self.side]

    def breathes(self, point):
        """Whether the group of a stone has a free point beside it."""
        seen, waiting = {point}, [point]
        while waiting:
            for near in self.beside(waiting.pop()):
                if near not in self.stones:
                    return True
                if self.stones[near] == self.stones[point] and near not in seen:
                    seen.add(near)
                    waiting.append(near)
        return False

    def allows(self, point):
        if point in self.stones:
            return False
        self.stones[point] = self.to_play
        touched = [point, *(p for p in self.beside(point) if p in self.stones)]
        allowed = all(self.breathes(p) for p in touched)
        del self.stones[point]
        return allowed

    def legal(self):
        return [point for point in self.points if self.allows(point)]

    def play(self, point):
        self.stones[point] = self.to_play
        self.to_play = 1 - self.to_play


def name_of(point):
    return f"{'abcdefghi'[point[0]]}{point[1] + 1}"


def check_game(side, draw):
    """Play one random game in both programs."""
    state, slow = parse("", side), SlowNoGo(side)
    while legal := slow.legal():
        assert [state.action_name(action) for action in state.legal_actions()] == [
            name_of(point) for point in legal
        ]
        assert state.to_play == slow.to_play
        assert state.returns() == 0.5
        point = draw.choice(legal)
        state = state.play(state.parse_action(name_of(point)))
        slow.play(point)
    assert state.is_terminal()
    assert state.returns() == float(slow.to_play)
    free = [name_of(point) for point in slow.points if point not in slow.stones]
    assert [state.action_name(cell) for cell in state.forbidden_cells()] == free
    return state


def test_random_games_follow_the_slow_rules():
    draw = random.Random(20_261)
    for number in range(NUM_GAMES):
        check_game(9 if number == 0 else 7 if number % 50 == 1 else draw.choice((3, 4, 5)), draw)


@functools.cache
def mover_wins(side, stones, to_play):
    """By the slow rules, every line of play: whether the player to move wins."""
    slow = SlowNoGo(side)
    slow.stones, slow.to_play = dict(stones), to_play
    for point in slow.legal():
        after = frozenset({*stones, (point, to_play)})
        if not mover_wins(side, after, 1 - to_play):
            return True
    return False


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
            stones = frozenset(
                (divmod(cell, 3), int(value) - 1)
                for cell, value in enumerate(state.cells())
                if value
            )
            search = Recipe(
                "nogo",
                str(state),
                "uct",
                {"side": 3, "solver": True, "iterations": 20_000},
                seed=1,
            ).build()
            search.run()
            wins = mover_wins(3, stones, state.to_play)
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
    slow = SlowNoGo(3)
    for cell, value in enumerate(state.cells().tolist()):
        if value:
            slow.stones[divmod(cell, 3)] = value - 1
    slow.to_play = state.to_play
    legal = [state.action_name(action) for action in state.legal_actions()]
    assert legal == [name_of(point) for point in slow.legal()]


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
        ("x.. / ... / ...", "is no board of side 7; give 7 rows of 7"),
        ("xx..... / " + " / ".join(["......."] * 6), "2 x and 0 o can't come from"),
        ("xo..... / o...... / x......" + " / ......." * 4, "a group has no liberty"),
    ],
)
def test_a_wrong_position_is_refused(position, message):
    with pytest.raises(RecipeError) as caught:
        parse(position)
    assert str(caught.value).startswith("nogo position: ")
    assert message in str(caught.value)
