import functools
import importlib.util
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcsearch import Recipe, RecipeError
from mcsearch.numerics.rng import Rng
from mcsearch.playout.random import Random

NUM_GAMES = 1_000


def parse(position="", side=8):
    return Recipe("othello", position, parameters={"side": side}).start()


class SlowOthello:
    """Othello by the book: stones by (column, row), turned over one line after another."""

    def __init__(self, side, stones=None, to_play="x"):
        self.side, self.to_play = side, to_play
        m = side // 2
        middle = {(m - 1, m - 1): "o", (m, m): "o", (m, m - 1): "x", (m - 1, m): "x"}
        self.stones = middle if stones is None else stones

    def turned(self, cell, mover):
        """The stones that a stone of a player on a free cell turns over."""
        found = []
        for dx, dy in [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]:
            line, (x, y) = [], (cell[0] + dx, cell[1] + dy)
            while self.stones.get((x, y), mover) != mover:
                line.append((x, y))
                x, y = x + dx, y + dy
            if self.stones.get((x, y)) == mover:
                found += line
        return found

    def puts(self, mover):
        cells = [(column, row) for row in range(self.side) for column in range(self.side)]
        return [c for c in cells if c not in self.stones and self.turned(c, mover)]

    def legal(self):
        other = "o" if self.to_play == "x" else "x"
        if puts := self.puts(self.to_play):
            return [f"{'abcdefgh'[column]}{row + 1}" for column, row in puts]
        return ["pass"] if self.puts(other) else []

    def after(self, name):
        stones = dict(self.stones)
        if name != "pass":
            cell = ("abcdefgh".index(name[0]), int(name[1:]) - 1)
            for each in [cell, *self.turned(cell, self.to_play)]:
                stones[each] = self.to_play
        return SlowOthello(self.side, stones, "o" if self.to_play == "x" else "x")

    def lead(self):
        owners = [*self.stones.values()]
        return owners.count("x") - owners.count("o")

    def __str__(self):
        rows = [
            "".join(self.stones.get((column, row), ".") for column in range(self.side))
            for row in range(self.side)
        ]
        return f"{' / '.join(rows)} {self.to_play}"


@given(st.sampled_from([4, 6, 6, 6, 8]), st.integers(0, 2**32 - 1))
@settings(max_examples=20, deadline=None)
def test_a_game_follows_the_slow_rules(side, seed):
    state, slow = parse("", side), SlowOthello(side)
    dice = np.random.default_rng(seed)
    moves = []
    while True:
        names = slow.legal()
        assert [state.action_name(action) for action in state.legal_actions()] == names
        assert str(state) == str(slow)
        for text in (str(slow), " ".join(moves)):
            again = parse(text, side)
            assert str(again) == str(state)
            assert again.legal_actions() == state.legal_actions()
            assert again.returns() == state.returns()
        if not names:
            break
        assert state.returns() == 0.5
        assert state.ending() == ""
        name = names[dice.integers(len(names))]
        state, slow = state.play(state.parse_action(name)), slow.after(name)
        moves.append(name)
    assert state.returns() == 0.5 + 0.5 * np.sign(slow.lead())
    owners = [*slow.stones.values()]
    counts = sorted((owners.count("x"), owners.count("o")))
    assert state.ending().endswith(f", {counts[1]} stones against {counts[0]}")


@pytest.mark.skipif(not importlib.util.find_spec("pyspiel"), reason="open_spiel has no wheel")
def test_random_games_are_those_of_openspiel():
    """The same numbers of actions, the pass among them: the same moves at each ply and returns."""
    import pyspiel

    loaded = pyspiel.load_game("othello")
    for seed in range(NUM_GAMES):
        state, other = parse(), loaded.new_initial_state()
        actions, end = Random().play_out(state, Rng(seed))
        for action in actions:
            assert state.to_play == other.current_player()
            assert state.legal_actions() == other.legal_actions()
            other.apply_action(action)
            state = state.play(action)
        assert other.is_terminal()
        assert [2 * end.returns() - 1, 1 - 2 * end.returns()] == other.returns()


def perft(state, plies):
    if plies == 1:
        return len(state.legal_actions())
    return sum(perft(state.play(action), plies - 1) for action in state.legal_actions())


