"""A person's attempt at a SameGame board, and the search's beside it."""

import pytest

from mcsearch import RecipeError
from mcsearch.play.attempt import Attempt
from mcsearch.play.setting import Setting

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


def test_a_game_for_two_is_a_match():
    with pytest.raises(RecipeError, match="connect4 is for two players"):
        Attempt(Setting("connect4"))
