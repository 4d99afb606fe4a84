"""How much processor time has been spent, whatever else the machine does."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable


def processor_clock(platform: str) -> Callable[[], float]:
    """What counts this thread's seconds of computing; in a browser it counts those that pass.

    A web worker's clock of processor time ends after 2**31 microseconds, 36 minutes, in an error.
    """
    if platform == "emscripten":
        return time.perf_counter
    # not every system counts the processor time of a thread
    clock: Callable[[], float] = getattr(time, "thread_time", time.process_time)
    return clock


processor_seconds = processor_clock(sys.platform)
"""Seconds of computing since some moment."""
