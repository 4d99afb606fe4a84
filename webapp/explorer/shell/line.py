"""A page's line: its bus, the gate before its screen and the clocks of its sessions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import panel as pn
from bokeh.document import Document
from panel.io.state import set_curdoc

from explorer.pages.page import AnyPlace
from explorer.schema.pack import packed
from explorer.session.browser import Result
from explorer.session.own_games import OwnGames
from explorer.session.work import Work
from explorer.shell.bus import Bus
from explorer.shell.gate import FrameGate
from explorer.shell.ticker import IN_BROWSER, Ticker
from explorer.shell.writes import leave_nothing_behind

IDLE_SECONDS = 900.0
"""A served search pauses when its visitor has not done anything for so long."""

HandOver = Callable[[str, AnyPlace, str], None]


class Line(Bus):
    """What `explorer.pages.page.Line` asks for; `hand_over` finds the other pages."""

    def __init__(
        self,
        name: str,
        pictures: tuple[str, ...],
        hand_over: HandOver,
        may_edit: bool = False,
        own: OwnGames | None = None,
        database: str = "",
    ) -> None:
        super().__init__(name, pictures)
        self.own = OwnGames() if own is None else own
        self.may_edit = may_edit
        self.database = database
        self.hand_over = hand_over
        self._gate = FrameGate()
        self._tickers: list[Ticker] = []
        self._document: Document | None = None
        self.on_painted(self._painted)

    def _painted(self, frame: int) -> None:
        self._gate.painted(frame, time.perf_counter())
        for ticker in self._tickers:
            ticker.painted()

    @property
    def is_served(self) -> bool:
        return not IN_BROWSER

    def is_ready(self, now: float) -> bool:
        return self._gate.is_open(now)

    @property
    def frame_seconds(self) -> float:
        return self._gate.frame_seconds

    def send(self, status: Any = None) -> None:
        told = {} if status is None else packed(status)
        self.complete(self._gate.send(time.perf_counter()), told)

    def later(self, task: Callable[[], None]) -> None:
        # messages leave when what handles an event has come to its end
        if self._document is None:
            task()
        elif self.is_served:
            self._document.add_next_tick_callback(task)
        else:
            asyncio.get_running_loop().call_soon(task)

    def when_loaded(self, task: Callable[[], None]) -> None:
        pn.state.onload(task)

    def run(self, session: Work) -> None:
        if self.is_served:
            session.patience = IDLE_SECONDS
        ticker = Ticker(session)
        self._tickers.append(ticker)
        session.watch(ticker.follow)
        self.on_any(lambda: session.visit(time.perf_counter()))
        if self._document is not None:
            ticker.start(self._document)

    def aside(self, work: Callable[[], Result], done: Callable[[Result], None]) -> None:
        if not self.is_served or self._document is None:
            super().aside(work, done)
            return

        # the document's own events wait for its end, other visitors' do not
        async def run() -> None:
            result = await asyncio.get_running_loop().run_in_executor(None, work)
            with set_curdoc(self._document):
                done(result)

        callback: Any = run  # Bokeh awaits what its type does not tell
        self._document.add_next_tick_callback(callback)

    def _soon(self, task: Callable[[], None], wait: float) -> None:
        assert self._document is not None
        if wait:
            self._document.add_timeout_callback(task, round(1000 * wait))
        else:
            self._document.add_next_tick_callback(task)

    def start(self, document: Document) -> None:
        """The document is there: its clocks may run and the browser be spoken with."""
        self._document = document
        document.add_root(self.model)
        if self.is_served:
            leave_nothing_behind()
            self.take_turns(self._soon)
        for ticker in self._tickers:
            ticker.start(document)
