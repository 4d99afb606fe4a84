"""A search that its visitor steps through by the transport card, and the cards that show it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol

from explorer.moment.path import has_best, is_recorded
from explorer.moment.source import SearchSource
from explorer.moment.steps import PHASES
from explorer.session import buttons
from explorer.session.frames import make_frame
from explorer.session.player import Player, always
from explorer.session.walk import Walk
from explorer.words.narration import announce_jump, conclude, moment_title, narrate
from explorer.words.pieces import strong

_OF_PHASES = ("step-phase", "back-phase")


class Card(Protocol):
    """What draws the moments of a source."""

    def refresh(self) -> None:
        """Draw the present moment."""


class _Again:
    """Builds what a walk back begins with: the same search before its first iteration."""

    def __init__(self, search: Any) -> None:
        self._search = search

    def build(self) -> Any:
        return self._search.beginning()


class LiveSearch(Player):
    """A search of its own, which goes on from where the given one is.

    Cards are made of its `source`, a transport card of `press`, and `show` has them follow it:

        live = LiveSearch(search)
        tree, transport = TreeCard(live.source), TransportCard(live.press)
        live.show(transport, tree)

    A jump that takes long goes on by `tick`; `Line.run` of a page sees to that.
    """

    def __init__(
        self,
        search: Any,
        clock: Callable[[], float] = time.perf_counter,
        screen_ready: Callable[[float], bool] = always,
    ) -> None:
        self.error: Exception | None = None
        """What the latest press has ended with, of a person's problem."""
        super().__init__(Walk(_Again(search), search.copy()), clock, screen_ready)
        self.source = SearchSource(self.search)
        self.end = max(int(search.values["iterations"]), search.iterations)
        """The last iteration that can be jumped to."""

    def press(self, name: str, value: Any = None) -> None:
        """Do what the button of this name does; what is no number is refused as by `finite`."""
        self.error = None
        self.visit(self._clock())
        commands = {
            **buttons.commands(self),
            "stop": self.pause,
            "run-on": lambda: self.run_on(buttons.whole(value, 0, self.end)),
            "jump": lambda: self.jump_to(buttons.whole(value, 0, self.end)),
        }
        if name in commands:
            commands[name]()

    def fail(self, error: Exception) -> None:
        self._halt()
        self.error = error
        self._changed()

    def _fell_asleep(self) -> None:
        self._changed()

    def show(self, transport: Any, *cards: Card) -> None:
        """Tell a transport card of every change, and have the cards draw every moment.

        The cards stay as they are while a jump is on its way.
        """

        def follow() -> None:
            self.source.search = self.search
            if self.jump is None:
                for card in cards:
                    card.refresh()
            transport.param.update(**self._told())

        self.watch(follow)
        follow()

    def _told(self) -> dict[str, Any]:
        """The parameters of a transport card at this moment."""
        search, jump = self.search, self.jump
        if jump is not None:
            sentence = announce_jump(jump.walk.search, jump.label, jump.progress)
            return {"sentence": _plain(sentence), "progress": jump.progress or 0.0}
        frame = make_frame(search, max_rows=0)
        if self.error is not None:
            what = str(self.error) or type(self.error).__name__
            sentence = [strong(f"The search has stopped with an error: {what}")]
        else:
            sentence = (conclude if search.stopped else narrate)(search, frame)
        disabled = buttons.disabled(self)
        return {
            "told": {
                "iteration": moment_title(search, frame.iteration),
                "phase-of": f"phase {frame.phase} of {PHASES}" if frame.phase else "",
            },
            "sentence": _plain(sentence),
            "phase": frame.phase,
            "iteration": frame.iteration,
            "end": max(self.end, frame.iteration),
            "disabled": [*disabled, *(_OF_PHASES if is_recorded(search) else ())],
            "hidden": [] if has_best(search) else ["next-best"],
            "moment": self.steps,
            "progress": None,
        }


def _plain(sentence: list[tuple[str, str]]) -> list[list[str]]:
    return [list(piece) for piece in sentence]
