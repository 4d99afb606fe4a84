"""The clock that moves the session: on the server a callback of the document, in Pyodide a task."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from typing import Any

from bokeh.document import Document
from panel.io.state import set_curdoc

from explorer.session.player import JUMP_PATIENCE_SECONDS
from explorer.session.work import Work

logger = logging.getLogger(__name__)

IN_BROWSER = sys.platform == "emscripten"

SERVED_SECONDS = 0.040  # 25 frames a second: every frame crosses the network
BROWSER_SECONDS = 0.016
_REST_SECONDS = 0.002  # between two slices, for the clicks that wait


class Ticker:
    """Lets a session work, slice by slice, while it runs.

    On the server the search itself runs in a thread: compiled code leaves Python to the other
    visitors' sessions meanwhile, and the document's own events wait for the end of the slice.
    """

    def __init__(self, session: Work) -> None:
        self._session = session
        self._document: Document | None = None
        self._handle: Any = None

    def start(self, document: Document) -> None:
        """From now on there is a document whose clock can be used."""
        self._document = document
        self.follow()

    def follow(self) -> None:
        """Run while the session is busy."""
        if self._document is None:
            return
        if self._session.busy and self._handle is None:
            self._start(self._document)
        elif not self._session.busy and self._handle is not None:
            self._stop(self._document)

    def _start(self, document: Document) -> None:
        if IN_BROWSER:
            self._handle = asyncio.get_running_loop().create_task(self._repeat())
        else:
            callback: Any = self._serve  # Bokeh awaits what its type does not tell
            self._handle = document.add_periodic_callback(callback, round(1000 * SERVED_SECONDS))

    def _stop(self, document: Document) -> None:
        if IN_BROWSER:
            self._handle.cancel()
        else:
            document.remove_periodic_callback(self._handle)
        self._handle = None

    async def _serve(self) -> None:
        """Slices up to the next frame; the document's events wait for its end."""
        start = time.perf_counter()
        try:
            while work := self._session.begin_slice(time.perf_counter()):
                await asyncio.get_running_loop().run_in_executor(None, work)
                with set_curdoc(self._document):
                    if self._session.end_slice():
                        return
                if time.perf_counter() - start > JUMP_PATIENCE_SECONDS:
                    return
        except Exception as error:
            self._give_up(error)

    async def _repeat(self) -> None:
        while True:
            start = time.perf_counter()
            try:
                self._session.tick(start)
            except Exception as error:
                self._give_up(error)
            spent = time.perf_counter() - start
            await asyncio.sleep(max(_REST_SECONDS, BROWSER_SECONDS - spent))

    def _give_up(self, error: Exception) -> None:
        """A search that fails rests, and the visitor is told; the page goes on."""
        logger.exception("a slice of the search has failed")
        with set_curdoc(self._document):
            try:
                self._session.fail(error)
            except Exception:
                logger.exception("the error can't be drawn")
