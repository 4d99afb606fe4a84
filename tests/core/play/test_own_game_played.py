"""A person's own game, which no name finds: matches, files, reviews and races take its recipe.

Its actions are numbers: the place of each in the list of its own state.
"""

import pytest

from mcsearch import RecipeError
from mcsearch.play.levels import LEVELS
from mcsearch.play.match import ADVICE_OF_OWN, Match, Side
from mcsearch.play.record import GameRecord, parse
from mcsearch.play.review import Review
from mcsearch.play.setting import Setting
from mcsearch.problem.own_recipe import game_of, recipe_of
from mcsearch.runs.match import LiveGame, book, opening_plies, play
from mcsearch.runs.race import Entrant, Equal, MatchRace, prepared

PERSON = Side.person()


class Heap:
    """Take one, two or three; action n takes n + 1. Who takes the last one wins."""

    num_players = 2
    alternates = True

    def __init__(self, left=11, to_play=0):
        self.left, self.to_play = left, to_play

    def legal_actions(self):
        return [n for n in range(3) if n < self.left]

    def play(self, action):
        return type(self)(self.left - action - 1, 1 - self.to_play)

    def is_terminal(self):
        return self.left == 0

    def returns(self):
        return float(self.to_play == 1)


class Turns(Heap):
    """As it may be declared: nobody says beforehand whose turn comes."""

    alternates = False


@pytest.fixture(scope="module")
def heap():
    return recipe_of(game_of("heap", "Heap", Heap))


@pytest.fixture(scope="module")
def setting(heap):
    return Setting.of(heap)


def test_a_setting_is_of_the_very_game(heap, setting):
    assert (setting.title, setting.num_players, setting.own) == ("Heap", 2, heap)
    assert setting.start().legal_actions() == [0, 1, 2]
    assert setting.recipe("uct", {"iterations": 7}, 3).seed == 3
    other = recipe_of(game_of("heap", "Another", Heap))
    with pytest.raises(RecipeError, match="its recipe plays heap, the game is heap"):
        setting.recipe_for(other)
    with pytest.raises(RecipeError, match="a person's problem takes none"):
        Setting("heap", "x", own=heap).start().recipe()


def test_every_level_is_a_search_of_the_game(heap):
    recipes = [level.recipe("heap", own=heap) for level in LEVELS.values()]
    assert [int(recipe.values["iterations"]) for recipe in recipes] == [20, 80, 400, 2_500, 10_000]
    assert LEVELS["first"].recipe("heap", own=heap).values["nodes"] == 4
    assert "proves wins and losses" in LEVELS["full"].about("heap", heap)


def test_where_a_player_may_act_twice_no_level_proves_anything():
    turns = recipe_of(game_of("turns", "Turns", Turns))
    for level in LEVELS.values():
        recipe = level.recipe("turns", own=turns)
        assert not recipe.values["solver"]
        assert not recipe.values["decisive"]


@pytest.fixture(scope="module")
def match(heap, setting):
    """A finished game in which a search had a win from the beginning."""
    match = Match(setting, (Side.of_level("strong", "heap", 1, heap), PERSON))
    while not match.is_over:
        if match.waits_for_person:
            match.play(0)
        else:
            match.advance(0.05)
    return match


def test_a_search_that_can_win_does(match):
    assert match.result().startswith("first wins")
    assert match.words[0] == "2"  # leaves eight


def test_what_is_taken_back_is_played_again(match, setting):
    again = Match(setting, (PERSON, PERSON), match.words)
    assert again.undo(2) == 2
    assert again.redo() == 1
    assert again.num_taken_back == 1


def test_a_hint_comes_after_fewer_playouts(setting):
    match = Match(setting, (PERSON, PERSON))
    while not match.advise(0.05):
        pass
    assert match.hint.best.name == "2"
    assert match._adviser.limit == ADVICE_OF_OWN


def test_a_game_file_is_read_where_its_game_is_known(match, heap):
    record = GameRecord.of(match)
    assert parse(str(record), {"heap": heap}) == record
    with pytest.raises(RecipeError, match="'heap' is not known"):
        parse(str(record))


def test_a_side_with_a_recipe_of_its_own_is_read_for_the_very_game(heap, setting):
    side = Side.of_recipe(heap.with_parameters({"iterations": 30}))
    record = GameRecord(setting, (PERSON, side))
    assert parse(str(record), {"heap": heap}) == record
    with pytest.raises(RecipeError, match="is none of heap"):
        heap.like('{"game": "connect4"}')
    with pytest.raises(RecipeError, match="is no JSON"):
        heap.like("{")


def test_a_review_finds_the_move_that_gave_the_win_away(setting):
    review = Review(setting, ["0", "0", "0"], playouts=300)
    while not review.advance(0.1):
        pass
    assert review.move(1).mark == "??"
    assert review.move(1).best == "2"


def test_a_level_answers_every_action_only_where_they_are_few():
    class Wide(Heap):
        width = 64

        def legal_actions(self):
            return list(range(self.width))

        def play(self, action):
            return type(self)(self.left - 1, 1 - self.to_play)

    wider = type("Wider", (Wide,), {"width": 65})
    for each, is_decisive in ((Wide, True), (wider, False)):
        own = recipe_of(game_of("wide", "Wide", each))
        for name in ("medium", "strong", "full"):
            assert LEVELS[name].recipe("wide", own=own).values["decisive"] is is_decisive


def test_a_short_game_has_openings_that_leave_a_move():
    for left, plies in ((1, 0), (2, 1)):
        short = recipe_of(game_of("short", "Short", lambda left=left: Heap(left)))
        assert opening_plies(short) == plies
        assert len(next(book(short, 1))) == plies


def test_openings_are_those_that_do_not_end_the_game(heap):
    assert opening_plies(heap) == 4
    openings = book(heap, 1)
    for _ in range(20):
        state = heap.start()
        for action in next(openings):
            state = state.play(action)
        assert not state.is_terminal()


def test_a_match_is_played_in_pairs(heap):
    entrants = [Entrant("one", heap), Entrant("two", heap.with_parameters({"exploration": 0.3}))]
    race = MatchRace(prepared(entrants, Equal("iterations", 40), "", {}), 2)
    for fixture in race.games():
        race.add(fixture.to_json(), play(fixture).returns)
    assert race.pairs.num_pairs == 2
    game = LiveGame(race.fixtures(0)[0])
    while game.run():
        pass
    assert game.played() == play(race.fixtures(0)[0])._replace(seconds=game.played().seconds)
