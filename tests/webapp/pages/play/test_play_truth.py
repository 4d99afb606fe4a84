"""What the page says is true: reviews beside exact values, retried mistakes, hints, the end."""

import json
import re
from dataclasses import replace

import pytest
from playing import Browser

from explorer.pages.play.reviewed import told
from explorer.pages.play.viewpoint import end_told
from mcsearch.engine.bounds import Bounds
from mcsearch.play.match import Match, Side
from mcsearch.play.setting import Setting

LOST = "game=connect4&first=person&second=level strong, seed 1&position=44454544333"
LOST_MOVES = "1 3 5 5 5 1 1 5 7 7 7 7 7 1 7 1 1 3 3 6 6"
MISTAKES = "game=tictactoe&first=level light, seed 1&second=person&moves=b2 a2 a1 a3 c1 b1 c3"


def reviewed(query):
    browser = Browser(query)
    browser.run()
    return browser


def test_a_review_tells_the_truth_and_what_the_search_did_not_see():
    browser = reviewed(f"{LOST}&moves={LOST_MOVES}&review=2000&at=2")
    assert [move["review"]["mark"] for move in browser.table["moves"]] == [""] * 21
    assert browser.status["narration"].startswith("You played 3. Every move loses here")
    belief = browser.status["review"]["belief"]
    assert re.match(r"that the search wins \d+% before the move and \d+% after it", belief)
    assert belief.endswith("it did not see that you had lost.")
    review = browser.status["review"]
    assert set(review["truth"]) == {1.0}
    assert min(review["curve"]) < 0.8, "the belief is another line"
    assert [count["accuracy"] for count in review["counts"]] in (["100%", "100%"], ["", "100%"])
    # one number for the length of the win, in the list, in words and over the board
    told = [move["review"]["proven"] for move in browser.table["moves"]]
    plies = [int(text.rpartition(" ")[2]) for text in told]
    assert all(re.fullmatch(r"win in \d+", text) for text in told)
    assert plies == sorted(plies, reverse=True)
    browser.send("goto", 2)
    assert f"in {plies[1]} plies" in browser.status["narration"]
    (played,) = [value for value in browser.said["values"] if value["played"]]
    assert played["proven"] == f"win in {plies[1]}"
    assert browser.status["review"]["strips"][1]["value"] == f"win in {plies[1]}"


def test_what_is_not_known_exactly_is_said_to_be_a_belief():
    browser = reviewed("game=yavalath&moves=e5 a1&review=300&at=1")
    assert browser.status["narration"].endswith("this is what the search believes.")
    assert browser.status["review"]["belief"] == ""


def test_a_proven_loss_is_known_and_what_was_better_believed(monkeypatch):
    reviewing = reviewed("game=yavalath&moves=e5 a1&review=300&at=1").game.reviewing
    found = reviewing.review.move(1)
    lost = replace(found, before=0.5, after=0.0, bounds_after=Bounds(0.0, 0.0, 4), best="b2")
    monkeypatch.setattr(reviewing.review, "move", lambda number: lost)
    _, said = told(reviewing, reviewing.ended)
    assert said == (
        "The first player played e5: a proven loss in 5 for that side. Best was b2, as the search "
        "believes."
    )


def test_mistakes_are_set_up_again_and_their_answers_hidden():
    browser = reviewed(f"{MISTAKES}&review=300")
    assert browser.status["review"]["mistakes"] == [2]
    assert browser.status["review"]["retry_label"] == "Retry my mistakes"
    assert browser.status["narration"] == (
        "You played a2 and gave away a draw in 8: with best play it is now a loss in 6. "
        "Best was a1."
    )
    browser.send("retry", "start")
    assert (browser.table["ply"], browser.table["can_move"]) == (1, True)
    assert browser.said["values"] == browser.said["ghosts"] == []
    assert browser.said["best"] == browser.said["mark"] == browser.status["review"]["belief"] == ""
    assert not browser.status["has_tree"]
    assert browser.status["no_tree"].startswith("The answer is hidden")
    assert browser.status["review"]["strips"] == []
    assert [move["review"]["mark"] for move in browser.table["moves"]] == [""] * 7
    assert browser.status["lead"] == "Retry 1 of 1."
    browser.send("move", 1)
    assert browser.status["narration"].startswith("No: b3 gives it away as well.")
    assert browser.table["can_move"]
    browser.send("move", 4)
    assert "not legal" in browser.status["message"]["text"]
    browser.send("move", 8)
    assert browser.status["message"]["text"] == "", "what was wrong has been put right"
    assert browser.status["narration"].startswith("Right: c1 keeps the draw.")
    assert browser.status["review"]["retry"] == {"is_answered": True, "is_last": True}
    assert browser.said["values"]
    assert browser.said["best"] == "a1"
    assert not browser.table["can_move"]
    browser.send("retry", "on")
    assert browser.status["review"]["retry"] is None
    assert browser.table["ply"] == 2
    browser.send("retry", "start")
    browser.send("retry", "answer")
    assert browser.status["narration"].startswith("The best move is a1, a draw in 8.")


