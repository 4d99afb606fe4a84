"""The line between a page's script and Python: one small model, the same in both modes.

`wire.js` appends what the visitor did to `events`, each with a rising number. Python answers with
the page's pictures, a property each, and with `status` (all other words), which carries the number
of the frame; the browser acknowledges it in `painted` when the frame is on the screen. Files
travel apart from the clicks: the visitor's in `upload`; the page's, and links, in `answer`.
"""

from __future__ import annotations

import functools
import json
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import panel as pn
from bokeh.core.properties import Int, String
from bokeh.model import DataModel

from explorer.schema import pack
from explorer.session.browser import Handler, RefusedAnswer, Result
from explorer.shell import crowd
from explorer.shell.allowance import Allowance

logger = logging.getLogger(__name__)

_NOT_OURS = (ValueError, TypeError, LookupError, RecursionError)
"""What reading a text raises that the page's script has not written."""
MOST_WAITING = 500
"""Events of one visitor that wait to be handled; a page sends a tenth of that at most."""
TURN_SECONDS = 0.02
"""Of handling one visitor's events, where others wait."""


Later = Callable[[Callable[[], None], float], object]
"""Calls something soon, after so many seconds at least."""


class BusModel(DataModel):
    """What is synchronised with the browser. JSON texts: the browser sees plain values only."""

    events = String("[]")  # [[number, name, value], ...], the latest few
    painted = Int(0)
    status = String("{}")
    upload = String("")  # [number, text]
    answer = String("")  # {number, kind, ...}


@functools.cache
def model_with(pictures: tuple[str, ...]) -> type[BusModel]:
    """The model of a bus that carries these pictures."""
    if not pictures:
        return BusModel
    name = "".join(picture.capitalize() for picture in pictures)
    return type(f"{name}BusModel", (BusModel,), {picture: String("") for picture in pictures})


class Bus:
    """Hands events to the handlers of their names, every event once and in order."""

    def __init__(self, name: str = "bus", pictures: tuple[str, ...] = ()) -> None:
        self.model = model_with(pictures)(name=name)
        self.model.on_change("events", lambda attr, old, new: self._receive(new))
        self._handlers: dict[str, Handler] = {}
        self._on_any: list[Callable[[], None]] = []
        self._waiting: deque[tuple[int, str, Any]] = deque()
        self._received = 0
        self._last = 0
        self._later: Later | None = None
        self._allowance = Allowance(is_alone=crowd.is_alone)
        self._is_put_off = False
        self._answered = 0

    def on(self, name: str, handler: Handler) -> None:
        self._handlers[name] = handler

    def on_painted(self, handler: Callable[[int], None]) -> None:
        self.model.on_change("painted", lambda attr, old, new: handler(new))

    def on_any(self, handler: Callable[[], None]) -> None:
        """Call `handler` before the handler of every event."""
        self._on_any.append(handler)

    def on_upload(self, handler: Callable[[str], None]) -> None:
        """Call `handler` with the text of every file that the visitor gives."""

        def receive(attr: str, old: str, new: str) -> None:
            if new:
                try:
                    text = json.loads(new)[1]
                except _NOT_OURS:
                    self._refuse("What was given can't be read: it is no file of this page.")
                else:
                    handler(str(text))

        self.model.on_change("upload", receive)

    @contextmanager
    def together(self) -> Iterator[None]:
        """What the browser is told inside arrives in one message.

        All that it is told goes this way: Panel writes such a message at once, before what Bokeh
        has yet to write of single changes.
        """
        if pn.state.loaded:
            with pn.io.hold():
                yield
        else:
            # Panel takes it for a part of the document, which the browser may have already
            yield

    def _tell(self, **values: str) -> None:
        with self.together():
            self.model.update(**values)

    def answer(self, answer: Any) -> None:
        """Give the browser something it does not draw: a link, a file, a word about an import."""
        self._answered += 1
        # of two equal ones the browser would not hear the second without their numbers
        self._tell(answer=pack.text({"number": self._answered, **pack.packed(answer)}))

    def aside(self, work: Callable[[], Result], done: Callable[[Result], None]) -> None:
        """Call `done` with what `work` returns: at once, where nobody else waits."""
        done(work())

    def _receive(self, text: str) -> None:
        # The list carries the latest few events, not only the newest: on a busy line the browser
        # may replace an unsent value by a later one, and no click may be lost by that.
        num_refused = 0
        try:
            for number, name, value in json.loads(text):
                if number <= self._received:
                    continue
                self._received = number
                if len(self._waiting) < MOST_WAITING:
                    self._waiting.append((number, str(name), value))
                else:
                    num_refused += 1
        except _NOT_OURS:
            self._refuse("An action can't be read: it is none of this page.")
        if num_refused:
            self._refuse(
                f"{num_refused} of your actions were left out: at most {MOST_WAITING} can wait. "
                "Go on when the page has caught up."
            )
        if not self._is_put_off:
            self._work_off()

    def _refuse(self, text: str) -> None:
        self.answer(RefusedAnswer(text, self._received))

    def take_turns(self, later: Later) -> None:
        """Others wait too: after a while of handling, `later` is asked to call the rest."""
        self._later = later

    def _work_off(self) -> None:
        self._is_put_off = False
        begin = time.perf_counter()
        try:
            while self._waiting:
                if self._later is not None and time.perf_counter() - begin > TURN_SECONDS:
                    return
                self._last, name, value = self._waiting.popleft()
                self._handle(name, value)
            self._last = self._received
        finally:
            wait = self._allowance.pay(time.perf_counter() - begin)
            if self._waiting and self._later is not None:
                self._is_put_off = True
                self._later(self._work_off, wait)

    def _handle(self, name: str, value: Any) -> None:
        for note in self._on_any:
            note()
        handler = self._handlers.get(name)
        if handler is None:
            logger.warning("unknown event %r", name)
        else:
            handler(value)

    def show(self, picture: str, text: str) -> None:
        """Tell the browser what one of the pictures shows now."""
        self._tell(**{picture: text})

    def complete(self, frame: int, status: dict[str, Any]) -> None:
        """Tell the browser what to say and that a frame is complete; the last write of a frame.

        With the number of the last event that the frame answers, so that a control the visitor has
        moved on since does not jump back.
        """
        answer = {"frame": frame, "heard": self._last, **status}
        self._tell(status=pack.text(answer))
