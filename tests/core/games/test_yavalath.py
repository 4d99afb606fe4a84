import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcsearch import Recipe, RecipeError

# the board by its rows from the bottom: how many half cells each is shifted, and its length
ROWS = dict(zip("abcdefghi", [(4 - abs(i), 9 - abs(i)) for i in range(-4, 5)], strict=True))
NAMES = [f"{row}{place}" for row, (_, length) in ROWS.items() for place in range(1, length + 1)]


def parse(position, pie_rule=False):
    return Recipe("yavalath", position, parameters={"pie_rule": pie_rule}).start()


def place_of(name):
    """(half cells from the left edge, rows from the bottom)"""
    shift = 4 - ROWS[name[0]][0]
    return shift + 2 * int(name[1]), "abcdefghi".index(name[0])


PLACES = [place_of(name) for name in NAMES]
CELL_AT = dict(zip(PLACES, NAMES, strict=True))


class SlowYavalath:
    """Yavalath by the book: a dictionary of stones, looked at along every line."""

    def __init__(self, pie_rule):
        self.pie_rule = pie_rule
        self.stones = {}
        self.to_play = 0
        self.num_moves = 0

    def has_line(self, player, length):
        for x, y in CELL_AT:
            for dx, dy in ((2, 0), (1, 1), (-1, 1)):
                line = [CELL_AT.get((x + i * dx, y + i * dy)) for i in range(length)]
                if all(cell and self.stones.get(cell) == player for cell in line):
                    return True
        return False

    def returns(self):
        """Player 0's return, None while the game goes on; only the last mover can have a line."""
        mover = 1 - self.to_play
        if self.has_line(mover, 4):
            return 1.0 - mover
        if self.has_line(mover, 3):
            return float(mover)
        return 0.5 if len(self.stones) == 61 else None

    def legal(self):
        if self.returns() is not None:
            return []
        free = [name for name in NAMES if name not in self.stones]
        return free + ["swap"] * (self.pie_rule and self.num_moves == 1)

    def play(self, name):
        if name == "swap":
            self.stones = dict.fromkeys(self.stones, 1)
        else:
            self.stones[name] = self.to_play
        self.to_play = 1 - self.to_play
        self.num_moves += 1


@given(st.booleans(), st.integers(0, 2**32 - 1), st.floats(0, 1))
@settings(max_examples=40)
def test_a_game_follows_the_slow_rules(pie_rule, seed, tidiness):
    """Tidy games avoid the end where they can, and so fill more of the board."""
    state, slow = parse("", pie_rule), SlowYavalath(pie_rule)
    dice = np.random.default_rng(seed)
    moves = []
    while True:
        legal = slow.legal()
        names = [state.action_name(action) for action in state.legal_actions()]
        assert names == legal
        assert state.is_terminal() == (not legal)
        assert state.to_play == slow.to_play
        assert state.returns() == (0.5 if legal else slow.returns())
        marks = dict(zip(NAMES, state.cells().tolist(), strict=True))
        assert marks == {name: slow.stones.get(name, -1) + 1 for name in NAMES}
        again = parse(str(state), pie_rule)
        assert str(again) == str(state) == str(parse(" ".join(moves), pie_rule))
        assert again.cells().tolist() == state.cells().tolist()
        assert again.to_play == state.to_play
        assert again.returns() == state.returns()
        assert again.legal_actions() == state.legal_actions()
        if not legal:
            break
        name = legal[dice.integers(len(legal))]
        if len(legal) > 60 and dice.random() < 0.5:
            name = legal[-1]
        elif dice.random() < tidiness:
            quiet = [a for a in legal if not state.play(state.parse_action(a)).is_terminal()]
            name = quiet[dice.integers(len(quiet))] if quiet else name
        action = state.parse_action(name)
        cells = [NAMES[cell] for cell in state.action_cells(action)]
        assert cells == (list(slow.stones) if name == "swap" else [name])
        before = str(state)
        after = state.play(action)
        assert str(state) == before
        slow.play(name)
        state = after
        moves.append(name)


def stones(first, second):
    """The state after two lists of stones are played in turn."""
    pairs = itertools.zip_longest(first.split(), second.split())
    return parse(" ".join(name for pair in pairs for name in pair if name))


