"""Recipes whose game is a person's problem."""

import pytest

from mcsearch import ProblemError, RecipeError, search_for
from mcsearch.examples.eight_queens import EightQueens
from mcsearch.examples.nim import Nim
from mcsearch.examples.twenty_one import TwentyOne
from mcsearch.problem.own_recipe import game_of, recipe_of


class Weighed(EightQueens):
    def prior(self):
        return [1.0] * len(self.legal_actions())

    def play(self, column):
        return Weighed((*self.columns, column))


class Broken(EightQueens):
    num_players = 3


def own(make, **fields):
    return recipe_of(game_of("own", "Own", make), **fields)


@pytest.mark.parametrize(
    ("make", "search", "rule"),
    [
        (EightQueens, "spmcts", "uct-range"),
        (Nim, "uct", "uct"),
        (TwentyOne, "uct", "uct"),
        (Weighed, "spmcts", "puct-range"),
    ],
)
def test_it_searches_as_search_for_does(make, search, rule):
    recipe = own(make, seed=4)
    assert (recipe.search, recipe.values["selection"]) == (search, rule)
    found, other = recipe.build(), search_for(make(), seed=4)
    for each in (found, other):
        each.run(60)
    assert found.best_sequence == other.best_sequence
    assert found.root_children() == other.root_children()


def test_values_are_replaced_and_the_problem_stays():
    recipe = own(EightQueens)
    changed = recipe.replace(search="nrpa", parameters={"level": 2}, seed=7)
    assert changed.own is recipe.own
    assert changed.to_dict() == {
        "game": "own",
        "position": "",
        "search": "nrpa",
        "parameters": {"level": 2},
        "seed": 7,
    }


def test_two_classes_of_one_name_are_two_problems():
    game = game_of("own", "Own", EightQueens)
    assert recipe_of(game) == recipe_of(game)
    assert hash(recipe_of(game)) == hash(recipe_of(game))
    assert recipe_of(game) != own(EightQueens)


@pytest.mark.parametrize(
    ("make", "fields", "message"),
    [
        (EightQueens, {"position": "a1"}, "position: a person's problem takes none"),
        (EightQueens, {"search": "uct"}, "'uct' does not play own; choose one of spmcts"),
        (EightQueens, {"parameters": {"level": 3}}, "level"),
        (EightQueens, {"game": "other"}, "'other' is not its problem's name"),
    ],
)
def test_what_does_not_fit_is_refused(make, fields, message):
    with pytest.raises(RecipeError, match=message):
        own(make, **fields)


def test_a_class_that_lacks_something_is_no_game():
    with pytest.raises(ProblemError, match="num_players of Broken is 3"):
        own(Broken)


def test_what_a_search_refuses_is_said_of_the_game():
    class Told(EightQueens):
        def playout(self, rng):
            return []

    with pytest.raises(RecipeError, match="never calls playout"):
        own(Told, search="nrpa")
