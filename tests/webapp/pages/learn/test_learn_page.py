"""The Learn page without a browser: steps made ready, questions answered, claims checked."""

import itertools
import json
from types import SimpleNamespace

import pytest
from visitor import Visitor

from explorer.pages.learn import errands, maker
from explorer.pages.learn.measures import MEASURES
from explorer.pages.learn.moments import prepare
from explorer.pages.learn.page import Learn


class Browser(Visitor):
    """A reader of a chapter."""

    def __init__(self, chapter="four-phases", step=1):
        super().__init__(Learn)
        size = {"board": 300, "tree": [700, 400]}
        at = {"chapter": chapter, "step": step}
        self.send("hello", {"theme": "light", "still": True, "size": size, "at": at})
        while self.status["waiting"]:
            self.tick()

    def tick(self):
        """A slice of the errands, as the clock does it."""
        errands = self.page._errands
        try:
            errands.tick(0.0)
        except Exception as error:
            errands.fail(error)

    def run(self):
        """Until all errands are done."""
        while self.page._errands.busy:
            self.tick()

    @property
    def stage(self):
        return self.status["stage"]

    @property
    def lesson(self):
        return self.shown("lesson")

    @property
    def claim(self):
        return self.shown("claim")

    def play_on(self):
        """What the stage plays by itself, to its end: the stage at every beat."""
        sequel, seen, self.now = self.page._sequel, [], 0.0
        sequel._clock = lambda: self.now
        sequel._due = 0.0
        while sequel.busy:
            self.now = sequel._due
            sequel.tick(self.now)
            seen.append((self.now, self.stage))
        return seen


def failing(*_):
    yield
    raise ValueError("no such node")


