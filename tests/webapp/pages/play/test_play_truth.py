"""What the page says is true: reviews beside exact values, retried mistakes, hints, the end."""

import json
import re
from dataclasses import replace

import pytest
from playing import Browser

from explorer.pages.play.reviewed import shown
from explorer.pages.play.reviewed import told as words_told
from explorer.pages.play.strengths import NOT_MEASURED_HERE
from explorer.pages.play.viewpoint import end_told
from mcsearch.engine.bounds import ANY_RETURN, Bounds
from mcsearch.play.levels import find_level
from mcsearch.play.match import Match, Side
from mcsearch.play.review import MISTAKE_LOSS, Accuracy
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
    rates = r"in a win rate of \d+% for the search before the move and of \d+% after it, and would"
    assert re.match(rates, belief)
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
    _, said = words_told(reviewing, reviewing.ended)
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
    assert browser.status["narration"].startswith("No: b3 gives it away as well. Try")
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


def test_what_a_retried_move_gives_away_is_as_sure_as_the_search():
    moves = "b2 c3 b3 a4 c4 d2 b1 a2 c1 d3 a3"
    browser = reviewed(f"game=hex&side=4&second=person&moves={moves}&review=40")
    reviewing = browser.game.reviewing
    browser.send("retry", "start")
    position = reviewing.review.positions[reviewing.retry.number - 1]
    assert not position.is_solved
    unsure = [value for value in position.values if not value.bounds.is_exact]
    wrong = next(v for v in unsure if position.loss_of(v.action) >= MISTAKE_LOSS)
    browser.send("move", wrong.action)
    assert browser.status["narration"] == (
        f"No: {wrong.name} gives it away as well, as far as the search has looked. "
        "Try another, or show the answer."
    )


def test_a_review_tells_the_playouts_that_its_positions_have_got():
    browser = reviewed(f"{MISTAKES}&review=300")
    made = [found.visits for found in browser.game.reviewing.review.positions[:-1]]
    assert min(made) < 300
    least, most = min(made), max(made)
    assert browser.status["count"] == f"reviewed, {least} to {most} playouts a move"
    browser = reviewed("game=yavalath&moves=e5 a1&review=40&at=1")
    assert browser.status["count"] == "reviewed, 40 playouts a move"


def test_a_review_that_goes_on_counts_no_mistakes_yet():
    browser = Browser(f"{MISTAKES}&review=300")
    assert browser.status["result"]["summary"] == ""
    browser.run()
    assert browser.status["result"]["summary"] == "1 large mistake, 0 mistakes"


def test_what_has_lost_something_is_no_hundred_per_cent(monkeypatch):
    reviewing = reviewed("game=yavalath&moves=e5 a1&review=40&at=1").game.reviewing
    for lost, told in ((0.0, "100%"), (0.1, "99%"), (2.0, "95%")):
        monkeypatch.setattr(
            reviewing.review, "accuracy", lambda player, lost=lost: Accuracy(40, lost)
        )
        assert shown(reviewing, reviewing.ended).counts[0].accuracy == told


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (Bounds(1.0, 1.0, 1), ANY_RETURN, "a win rate of 41% instead of a proven win in 1"),
        (ANY_RETURN, Bounds(1.0, 1.0, 0), "a proven win in 1 instead of a win rate of 55%"),
    ],
)
def test_what_is_proven_is_called_no_win_rate(monkeypatch, before, after, told):
    reviewing = reviewed("game=yavalath&moves=e5 a1&review=40&at=1").game.reviewing
    found = reviewing.review.move(1)
    values = {"bounds_before": before, "bounds_after": after, "before": 0.55, "after": 0.41}
    move = replace(found, **values, best="b2", is_drawn=after.is_exact)
    monkeypatch.setattr(reviewing.review, "move", lambda number: move)
    _, said = words_told(reviewing, reviewing.ended)
    assert f"the first player has {told}" in said
    assert ("Not known exactly" in said) != after.is_exact


def test_a_game_that_is_over_where_it_begins_has_nothing_to_review():
    browser = Browser()
    over = {"game": "tictactoe", "first": "person", "level": "light", "position": "xxx oo. ..."}
    browser.send("new", over)
    assert browser.table["is_over"]
    assert (browser.status["review_label"], browser.status["can_review"]) == ("Review", False)


@pytest.mark.parametrize(
    ("new", "about"),
    [
        ({"game": "hex", "rules": None}, "98% of the points in 100 games against the level below."),
        ({"game": "hex", "rules": {"side": "5"}}, NOT_MEASURED_HERE),
        ({"game": "breakthrough", "rules": {"misere": "on"}}, NOT_MEASURED_HERE),
        ({"game": "connect4", "position": "4444"}, NOT_MEASURED_HERE),
    ],
)
def test_a_strength_is_that_of_the_game_in_which_it_was_measured(new, about):
    browser = Browser()
    browser.send("new", {"level": "light", "first": "person", "position": "", **new})
    assert browser.players["about"] == f"UCT with 80 playouts a move. {about}"


def test_two_people_are_told_how_long_a_hint_is_thought_about():
    browser = Browser()
    browser.send("new", {"game": "connect4", "first": "persons"})
    told = "hint asks the strongest level, with 20\u202f000 playouts."
    assert browser.players["about"].endswith(told)
    assert browser.status["narration"].lower().endswith(told)
    assert (
        browser.game.match.advice.playouts
        < find_level("full").recipe("connect4").values["iterations"]
    )


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
