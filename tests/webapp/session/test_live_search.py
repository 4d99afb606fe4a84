"""A search that a transport card moves: what its cards draw, and what is told of it."""

import time

import pytest

from explorer.session import player
from explorer.session.live_search import LiveSearch
from mcsearch import Recipe, search_for


class Brittle:
    """A countdown of somebody's that fails once few are left."""

    error = RuntimeError("too few")

    def __init__(self, left=9):
        if left < 3:
            raise self.error
        self.left = left

    def legal_actions(self):
        return [1, 2]

    def play(self, action):
        return type(self)(self.left - action)

    def is_terminal(self):
        return False

    def returns(self):
        return 0.0


class Mute(Brittle):
    """One whose error says nothing."""

    error = KeyError()


class Told:
    """What a transport card is told; its own `param`, as Panel's components have."""

    def __init__(self):
        self.param = self
        self.values = {}

    def update(self, **values):
        self.values |= values


class Drawn:
    """A card that notes what it draws."""

    def __init__(self, live):
        self.live, self.iterations = live, []

    def refresh(self):
        self.iterations.append(self.live.source.search.iterations)


@pytest.fixture
def shown():
    search = Recipe("tictactoe", seed=1).build()
    search.run(10)
    live, told = LiveSearch(search), Told()
    card = Drawn(live)
    live.show(told, card)
    return live, told.values, card.iterations


def arrive(live):
    """Go on to the end of a jump that takes more than a slice."""
    while live.busy:
        live.tick(0.0)


def test_cards_draw_what_a_button_leads_to(shown):
    live, told, drawn = shown
    live.press("step-iteration")
    live.press("jump", 4)
    live.press("run-on", 1e9)
    arrive(live)
    assert drawn == [10, 11, 4, live.end]
    assert told["iteration"] == live.end
    assert "step-phase" in told["disabled"]
    live.press("no button")
    assert drawn[-1] == live.end
    with pytest.raises(ValueError, match="could not convert"):
        live.press("jump", "many")


def test_cards_stay_as_they_are_while_a_jump_is_on_its_way(shown, monkeypatch):
    monkeypatch.setattr(player, "AT_ONCE_SECONDS", 0.0)
    live, told, drawn = shown
    live.press("jump", 300)
    assert told["progress"] == 0.0
    assert drawn == [10]
    arrive(live)
    assert told["progress"] is None
    assert drawn == [10, 300]


def test_an_error_of_a_persons_problem_is_told_until_the_next_press():
    live, told = LiveSearch(search_for(Brittle(), seed=1)), Told()
    live.show(told)
    live.press("run-on", 100)
    assert isinstance(live.error, RuntimeError)
    assert told.values["sentence"][0][0] == "The search has stopped with an error: too few"
    live.press("reset")
    assert live.error is None
    assert "error" not in told.values["sentence"][0][0]


def test_an_error_without_a_text_is_told_by_its_name():
    live, told = LiveSearch(search_for(Mute(), seed=1)), Told()
    live.show(told)
    live.press("run-on", 100)
    assert told.values["sentence"][0][0] == "The search has stopped with an error: KeyError"


def test_a_jump_that_its_visitor_has_left_alone_is_not_told_as_on_its_way(shown, monkeypatch):
    monkeypatch.setattr(player, "AT_ONCE_SECONDS", 0.0)
    live, told, drawn = shown
    live.press("jump", 300)
    live.patience = -1.0
    live.tick(time.perf_counter())
    assert not live.busy
    assert told["progress"] is None
    assert drawn[-1] == live.search.iterations
