"""Openings: mirrors are one, a file's are read, and their balance is what the games say."""

import itertools

import numpy as np
import pytest

from mcsearch.engine.parameter import RecipeError
from mcsearch.recipe import Recipe
from mcsearch.runs.match import book
from mcsearch.runs.openings import balance_of, balance_text, openings_in
from mcsearch.runs.positions import position_key
from mcsearch.runs.race import Entrant, MatchRace

FOUR = Recipe("connect4", "", "uct", {"iterations": 20})
THREE = Recipe("tictactoe", "", "uct", {"iterations": 20})


def after(recipe, actions):
    state = recipe.start()
    for action in actions:
        state = state.play(action)
    return state


def keys(recipe, plies):
    """The keys of all positions after so many plies, by each position's text."""
    found = {}
    stack = [(recipe.start(), 0)]
    while stack:
        state, depth = stack.pop()
        if depth == plies:
            found[str(state)] = position_key(recipe, state)
        else:
            stack += [(state.play(action), depth + 1) for action in state.legal_actions()]
    return found


def test_classes_of_positions_are_as_many_as_are_known():
    # 3, 12 and 38 positions of Tic-Tac-Toe that differ by more than turns and reflections
    assert [len(set(keys(THREE, plies).values())) for plies in (1, 2, 3)] == [3, 12, 38]
    # 7 columns: 4 classes; two plies: 49 positions, of which one is its own mirror
    assert [len(set(keys(FOUR, plies).values())) for plies in (1, 2)] == [4, 25]
    # 61 cells of a hexagon: 9 classes under its 12 symmetries
    assert len(set(keys(Recipe("yavalath", "", "uct"), 1).values())) == 9


def test_a_mirror_is_one_for_connect_four_and_a_turn_is_none():
    played = [3, 3, 4, 2, 6]
    assert position_key(FOUR, after(FOUR, played)) == position_key(
        FOUR, after(FOUR, [6 - column for column in played])
    )
    assert position_key(FOUR, after(FOUR, [0, 0])) != position_key(FOUR, after(FOUR, [0, 1]))


def test_the_book_has_each_position_once_until_there_are_no_others():
    drawn = list(itertools.islice(book(FOUR, 1), 300))
    assert len({position_key(FOUR, after(FOUR, opening)) for opening in drawn}) == 300
    assert drawn == list(itertools.islice(book(FOUR, 1), 300))
    small = list(itertools.islice(book(THREE, 1, 1), 7))  # there are three: it begins again
    found = [position_key(THREE, after(THREE, opening)) for opening in small]
    assert len(set(found[:3])) == len(set(found[3:6])) == 3


def test_a_file():
    text = "4453  # a comment\n\n4435\n5 3 4 4\n12\n"
    found = openings_in(FOUR, text)  # the second mirrors the first, the third is another order
    assert found.openings == [(3, 3, 4, 2), (0, 1)]
    assert found.num_merged == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("44\n9", "line 2: move 1, '9'"),
        ("44\n4444444", "line 2: move 7, '4'"),
        ("1213141", "line 1: the game is over"),
        ("# nothing", "the file has none"),
    ],
)
def test_what_is_no_opening_is_told_with_its_line(text, message):
    with pytest.raises(RecipeError, match=message):
        openings_in(FOUR, text)


def test_the_balance_is_that_of_the_returns():
    entrants = [Entrant("a", FOUR), Entrant("b", FOUR)]
    race = MatchRace(entrants, 3, openings=[(3,), (0,), (6,)])
    assert race.fixtures(0)[0].opening == (3,)
    returns = [(1.0, 1.0), (1.0, 0.0), (0.5, 0.5)]
    for number, pair in enumerate(returns):
        for fixture, value in zip(race.fixtures(number), pair, strict=True):
            race.add(fixture.to_json(), value)
    found = balance_of(race)
    assert (found.num_pairs, found.num_positions, found.num_one_sided) == (3, 2, 1)
    assert found.score == pytest.approx(4 / 6)
    error = 1.959963984540054 * np.std([1.0, 0.5, 0.5], ddof=1) / np.sqrt(3)
    assert found.error == pytest.approx(error)
    assert "2 different positions, mirrors merged, in 3 pairs" in balance_text(found)
    assert found.exact == (0, 0, 0, 2)  # too many plies to go
    late = MatchRace([Entrant("a", THREE), Entrant("b", THREE)], 1, openings=[(0, 1)])
    for fixture in late.fixtures(0):
        late.add(fixture.to_json(), 0.5)
    text = balance_text(balance_of(late))  # the corner beats an edge beside it
    assert text.endswith("by exact values 1 are won by who begins, 0 drawn, 0 lost.")
