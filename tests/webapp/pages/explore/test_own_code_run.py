"""Code that is run in Explore: only where it may be, and never in the way of what is on show."""

import json
import sys
import time

import pytest

from explorer.pages.explore.page import Explore
from explorer.session import contract, guard
from explorer.session.problems import EDITED, PROBLEMS
from explorer.shell.line import Line

LEFT = PROBLEMS.find("left-move").text
ACTIONS, PLAYED = 'return ["L", "R"]', "return LeftMove(self.moves + move, self.length)"
ENDLESS = "while True:\n            pass"
HELLO = {
    "theme": "light",
    "still": True,
    "resting": True,
    "query": "",
    "size": {"board": 286, "tree": [700, 600]},
}


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    monkeypatch.setattr(contract, "GAMES_SECONDS", 0.01)
    monkeypatch.setattr(contract, "SPEED_SECONDS", 0.01)


class Author:
    """A visitor who may edit, or may not."""

    def __init__(self, may_edit=True):
        self.line = Line("bus-explore", Explore.pictures, lambda *_: None, may_edit)
        self.page = Explore(self.line)
        self.sent, self.uploads = [], 0
        self.send("hello", HELLO)

    def send(self, name, value=None):
        self.sent.append([len(self.sent) + 1, name, value])
        self.line.model.events = json.dumps(self.sent[-5:])

    def run(self, text, name="left-move", **more):
        self.send("code-run", {"name": name, "text": text, **more})
        return json.loads(self.line.model.answer)

    def check(self, text):
        self.send("code-check", {"number": 7, "text": text})
        return json.loads(self.line.model.answer)

    def finish(self):
        while self.session.jump is not None:
            self.session.tick(time.perf_counter())

    def upload(self, text):
        self.uploads += 1
        self.line.model.upload = json.dumps([self.uploads, text])
        error = json.loads(self.line.model.answer)["error"]
        self.finish()
        return error

    @property
    def session(self):
        return self.page.session

    @property
    def status(self):
        return json.loads(self.line.model.status)

    @property
    def card(self):
        return json.loads(self.line.model.card)


def test_who_may_not_edit_runs_nothing(caplog):
    author = Author(may_edit=False)
    author.send("code-run", {"name": EDITED, "text": "raise SystemExit"})
    assert "unknown event 'code-run'" in caplog.text
    assert author.session.recipe.game == "samegame"
    assert author.line.model.answer == ""
    assert author.card["text"] is None


def test_an_example_that_is_as_it_was_is_a_link_edited_it_is_none():
    author = Author()
    author.send("set", {"name": "game", "value": "left-move"})
    assert author.card["text"] == LEFT
    told = author.run(LEFT)
    assert (told["error"], told["summary"][:11]) == (None, "6 of 6 hold")
    assert author.session.recipe.game == "left-move"
    assert author.session.playing
    author.run(LEFT.replace("length=60", "length=20"))
    assert author.session.recipe.game == EDITED
    assert (author.card["own"], author.card["title"]) == (True, "LeftMove")
    author.session.run_on(30)
    author.finish()
    assert author.session.search.iterations == 30
    author.send("undo")
    assert author.session.recipe.game == "left-move"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x = 1 +\n", 1, "SyntaxError"),
        ("raise SystemError('no')\n", 1, "SystemError: no"),
        ("import sys\nsys.exit()\n", 2, "SystemExit"),
        (LEFT.replace("return len(self.moves)", "return ln(self.moves)"), 29, "NameError"),
    ],
)
def test_code_that_fails_leaves_the_search_on_show(text, line, message):
    author = Author()
    author.session.run_on(5)
    author.session.play()
    before = author.session.recipe
    told = author.run(text)
    assert told["error"]["line"] == line
    assert message in told["error"]["text"]
    assert author.session.recipe is before
    assert author.session.playing
    assert author.session.steps == 20


def test_an_endless_loop_is_told_and_leaves_the_page_alive(monkeypatch):
    monkeypatch.setattr(guard, "LIMIT_SECONDS", 0.3)
    author = Author()
    text = LEFT.replace('return ["L", "R"]', "while True: pass")
    told = author.run(text)
    assert told["error"] == {"line": 23, "text": "legal_actions did not return within 0.3 s"}
    author.send("step-iteration")
    assert author.session.search.iterations == 1


def rows(told):
    return {name: (state, text) for name, state, text in told["rows"]}


