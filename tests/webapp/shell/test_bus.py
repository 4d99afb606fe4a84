"""The line to the browser: what the visitor did arrives once, in order, and never all at once."""

import json
from types import SimpleNamespace

import pytest
from bokeh.document import Document
from panel.io.state import set_curdoc

from explorer.shell import bus as module
from explorer.shell.bus import MOST_WAITING, Bus


def test_every_event_is_handled_once_and_in_order():
    bus = Bus()
    heard = []
    bus.on("a", lambda value: heard.append(("a", value)))
    bus.on("b", lambda value: heard.append(("b", value)))
    bus.model.events = json.dumps([[1, "a", 1]])
    bus.model.events = json.dumps([[1, "a", 1], [2, "b", None]])
    # the browser may have replaced a value on the way: what was in between is not lost
    bus.model.events = json.dumps([[2, "b", None], [3, "a", 3], [4, "b", 4]])
    bus.model.events = json.dumps([[4, "b", 4]])
    assert heard == [("a", 1), ("b", None), ("a", 3), ("b", 4)]


def test_an_unknown_event_is_noted_and_the_next_one_works(caplog):
    bus = Bus()
    heard = []
    bus.on("a", heard.append)
    bus.model.events = json.dumps([[1, "nonsense", 1], [2, "a", 2]])
    assert heard == [2]
    assert "nonsense" in caplog.text


def test_what_is_told_together_arrives_also_before_panel_holds_the_document_for_loaded():
    document, bus, told = Document(), Bus(), []
    document.add_root(bus.model)
    document._session_context = lambda: SimpleNamespace(server_context=None, session=None)
    document.on_change(lambda event: told.append(event.attr))
    with set_curdoc(document), bus.together():
        bus.model.update(answer="1")
        bus.model.update(status="2")
    assert told == ["answer", "status"]


@pytest.fixture
def busy(monkeypatch):
    """A bus that others wait for, whose handler takes its time; what was heard, and the turns."""
    now = 0.0
    monkeypatch.setattr(module.time, "perf_counter", lambda: now)
    bus, heard, turns = Bus(), [], []

    def handle(value):
        nonlocal now
        now += 0.015
        heard.append(value)

    bus.on("a", handle)
    bus.take_turns(lambda task, wait: turns.append(task))
    return bus, heard, turns


def test_many_events_let_others_have_their_turns(busy):
    bus, heard, turns = busy
    bus.model.events = json.dumps([[number, "a", number] for number in range(1, 11)])
    assert heard == [1, 2]
    bus.complete(1, {})
    assert json.loads(bus.model.status)["heard"] == 2
    # what comes meanwhile waits behind the others, and asks for no turn of its own
    bus.model.events = json.dumps([[11, "a", 11]])
    assert heard == [1, 2]
    while turns:
        turns.pop()()
    assert heard == list(range(1, 12))
    bus.complete(2, {})
    assert json.loads(bus.model.status)["heard"] == 11


def test_what_waits_behind_an_event_that_fails_has_its_turn(busy):
    bus, heard, turns = busy

    def fail(value):
        raise RuntimeError("it can't be done")

    bus.on("bad", fail)
    with pytest.raises(RuntimeError):
        bus.model.events = json.dumps([[1, "bad", 1], [2, "a", 2]])
    assert heard == []
    turns.pop()()
    assert heard == [2]
    assert not turns


def test_more_events_than_can_wait_are_refused_with_a_word(busy):
    bus, heard, turns = busy
    count = MOST_WAITING + 30
    bus.model.events = json.dumps([[number, "a", number] for number in range(1, count + 1)])
    answer = json.loads(bus.model.answer)
    assert answer["kind"] == "refused"
    assert answer["text"].startswith("30 of your actions were left out")
    assert answer["heard"] == count
    while turns:
        turns.pop()()
    assert heard == list(range(1, MOST_WAITING + 1))
    bus.complete(1, {})
    assert json.loads(bus.model.status)["heard"] == count  # they are not sent again
    bus.model.events = json.dumps([[count + 1, "a", "next"]])
    assert heard[-1] == "next"
