"""The clock that moves the session: on the server turns with all others, in Pyodide a task."""

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
from explorer.shell.turns import Turns

logger = logging.getLogger(__name__)

IN_BROWSER = sys.platform == "emscripten"

SERVED_SECONDS = 0.025  # at most 40 frames a second: every frame crosses the network
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
        self._handle: Any = None  # of the task; on the server whether it takes turns
        self.due = 0.0
        """When the next frame may come, in seconds of `time.perf_counter`."""
        self._waits = False  # its last turn had nothing to do

    def start(self, document: Document) -> None:
        """From now on there is a document whose clock can be used."""
        self._document = document
        if not IN_BROWSER:
            document.on_session_destroyed(self._end)
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
            self._handle = True
            document.add_next_tick_callback(self._join)

    def _stop(self, document: Document) -> None:
        if IN_BROWSER:
            self._handle.cancel()
        else:
            document.add_next_tick_callback(self._leave)
        self._handle = None

    # -- on the server ------------------------------------------------------------------------

    def _join(self) -> None:
        if self._handle:
            Turns.here().join(self)

    def _leave(self) -> None:
        if not self._handle:
            Turns.here().leave(self)

    def _end(self, session_context: Any) -> None:
        """The visitor is gone, perhaps in the middle of a turn."""
        Turns.here().leave(self)

    def painted(self) -> None:
        """The screen has caught up: who has waited for it is asked again at once."""
        if self._waits:
            self.due = 0.0

    def begin_turn(self, share: float) -> asyncio.Future[None]:
        """Have the document work as soon as nothing else does; done when it has."""
        assert self._document is not None
        turn = asyncio.get_running_loop().create_future()
        self.due = time.perf_counter() + SERVED_SECONDS
        self._session.share = share

        async def work() -> None:
            try:
                self._waits = not await self._serve()
            finally:
                turn.set_result(None)

        callback: Any = work  # Bokeh awaits what its type does not tell
        self._document.add_next_tick_callback(callback)
        return turn

    def _is_left(self) -> bool:
        """Whether the visitor's line is closed: the search waits until it is open again."""
        context: Any = self._document and self._document.session_context
        session = getattr(context, "session", None)
        return session is not None and session.connection_count == 0

    async def _serve(self) -> bool:
        """Slices up to the next frame; the document's events wait for its end.

        Whether there was anything to do: the screen may be behind, or no phase due.
        """
        start = time.perf_counter()
        has_worked = False
        if self._is_left():
            return has_worked
        try:
            while work := self._session.begin_slice(time.perf_counter()):
                has_worked = True
                await asyncio.get_running_loop().run_in_executor(None, work)
                with set_curdoc(self._document):
                    if self._session.end_slice():
                        break
                if time.perf_counter() - start > JUMP_PATIENCE_SECONDS:
                    break
        except Exception as error:
            self._give_up(error)
        return has_worked

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