def test_the_end_names_the_winner_keeps_the_tree_and_leads_to_the_mistake():
    browser = Browser("game=connect4&first=person&second=level light, seed 1&moves=1 4 1 4 1 4 2")
    browser.run()
    assert browser.table["is_over"]
    assert (browser.status["lead"], browser.status["narration"]) == (
        "The search won.",
        "Four in a row.",
    )
    assert browser.status["review_label"] == "See where you lost it"
    assert browser.status["is_over"]
    assert browser.status["has_tree"]
    assert json.loads(browser.line.model.tree)["title"] == "before the last move"
    browser.send("hide", True)
    assert browser.status["has_tree"], "nothing is left to hide"


@pytest.mark.parametrize(
    ("game", "moves", "searches", "told"),
    [
        ("connect4", "1212121", [], ("The first player won", "four in a row")),
        ("connect4", "1212121", [1], ("You won", "four in a row")),
        ("connect4", "1212121", [0], ("The search won", "four in a row")),
        ("tictactoe", ["b2", "a1", "c3"], [], ("", "")),
        ("yavalath", ["a1", "i1", "a2", "i5", "a3"], [0], ("You won", "the search made three")),
        ("yavalath", ["a1", "i1", "a2", "i5", "a3"], [1], ("The search won", "you made three")),
    ],
)
def test_who_has_won_is_called_as_everywhere(game, moves, searches, told):
    played = Match(Setting(game), (Side.person(), Side.person()), moves)
    sides = tuple(
        Side.of_level("light", game) if player in searches else Side.person() for player in (0, 1)
    )
    won, why = end_told(played, sides)
    assert won == told[0]
    assert why.startswith(told[1])


@pytest.mark.parametrize("first", ["person", "persons", "searches"])
def test_a_hint_is_told_and_drawn_from_one_side(first):
    browser = Browser()
    browser.send("new", {"game": "connect4", "first": first, "level": "light"})
    browser.send("pause", True)
    browser.send("hint")
    browser.run()
    best = browser.said["best"]
    (value,) = [value for value in browser.said["values"] if value["name"] == best]
    whose = "the search" if first == "person" else "the first player"
    assert browser.table["viewpoint"] == whose
    assert browser.status["help"]["lead"] == f"Hint: {best}."
    assert f"a win rate of {value['rate']:.0%} for {whose}" in browser.status["help"]["text"]
    assert browser.said["ghosts"][0]["name"] == best


def test_a_search_that_ponders_goes_on_and_says_what_its_reply_rests_on():
    browser = Browser()
    browser.send("new", {"game": "connect4", "first": "person", "level": "light"})
    assert "on your time" not in browser.players["about"]
    browser.send("ponder", True)
    assert "What it thinks on your time comes on top" in browser.players["about"]
    browser.send("move", 3)
    while browser.table["ply"] < 2:
        browser.game.tick(0.0)
    thinker = browser.game.match.thinker
    thinker.search.run(30_000)
    assert thinker.search.tree.full
    assert browser.game.busy, "playouts go on where the tree can't grow"
    browser.send("move", 3)
    while browser.table["ply"] < 4:
        browser.game.tick(0.0)
    told = browser.status["narration"]
    assert re.search(r", which rests on [\d\u202f]+ playouts instead of 80\.", told), told


def test_an_error_goes_when_what_was_wrong_is_right():
    browser = Browser()
    wrong = {"game": "connect4", "first": "person", "level": "light", "position": "9"}
    browser.send("new", wrong)
    assert browser.status["message"]["is_error"]
    number = browser.status["message"]["number"]
    browser.send("new", {**wrong, "position": "44"})
    assert browser.status["message"]["text"] == ""
    assert browser.status["message"]["number"] > number
    browser.send("new", {**wrong, "position": "444444"})
    browser.send("move", 3)
    assert browser.status["message"]["text"].startswith(
        "'4' is not legal here; legal actions: 1, 2"
    )


@pytest.mark.parametrize(
    ("query", "sides"),
    [
        ("game=connect4", (True, False)),
        ("game=connect4&moves=4444", (True, False)),
        ("game=connect4&first=level light", (False, True)),
        ("game=connect4&second=person", (True, True)),
        ("game=connect4&first=person&second=person", (True, True)),
    ],
)
def test_a_short_link_is_a_game_against_the_search(query, sides):
    browser = Browser(query)
    assert tuple(side.is_person for side in browser.game.match.sides) == sides
    assert browser.status["message"] is None