def test_what_is_typed_is_checked_and_not_searched():
    author = Author()
    author.session.run_on(5)
    before, modules = author.session.search, len(sys.modules)
    told = author.check(LEFT)
    assert (told["checked"], told["error"], told["summary"]) == (7, None, "5 of 5 hold")
    assert rows(told)["legal_actions"] == ("held", "returns 2 actions")
    assert rows(told)["speed"] == ("open", "Run measures it")
    assert author.session.search is before
    assert len(sys.modules) == modules
    told = author.check(LEFT.replace("return len(self.moves)", "return ln(self.moves)"))
    assert told["error"] == {"line": 29, "text": "NameError: name 'ln' is not defined"}
    assert rows(told)["is_terminal"][0] == "failed"
    assert rows(told)["returns"][0] == "open"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("class A:\n    def\n", 2, "SyntaxError"),
        ("class A:\n    pass\n", 0, "A has no legal_actions and no play"),
        ("while True:\n    pass\n", 1, "did not return within 0.3 s"),
        (LEFT.replace(ACTIONS, ENDLESS), 23, "legal_actions did not return"),
        (LEFT.replace(PLAYED, ENDLESS), 26, "play did not return within"),
    ],
)
@pytest.mark.parametrize("has_threads", [True, False])
def test_what_is_wrong_in_what_is_typed_is_told_by_itself(
    monkeypatch, has_threads, text, line, message
):
    monkeypatch.setattr(guard, "LIMIT_SECONDS", 0.3)
    monkeypatch.setattr(guard, "HAS_THREADS", has_threads)
    author = Author()
    modules = len(sys.modules)
    told = author.check(text)
    assert message in told["error"]["text"]
    assert told["error"]["line"] in (line, line + 1)
    assert len(sys.modules) == modules
    author.send("step-iteration")
    assert author.session.search.iterations == 1


@pytest.mark.parametrize(
    ("line", "far"),
    [
        ("open(KEPT, 'w')", "open"),
        ("import random; random._os.system('touch ' + KEPT)", "random._os"),
        ("try: open(KEPT, 'w')\nexcept BaseException: pass", "open"),
    ],
)
@pytest.mark.parametrize("place", ["outside", "in a method"])
def test_half_written_code_that_reaches_beyond_itself_waits_for_run(
    monkeypatch, tmp_path, place, line, far
):
    monkeypatch.setattr(guard, "LIMIT_SECONDS", 60.0)  # a busy machine stands still for seconds
    author = Author()
    modules = len(sys.modules)
    kept = tmp_path / "kept.txt"
    line = line.replace("KEPT", repr(str(kept)))
    if place == "outside":
        text = f"{LEFT}\n{line}\n"
    else:
        inside = line.replace("\n", "\n        ")
        text = LEFT.replace(f"        {ACTIONS}", f"        {inside}\n        {ACTIONS}")
    told = author.check(text)
    assert told["summary"].startswith(f"not checked while you type, for {far} reaches beyond it")
    assert (told["rows"], told["error"]) == ([], None)
    assert not kept.exists()
    assert len(sys.modules) == modules


def test_a_long_game_is_left_while_one_types(monkeypatch):
    monkeypatch.setattr(contract, "MOST_SECONDS", 0.05)
    author = Author()
    slow = "sum(range(200_000)); return LeftMove("
    told = author.check(LEFT.replace("return LeftMove(", slow))
    assert "a game takes too long" in told["summary"]
    assert rows(told)["legal_actions"][0] == "held"
    assert rows(told)["speed"] == ("open", "")


def test_an_exception_in_the_search_marks_its_line_and_the_page_goes_on():
    author = Author()
    late = "if len(self.moves) == 20 and ASKED.append(1) is None and len(ASKED) > 400: 1 / 0"
    text = LEFT.replace("length=60", "length=20").replace(
        "LEFT, RIGHT", "ASKED = []\nLEFT, RIGHT", 1
    )
    text = text.replace("    def returns(self):\n", f"    def returns(self):\n        {late}\n")
    assert author.run(text)["error"] is None
    author.session.run_on(20_000)
    while author.session.busy:
        try:
            author.session.tick(time.perf_counter())
        except ZeroDivisionError as error:  # as the clock does
            author.session.fail(error)
    told = json.loads(author.line.model.answer)
    assert told["error"] == {"line": 33, "text": "ZeroDivisionError: division by zero"}
    assert "Your game has stopped the search in line 33" in author.status["message"]["text"]
    author.send("step-phase")
    author.send("set", {"name": "game", "value": "nim"})
    author.send("step-iteration")
    assert author.session.search.iterations == 1


