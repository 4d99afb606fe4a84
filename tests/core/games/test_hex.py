import functools
import importlib.util
import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcsearch import Recipe, RecipeError
from mcsearch.numerics.rng import Rng
from mcsearch.playout.random import Random
from mcsearch.runs.positions import position_key

NUM_GAMES = 1_000


def parse(position="", side=7, pie_rule=False):
    return Recipe("hex", position, parameters={"side": side, "pie_rule": pie_rule}).start()


def name_of(cell):
    row, column = cell
    return f"{'abcdefghijk'[column]}{row + 1}"


class SlowHex:
    """Hex by the book: stones by (row, column); x joins left and right, o top and bottom."""

    def __init__(self, side, pie_rule, stones=None, to_play="x"):
        self.side, self.pie_rule, self.to_play = side, pie_rule, to_play
        self.cells = [(row, column) for row in range(side) for column in range(side)]
        self.stones = stones or {}

    def beside(self, cell):
        row, column = cell
        around = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)]
        return [(row + down, column + right) for down, right in around]

    def has_joined(self, player):
        along = {"x": 1, "o": 0}[player]
        own = {cell for cell, owner in self.stones.items() if owner == player}
        waiting = [cell for cell in own if cell[along] == 0]
        seen = set(waiting)
        while waiting:
            cell = waiting.pop()
            if cell[along] == self.side - 1:
                return True
            more = own.intersection(self.beside(cell)) - seen
            seen |= more
            waiting += more
        return False

    def winner(self):
        return next((player for player in "xo" if self.has_joined(player)), None)

    def can_swap(self):
        return self.pie_rule and [*self.stones.values()] == ["x"]

    def legal(self):
        if self.winner():
            return []
        free = [name_of(cell) for cell in self.cells if cell not in self.stones]
        return free + ["swap"] * self.can_swap()

    def after(self, name):
        if name == "swap":
            ((row, column),) = self.stones
            stones = {(column, row): "o"}
        else:
            stones = {**self.stones, (int(name[1:]) - 1, ord(name[0]) - ord("a")): self.to_play}
        return SlowHex(self.side, self.pie_rule, stones, "o" if self.to_play == "x" else "x")

    def __str__(self):
        rows = [
            "".join(self.stones.get((row, column), ".") for column in range(self.side))
            for row in range(self.side)
        ]
        return f"{' / '.join(rows)} {self.to_play}"


@given(st.sampled_from([3, 4, 5, 8, 11]), st.booleans(), st.integers(0, 2**32 - 1))
@settings(max_examples=15, deadline=None)
def test_a_game_follows_the_slow_rules(side, pie_rule, seed):
    state, slow = parse("", side, pie_rule), SlowHex(side, pie_rule)
    dice = np.random.default_rng(seed)
    moves = []
    while True:
        names = slow.legal()
        assert [state.action_name(action) for action in state.legal_actions()] == names
        assert str(state) == str(slow)
        assert state.returns() == {None: 0.5, "x": 1.0, "o": 0.0}[slow.winner()]
        assert bool(state.ending()) == (not names)
        assert (state.pie_swap is None) == ("swap" not in names)
        again = parse(str(slow), side, pie_rule)
        assert again.legal_actions() == state.legal_actions()
        for text in (str(slow), " ".join(moves)) * (side < 6 or not names):
            again = parse(text, side, pie_rule)
            assert str(again) == str(state)
            assert again.legal_actions() == state.legal_actions()
            assert again.returns() == state.returns()
        if not names:
            break
        name = names[dice.integers(len(names))]
        if slow.can_swap() and seed % 2:
            name = "swap"
        state, slow = state.play(state.parse_action(name)), slow.after(name)
        moves.append(name)


