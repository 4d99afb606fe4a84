"""How far a game is looked ahead follows from the seconds of an examination, and costs no more."""

import itertools

from mcsearch import check
from mcsearch.check.game import Game
from mcsearch.check.positions import with_something_to_lose


class Wide:
    """Eight numbers of twelve, whose order matters: too many positions for any look ahead."""

    num_players = 2
    plays = 0

    def __init__(self, taken=()):
        self.taken = taken
        self.to_play = len(taken) % 2

    def is_terminal(self):
        return len(self.taken) == 8

    def legal_actions(self):
        return [each for each in range(12) if each not in self.taken]

    def play(self, action):
        type(self).plays += 1
        return type(self)((*self.taken, action))

    def returns(self):
        return float(self.taken[0] < self.taken[-1])

    def key(self):
        return self.taken


def plays_of(work, seconds):
    class Counted(Wide):
        plays = 0

    work(Game(Counted(), seconds))
    return Counted.plays


def add_up(game):
    assert game.expected(game.start) is None
    assert game.expected(game.start.after(1)) is None  # at once


def look_for_positions(game):
    with_something_to_lose(game, 1)
    assert game.is_spent


def test_what_is_looked_at_grows_with_the_seconds():
    few, more = (plays_of(add_up, seconds) for seconds in (2, 20))
    assert 6_000 <= few < 7_000
    assert 10_000 <= more < 11_000
    few, more = (plays_of(look_for_positions, seconds) for seconds in (2, 6))
    # ends of games are not counted here, as nothing follows from them
    assert 6_000 <= few < 40_000
    assert 1.9 * few < more < 2.1 * few


def test_all_positions_of_tic_tac_toe_are_within_the_shortest_look():
    game = Game(check.offered("tictactoe"), seconds=0.1)
    assert game.expected(game.start) is not None
    assert len(with_something_to_lose(Game(check.offered("tictactoe"), seconds=0.1), 1)) == 431


def test_expectations_that_are_given_up_take_no_exact_values_away():
    first, second = (Game(check.offered("connect4"), seconds=3) for _ in range(2))
    assert first.expected(first.start) is None
    found = [with_something_to_lose(game, 1) for game in (first, second)]
    assert [position.path for position in found[0]] == [position.path for position in found[1]]
    assert len(found[0]) > 2
    # a position is the same object whenever a random game comes to it
    again = itertools.islice(first.random_positions(2), 100)
    assert all(first.start.at(position.path) is position for position in again)
