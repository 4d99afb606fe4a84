"""Chance in played games: the same for the same seed, whoever plays and however often."""

import numpy as np
import pytest

from mcsearch import Recipe
from mcsearch.play.attempt import Attempt
from mcsearch.play.dice import seed_of, thrown
from mcsearch.play.record import GameRecord, parse
from mcsearch.play.setting import Setting
from mcsearch.play.solo import Solo


def attempt(position="3x3:5", **parameters):
    setting = Setting("2048", position)
    return Attempt(setting, Recipe("2048", parameters={"iterations": 20, **parameters}))


def play_first(game, count):
    for _ in range(count):
        game.play(game.state.legal_actions()[0])


def test_a_tile_comes_at_once_and_is_the_same_again():
    game, again = attempt(), attempt()
    for each in (game, again):
        play_first(each, 6)
    assert game.ply == 12
    assert game.actions == again.actions
    assert not game.state.is_chance
    assert attempt("3x3:6").setting.start().cells().tolist() != game.state_at(0).cells().tolist()
    before = str(game.state)
    assert game.undo() == 2
    assert game.ply == 10
    assert game.redo() == 2
    assert str(game.state) == before
    assert game.undo(2) == 4
    play_first(game, 2)
    assert str(game.state) == before
    game.go_to(3)  # where a tile is to come
    assert game.ply == 4
    assert game.undo(100) == 4
    assert game.ply == 0


def test_a_position_in_which_a_tile_is_to_come_gets_it():
    game = attempt("2 . / . 2 +")
    assert game.ply == 1
    assert game.undo() == 0
    assert np.count_nonzero(game.state.cells()) == 3


def test_a_record_leads_to_the_same_game():
    game = attempt()
    play_first(game, 4)
    record = parse(str(GameRecord.of(game)))
    assert record.moves == game.words
    again = record.attempt()
    assert str(again.state) == str(game.state)
    play_first(game, 1)
    play_first(again, 1)
    assert str(again.state) == str(game.state)


def test_the_search_meets_the_same_chance():
    game = attempt("2x2:3")
    while not game.run_rival():
        pass
    scores = game.rival_scores
    assert game.rival_is_done
    assert game.rival_total == scores[-1]
    solo = Solo(game.recipe, seed_of("2x2:3"))
    while not solo.run(1e-4):
        pass
    assert solo.actions == played_at_once(game.recipe, "2x2:3")
    mine = attempt("2x2:3")
    for action in solo.actions[::2]:
        mine.play(action)
    assert mine.actions == solo.actions
    assert mine.is_over
    assert mine.score == scores[-1]
    assert solo.iterations >= 20 * len(solo.actions[::2])


def played_at_once(recipe, position):
    solo = Solo(recipe, seed_of(position))
    solo.run(60.0)
    return solo.actions


def test_a_hint_is_the_mean_of_what_may_come():
    game = attempt("2 2 / . .")
    play_first(game, 3)
    while not game.advise():
        pass
    advice = game.advice
    assert advice.name == game.state.action_name(advice.action)
    assert advice.line == (advice.name,)
    assert advice.score >= game.score


def test_draws_are_by_their_probabilities():
    state = Recipe("2048", ". . / . 8 +").start()
    counts = np.zeros(6)
    for ply in range(600):
        for seed in range(5):
            counts[thrown(state, seed_of(f"board {seed}"), ply)] += 1
    expected = 3000 * np.array([0.3, 1 / 30] * 3)
    assert ((counts - expected) ** 2 / expected).sum() < 5 + 4 * 10**0.5
    with pytest.raises(ValueError, match="no chance acts here"):
        thrown(Recipe("2048", "2 2 / . .").start(), 1, 0)
