"""What is said of a class that keeps the contract, and of one that breaks it."""

import pytest

from explorer.session import contract
from explorer.session.code import Code, define
from explorer.session.contract import FAILED, HELD, OPEN, check
from explorer.session.problems import PROBLEMS

LEFT = PROBLEMS.find("left-move").text
PLAY = "return LeftMove(self.moves + move, self.length)"


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    monkeypatch.setattr(contract, "GAMES_SECONDS", 0.01)
    monkeypatch.setattr(contract, "SPEED_SECONDS", 0.01)


def report_of(text):
    code = Code(text)
    each = define(code)[-1]
    return check("mine", "Mine", each, code)


@pytest.mark.parametrize("name", [problem.name for problem in PROBLEMS.examples])
def test_every_example_keeps_it(name):
    report = report_of(PROBLEMS.find(name).text)
    assert report.error is None
    assert {row.state for row in report.rows} == {HELD}
    assert report.game.title == "Mine"


def test_each_line_says_what_was_seen():
    rows = {row.name: row.text for row in report_of(PROBLEMS.find("eight-queens").text).rows}
    assert rows["legal_actions"] == "returns 8 actions"
    assert rows["play"] == "leaves the state unchanged"
    assert rows["is_terminal"].endswith("random moves")
    assert rows["returns"].endswith("at the end")
    assert rows["picture"] == "8 rows of 8 cells"
    assert rows["speed"].endswith("iterations a second")


@pytest.mark.parametrize(
    ("old", "new", "method", "line", "message"),
    [
        (
            PLAY,
            f"self.moves += move; {PLAY}",
            "play",
            25,
            "changed the state that it was called on: moves was '', is ",
        ),
        (PLAY, "self.moves += move; return self", "play", 25, "gave the state itself back"),
        (PLAY, "return self.nothing", "play", 26, "AttributeError: 'LeftMove' object has no"),
        (
            PLAY,
            PLAY.replace("self.length)", "self.length + 1)"),
            "is_terminal",
            0,
            "has not ended after 60 actions",
        ),
        ('["L", "R"]', '[["L"], ["R"]]', "legal_actions", 22, "gave ['L'], which can't be hashed"),
        ('["L", "R"]', "[]", "legal_actions", 22, "gave no action"),
        ('self.moves.count("L")', '"much"', "returns", 31, "gave 'much'; give the score"),
        ("[cells[start", "[cells['start'", "picture", 42, "TypeError"),
    ],
)
def test_what_breaks_it_is_named_with_its_line(old, new, method, line, message):
    assert old in LEFT
    report = report_of(LEFT.replace(old, new, 1))
    assert report.game is None
    assert message in str(report.error)
    assert report.error.line == line
    assert [row.name for row in report.rows if row.state == FAILED] == [method]
    assert any(row.state == OPEN for row in report.rows)


def test_what_a_class_keeps_for_itself_may_change():
    text = LEFT.replace(PLAY, f"self._asked = True; {PLAY}")
    assert report_of(text).error is None


def test_a_list_that_is_shared_with_the_next_state_is_noticed():
    text = LEFT.replace('moves=""', "moves=None").replace(
        "self.moves = moves", "self.moves = moves or []"
    )
    text = text.replace(PLAY, "self.moves.append(move); return LeftMove(self.moves, self.length)")
    report = report_of(text)
    assert "moves was [], is ['" in str(report.error)
