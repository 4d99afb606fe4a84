"""Matches of a game with chance: both games of a pair on the same draws, and what follows."""

import itertools

import numpy as np
import pytest
from problems import Dash, Pig

from mcsearch import Recipe, RecipeError
from mcsearch.play.dice import thrown
from mcsearch.problem.numbered_recipe import numbered
from mcsearch.problem.own_recipe import game_of, recipe_of
from mcsearch.runs import match
from mcsearch.runs.match import Fixture, LiveGame
from mcsearch.runs.openings import balance_of, balance_text
from mcsearch.runs.race import Entrant, Equal, MatchRace, prepared
from mcsearch.runs.usage import Usage


def own(make):
    return numbered(recipe_of(game_of("dice", "Dice", make)))


PIG, DASH = own(Pig), own(Dash)


def race(recipe=DASH, pairs=4, plies=None, iterations=12):
    entrants = [
        Entrant("one", recipe),
        Entrant("two", recipe.with_parameters({"exploration": 0.3})),
    ]
    return MatchRace(
        prepared(entrants, Equal("iterations", iterations), "", {}), pairs, 5, plies=plies
    )


def positions(fixture, actions):
    state = fixture.sides[0].start()
    for action in actions:
        yield state, action
        state = state.play(action)
    assert state.is_terminal()


@pytest.mark.parametrize("recipe", [DASH, PIG], ids=["Dash", "Pig"])
def test_both_games_of_a_pair_meet_the_same_draws(recipe):
    seeds = []
    for number in range(2):
        fixtures = race(recipe).fixtures(number)
        assert fixtures[0].chance == fixtures[1].chance is not None
        assert fixtures[0].sides == fixtures[1].sides[::-1]
        assert fixtures[0].seed != fixtures[1].seed
        assert fixtures[0].opening == fixtures[1].opening == ()
        seeds.append(fixtures[0].chance)
        for fixture in fixtures:
            played = match.play(fixture)
            drawn = 0
            for ply, (state, action) in enumerate(positions(fixture, played.actions)):
                drawn += state.is_chance
                assert not state.is_chance or action == thrown(state, fixture.chance, ply)
            assert drawn > 1
            assert len(played.values) == len(played.actions) - drawn
    assert len({*seeds}) == 2


def test_a_game_in_slices_is_the_same_and_no_search_begins_where_chance_acts():
    fixture, _ = race().fixtures(0)
    game = LiveGame(fixture)
    while game.search is not None:
        assert not game.state.is_chance
        game.run(iterations=3)
    assert game.played()[:4] == match.play(fixture)[:4]


def test_a_fixture_keeps_its_draws_as_text_and_one_without_chance_says_nothing_of_them():
    fixture, _ = race().fixtures(0)

    def read(fields):
        return DASH.replace(**{name: fields[name] for name in ("search", "parameters", "seed")})

    assert Fixture.from_json(fixture.to_json(), read) == fixture
    with pytest.raises(RecipeError, match="chance: it acts in dice; give the seed of its draws"):
        Fixture((DASH, DASH))
    connect4 = Recipe("connect4", "", "uct", {"iterations": 9})
    assert "chance" not in match.fixtures_of_pair((connect4, connect4), (), 1)[0].to_json()


def test_openings_draw_by_the_probabilities_and_may_come_again():
    assert match.opening_plies(PIG) == 0
    openings = list(itertools.islice(match.book(PIG, 1, plies=2), 400))
    assert {len(opening) for opening in openings} == {2}
    counts = np.bincount([opening[1] for opening in openings], minlength=3)
    expected = 400 * np.array([0.5, 0.25, 0.25])
    assert ((counts - expected) ** 2 / expected).sum() < 2 + 4 * 4**0.5
    fixture, _ = race(PIG, plies=2).fixtures(0)
    assert match.play(fixture).actions[:2] == list(fixture.opening)


def test_what_is_used_is_counted_by_the_players_moves():
    found = race(pairs=1)
    usage = Usage(found.entrants, Equal("iterations", 12))
    moves = 0
    for place, fixture in enumerate(found.fixtures(0)):
        played = match.play(fixture)
        found.add(fixture.to_json(), played.returns)
        usage.add(place, fixture, played)
        moves += len(played.values)
    assert usage.shares() == []
    assert sum(usage._moves) == moves
    assert balance_text(balance_of(found)).startswith("Openings: none, in 1 pairs; who begins")
