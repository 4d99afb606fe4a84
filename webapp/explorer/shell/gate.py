"""The gate between the session and the screen: never more frames under way than it can draw.

Without it frames pile up on the way to the browser and a pause click is drawn a second later.
"""

from __future__ import annotations

FRAMES_IN_FLIGHT = 3  # one is drawn, one is on the way, and of one the screen's answer is
SLOW_SECONDS = 0.08  # a screen that draws longer at a frame gets the next one when it is ready
PATIENCE_SECONDS = 1.0  # a hidden tab paints nothing; without a time-out it would stop for good


class FrameGate:
    """Counts frames sent and frames painted.

    `frame_seconds`: from sending the latest of these until the screen had painted it.
    """

    def __init__(self) -> None:
        self.frame_seconds = 0.0
        self._sent = 0
        self._painted = 0
        self._sent_at: dict[int, float] = {}  # frame -> seconds, of the frames in flight
        self._last_sent = 0.0
        self._last_painted = 0.0
        self._is_slow = False

    def is_open(self, now: float) -> bool:
        """Whether another frame may be sent at `now` (seconds)."""
        limit = 1 if self._is_slow else FRAMES_IN_FLIGHT
        if self._sent - self._painted < limit:
            return True
        return now - self._last_sent >= PATIENCE_SECONDS

    def send(self, now: float) -> int:
        """Note that a frame is sent and return its number."""
        self._sent += 1
        self._last_sent = now
        self._sent_at[self._sent] = now
        return self._sent

    def painted(self, frame: int, now: float) -> None:
        """Note that this frame, and with it every earlier one, is on the screen."""
        sent_at = self._sent_at.get(frame)
        if sent_at is not None:
            self.frame_seconds = now - sent_at
            # while the frame before was drawn, this one has waited
            self._is_slow = now - max(sent_at, self._last_painted) > SLOW_SECONDS
            self._last_painted = now
        self._painted = max(self._painted, min(frame, self._sent))
        self._sent_at = {n: at for n, at in self._sent_at.items() if n > self._painted}
