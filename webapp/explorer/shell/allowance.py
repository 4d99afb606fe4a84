"""How much of a server's time one visitor's messages may take, so that the others have theirs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Generator
from typing import Any

SHARE = 0.1
"""Of a process's time, for one visitor who sends without an end."""
SAVED_SECONDS = 0.5
"""What a visitor may take at once who has not taken it before."""
LONGEST_WAIT_SECONDS = 2.0
"""Also after a message that has cost more: it may have been one that a page needs."""


def _never() -> bool:
    return False


class Allowance:
    """Fills up while its visitor is silent; who has used it up waits, unless they are alone."""

    def __init__(self, now: float | None = None, is_alone: Callable[[], bool] = _never) -> None:
        self._at = time.perf_counter() if now is None else now
        self._left = SAVED_SECONDS
        self._is_alone = is_alone

    def pay(self, seconds: float, now: float | None = None) -> float:
        """Take the seconds that something has taken; how many to wait before the next."""
        now = time.perf_counter() if now is None else now
        left = min(SAVED_SECONDS, self._left + SHARE * (now - self._at)) - seconds
        self._left = max(-SHARE * LONGEST_WAIT_SECONDS, left)
        self._at = now
        return 0.0 if self._is_alone() else max(0.0, -self._left / SHARE)

    async def spend(self, work: Coroutine[Any, Any, Any]) -> None:
        """Await the work, then as long as it has cost; at least until the others had a turn."""
        timed = _Timed(work)
        try:
            await timed
        finally:
            await asyncio.sleep(self.pay(timed.seconds))


class _Timed:
    """Awaits something and measures how long nobody else has a turn meanwhile.

    Not the processor's time: on a busy machine a process gets little of that, of which a share of
    each second could be all.
    """

    def __init__(self, work: Coroutine[Any, Any, Any]) -> None:
        self.seconds = 0.0
        self._work = work

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work
        wrong: BaseException | None = None  # it is cancelled
        while True:
            start = time.perf_counter()
            try:
                waits_for = steps.throw(wrong) if wrong else steps.send(None)
            except StopIteration:
                return
            finally:
                self.seconds += time.perf_counter() - start
            try:
                yield waits_for
            except BaseException as error:
                wrong = error
            else:
                wrong = None
