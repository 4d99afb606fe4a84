import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcsearch import Recipe, RecipeError

SIZES = [(7, 6), (4, 4), (4, 15), (5, 11), (6, 9), (7, 8), (8, 7), (9, 6), (5, 4)]
PERFT = [7, 49, 343, 2401, 16807, 117649, 823536]


def parse(position):
    return Recipe("connect4", position).start()


class SlowConnectFour:
    """Connect Four by the book: `columns[x][y]` is the player of a disc."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.columns = [[] for _ in range(width)]
        self.to_play = 0

    def disc(self, x, y):
        inside = 0 <= x < self.width and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else None

    def has_won(self, player):
        return any(
            all(self.disc(x + i * dx, y + i * dy) == player for i in range(4))
            for x in range(self.width)
            for y in range(self.height)
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    def legal_actions(self):
        if self.has_won(0) or self.has_won(1):
            return []
        return [x for x in range(self.width) if len(self.columns[x]) < self.height]

    def play(self, x):
        self.columns[x].append(self.to_play)
        self.to_play = 1 - self.to_play

    def returns(self):
        return 0.5 + 0.5 * self.has_won(0) - 0.5 * self.has_won(1)

    def cells(self):
        return [
            0 if self.disc(x, y) is None else 1 + self.disc(x, y)
            for x in range(self.width)
            for y in range(self.height)
        ]


@given(st.sampled_from(SIZES), st.integers(0, 2**32 - 1), st.floats(0, 1))
@settings(max_examples=60)
def test_a_game_follows_the_slow_rules(size, seed, tidiness):
    """Tidy games avoid wins where they can, and so fill more of the board."""
    width, height = size
    state, slow = parse(f"{width}x{height}"), SlowConnectFour(width, height)
    dice = np.random.default_rng(seed)
    moves = ""
    while True:
        legal = slow.legal_actions()
        assert state.legal_actions() == legal
        assert state.is_terminal() == (not legal)
        assert state.cells().tolist() == slow.cells()
        assert state.to_play == slow.to_play
        assert state.returns() == slow.returns()
        assert str(parse(f"{width}x{height}:{moves}")) == str(parse(str(state))) == str(state)
        if not legal:
            break
        action = legal[dice.integers(len(legal))]
        if dice.random() < tidiness:
            quiet = [a for a in legal if not state.play(a).is_terminal()]
            action = quiet[dice.integers(len(quiet))] if quiet else action
        assert state.action_cells(action) == [action * height + len(slow.columns[action])]
        before = str(state)
        after = state.play(action)
        assert str(state) == before
        slow.play(action)
        state = after
        moves += str(action + 1)
    for column in range(width):
        if len(slow.columns[column]) == height:
            assert state.action_cells(column) == []


def perft(state, depth):
    legal = state.legal_actions()
    return len(legal) if depth == 1 else sum(perft(state.play(a), depth - 1) for a in legal)


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate(PERFT, 1)))
def test_perft(depth, leaves):
    assert perft(parse(""), depth) == leaves


def test_stored_positions_replay(data):
    lines = (data / "connect4_positions.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    assert len(rows) == 140
    for moves, score, _, *column_scores in rows:
        state = parse(moves)
        assert np.count_nonzero(state.cells()) == len(moves)
        assert state.to_play == len(moves) % 2
        open_columns = [column for column, text in enumerate(column_scores) if text != "x"]
        assert state.legal_actions() == open_columns
        # the score counts discs: the best possible one for a player is a win with the next disc
        discs_left = (42 - len(moves) + 1) // 2
        for column in open_columns:
            wins_at_once = int(column_scores[column]) == discs_left
            after = state.play(column)
            won = after.is_terminal() and after.returns_to_mover() == 0.0
            assert won == wins_at_once
        assert int(score) == max(int(column_scores[column]) for column in open_columns)


def test_search_wins_and_blocks():
    row = "....... / ....... / ....... / ....... / ooo.... / xxx...."
    column = "....... / ....... / ....... / x...... / xo..... / xo....."
    for position, best in ((row, "4"), (column, "1")):
        search = Recipe("connect4", position, "uct", seed=1).build()
        search.run(2000)
        assert search.root.action_name(search.best_action()) == best


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        ("....... / ....... / ....... / ....... / ..ooo.. / ..xxxx.", 0),
        ("....... / ....... / ....... / ....... / x.x.... / xoooo.x", 1),
        ("....... / ....... / .x....x / .x....o / .x.ox.x / ox.oo.o", 0),
        ("...o... / ...o... / ...ox.. / ..xox.. / .xxxox. / xoooxo.", 1),
        ("....... / ....... / ...x... / ..xx... / .xxo... / xooo.o.", 0),
        ("..o.... / ..x..x. / ..o..o. / ..x.ox. / ..oooox / xxoxoxx", 1),
        ("....... / ....... / ...x... / ...xx.. / ...oxx. / .o.ooox", 0),
        ("....... / .o..... / ox..... / xo.x... / oxoxoxx / ooxooxx", 1),
    ],
)
def test_four_in_a_row_win(position, winner):
    state = parse(position)
    assert state.is_terminal()
    assert state.returns() == 1.0 - winner
    assert state.returns_to_mover() == 0.0
    assert state.to_play == 1 - winner


@pytest.mark.parametrize(
    "position",
    [
        "....... / ....... / ....... / ....... / ooo.... / xxx.x..",
        # three at the top of a column and one at the bottom of the next
        "..x.... / ..x.... / ..x.... / ..o.... / ..o.... / ..oxo..",
        # a row that would go on one row higher beyond the edge
        "....... / ....... / ....... / ....... / x...... / oo.oxxx",
    ],
)
def test_lines_end_at_gaps_and_edges(position):
    state = parse(position)
    assert not state.is_terminal()
    assert state.returns() == 0.5


def test_a_full_board_draws():
    # pairs of columns in which no four meet
    state = parse("ooxxoox / xxooxxo / ooxxoox / xxooxxo / ooxxoox / xxooxxo")
    assert state.is_terminal()
    assert state.returns() == 0.5


def test_names():
    state = parse("444444")
    assert [state.action_name(action) for action in state.legal_actions()] == list("123567")
    assert [state.parse_action(name) for name in (" 1 ", "7")] == [0, 6]
    for name in ("a", "4", "G", "8", "0", "", "ab", "12"):
        with pytest.raises(ValueError, match=r"legal actions: 1, 2|give one from 1 to 7"):
            state.parse_action(name)
    assert parse("9x6").parse_action("9") == 8


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("448", "move 3 of '448' is column 8; the columns are 1 to 7"),
        ("40", "move 2 of '40' is column 0"),
        ("4444444", "column 4 is full; the open columns are 1, 2, 3, 5, 6, 7"),
        ("12121212", "over before move 8 of '12121212'; leave"),
        ("4x4:5", "the columns are 1 to 4"),
        ("7x9", "7x9 is no size; give 4 to 9 columns"),
        ("3x6", "3x6 is no size"),
        ("10x5", "10x5 is no size"),
        ("999x999", "999x999 is no size"),
        ("e4 e5", "'e4 e5' is neither moves nor a board; give columns such as '4453'"),
        ("4a", "neither moves nor a board"),
        ("7x6: xo. / xo.", "neither moves nor a board"),
        ("/", "neither moves nor a board"),
        ("xo. / xo.", "3x2 is no size"),
        ("....... / ....... / ....... / ....... / ....... / xx", "row 6 has 2 cells, row 1 has 7"),
        ("....... / ....... / ....... / ....... / ....... / xz.....", "row 6 is 'xz.....'"),
        ("....... / ....... / ....... / ....... / x...... / .......", "column 1 has nothing below"),
        ("....... / ....... / ....... / ....... / ....... / xx.....", "2 x and 0 o can't come"),
        ("....... / ....... / ....... / ....... / xxxx... / oooo...", "x has four in a row and"),
    ],
)
def test_wrong_positions_are_explained(position, message):
    with pytest.raises(RecipeError) as caught:
        parse(position)
    assert str(caught.value).startswith("connect4 position: ")
    assert message in str(caught.value)


@given(st.text(alphabet="0123456789xo./;: \nXa-", max_size=60))
def test_any_text_is_a_position_or_explained(text):
    try:
        state = parse(text)
    except RecipeError:
        return
    assert str(parse(str(state))) == str(state)
