"""Gives the memory of visitors who have left back to the system.

Python has freed it then, but the C library keeps what lies between pieces that are still in use:
a server of many visitors would hold for good what they had needed together.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from bokeh.document import Document

REST_SECONDS = 12.0
"""From the latest leaving on: Panel collects the garbage after five seconds, or of ten."""

_planned: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.TimerHandle] = WeakKeyDictionary()


@functools.cache
def trimmer() -> Callable[[int], int] | None:
    """What gives freed memory back, given how many bytes to keep; None where nothing does."""
    import ctypes  # which no browser needs

    try:
        trim = ctypes.CDLL(None).malloc_trim  # of the GNU C library
    except (OSError, AttributeError, TypeError):
        return None
    trim.argtypes, trim.restype = [ctypes.c_size_t], ctypes.c_int
    return trim


def give_back_after(document: Document) -> None:
    """Some time after this document's visitor has left, and nobody else has since."""
    trim = trimmer()
    if trim is None:
        return

    def plan(session_context: Any) -> None:
        loop = asyncio.get_running_loop()
        if loop in _planned:
            _planned[loop].cancel()
        # in a thread: it takes a while, and Python is not needed for it
        _planned[loop] = loop.call_later(REST_SECONDS, loop.run_in_executor, None, trim, 0)

    document.on_session_destroyed(plan)
