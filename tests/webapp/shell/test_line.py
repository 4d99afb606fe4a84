"""A page's line where others wait too: long work is done beside their clicks."""

import asyncio
import threading

import pytest
from bokeh.document import Document

from explorer.shell import line as module
from explorer.shell.line import Line


@pytest.fixture
def line():
    return Line("bus", (), lambda *_: None)


def test_long_work_is_done_in_another_thread_and_its_result_is_shown_in_the_documents_own(line):
    document, threads, results = Document(), [], []
    callbacks = []
    document.add_next_tick_callback = callbacks.append
    line.start(document)

    def work():
        threads.append(threading.current_thread())
        return 7

    line.aside(work, lambda result: results.append((result, threading.current_thread())))
    assert not threads
    asyncio.run(callbacks.pop()())
    assert results == [(7, threading.main_thread())]
    assert threads[0] is not threading.main_thread()


def test_where_nobody_else_waits_it_is_done_at_once(line, monkeypatch):
    monkeypatch.setattr(module, "IN_BROWSER", True)
    line.start(Document())
    results = []
    line.aside(lambda: 7, results.append)
    assert results == [7]
