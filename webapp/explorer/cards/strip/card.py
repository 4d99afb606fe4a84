"""The strip alone: a line of moves as small boards."""

from __future__ import annotations

from typing import Any

from explorer.cards.strip.frame import build_strip
from explorer.cards.strip.view import StripView
from explorer.look.boards import is_drawn
from explorer.look.figure_card import FigureCard
from explorer.look.palette import LIGHT
from explorer.moment.detail import slots_in
from explorer.moment.focus import Focus
from explorer.moment.source import source_of

WIDTH = 766  # pixels


class StripCard(FigureCard):
    """Shows the playout that a search has just done, or its best sequence.

    `width` is in pixels. ValueError for a search whose positions have no boards and no pictures.
    """

    def __init__(self, shown: Any, width: int = WIDTH, **params: Any) -> None:
        source = source_of(shown)
        if not is_drawn(source.root):
            raise ValueError(f"strip: {source.game} has no board to draw; give it a picture()")
        self._view = StripView(LIGHT)
        self._width = width
        super().__init__(source, self._view, self._show, **params)

    def _show(self) -> None:
        focus = Focus(selected=tuple(self.selected), parts=frozenset())
        strip = build_strip(self.source.moment(focus), slots_in(self._width))
        self._view.show(strip, self._width)
