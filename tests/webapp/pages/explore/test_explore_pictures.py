"""What Explore sends of its boards: a strip when there is one, and nothing twice."""

import drawn
import pytest
from visitor import Visitor

from explorer.pages.explore.page import Explore


class Browser(Visitor):
    def __init__(self, size, query=""):
        super().__init__(Explore)
        self.shows = []
        show = self.line.show

        def noted(picture, text):
            self.shows.append(picture)
            show(picture, text)

        self.line.show = noted
        hello = {"theme": "light", "query": query, "still": False, "resting": False}
        self.send("hello", {**hello, "size": {"tree": size}})
        self.send("pause")
        for _ in range(7):
            self.send("step-phase")


def test_the_strip_shows_when_there_is_one():
    wide, small = Browser([766, 624]), Browser([374, 352])
    strip = drawn.strip(wide.shown("strip")["strip"])
    assert len(strip.findall("li")) == int(strip.get("data-slots")) == 7
    assert small.shown("strip") == {"strip": None}
    wide.send("size", {"tree": [374, 352]})
    assert wide.shown("strip") == {"strip": None}


def test_a_narrow_card_has_a_strip_of_fewer_boards():
    strip = drawn.strip(Browser([500, 624]).shown("strip")["strip"])
    assert len(strip.findall("li")) == int(strip.get("data-slots")) == 5


@pytest.mark.parametrize("event", ["speed", "pause"])
def test_what_changes_no_board_sends_none(event):
    browser = Browser([766, 624])
    browser.shows.clear()
    browser.send(event, 7.0)
    assert not {"board", "strip"} & {*browser.shows}
    browser.send("step-phase")
    assert {"board", "strip"} <= {*browser.shows}


def test_a_click_on_the_board_selects():
    browser = Browser([766, 624], "?preset=tictactoe-uct")
    browser.send("step-phase")
    picture = browser.shown("board")
    chosen = next(i for i, action in enumerate(picture["at"]) if action >= 0)
    board = picture["table"]["board"]
    place = board["x"][chosen], board["height"] - board["y"][chosen]
    (actions,) = drawn.used(picture, ("click", *place)).selected
    browser.send("select", list(actions))
    assert browser.shown("board")["selected"] == list(actions)