@pytest.mark.parametrize(
    ("first", "second", "returns"),
    [
        # along a row, and along both lines that cross it; the last stone fills a gap
        ("e1 e2 e4 e3", "a1 a3 a5", 1.0),
        ("a1 b2 d4 c3", "i1 i3 i5", 1.0),
        ("a5 b5 d5 c5", "i1 i3 i5", 1.0),
        ("e9 f8 h6 g7", "a1 a3 a5", 1.0),
        ("e1 f1 h1 g1", "a1 a3 a5", 1.0),
        # five are more than four
        ("c1 c2 c4 c5 c3", "i1 i3 i5 g1", 1.0),
        # exactly three
        ("i1 i2 i3", "a1 a3", 0.0),
        ("e2 f2 d1", "i1 i3", 0.0),
        # for the second player
        ("a1 a3 a5 i1", "e5 e6 e8 e7", 0.0),
        ("a1 a3 a5", "e5 e6 e7", 1.0),
        # three on one line and four on another
        ("e5 e6 e8 f7 g7 e7", "a1 a3 a5 i1 i3", 1.0),
    ],
)
def test_lines_win_and_lose(first, second, returns):
    state = stones(first, second)
    assert state.is_terminal()
    assert state.legal_actions() == []
    assert state.returns() == returns


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # neighbours in number, on two rows
        ("a4 a5 b1 b2", "i1 i3 i5"),
        ("d7 d8 e1 e2", "i1 i3 i5"),
        # a line's ends on two edges
        ("a5 b6 c1", "i1 i3"),
        ("e1 e2 e8 e9", "a1 a3 a5"),
        # two of a line and a turn
        ("e1 f1 d1", "i1 i3"),
    ],
)
def test_lines_end_at_gaps_and_edges(first, second):
    assert not stones(first, second).is_terminal()


def test_a_full_board_draws():
    # pairs along two directions, single stones along the third
    colours = {
        name: (x + 3 * y + 2) // 2 % 4 < 2 for name, (x, y) in zip(NAMES, PLACES, strict=True)
    }
    first = [name for name in NAMES if colours[name]]
    second = [name for name in NAMES if not colours[name]]
    assert (len(first), len(second)) == (31, 30)
    state = stones(" ".join(first[:-1]), " ".join(second))
    assert not state.is_terminal()
    state = state.play(state.parse_action(first[-1]))
    assert state.is_terminal()
    assert state.returns() == 0.5
    assert str(parse(str(state))) == str(state)


def test_search_wins_and_avoids_three():
    # e3 makes four
    search = Recipe("yavalath", "e1 a1 e2 a3 e4 a5", "uct", seed=1).build()
    search.run(5000)
    assert search.root.action_name(search.best_action()) == "e3"
    assert search.best_score > 0.95


def test_geometry_puts_neighbours_one_cell_apart():
    board = parse("").board
    x, y, shape, width, height = board.x, board.y, board.shape, board.width, board.height
    assert shape == "hex"
    assert (x[NAMES.index("e5")], y[NAMES.index("e5")]) == (width / 2, pytest.approx(height / 2))
    distances = np.hypot(x[:, None] - x, y[:, None] - y)
    neighbours = np.isclose(distances, 1.0).sum(axis=1)
    assert sorted(set(neighbours)) == [3, 4, 6]
    assert neighbours.sum() == 2 * 156
    assert distances[distances > 0].min() == pytest.approx(1.0)
    assert x.min() == 0.5
    assert x.max() == width - 0.5


def test_the_pie_rule_lets_the_second_player_take_the_stone():
    opened = parse("e5", pie_rule=True)
    assert opened.action_name(opened.legal_actions()[-1]) == "swap"
    swapped = opened.play(opened.parse_action("swap"))
    assert swapped.to_play == 0
    assert swapped.cells().tolist() == [2 if name == "e5" else 0 for name in NAMES]
    assert len(swapped.legal_actions()) == 60
    assert str(swapped) == "e5 swap"
    assert "swap" not in str(parse("e5 d4", pie_rule=True))
    for position, pie_rule in (("", True), ("e5", False), ("e5 d4", True), ("e5 swap", True)):
        state = parse(position, pie_rule)
        with pytest.raises(ValueError, match="not legal"):
            state.parse_action("swap")


def test_names():
    state = parse("e5 d4")
    assert [NAMES[state.parse_action(name)] for name in ("a1", " E9 ", "i5")] == ["a1", "e9", "i5"]
    for name in ("e5", "a6", "j1", "e0", "", "5e", "e55"):
        with pytest.raises(ValueError, match=r"legal actions: a1, a2|names no cell"):
            state.parse_action(name)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("e5 e5", "move 2: 'e5' has a stone; give an empty cell"),
        ("a6", "move 1: 'a6' names no cell; row a has a1 to a5"),
        ("e5 x9", "move 2: 'x9' names no cell; give a row from a to i"),
        ("e5 swap", "move 2: 'swap' is not legal here; it is the second move, with pie_rule on"),
        ("a1 i1 a2 i3 a3 i5", "move 6, 'i5': the game is over before it"),
    ],
)
def test_wrong_positions_are_explained(position, message):
    with pytest.raises(RecipeError) as caught:
        parse(position)
    assert str(caught.value).startswith("yavalath position: ")
    assert message in str(caught.value)


@given(st.lists(st.sampled_from([*NAMES, "swap", "E5", "a9", "?"]), max_size=12))
def test_any_list_of_moves_is_a_position_or_explained(moves):
    try:
        state = parse(", ".join(moves), pie_rule=True)
    except RecipeError:
        return
    assert str(parse(str(state), pie_rule=True)) == str(state)
