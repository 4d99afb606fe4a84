import functools
import random

import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.numerics.rng import Rng
from mcsearch.playout.random import Random

NUM_GAMES = 1_000


def parse(position="", **parameters):
    return Recipe("domineering", position, parameters=parameters).start()


class SlowDomineering:
    """Dominoes as pairs of cells (column, row); player 0's are upright."""

    def __init__(self, side, misere, taken=frozenset(), to_play=0):
        self.side, self.misere, self.taken, self.to_play = side, misere, taken, to_play

    def moves(self):
        found = []
        for row in range(self.side):
            for column in range(self.side):
                other = (column + 1, row) if self.to_play else (column, row + 1)
                domino = (column, row), other
                if max(other) < self.side and not self.taken & {*domino}:
                    found.append(domino)
        return found

    def after(self, domino):
        return SlowDomineering(self.side, self.misere, self.taken | {*domino}, 1 - self.to_play)

    def winner(self):
        """Whose win it is when the player to move has no move."""
        return self.to_play if self.misere else 1 - self.to_play


def name_of(domino):
    return "-".join(f"{'abcdefgh'[column]}{row + 1}" for column, row in domino)


def check_game(side, misere, draw):
    """Play one random game in both programs."""
    state, slow = parse(side=side, misere=misere), SlowDomineering(side, misere)
    while moves := slow.moves():
        names = [state.action_name(action) for action in state.legal_actions()]
        assert names == [name_of(move) for move in moves]
        assert (state.to_play, state.returns()) == (slow.to_play, 0.5)
        move = draw.choice(moves)
        state = state.play(state.parse_action(name_of(move)))
        slow = slow.after(move)
    assert state.is_terminal()
    assert state.returns() == 1.0 - slow.winner()


def test_random_games_follow_the_slow_rules():
    draw = random.Random(20_263)
    for number in range(NUM_GAMES):
        side = 8 if number % 50 == 0 else draw.choice((4, 5, 6))
        check_game(side, draw.random() < 0.5, draw)


def least_image(side, taken):
    """The free cells under the board's reflections, which keep upright dominoes upright."""
    last = side - 1
    turned = [
        frozenset((last - x if flip_x else x, last - y if flip_y else y) for x, y in taken)
        for flip_x in (False, True)
        for flip_y in (False, True)
    ]
    return min(turned, key=sorted)


@functools.cache
def is_won(side, misere, taken, to_play):
    """By the slow rules, every line of play: whether the player to move wins."""
    slow = SlowDomineering(side, misere, taken, to_play)
    moves = slow.moves()
    if not moves:
        return misere
    return any(
        not is_won(side, misere, least_image(side, taken | {*move}), 1 - to_play) for move in moves
    )


def exact(state):
    """The outcome for the player to move, by alpha-beta to the end of the game."""
    values = {"side": state.side, "misere": state.misere, "iterations": 10_000_000}
    search = Recipe("domineering", str(state), "alpha-beta", values, seed=1).build()
    search.run()
    return search.bounds.outcome


@pytest.mark.parametrize("misere", [False, True])
def test_exhaustive_search_by_the_slow_rules_finds_the_same_outcomes(misere):
    """All of 4 x 4: before and after each first move."""
    start = parse(side=4, misere=misere)
    for state in (start, *map(start.play, start.legal_actions())):
        taken = frozenset((cell % 4, cell // 4) for cell in state.cells().nonzero()[0].tolist())
        wins = is_won(4, misere, least_image(4, taken), state.to_play)
        assert exact(state) == ("win" if wins else "loss")


@pytest.mark.parametrize(("side", "outcome"), [(4, "win"), (5, "loss")])
def test_boards_have_their_published_values(side, outcome):
    """Breuker, Uiterwijk and van den Herik (2000), "Solving 8 x 8 Domineering": who begins wins."""
    assert exact(parse(side=side)) == outcome


def test_a_position_is_the_same_from_its_moves_and_its_text():
    for side in (4, 8):
        actions, end = Random().play_out(parse(side=side), Rng(side))
        names = " ".join(end.action_name(action) for action in actions)
        assert str(parse(names, side=side)) == str(end)
        again = parse(str(end), side=side)
        assert again.cells().tolist() == end.cells().tolist()
        assert again.to_play == end.to_play


def test_names_are_read_as_they_are_written():
    state = parse("a1-a2")
    for name in ("c1-d1", "d1c1", " C1-D1 "):
        assert state.action_name(state.parse_action(name)) == "c1-d1"
    for name in ("a1-b1", "c1-c2", "c1", "c9-d9", "", "h1-i1"):
        with pytest.raises(ValueError, match=r"legal actions: b1-c1|names no domino; give"):
            state.parse_action(name)


def test_a_domino_s_middle_lies_between_its_cells():
    state = parse("x.oo / x... / xx.. / xxoo", side=4)
    first = [0, 1, 2, 8, 14]  # of the dominoes
    middles = [state.board.middle(cell, int(state.cells()[cell])) for cell in first]
    assert middles == [(0.5, 1.0), (1.5, 1.0), (3.0, 0.5), (0.5, 3.0), (3.0, 3.5)]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("a1-a2 a1-b1", "move 2: 'a1-b1' is not legal here"),
        ("a1-b1", "move 1: 'a1-b1' is not legal here"),
        ("a1", "move 1: 'a1' names no domino; give its two cells, such as a1-a2"),
        ("x... / x...", "is no board of 4 x 4; give 4 rows of 4 x, o"),
        ("x... / x... / x... / ....", "x can't be cut into upright dominoes"),
        (".... / .... / .... / ooo.", "o can't be cut into lying dominoes"),
        ("xx.. / xx.. / .... / ....", "2 x and 0 o can't come from alternate moves"),
    ],
)
def test_a_wrong_position_is_refused(position, message):
    with pytest.raises(RecipeError) as caught:
        parse(position, side=4)
    assert str(caught.value).startswith("domineering position: ")
    assert message in str(caught.value)
