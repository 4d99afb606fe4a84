"""Small parts of the page: what its events do, the opening, the status."""

import json

import pytest

from explorer.pages.explore import transport
from explorer.pages.explore.status import iteration_rate, status
from explorer.schema.pack import plain
from explorer.session import opening
from explorer.session.player import FASTEST, SLOWEST
from explorer.session.session import Session
from explorer.shell.bus import Bus
from mcsearch.presets import PRESETS


@pytest.fixture
def line():
    """A session and a function that sends it an event."""
    session, bus = Session("spmcts-uct"), Bus()
    transport.connect(bus, session)
    sent = []

    def send(name, value=None):
        sent.append([len(sent) + 1, name, value])
        bus.model.events = json.dumps(sent[-5:])

    return session, send


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("run-on", 10**12),
        ("run-on", -5),
        ("jump", 10**9),
        ("jump", -1),
        ("speed", 1e300),
        ("speed", -1),
        ("select", [10**6]),
        ("select", []),
        ("select-child", None),
        ("back-phase", None),
        ("undo", None),
    ],
)
def test_whatever_a_browser_sends_stays_within_bounds(line, name, value):
    session, send = line
    send("step-iteration")
    send(name, value)
    send("pause")
    assert session.search.iterations <= 1 + transport.MOST_ITERATIONS_A_CLICK
    assert SLOWEST <= session.speed <= FASTEST
    assert session.search.find(list(session.selected)) >= 0


def test_play_at_the_end_goes_on_or_starts_again(line):
    session, send = line
    session.load(session.recipe.replace(parameters={**session.recipe.parameters, "iterations": 20}))
    send("to-budget")
    assert transport.play_label(session) == "Continue"
    assert "step-phase" in transport.disabled(session)
    send("play")
    assert session.recipe.values["iterations"] == 40
    assert transport.play_label(session) == "Pause"
    session.load_preset("nmcs")
    session.pause()
    send("to-budget")
    while session.jump is not None:
        session.tick(float("inf"))
    assert transport.play_label(session) == "Replay"
    send("play")
    assert session.playing
    assert session.steps == 0


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_the_status_is_plain_json_at_every_moment(name):
    session = Session(name)
    for _ in range(12):
        frame = session.frame()
        report = plain(status(session, frame, 0.0))
        assert report["iteration"] == session.search.iterations
        assert report["nodes"] == session.search.tree.size
        assert len(report["code"]) == 4
        session.step_phase()


@pytest.mark.parametrize("plan", [opening.TREE, opening.NESTED])
@pytest.mark.parametrize("chosen", [0.5, 2.0, 100.0, 1e6])
def test_the_opening_begins_slowly_enough_to_be_read_and_ends_at_the_chosen_speed(plan, chosen):
    speeds = [plan.speed(n, chosen) for n in range(plan.end + 5)]
    if chosen < plan.full:
        assert set(speeds[:2]) == {min(plan.first, chosen)}
        assert 1 / plan.first > 0.8  # seconds a phase: a caption of ten words is read
    assert all(speed >= chosen for speed in speeds[2:])
    assert speeds[-1] == chosen
    assert max(speeds) == max(plan.full, chosen)


def test_the_rate_needs_time_and_progress():
    assert iteration_rate([]) == 0.0
    assert iteration_rate([(1.0, 5)]) == 0.0
    assert iteration_rate([(1.0, 5), (1.0, 9)]) == 0.0
    assert iteration_rate([(1.0, 0), (3.0, 100)]) == 50.0
    assert iteration_rate([(1.0, 100), (3.0, 0)]) == 0.0


@pytest.mark.parametrize(
    ("speed", "text"),
    [(0.5, "0.5 phases/s"), (2, "2 phases/s"), (640, "640 phases/s"), (25_000, "25k phases/s")],
)
def test_speed_as_text(speed, text):
    assert transport.speed_text(speed).replace("\u202f", " ") == text
