"""The page and its first words with the browser."""

import json
import re
from pathlib import Path

import pytest

import explorer
from explorer.pages.page import PlacePage
from explorer.shell.page import Shell


@pytest.fixture
def arrive():
    """A function that lets a browser arrive with what its visitor has done while Python loaded."""

    def arrive(query, *earlier):
        shell = Shell()
        hello = {
            "theme": "light",
            "still": False,
            "query": query,
            "resting": False,
            "size": {"tree": [700, 600], "board": 300},
        }
        events = [*earlier, ("hello", hello)]
        shell.lines["explore"].model.events = json.dumps(
            [[number, *event] for number, event in enumerate(events, 1)]
        )
        return shell.pages["explore"].session

    return arrive


def test_a_page_without_a_way_to_take_places_cannot_be_made_to_take_them():
    shell = Shell()
    place = shell.pages["explore"].session.place()
    with pytest.raises(TypeError, match="'results' takes no places"):
        shell.lines["explore"].hand_over("results", place, "")

    class Careless(PlacePage):
        name = "careless"

    with pytest.raises(TypeError, match="abstract method"):
        Careless(shell.lines["explore"])


def test_a_link_is_visited(arrive):
    session = arrive("?preset=nmcs&at=3.2")
    while session.jump is not None:
        session.tick(session._clock())
    assert (session.preset, session.steps, session.playing) == ("nmcs", 14, False)


@pytest.mark.parametrize(
    ("event", "preset"),
    [
        (("preset", "tictactoe-uct"), "tictactoe-uct"),
        (("set", {"name": "game", "value": "connect4"}), "connect4-engine"),
        (("open", None), "spmcts-uct"),
    ],
)
def test_what_was_chosen_before_python_ran_is_not_overwritten_by_the_link(arrive, event, preset):
    session = arrive("?preset=nmcs&at=3.2", event)
    assert session.recipe.search != "nmcs"
    assert session.preset == preset
    assert session.playing


@pytest.mark.parametrize(
    ("change", "plays"),
    [
        ({"name": "game", "value": "connect4"}, True),
        ({"name": "game", "value": "left-move"}, False),  # its code is read before
        ({"name": "exploration", "value": 100.0}, False),
        ({"name": "exploration", "value": 100.0, "plays": True}, True),
        ({"name": "exploration", "value": "?", "plays": True}, False),
    ],
)
def test_a_chosen_game_and_a_value_that_was_offered_play_at_once(change, plays):
    shell = Shell()
    session = shell.pages["explore"].session
    shell.lines["explore"].model.events = json.dumps([[1, "set", change]])
    assert session.playing is plays


@pytest.mark.parametrize("preset", ["tictactoe-uct", "spmcts-uct", "nmcs"])
def test_a_chosen_preset_plays_at_once_also_the_one_on_show(preset):
    shell = Shell()
    session = shell.pages["explore"].session
    events = [("pause", None), ("step-phase", None), ("preset", preset)]
    shell.lines["explore"].model.events = json.dumps(
        [[number, *event] for number, event in enumerate(events, 1)]
    )
    assert (session.preset, session.playing) == (preset, True)


def test_numbers_that_change_while_a_search_runs_are_not_spoken():
    """An `output` is a live region by itself; the slider that it belongs to tells the same."""
    pages = Path(explorer.__file__).parent.glob("**/*.html")
    outputs = [tag for page in pages for tag in re.findall(r"<output\b[^>]*>", page.read_text())]
    shown = [tag for tag in outputs if not re.search(r"\shidden\b", tag)]
    assert len(shown) >= 4
    assert [tag for tag in shown if 'aria-live="off"' not in tag] == []
