"""Whose session works next, among all that one process of a server serves.

Sessions that are busy stand in a circle and work one after the other: a slice of search and its
frame. What visitors do is heard between two turns, so that a click waits for a turn or two, however
many others play.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from typing import ClassVar, Protocol
from weakref import WeakKeyDictionary

logger = logging.getLogger(__name__)

_PATIENCE_SECONDS = 0.05
"""After so long the next one begins beside a turn that is not over: its search has a thread."""
_LOOK_SECONDS = 0.01
"""At least so often it is looked who wants a turn."""
_HEARINGS = 4
"""Rounds of the event loop between two turns: a message is read in several."""
_UNHURRIED = 3
"""So many sessions search as long as they like to; more share the time that these would take."""


class Worker(Protocol):
    """What takes turns."""

    due: float
    """When its next turn may begin, in seconds of `time.perf_counter`."""

    def begin_turn(self, share: float) -> asyncio.Future[None]:
        """Work soon; done when the turn is over. share: of its usual search, above 0, at most 1."""


class Turns:
    """The circle of one event loop."""

    _circles: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, Turns]] = WeakKeyDictionary()

    def __init__(self) -> None:
        self._workers: dict[Worker, bool] = {}  # whether its turn is under way
        self._round: asyncio.Task[None] | None = None

    @classmethod
    def here(cls) -> Turns:
        """The circle of the loop that runs; RuntimeError where none does."""
        return cls._circles.setdefault(asyncio.get_running_loop(), cls())

    def join(self, worker: Worker) -> None:
        self._workers.setdefault(worker, False)
        if self._round is None or self._round.done():
            self._round = asyncio.get_running_loop().create_task(self._go_round())

    def leave(self, worker: Worker) -> None:
        self._workers.pop(worker, None)

    async def _go_round(self) -> None:
        while self._workers:
            for worker in list(self._workers):
                if self._workers.get(worker) is False and worker.due <= time.perf_counter():
                    await self._give_turn(worker)
            waiting = [worker.due for worker, works in self._workers.items() if not works]
            rest = min(waiting, default=math.inf) - time.perf_counter()
            await asyncio.sleep(min(max(rest, 0.001), _LOOK_SECONDS))

    async def _give_turn(self, worker: Worker) -> None:
        self._workers[worker] = True
        try:
            turn = worker.begin_turn(min(1.0, _UNHURRIED / len(self._workers)))
        except Exception:  # of a document that is just being given up: the others go on
            logger.exception("a session can't take its turn")
            self.leave(worker)
            return
        turn.add_done_callback(lambda _: self._take_back(worker))
        await asyncio.wait([turn], timeout=_PATIENCE_SECONDS)
        for _ in range(_HEARINGS):
            await asyncio.sleep(0)

    def _take_back(self, worker: Worker) -> None:
        if worker in self._workers:
            self._workers[worker] = False
