"""A person's attempt at a SameGame board, and the search's beside it; at a class of one's own."""

import math

import pytest

from mcsearch import RecipeError
from mcsearch.examples.eight_queens import EightQueens
from mcsearch.play import record
from mcsearch.play.attempt import PLAYOUTS_OF_OWN, Attempt
from mcsearch.play.setting import Setting
from mcsearch.problem.numbered_recipe import numbered
from mcsearch.problem.own_recipe import game_of, recipe_of

BOARD = Setting("samegame", "6x6x3:3", {"scoring": "bonus"})


def advised(attempt):
    while not attempt.advise(0.05):
        pass
    return attempt.advice


def test_who_follows_the_advice_gets_the_score_it_promises():
    attempt = Attempt(BOARD, seed=2)
    promised = advised(attempt)
    for name in promised.line:
        attempt.play_named(name)
    assert attempt.is_over
    assert attempt.score == promised.score
    with pytest.raises(ValueError, match="no move is left"):
        attempt.play(0)
    with pytest.raises(ValueError, match="nothing to advise"):
        attempt.advise()


def test_advice_in_the_middle_counts_what_has_been_scored():
    attempt = Attempt(BOARD, seed=2)
    line = advised(attempt).line
    for name in line[: len(line) // 2]:
        attempt.play_named(name)
    assert attempt.advice is None
    later = advised(attempt)
    for name in later.line:
        attempt.play_named(name)
    assert attempt.score == later.score


def test_the_two_scores_run_side_by_side():
    attempt = Attempt(BOARD, seed=2)
    assert attempt.rival_score() == 0.0
    assert not attempt.rival_is_done
    while not attempt.run_rival(0.05):
        pass
    assert attempt.rival_is_done
    scores = [attempt.rival_score(ply) for ply in range(40)]
    assert scores == sorted(scores)
    assert scores[-1] == attempt.rival_total > 0
    assert list(attempt.rival_scores) == scores[: len(attempt.rival_scores)]
    attempt.play(attempt.state.legal_actions()[0])
    assert attempt.rival_score() == scores[1]


def test_moves_are_taken_back_and_made_again():
    attempt = Attempt(BOARD)
    start = str(attempt.state)
    for _ in range(4):
        attempt.play(attempt.state.legal_actions()[0])
    names, score, end = attempt.move_names, attempt.score, str(attempt.state)
    assert attempt.undo(9) == 4
    assert (str(attempt.state), attempt.score, attempt.move_names) == (start, 0.0, [])
    assert attempt.redo(9) == 4
    assert (str(attempt.state), attempt.score, attempt.move_names) == (end, score, names)
    attempt.undo()
    attempt.play(attempt.state.legal_actions()[-1])
    assert attempt.redo() == 0


def own(make):
    return Setting.of(numbered(recipe_of(game_of("mine", "Mine", make))))


def finished(attempt):
    while not attempt.run_rival(0.05):
        pass
    return attempt


def test_a_class_of_ones_own_has_its_score_at_the_end():
    attempt = Attempt(own(EightQueens), seed=1)
    assert attempt.recipe.values["iterations"] == PLAYOUTS_OF_OWN
    assert math.isnan(attempt.score)
    attempt.play_named("d8")
    promised = advised(attempt)
    for name in promised.line:
        attempt.play_named(name)
    assert attempt.is_over
    assert attempt.score == promised.score == attempt.num_moves
    scores = finished(attempt).rival_scores
    assert all(map(math.isnan, scores[:-1]))
    assert scores[-1] == len(scores) - 1
    text = str(record.GameRecord(attempt.setting, moves=attempt.words))
    assert record.parse(text, {"mine": attempt.setting.own}).attempt().score == attempt.score
    attempt.undo()
    text = str(record.GameRecord(attempt.setting, moves=attempt.words[: attempt.ply]))
    assert text.endswith("unfinished\n")
    assert record.parse(text, {"mine": attempt.setting.own}).moves == attempt.words[: attempt.ply]


class Coin:
    """Ten throws at most, a point for heads; what it comes to is asked for at the end alone."""

    max_plies, max_actions = 22, 2

    def __init__(self, points=(), is_thrown=False, has_stopped=False):
        self.points, self.is_thrown, self.has_stopped = points, is_thrown, has_stopped

    def legal_actions(self):
        return ["throw", "stop"]

    def chance_outcomes(self):
        return [(1, 0.5), (0, 0.5)] if self.is_thrown else []

    def play(self, action):
        if self.is_thrown:
            return Coin((*self.points, action))
        return Coin(self.points, action == "throw", action == "stop")

    def is_terminal(self):
        return self.has_stopped or (len(self.points) == 10 and not self.is_thrown)

    def returns(self):
        assert self.is_terminal()
        return sum(self.points)


def test_nobody_asks_what_a_game_that_goes_on_is_worth():
    attempt = Attempt(own(Coin), seed=1)
    assert advised(attempt).name == "throw"
    while not attempt.is_over:
        assert math.isnan(attempt.score)
        attempt.play_named("throw")
    assert attempt.num_moves == 10
    assert finished(attempt).rival_total == attempt.score  # it throws, too, by the same coin


class CoinFirst(Coin):
    """The coin is thrown before the first choice."""

    def __init__(self, points=(), is_thrown=None, has_stopped=False):
        super().__init__(points, not points if is_thrown is None else is_thrown, has_stopped)


def test_a_game_that_begins_with_chance_is_written_and_read_again():
    game = own(CoinFirst)
    attempt = Attempt(game, seed=1)
    assert attempt.num_moves == 0
    assert attempt.ply == 1
    attempt.play_named("throw")
    written = record.GameRecord.of(attempt)
    again = record.parse(str(written), {game.game: game.own})
    assert again == written
    assert again.attempt().actions == attempt.actions


def test_a_game_for_two_is_a_match():
    with pytest.raises(RecipeError, match="connect4 is for two players"):
        Attempt(Setting("connect4"))