def test_a_step_that_cannot_be_made_says_so_and_is_tried_again(monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(maker, "prepare", failing)
        browser = Browser()
        assert browser.status["problem"] == "no such node"
        assert not browser.status["waiting"]
        browser.send("again")
        assert browser.status["waiting"]
        assert not browser.status["problem"]
        browser.run()
        assert browser.status["problem"] == "no such node"
    browser.send("again")
    browser.run()
    assert (browser.status["problem"], browser.status["waiting"]) == ("", False)
    assert browser.lesson["step"] == 1


def test_a_step_made_ahead_that_fails_says_so_only_to_who_wants_it(monkeypatch):
    def failing_ahead(chapter, index, earlier):
        return (failing if index else prepare)(chapter, index, earlier)

    monkeypatch.setattr(maker, "prepare", failing_ahead)
    browser = Browser()
    assert browser.lesson["step"] == 1
    assert not browser.status["problem"]
    browser.send("go", {"chapter": "four-phases", "step": 2})
    browser.run()
    assert browser.status["problem"] == "no such node"
    monkeypatch.undo()
    browser.send("go", {"chapter": "four-phases", "step": 2})
    browser.run()
    assert browser.lesson["step"] == 2


@pytest.fixture
def at_a_claim():
    browser = Browser("four-phases", 7)
    assert browser.lesson["claim"]
    return browser


def test_a_check_that_fails_says_so_and_is_tried_again(at_a_claim, monkeypatch):
    browser = at_a_claim
    with monkeypatch.context() as broken:
        broken.setitem(MEASURES, "plays", failing)
        browser.send("check")
        assert browser.claim["running"]
        browser.run()
    assert (browser.claim["running"], browser.claim["problem"]) == (False, "no such node")
    browser.send("check")
    browser.run()
    assert browser.claim["problem"] == ""
    assert browser.claim["check"]["seeds"] == [1001, 1020], "the seeds that it has failed for"
    assert browser.claim["check"]["verdict"] == "holds"


def test_a_check_is_stopped_keeps_its_dots_and_goes_on(at_a_claim, monkeypatch):
    # a bit of work a slice, however fast the machine is
    clock = SimpleNamespace(perf_counter=itertools.count().__next__)
    monkeypatch.setattr(errands, "time", clock)
    monkeypatch.setattr(errands, "SLICE_SECONDS", 2)
    browser = at_a_claim
    browser.send("check")
    browser.run()
    browser.send("check")
    while browser.claim["check"]["done"] < 23:
        browser.tick()
    browser.send("stop")
    browser.run()
    told = browser.claim
    assert not told["running"]
    assert told["check"]["seeds"] == [1001, 1040]
    assert (told["check"]["over"], told["check"]["verdict"]) == (False, "")
    assert 23 <= told["check"]["done"] < 40
    assert [len(row["dots"]) for row in told["check"]["rows"]] == [told["check"]["done"]] * 2
    browser.send("check")
    browser.run()
    assert (browser.claim["check"]["done"], browser.claim["check"]["over"]) == (40, True)
    browser.send("go", {"chapter": "how-curious", "step": 1})
    assert browser.claim["check"] is None


def test_another_value_puts_its_search_on_the_stage():
    browser = Browser("how-curious", 6)
    browser.send("change", {"name": "exploration", "value": 0.01})
    browser.run()
    told = browser.shown("trying")
    assert told["controls"][0]["value"] == 0.01
    assert told["said"][0][0].startswith("This search plays column 7.")
    assert browser.page.session.recipe.parameters["exploration"] == 0.01
    assert browser.stage["changed"]
    for wrong in ({"name": "exploration", "value": 11}, {"name": "nodes", "value": 9}):
        browser.send("change", wrong)
        assert json.loads(browser.line.model.answer)["kind"] == "refused"
    browser.send("lesson")
    assert browser.shown("trying")["controls"][0]["value"] == 1.0
    assert not browser.stage["changed"]


def test_the_curve_is_filled_by_two_hundred_searches():
    browser = Browser("how-curious", 6)
    browser.send("curve")
    assert browser.shown("trying")["curve"]["running"]
    browser.run()
    curve = browser.shown("trying")["curve"]
    assert (curve["values"][0], curve["values"][-1], curve["running"]) == (0.01, 10.0, False)
    assert [total for _, total in curve["counts"]] == [20] * 10
    shares = [count for count, _ in curve["counts"]]
    assert shares[0] < max(shares) > shares[-1], "the peak is inside"


@pytest.mark.parametrize(
    ("chapter", "step", "what"), [("nested", 3, "lanes"), ("a-policy", 4, "policy")]
)
def test_a_search_with_levels_is_shown_as_lanes(chapter, step, what):
    browser = Browser(chapter, step)
    assert browser.stage["view"] == "lanes"
    assert browser.stage["texts"]["tree-title"] == "Nested search"
    assert browser.shown("lanes")[what]
    browser.send("forward")
    assert browser.stage["view"] == "lanes", "as it goes on"
    browser.send("pin", [])
    assert browser.page.session.pinned == ()
    browser.send("go", {"chapter": chapter, "step": step - 1})
    while browser.status["waiting"]:
        browser.tick()
    assert (browser.stage["view"] == "tree") == bool(browser.lesson["question"])


def test_after_the_right_answer_the_moves_that_follow_are_put_on_the_board():
    browser = Browser("the-trap", 3)
    ready = browser.page._ready
    (answer,) = ready.answers
    browser.send("answer", answer)
    assert browser.lesson["question"]["state"] == "right"
    assert browser.stage["moves"] == 1
    seen = browser.play_on()
    line = ready.answers[answer]
    assert len(line) > 2, "the reply to it and what comes of that"
    assert [stage["moves"] for _, stage in seen[:-1]] == list(range(1, len(line) + 1))
    assert [seconds for seconds, _ in seen[:3]] == pytest.approx([0.0, 0.4, 1.1])
    assert not browser.stage["changed"], "the stage is the step's all the time"


def test_after_the_right_answer_the_search_goes_where_it_was_said_to_go():
    browser = Browser("four-phases", 2)
    (answer,) = browser.page._ready.answers
    browser.send("answer", answer)
    steps = browser.stage["steps"]
    browser.play_on()
    assert browser.stage["steps"] == steps + 4
    assert browser.page.session.search.path_actions[0] == answer
    assert browser.lesson["question"]["state"] == "right"
    browser.send("lesson")
    assert (browser.stage["steps"], browser.stage["changed"]) == (steps, False)


def test_after_the_right_answer_the_tree_is_followed_down():
    browser = Browser("one-or-all", 3)
    (answer,) = browser.page._ready.answers
    browser.send("answer", answer)
    browser.play_on()
    selected = browser.page.session.selected
    assert selected[1:] == browser.page._ready.answers[answer]
    assert len(selected) > 2


@pytest.mark.parametrize(
    "done", [("select", [1]), ("back", None), ("go", {"chapter": "four-phases"})]
)
def test_what_the_reader_does_ends_what_the_stage_plays(done):
    browser = Browser("final-move", 1)
    (answer,) = browser.page._ready.answers
    browser.send("answer", answer)
    browser.page._sequel.end_slice()
    browser.send(*done)
    before = browser.status
    browser.play_on()
    assert browser.status == before


def test_after_a_wrong_answer_the_stage_waits():
    browser = Browser("the-trap", 3)
    wrong = min(set(browser.page._ready.names) - set(browser.page._ready.answers))
    browser.send("answer", wrong)
    assert browser.lesson["question"]["state"] == "wrong"
    assert not browser.page._sequel.busy
    browser.send("skip")
    assert not browser.page._sequel.busy


def test_a_question_that_was_skipped_can_still_be_answered():
    browser = Browser("final-move", 1)
    page = browser.page
    browser.send("skip")
    assert browser.lesson["question"]["state"] == "skipped"
    (answer,) = page._ready.answers
    browser.send("select", [answer])
    assert browser.lesson["question"]["state"] == "right"


def test_a_link_that_is_wrong_is_told_by_the_shell_and_shows_the_nearest_step():
    browser = Browser("the-trap", 99)
    answer = json.loads(browser.line.model.answer)
    assert answer["kind"] == "refused"
    assert answer["text"] == "link: step '99' is not valid; give 1 to 6"
    assert (browser.lesson["chapter"], browser.lesson["step"]) == ("the-trap", 1)


def test_a_phone_shows_where_the_question_is_answered():
    assert Browser("the-trap", 3).lesson["show"] == "board"
    assert Browser("one-or-all", 3).lesson["show"] == "tree"
    assert Browser("one-player", 6).lesson["show"] == "board"
