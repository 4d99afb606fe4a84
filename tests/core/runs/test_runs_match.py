"""Games between recipes, played to the end or in slices, and the openings they begin with."""

import itertools

import pytest

from mcsearch import Recipe, RecipeError
from mcsearch.runs import match
from mcsearch.runs.match import Fixture, LiveGame, Played

QUICK = {"iterations": 60}
CONNECT4 = Recipe("connect4", "", "uct", QUICK)
SOLVING = Recipe("connect4", "", "uct", {**QUICK, "solver": True, "expansion": "all"})
KINDS = (
    CONNECT4,
    SOLVING,
    Recipe("tictactoe", "", "uct", {**QUICK, "final_move": "max-robust"}),
    Recipe("yavalath", "", "uct", {**QUICK, "pie_rule": True, "transpositions": True}),
    Recipe("connect4", "", "uct", {"iterations": 90, "trees": 3}),
)


def names(recipe: Recipe) -> str:
    return f"{recipe.game}-{len(recipe.parameters)}"


def replayed(fixture: Fixture, played: Played):
    """The end of a game, by playing its actions."""
    state = fixture.sides[0].start()
    for action in played.actions:
        state = state.play(action)
    return state


@pytest.mark.parametrize("recipe", KINDS, ids=names)
def test_a_game_is_played_from_its_opening_to_its_end(recipe):
    opening = next(match.book(recipe, 7))
    fixture = Fixture((recipe, recipe), opening, 3)
    played = match.play(fixture)
    end = replayed(fixture, played)
    assert end.is_terminal()
    assert end.returns() == played.returns
    assert tuple(played.actions[: len(opening)]) == opening
    assert len(played.values) == len(played.actions) - len(opening)
    assert all(0.0 <= value <= 1.0 for value in played.values)
    assert min(played.iterations) > 0


def test_values_are_those_of_player_0():
    end_in_one = Recipe("tictactoe", "xx. / oo. / ...", "uct", {"iterations": 500, "solver": True})
    assert match.play(Fixture((end_in_one, end_in_one))).values == [1.0]
    after_o = Recipe("tictactoe", "xx. / oo. / x..", "uct", {"iterations": 500, "solver": True})
    played = match.play(Fixture((after_o, after_o)))
    assert (played.values, played.returns) == ([0.0], 0.0)


@pytest.mark.parametrize("recipe", KINDS, ids=names)
def test_each_move_is_the_one_that_its_recipe_finds(recipe):
    game = LiveGame(Fixture((recipe, recipe), next(match.book(recipe, 1)), 5))
    for _ in range(4):
        alone = game.recipe.build()
        alone.run()
        move, value, player = alone.best_action(), alone.best_score, game.state.to_play
        assert game.run()
        assert game.actions[-1] == move
        assert game.values[-1] == (value if player == 0 else 1.0 - value)


def test_a_game_in_slices_is_the_same_game():
    fixture = Fixture((CONNECT4, SOLVING), (3, 3, 2), 11)
    game = LiveGame(fixture)
    with pytest.raises(ValueError, match="not over; run it"):
        game.played()
    while game.search is not None:
        game.run(iterations=13)
    assert game.run() is False
    assert game.played()[:4] == match.play(fixture)[:4]


def test_a_game_depends_on_its_seed_and_not_on_the_recipes():
    def actions(seed, own):
        sides = (CONNECT4.replace(seed=own), SOLVING)
        return match.play(Fixture(sides, (), seed)).actions

    assert actions(1, 0) == actions(1, 99)
    assert len({tuple(actions(seed, 0)) for seed in range(8)}) == 8


def test_a_limit_of_seconds_counts_the_given_clock():
    ticks = itertools.count()
    timed = Recipe("tictactoe", "xo. / xo. / ...", "uct", {"seconds": 3.0})
    played = match.play(Fixture((timed, timed)), clock=lambda: float(next(ticks)))
    assert len(played.values) > 0
    assert all(seconds % 3.0 == 0.0 for seconds in played.seconds)


def test_a_fixture_is_what_its_text_says():
    fixture = Fixture((CONNECT4.replace(seed=5), SOLVING), (3, 2), 17)
    again = Fixture.from_json(fixture.to_json())
    assert again == fixture
    assert again.to_json() == fixture.to_json()
    assert [side.seed for side in again.sides] == [0, 0]


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (Recipe("samegame"), r"'samegame' against 'connect4'; give recipes for the same game"),
        (CONNECT4.replace(position="44"), "'44' against ''; give both the same"),
    ],
)
def test_recipes_that_cannot_meet(other, message):
    with pytest.raises(RecipeError, match=message):
        Fixture((CONNECT4, other))


