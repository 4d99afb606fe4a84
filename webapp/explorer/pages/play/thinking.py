"""The win rates of the moves while a search thinks about one position, from first to last."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from explorer.schema.contract import Ints, Numbers
from mcsearch.play.match import Match

_MOST_POINTS = 160
_NUM_LINES = 3


@dataclass(frozen=True, slots=True, eq=False)
class PlayRates:
    """The win rates of a move along the playouts."""

    name: str
    rates: Annotated[np.ndarray, Numbers(4, has_unknown=True)]


@dataclass(frozen=True, slots=True, eq=False)
class PlayThinking:
    """What was thought about the present position."""

    kept: int  # playouts of the tree that was kept
    end: int
    at: Ints  # playouts
    lines: tuple[PlayRates, ...]


class Thinking:
    """What was thought about the present position, noted frame by frame.

    `kept` are the playouts that the tree had at the beginning, from the moves before.
    """

    def __init__(self) -> None:
        self.kept = 0
        self._about: Any = None
        self._points: list[tuple[int, dict[str, float]]] = []  # playouts; win rates by move

    def note(self, match: Match) -> None:
        """Look at the match's search as it is now."""
        thinker = match.thinker
        if thinker is None or match.is_over:
            self._begin(None, 0)
            return
        if self._about is not thinker.search:
            self._begin(thinker.search, thinker.playouts)
        if self._points and self._points[-1][0] == thinker.playouts:
            return
        rates = {value.name: value.win_rate for value in match.values() if value.visits}
        if rates:
            self._points.append((thinker.playouts, rates))
        if len(self._points) > _MOST_POINTS:
            self._points = [*self._points[:-1:2], self._points[-1]]

    def _begin(self, search: Any, playouts: int) -> None:
        self._about = search
        self._points = []
        self.kept = playouts

    def shown(self, match: Match, player: int) -> PlayThinking | None:
        """The win rates of a player along the playouts, of the moves with the most visits now."""
        thinker = match.thinker
        if thinker is None or match.is_over or not self._points:
            return None
        values = sorted(match.values(), key=lambda value: -value.visits)
        names = [value.name for value in values[:_NUM_LINES] if value.visits]
        turned = match.player != player

        def rates_of(name: str) -> np.ndarray:
            rates = np.array([rates.get(name, math.nan) for _, rates in self._points])
            return 1.0 - rates if turned else rates

        return PlayThinking(
            kept=self.kept,
            end=max(thinker.limit.playouts, self._points[-1][0]),
            at=np.array([playouts for playouts, _ in self._points]),
            lines=tuple(PlayRates(name, rates_of(name)) for name in names),
        )
