"""The line between the page's script and Python: one small model, the same in both modes.

`client.js` appends what the visitor did to `events`, each with a rising number. Python answers with
`status` and `card` (what the page's own HTML shows) and `frame` (the number of the frame just
sent), and the client acknowledges that number in `painted` when the frame is on the screen.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from typing import Any

from bokeh.core.properties import Int, String
from bokeh.model import DataModel

logger = logging.getLogger(__name__)

Handler = Callable[[Any], None]


class BusModel(DataModel):
    """What is synchronised with the browser. JSON texts: the browser sees plain values only."""

    events = String("[]")  # [[number, name, value], ...], the latest few
    painted = Int(0)
    frame = Int(0)
    status = String("{}")
    card = String("")


class Bus:
    """Hands events to the handlers of their names, every event once and in order."""

    def __init__(self) -> None:
        self.model = BusModel(name="bus")
        self.model.on_change("events", lambda attr, old, new: self._receive(new))
        self._handlers: dict[str, Handler] = {}
        self._last = 0

    def on(self, name: str, handler: Handler) -> None:
        self._handlers[name] = handler

    def on_painted(self, handler: Callable[[int], None]) -> None:
        self.model.on_change("painted", lambda attr, old, new: handler(new))

    def _receive(self, text: str) -> None:
        # The list carries the latest few events, not only the newest: on a busy line the browser
        # may replace an unsent value by a later one, and no click may be lost by that.
        for number, name, value in json.loads(text):
            if number <= self._last:
                continue
            self._last = number
            handler = self._handlers.get(name)
            if handler is None:
                logger.warning("unknown event %r", name)
            else:
                handler(value)

    def send_card(self, card: dict[str, Any]) -> None:
        """Tell the browser what the recipe card shows now."""
        self.model.update(card=json.dumps(card, allow_nan=False))

    def send(self, frame: int, status: dict[str, Any]) -> None:
        """Tell the browser what to show and that a frame is complete; the last write of a frame."""
        self.model.update(status=json.dumps(status, allow_nan=False))
        self.model.update(frame=frame)
