"""How fast a search of a game thinks: at its full speed, or so slowly that one sees it think."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from explorer.look.boards import has_own_picture, put_cells
from mcsearch.engine.search import BACKPROPAGATION, SIMULATION, TREE
from mcsearch.play.match import Match
from mcsearch.play.thinker import Thinker

PACES = (1.0, 2.0, 5.0, 20.0, 100.0, 1_000.0, math.inf)
"""Playouts a second, of the slider; the last one is real time."""
PHASED = 5.0
"""Up to so many playouts a second each of the four phases is shown."""
_PHASES = 4
_CATCH_UP_SECONDS = 0.25  # of a slow frame, or a page that was away


@dataclass(frozen=True, slots=True)
class PlayPlayout:
    """The stones of the playout under way: of the path, and those that have fallen after it."""

    phase: int
    places: tuple[tuple[int, int, bool], ...]  # cell, player, whether of the tree; as played
    ms: int  # that a phase is on the screen


@dataclass
class SlowMotion:
    """Doles out a search's phases by the clock. `pace`: playouts a second, inf for real time."""

    pace: float = math.inf
    _last: float = 0.0
    _credit: float = 0.0  # phases that the pace allows and that are not done yet
    _due: int = 0  # phases to be done in this slice
    _elapsed: float = 0.0  # seconds since the slice before

    @property
    def is_on(self) -> bool:
        return not math.isinf(self.pace)

    @property
    def shows_phases(self) -> bool:
        return self.pace <= PHASED

    @property
    def phase_ms(self) -> float:
        """How long a phase is on the screen."""
        return 1000.0 / (_PHASES * self.pace)

    def set(self, pace: float) -> None:
        """The nearest pace of the slider; not a number is real time."""
        pace = math.inf if math.isnan(pace) else pace
        slow = [each for each in PACES if each <= max(pace, PACES[0])]
        self.pace = slow[-1]
        self._credit = 0.0

    def begin(self, now: float) -> bool:
        """Whether anything is due at `now` (seconds)."""
        passed = min(max(0.0, now - self._last), _CATCH_UP_SECONDS)
        self._elapsed += passed
        self._credit += passed * self.pace * _PHASES
        self._last = now
        self._due = int(self._credit)
        self._credit -= self._due
        return self._due > 0

    def run(self, thinker: Thinker, seconds: float) -> None:
        """The phases that are due, for at most so many seconds."""
        search = thinker.search
        thinker.spent_seconds += self._elapsed
        self._elapsed = 0.0
        if self.shows_phases and TREE in search.shows:
            for _ in range(self._due):
                search.advance()
        else:
            # less than one playout is put back
            count, left = divmod(self._due, _PHASES)
            self._credit += left
            if count:
                search.run(count, seconds)


def finish(match: Match) -> None:
    """Do what is left of a playout that is shown phase by phase, before anything else happens."""
    thinker = match.thinker
    if thinker is None or match.is_over:
        return
    search = thinker.search
    while getattr(search, "phase", 0) not in (0, BACKPROPAGATION) and not search.stopped:
        search.advance()


def playout_shown(match: Match, search: Any, motion: SlowMotion) -> PlayPlayout | None:
    """The playout under way; None where nothing is shown phase by phase."""
    is_shown = motion.shows_phases and not has_own_picture(match.state)
    if not is_shown or not getattr(search, "phase", 0):
        return None
    actions = list(search.path_actions)
    num_path = len(actions)
    if search.phase >= SIMULATION:
        actions += search.playout_actions
    state, places = match.state, []
    for ply, action in enumerate(actions):
        for cell in put_cells(state, action):
            places.append((cell, int(state.to_play), ply < num_path))
        state = state.play(action)
    return PlayPlayout(search.phase, tuple(places), round(motion.phase_ms))
