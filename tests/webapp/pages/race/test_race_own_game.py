"""People's own games in Race: problems over recipes, games for two in matches, code that fails."""

import json

import pytest
from racing import Racer
from visitor import HEAP, Visitor

from explorer.pages.play.page import Play
from explorer.pages.race.setup import from_query
from explorer.session.own_games import OwnGames
from explorer.session.problems import EDITED
from mcsearch import RecipeError


def test_the_menus_have_everything_but_chance_for_one():
    racer = Racer()
    names = {problem.name for problem in racer.page.problems}
    assert {"nim", "pig", "left-move", "knights-tour"} < names
    assert "twenty-one" not in names
    racer.choose("twenty-one")
    assert "chance acts in it" in racer.shown("form")["error"]["text"]
    racer.choose(EDITED)
    assert "ask for its file" in racer.shown("form")["error"]["text"]


@pytest.fixture(scope="module")
def alone():
    """A race of two searches on a problem for one player."""
    racer = Racer()
    racer.choose("left-move", amount=0.0, seeds="1-3")
    racer.race()
    return racer


def test_a_problem_is_raced_from_where_its_code_begins(alone):
    form = alone.shown("form")
    assert (form["is_own"], form["kind"], form["command"]) == (True, "boards", "")
    assert alone.status["state"] == "decided"
    assert alone.shown("results")["differences"]["pairs"] == 3
    assert alone.shown("thumbnails")["cells"] == [alone.shown("thumbnails")["cells"][0]]


def test_the_best_sequence_is_shown_in_its_own_pictures(alone):
    best = alone.shown("sequences")["entrants"][0]
    assert len(best["positions"]) == len(best["groups"]) + 1 or len(best["positions"]) == 1
    assert best["positions"][-1]["looks"]


def test_a_run_is_handed_to_explore_with_the_codes_own_actions(alone):
    given = []
    alone.line.hand_over = lambda *values: given.append(values)
    alone.send("explore", 0)
    page, place, note = given[0]
    assert (page, note, place.recipe.search) == ("explore", "", "spmcts")
    assert set(place.recipe.start().legal_actions()) == {"L", "R"}


def test_a_link_sets_the_race_up_again(alone):
    again = Racer("?" + alone.shown("form")["query"])
    assert again.contest.setup == alone.contest.setup
    with pytest.raises(RecipeError, match="field: 'board-seeds' is not known"):
        from_query(f"{alone.shown('form')['query']}&board-seeds=1-2", OwnGames().among)
    with pytest.raises(RecipeError, match="left-move"):
        from_query(alone.shown("form")["query"])  # who knows no game of people's own


@pytest.fixture(scope="module")
def match():
    """A match of a visitor's own code."""
    racer = Racer()
    racer.write(HEAP)
    racer.choose(EDITED, amount=0.0, pairs="2")
    racer.race()
    return racer


def test_a_game_for_two_is_raced_in_a_match(match):
    assert match.shown("form")["mine"] == "Heap (yours)"
    assert match.shown("match")["score"]["context"] == "2 pairs, 4 games"
    assert "left: 0" in match.shown("match")["game"]["shown"]["text"]
    assert match.narration.startswith("Not decided. After all 2 pairs ")


def test_no_link_and_no_command_carries_code(match):
    form = match.shown("form")
    assert (form["query"], form["command"]) == ("view=race", "")


def test_a_game_of_it_is_handed_to_plays_review(match):
    player = Visitor(Play)
    player.send("hello", {"theme": "light", "query": "", "size": [600, 400]})
    match.line.hand_over = lambda page, place, note: player.page.take(place, note)
    match.send("review", 0)
    answer = json.loads(match.line.model.answer)
    assert answer["query"] == "view=play"
    player.send("visit", "?" + answer["query"])
    assert player.page.game.own is not None
    played = match.contest.run.games[0].actions
    assert player.page.game.reviewing.review.num_moves == len(played)


def test_saved_games_name_the_game(match):
    match.send("save")
    text = json.loads(match.line.model.answer)["text"]
    assert text.startswith("# Heap\n# Elo")
    assert f"game: {EDITED}" in text


@pytest.mark.parametrize("num_players", [1, 2], ids=["boards", "match"])
def test_code_that_fails_ends_the_race_with_its_line(num_players):
    racer = Racer()
    text = HEAP.replace("num_players = 2", f"num_players = {num_players}")
    text = text.replace("return float(self.to_play == 1)", "return 1.0 / self.left")
    racer.write(text)
    racer.choose(EDITED, amount=0.0)
    racer.race()
    said = "Your game has stopped the race in line 13: ZeroDivisionError"
    assert racer.narration.startswith(f"Stopped. {said}")
    assert said in racer.status["message"]["text"]
    assert not racer.contest.busy
    racer.choose("nim", amount=0.0, pairs="1")
    assert racer.contest.stopped_by == ""
    assert racer.shown("form")["game"] == "nim"


def test_a_dice_game_is_raced_on_the_same_draws():
    racer = Racer()
    racer.choose("pig", amount=0.0, pairs="1")
    assert racer.shown("form")["has_chance"]
    racer.race()
    first, second = racer.contest.run.games
    assert first.fixture.chance == second.fixture.chance is not None
    racer.send("game", 0)
    shown = racer.shown("match")["game"]
    drawn = [move["is_drawn"] for move in shown["moves"]]
    assert 1 < sum(drawn) < len(drawn)
    assert shown["opening"] == 0
    points = sorted(ply for side in shown["seen"] for ply, _ in side)
    assert points == [ply for ply, is_drawn in enumerate(drawn) if not is_drawn]
    assert racer.shown("games")["rows"][0]["opening"] == "–"
