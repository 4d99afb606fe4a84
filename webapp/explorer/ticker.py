"""The clock that moves the session: on the server a callback of the document, in Pyodide a task."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Any

from bokeh.document import Document

IN_BROWSER = sys.platform == "emscripten"

SERVED_SECONDS = 0.040  # 25 frames a second: every frame crosses the network
BROWSER_SECONDS = 0.016
_REST_SECONDS = 0.002  # between two slices, for the clicks that wait


class Ticker:
    """Calls `callback(now)` again and again while it runs."""

    def __init__(self, document: Document, callback: Callable[[float], Any]) -> None:
        self._document = document
        self._callback = callback
        self._handle: Any = None

    def set_running(self, running: bool) -> None:
        if running and self._handle is None:
            self._start()
        elif not running and self._handle is not None:
            self._stop()

    def _start(self) -> None:
        if IN_BROWSER:
            self._handle = asyncio.get_running_loop().create_task(self._repeat())
        else:
            self._handle = self._document.add_periodic_callback(
                lambda: self._callback(time.perf_counter()), round(1000 * SERVED_SECONDS)
            )

    def _stop(self) -> None:
        if IN_BROWSER:
            self._handle.cancel()
        else:
            self._document.remove_periodic_callback(self._handle)
        self._handle = None

    async def _repeat(self) -> None:
        while True:
            start = time.perf_counter()
            self._callback(start)
            spent = time.perf_counter() - start
            await asyncio.sleep(max(_REST_SECONDS, BROWSER_SECONDS - spent))
