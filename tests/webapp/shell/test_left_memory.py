"""Memory that visitors have left behind goes back to the system."""

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from bokeh.document import Document

from explorer.shell import left_memory
from explorer.shell.left_memory import give_back_after, trimmer

PIECES = """
from explorer.shell.left_memory import trimmer

def in_use():
    with open("/proc/self/statm") as figures:
        return int(figures.read().split()[1]) * 4096

before = in_use()
pieces = [bytes(50_000) for _ in range(4_000)]
del pieces[:-1]  # the last one lies above all others
freed = in_use()
trimmer()(0)
print(freed - before, in_use() - before)
"""


def leave(document):
    context = object()
    for hook in document.session_destroyed_callbacks:
        hook(context)


@pytest.fixture
def given_back(monkeypatch):
    """How often memory was given back."""
    calls = []
    monkeypatch.setattr(left_memory, "trimmer", lambda: calls.append)
    monkeypatch.setattr(left_memory, "REST_SECONDS", 1.0)
    return calls


def test_once_for_all_who_leave_together(given_back):
    async def class_ends():
        for _ in range(5):
            document = Document()
            give_back_after(document)
            leave(document)
        await asyncio.sleep(0.02)
        assert given_back == []
        await asyncio.sleep(1.5)

    # a thread of its own: the browser of other tests has a loop in this one
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, class_ends()).result()
    assert given_back == [0]


@pytest.mark.skipif(trimmer() is None, reason="not the GNU C library, which alone can do it")
def test_what_lies_below_a_piece_in_use_goes_back():
    done = subprocess.run(
        [sys.executable, "-c", PIECES], capture_output=True, text=True, check=True
    )
    freed, trimmed = map(int, done.stdout.split())
    assert freed > 150e6, "the C library has begun to give it back by itself"
    assert trimmed < 20e6
