"""The strip alone: a line of moves as small boards."""

from __future__ import annotations

from typing import Any

from explorer.cards.strip.frame import build_strip
from explorer.cards.strip.view import StripView
from explorer.look.figure_card import FigureCard
from explorer.look.palette import LIGHT
from explorer.moment.gather import gather

WIDTH = 766  # pixels


class StripCard(FigureCard):
    """Shows the playout that a search has just done, or its best sequence.

    `width` is in pixels. ValueError for a search whose positions have no boards.
    """

    def __init__(self, search: Any, width: int = WIDTH, **params: Any) -> None:
        if search.root.board is None:
            raise ValueError(f"strip: {type(search.root).__name__} has no board to draw")
        self._view = StripView(LIGHT)
        self._width = width
        super().__init__(search, self._view, self._show, **params)

    def _show(self) -> None:
        moment = gather(self.search, tuple(self.selected))
        search = self.search
        phase = search.phase if moment.has_playout else 0
        strip = build_strip(moment.line, phase, moment.move, False, search.root.to_play)
        self._view.show(strip, self._width)