def test_there_are_as_many_lines_of_play_as_are_published():
    """From the beginning on 8 x 8, by the perft of Othello programs: 4, 12, 56, 244, 1396, 8200."""
    counts = [perft(parse(), plies) for plies in range(1, 7)]
    assert counts == [4, 12, 56, 244, 1_396, 8_200]


@functools.cache
def exact(text):
    """What a position is worth to who moves, -1, 0 or 1, by looking at everything."""
    rows, to_play = text.rsplit(" ", 1)
    lines = rows.split(" / ")
    stones = {
        (column, row): owner
        for row, line in enumerate(lines)
        for column, owner in enumerate(line)
        if owner != "."
    }
    slow = SlowOthello(len(lines), stones, to_play)
    if names := slow.legal():
        return max(-exact(str(slow.after(name))) for name in names)
    return int(np.sign(slow.lead())) * (1 if to_play == "x" else -1)


def solved(text, side):
    """The same by alpha-beta."""
    parameters = {"side": side, "depth": 32, "iterations": 20_000_000}
    search = Recipe("othello", text, "alpha-beta", parameters).build()
    search.run()
    return {"win": 1, "draw": 0, "loss": -1}[search.proven]


def test_the_ends_of_games_are_known_to_alpha_beta_as_to_looking_at_everything():
    draw = random.Random(5)
    found = []
    for _ in range(24):
        side, left = draw.choice([(4, 7), (6, 6)])
        slow = SlowOthello(side)
        while slow.legal() and side**2 - len(slow.stones) > left:
            slow = slow.after(draw.choice(slow.legal()))
        if slow.legal():
            found.append(exact(str(slow)))
            assert solved(str(slow), side) == found[-1]
    assert {*found} >= {-1, 1}


def test_the_second_player_wins_on_4_x_4():
    """As is known since there are programs: 11 stones to 3."""
    assert solved("", 4) == -1
    state = parse("", 4)
    for action in state.legal_actions():
        assert solved(str(state.play(action)), 4) == 1


@given(st.integers(0, 2**32 - 1), st.sampled_from([4, 6]))
@settings(max_examples=40, deadline=None)
def test_a_playout_that_is_cut_off_compares_corners_and_moves(seed, side):
    state, slow = parse("", side), SlowOthello(side)
    for action in Random().play_out(state, Rng(seed))[0][:-2]:
        slow = slow.after(state.action_name(action))
        state = state.play(action)
    search = Recipe("othello", str(state), "uct", {"side": str(side), "cutoff_plies": 1}).build()
    seen = 0
    while search.iterations < 6 and search.advance():
        if search.phase_names[search.phase - 1] != "Simulation" or search.cut_off != "plies":
            continue
        end, at = slow, state
        for action in (*search.path_actions, *search.playout_actions):
            end, at = end.after(at.action_name(action)), at.play(action)
        if end.legal():
            seen += 1
            corners = [end.stones.get((x, y)) for x in (0, side - 1) for y in (0, side - 1)]
            lead = len(end.puts("x")) - len(end.puts("o"))
            lead += 10 * (corners.count("x") - corners.count("o"))
            assert search.playout_return == 0.5 + 0.5 * lead / (20 + abs(lead))


def test_who_can_put_no_stone_passes():
    passing = parse("xoxx / oooo / oooo / oo.x o", 4)
    assert [passing.action_name(action) for action in passing.legal_actions()] == ["pass"]
    (action,) = passing.legal_actions()
    assert passing.action_cells(action) == passing.pointed_cells(action) == []
    assert passing.parse_action(" Pass ") == action
    after = passing.play(action)
    assert str(after) == "xoxx / oooo / oooo / oo.x x"
    assert [after.action_name(action) for action in after.legal_actions()] == ["c4"]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("d3 d3", "move 2: 'd3' is not legal here; legal actions: "),
        ("d3 z9", "move 2: 'z9' is not legal here; legal actions: c3, e3, c5"),
        ("pass", "move 1: 'pass' is not legal here"),
        (".... / .ox. / .xo. / .... x", "is no board of 8 x 8; give 8 rows of 8"),
        ("........ / " * 7 + "........ x", "the four cells in the middle always have a stone"),
    ],
)
def test_a_wrong_position_is_refused(position, message):
    with pytest.raises(RecipeError) as caught:
        parse(position)
    assert str(caught.value).startswith("othello position: ")
    assert message in str(caught.value)
