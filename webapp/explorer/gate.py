"""The gate between the session and the screen: never more frames under way than it can draw.

Without it frames pile up on the way to the browser and a pause click is drawn a second later.
"""

from __future__ import annotations

FRAMES_IN_FLIGHT = 2
PATIENCE_SECONDS = 1.0  # a hidden tab paints nothing; without a time-out it would stop for good


class FrameGate:
    """Counts frames sent and frames painted."""

    def __init__(self) -> None:
        self._sent = 0
        self._painted = 0
        self._last_sent = 0.0

    def is_open(self, now: float) -> bool:
        """Whether another frame may be sent at `now` (seconds)."""
        if self._sent - self._painted < FRAMES_IN_FLIGHT:
            return True
        return now - self._last_sent >= PATIENCE_SECONDS

    def send(self, now: float) -> int:
        """Note that a frame is sent and return its number."""
        self._sent += 1
        self._last_sent = now
        return self._sent

    def painted(self, frame: int) -> None:
        """Note that this frame, and with it every earlier one, is on the screen."""
        self._painted = max(self._painted, min(frame, self._sent))