def test_a_picture_that_fails_keeps_the_last_one():
    author = Author()
    draws = "        assert not 0 < len(self.moves) < 9, 'no picture'\n"
    text = LEFT.replace("        cells: list", f"{draws}        cells: list")
    assert author.run(text)["error"] is None
    author.send("pause")
    for _ in range(40):
        author.send("step-phase")
    assert author.session.steps == 40
    author.send("preset", "nmcs")
    author.send("step-iteration")
    assert author.session.search.iterations == 1


@pytest.mark.usefixtures("at_once")
def test_a_page_that_begins_anew_goes_where_it_was():
    author = Author()
    text = LEFT.replace("length=60", "length=20")
    author.run(text)
    author.send("pause")
    author.session.jump_to(12)
    best = author.session.search.best_sequence
    again = Author()
    again.run(text, steps=author.session.steps)
    assert again.session.steps == author.session.steps
    assert again.session.search.best_sequence == best
    assert not again.session.playing


def test_a_trace_comes_back_where_its_class_has_been_run():
    text = LEFT.replace("length=60", "length=20")
    author = Author()
    author.run(text)
    author.send("pause")
    author.session.jump_to(12)
    author.finish()
    author.send("export", "trace")
    author.finish()
    trace = json.loads(author.line.model.answer)["text"]
    assert "def play" not in trace
    assert json.loads(trace.splitlines()[0])["problem"] == "LeftMove"
    assert author.upload(trace) == ""
    assert author.status["message"]["text"] == "The trace's 48 phases are repeated to the last bit."
    # elsewhere the class comes first
    other = Author()
    assert "'LeftMove', whose code is in no trace; open its code" in other.upload(trace)
    other.run(text.replace("LeftMove", "Other"))
    assert "'LeftMove', whose code is in no trace" in other.upload(trace)
    assert other.session.recipe.record.title == "Other"
    other.run(text)
    other.run(text.replace("LeftMove", "Other"))
    assert other.upload(trace) == ""
    assert other.session.recipe.record.title == "LeftMove"
    assert other.session.steps == 48
    # the same name, another class
    other.run(text.replace('self.moves.count("L")', 'self.moves.count("R")'))
    assert other.upload(trace) == ""
    assert "The search stands where the trace first differs" in other.status["message"]["text"]


def test_a_trace_of_an_example_comes_back():
    author = Author()
    author.send("set", {"name": "game", "value": "left-move"})
    author.session.jump_to(5)
    author.finish()
    author.send("export", "trace")
    author.finish()
    trace = json.loads(author.line.model.answer)["text"]
    other = Author(may_edit=False)
    assert other.upload(trace) == ""
    assert (other.session.recipe.game, other.session.steps) == ("left-move", 20)


def test_whoever_changes_a_line_keeps_the_search_and_its_values():
    author = Author()
    author.run(LEFT.replace("length=60", "length=20"))
    author.send("set", {"name": "search", "value": "nrpa"})
    author.send("set", {"name": "level", "value": 2})
    author.run(LEFT.replace("length=60", "length=30"))
    recipe = author.session.recipe
    assert (recipe.search, recipe.parameters["level"]) == ("nrpa", 2)


def test_the_moment_is_told_once_the_editor_is_open():
    author = Author()
    author.send("code-open")
    assert author.status["moment"].startswith("preset=spmcts-uct")


def test_of_a_file_with_several_classes_that_one_runs_which_was_asked_for(tmp_path, monkeypatch):
    path = tmp_path / "two.py"
    second = LEFT.replace("LeftMove", "Two").replace("from __future__ import annotations", "")
    path.write_text(LEFT.replace("LeftMove", "One") + second, "utf-8")
    monkeypatch.setattr(PROBLEMS, "_files", ())
    try:
        PROBLEMS.add_files([str(path)])
        author = Author()
        for name in ("One", "Two"):
            assert author.run(path.read_text("utf-8"), name)["error"] is None
            assert type(author.session.recipe.start().problem).__name__ == name
            assert author.session.recipe.game == name
    finally:
        PROBLEMS.add_files([])


def test_what_has_run_is_the_visitors_own_game_on_every_page():
    author = Author()
    assert author.line.own.edited is None
    author.run(LEFT.replace("LeftMove", "Mine"))
    assert author.line.own.edited.record.title == "Mine"
    author.run(LEFT.replace("return len(self.moves) ==", "return ln(self.moves) =="))
    assert author.line.own.edited.record.title == "Mine"