def test_a_chain_that_joins_is_shown_and_none_of_its_stones_could_be_left_out():
    for seed in range(40):
        actions, end = Random().play_out(parse("", 3 + seed % 7), Rng(seed))
        side, winner = end.side, "xo"[end.winner]
        chain = [divmod(cell, side) for cell in end.ending_cells()]
        assert divmod(actions[-1], side) in chain
        for left_out in [None, *chain]:
            stones = {cell: winner for cell in chain if cell != left_out}
            assert SlowHex(side, False, stones).has_joined(winner) == (left_out is None)


@pytest.mark.skipif(not importlib.util.find_spec("pyspiel"), reason="open_spiel has no wheel")
def test_random_games_are_those_of_openspiel():
    """The same moves at each ply, the same returns; there the first player joins top and bottom."""
    import pyspiel

    draw = random.Random(20_262)
    for number in range(NUM_GAMES):
        side = 11 if number % 25 == 0 else draw.randint(3, 7)
        swaps = number % 2 == 1
        check_with_openspiel(pyspiel, side, swaps, number)


def check_with_openspiel(pyspiel, side, swaps, seed):
    state = parse("", side, swaps)
    other = pyspiel.load_game(f"hex(board_size={side},swap={swaps})").new_initial_state()
    # their row is our column; the swap has the same number
    theirs = [cell % side * side + cell // side for cell in range(side**2)] + [side**2]
    actions, end = Random().play_out(state, Rng(seed))
    if swaps and seed % 4 == 1:
        other.apply_action(theirs[actions[0]])
        state = state.play(actions[0])
        actions, end = Random().play_out(state.play(side**2), Rng(seed))
        actions = [side**2, *actions]
    for action in actions:
        assert state.to_play == other.current_player()
        assert sorted(theirs[a] for a in state.legal_actions()) == other.legal_actions()
        other.apply_action(theirs[action])
        state = state.play(action)
    assert other.is_terminal()
    assert [2 * end.returns() - 1, 1 - 2 * end.returns()] == other.returns()


# --- what perfect play comes to ---


@functools.cache
def mover_wins(side, text):
    """By the slow rules, every line of play."""
    rows, to_play = text.rsplit(" ", 1)
    stones = {
        (row, column): owner
        for row, line in enumerate(rows.split(" / "))
        for column, owner in enumerate(line)
        if owner != "."
    }
    slow = SlowHex(side, False, stones, to_play)
    return not slow.winner() and any(
        not mover_wins(side, str(slow.after(name))) for name in slow.legal()
    )


def first_moves(side):
    """By alpha-beta: "+" for each cell, row by row, where the first player's first stone wins."""
    found = ""
    empty = parse("", side)
    for action in empty.legal_actions()[: side**2 // 2 + side % 2]:
        position = str(empty.play(action))
        parameters = {"side": side, "depth": side**2, "iterations": 50_000_000}
        search = Recipe("hex", position, "alpha-beta", parameters).build()
        search.run()
        found += {"win": "-", "loss": "+"}[search.proven]
    return found + found[::-1][side % 2 :]  # half a turn changes nothing


def test_alpha_beta_knows_every_first_move_of_3_x_3_as_looking_at_everything_does():
    slow = SlowHex(3, False)
    drawn = ["-" if mover_wins(3, str(slow.after(name))) else "+" for name in slow.legal()]
    assert first_moves(3) == "".join(drawn)


def test_on_4_x_4_the_short_diagonal_wins_and_nothing_else():
    """Another program finds the same by exhaustive search."""
    assert first_moves(4) == "---+--+--+--+---"


@given(st.integers(3, 5), st.integers(0, 2**32 - 1), st.integers(0, 16))
@settings(max_examples=80, deadline=None)
def test_decisive_moves_are_those_found_by_playing_them(side, seed, plies):
    state = parse("", side, seed % 2 == 0)
    for action in Random().play_out(state, Rng(seed))[0][:plies]:
        state = state.play(action)
    assert state.decisive_actions() == state.decisive_actions(by_trial=True)
    end = Random().play_out(state, Rng(seed))[0]
    for action in end[:-1]:  # near the end there are some
        state = state.play(action)
    assert state.decisive_actions() == state.decisive_actions(by_trial=True)


def fewest(slow, player):
    """How many stones more join a player's sides, by trying sets of that many."""
    free = [cell for cell in slow.cells if cell not in slow.stones]
    for count in range(len(free) + 1):
        for cells in itertools.combinations(free, count):
            stones = {**slow.stones, **dict.fromkeys(cells, player)}
            if SlowHex(slow.side, False, stones).has_joined(player):
                return count
    return None


@given(st.integers(0, 2**32 - 1), st.integers(0, 8))
@settings(max_examples=10, deadline=None)
def test_a_playout_that_is_cut_off_returns_how_many_stones_are_missing(seed, plies):
    parameters = {"side": 3, "cutoff_plies": 1, "iterations": 12}
    position = parse("", 3)
    slow = SlowHex(3, False)
    for action in Random().play_out(position, Rng(seed))[0][:plies]:
        slow = slow.after(position.action_name(action))
        position = position.play(action)
    search = Recipe("hex", str(position), "uct", parameters, seed=5).build()
    while search.advance():
        if search.phase_names[search.phase - 1] != "Simulation" or search.cut_off != "plies":
            continue
        end = slow
        for action in (*search.path_actions, *search.playout_actions):
            end = end.after(position.action_name(action))
        if not end.winner():
            lead = fewest(end, "o") - fewest(end, "x") + (0.5 if end.to_play == "x" else -0.5)
            assert search.playout_return == 0.5 + 0.5 * lead / (2 + abs(lead))


def test_half_a_turn_makes_no_other_position_and_a_mirror_does():
    recipe = Recipe("hex", parameters={"side": 5})
    key = lambda name: position_key(recipe, parse(name, 5))  # noqa: E731
    assert key("a2") == key("e4")
    assert len({key(name) for name in ("a2", "e2", "b1", "d1")}) == 4


def test_the_pie_rule_lets_the_second_player_take_the_stone_mirrored():
    opened = parse("b4", pie_rule=True)
    swap = opened.parse_action(" Swap ")
    assert [opened.action_name(cell) for cell in opened.action_cells(swap)] == ["d2", "b4"]
    assert [opened.action_name(cell) for cell in opened.pointed_cells(swap)] == ["b4"]
    swapped = opened.play(swap)
    assert str(swapped) == str(parse("b4 swap", pie_rule=True))
    assert [swapped.action_name(cell) for cell in np.flatnonzero(swapped.cells() == 2)] == ["d2"]
    assert swapped.to_play == 0
    for position, pie_rule in (("", True), ("b4", False), ("b4 a1", True), ("b4 swap", True)):
        with pytest.raises(ValueError, match="it is the second move, with pie_rule on"):
            parse(position, pie_rule=pie_rule).parse_action("swap")


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("d4 d4", "move 2: 'd4' is not legal here; "),
        ("d4 h1", "move 2: 'h1' names no cell; give one from a1 to g7"),
        ("d4 a0", "move 2: 'a0' names no cell"),
        ("d4 swap", "move 2: 'swap' is not legal here; it is the second move"),
        ("x.. / ... / ... o", "is no board of 7 x 7; give 7 rows of 7"),
        ("x......" + " / ......." * 6, "does not say who moves; give x or o after"),
        ("xx....." + " / ......." * 6 + " o", "2 x and 0 o can't come from alternate moves with o"),
        ("xxxxxxx / oooooo." + " / ......." * 5 + " x", "7 x and 6 o can't come from"),
        ("xxxxxxx / ooooooo" + " / ......." * 5 + " x", "x has joined both sides and would be"),
        (
            "xxxxxxx / xxxxxxx / ooooooo / oooooo." + " / ......." * 3 + " o",
            "x has joined both sides more than once",
        ),
    ],
)
def test_a_wrong_position_is_refused(position, message):
    with pytest.raises(RecipeError) as caught:
        parse(position)
    assert str(caught.value).startswith("hex position: ")
    assert message in str(caught.value)
