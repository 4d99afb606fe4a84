"""The clock goes on whatever a slice of the search does."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from bokeh.document import Document

from explorer.session.session import Session
from explorer.shell import ticker
from explorer.shell.ticker import Ticker


class BrokenError(Exception):
    pass


@pytest.fixture(params=[True, False], ids=["browser", "served"])
def in_browser(request, monkeypatch):
    monkeypatch.setattr(ticker, "IN_BROWSER", request.param)
    return request.param


def run(clockwork, in_browser, seconds):
    """Let the clock work for a while, as the browser's loop or the server's callback does it."""

    async def work():
        if in_browser:
            task = asyncio.ensure_future(clockwork._repeat())
            await asyncio.sleep(seconds)
            assert not task.done()
            task.cancel()
        else:
            for _ in range(3):
                await clockwork._serve()

    # a thread of its own: the browser of other tests has a loop in this one
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


def test_an_error_in_a_slice_is_told_and_the_clock_goes_on(in_browser):
    session = Session("spmcts-uct")
    clockwork = Ticker(session)
    clockwork.start(Document())
    session.play()
    advance = session._walk.advance

    def fail(*arguments):
        raise BrokenError("no such move")

    session._walk.advance = fail
    session.set_speed(1_000_000)
    run(clockwork, in_browser, 0.2)
    assert not session.busy
    assert session.message.is_error
    assert "no such move" in session.message.text
    session._walk.advance = advance
    session.play()
    run(clockwork, in_browser, 0.2)
    assert session.steps > 0


def test_an_error_in_a_picture_does_not_end_the_clock(in_browser):
    session = Session("spmcts-uct")
    clockwork = Ticker(session)
    clockwork.start(Document())
    session.set_speed(1_000_000)
    session.play()
    fails = [True]

    def draw():
        if fails:
            raise BrokenError("no such cell")

    session.watch(draw)
    run(clockwork, in_browser, 0.2)
    assert not session.busy
    fails.clear()
    steps = session.steps
    session.play()
    run(clockwork, in_browser, 0.2)
    assert session.steps > steps


def test_a_search_whose_visitor_has_left_waits(monkeypatch):
    monkeypatch.setattr(ticker, "IN_BROWSER", False)
    line = SimpleNamespace(connection_count=0)
    document = Document()
    context = SimpleNamespace(session=line)
    document._session_context = lambda: context
    session = Session("spmcts-uct")
    clockwork = Ticker(session)
    clockwork.start(document)
    session.set_speed(1_000_000)
    session.play()
    run(clockwork, False, 0.2)
    assert session.busy
    assert session.steps == 0
    line.connection_count = 1
    run(clockwork, False, 0.2)
    assert session.steps > 0