def test_a_game_for_one_player_is_no_match():
    with pytest.raises(RecipeError, match="'samegame' has one player; give a game for two"):
        Fixture((Recipe("samegame"), Recipe("samegame")))


def test_both_play_by_the_same_rules():
    plain = Recipe("yavalath", "", "uct", QUICK)
    with pytest.raises(RecipeError, match="pie_rule: True against False; give both the same"):
        Fixture((plain, plain.with_parameters({"pie_rule": True})))


# --- openings ---


@pytest.mark.parametrize("recipe", KINDS, ids=names)
def test_openings_are_many_and_repeat_with_their_seed_only(recipe):
    found = list(itertools.islice(match.book(recipe, 3), 40))
    if recipe.game != "tictactoe":  # which has few positions, mirrors merged
        assert len(set(found)) == 40
    assert found == list(itertools.islice(match.book(recipe, 3), 40))
    assert found != list(itertools.islice(match.book(recipe, 4), 40))
    assert {len(opening) for opening in found} == {match.opening_plies(recipe)}


def test_no_opening_is_decided():
    tictactoe = KINDS[2]
    for opening in itertools.islice(match.book(tictactoe, 1, plies=4), 60):
        state = tictactoe.start()
        for action in opening:
            state = state.play(action)
        search = Recipe("tictactoe", str(state), "uct", {"solver": True, "nodes": 10_000}).build()
        search.run()
        assert search.proven == "draw"


def test_a_book_that_is_used_up_begins_again():
    tictactoe = KINDS[2]
    found = list(itertools.islice(match.book(tictactoe, 1, plies=1), 20))
    kinds = ({0, 2, 6, 8}, {1, 3, 5, 7}, {4})  # a corner, an edge, the middle: mirrors are one
    for first in (0, 3, 6):
        cells = [cell for (cell,) in found[first : first + 3]]
        assert sorted(next(i for i, kind in enumerate(kinds) if c in kind) for c in cells) == [
            *range(3)
        ]


def test_without_plies_every_game_begins_at_the_position():
    assert list(itertools.islice(match.book(CONNECT4, 1, plies=0), 3)) == [(), (), ()]


def test_a_position_that_is_always_decided_has_no_openings():
    won = Recipe("tictactoe", "xx. / oo. / ...")
    with pytest.raises(RecipeError, match="always decided; give fewer plies or another position"):
        next(match.book(won, 1, plies=0))


# --- pairs ---


def test_the_sides_of_a_pair_are_swapped():
    first, second = match.fixtures_of_pair((CONNECT4, SOLVING), (1, 2), 9)
    assert first.sides == second.sides[::-1] == (CONNECT4, SOLVING)
    assert first.opening == second.opening == (1, 2)
    assert first.seed != second.seed


def test_both_entrants_see_the_same_pair():
    """Entrant 1 wins both: it began the first game, entrant 2 the second."""
    assert match.results_of_pair(1.0, 0.0, entrant=1) == (1.0, 1.0)
    assert match.results_of_pair(1.0, 0.0, entrant=2) == (0.0, 0.0)
    assert match.results_of_pair(1.0, 0.5, entrant=1) == (1.0, 0.5)
    assert match.results_of_pair(1.0, 0.5, entrant=2) == (0.5, 0.0)


def test_a_pair_counts_for_entrant_2_on_either_side():
    pairs = match.count_pairs({0: (1.0, 0.0), 1: (0.0, 1.0), 2: (0.0, 0.5), 3: (0.5, 0.5)})
    assert pairs.by_points == (1, 0, 1, 1, 1)
    assert pairs.moving_first == (1, 2, 1)
    assert pairs.moving_second == (2, 1, 1)


def test_a_search_that_can_not_begin_is_its_players(monkeypatch):
    def fails(recipe, state, seed):
        raise MemoryError(f"no room for {recipe.parameters['nodes']} nodes")

    monkeypatch.setattr(match, "_search", fails)
    sides = tuple(Recipe("connect4", parameters={"nodes": nodes}) for nodes in (100, 200))
    for opening, player in (((), 0), ((3,), 1)):
        with pytest.raises(match.GameError, match=f"no room for {(player + 1) * 100}") as raised:
            match.play(match.Fixture(sides, opening, 1))
        assert raised.value.player == player
