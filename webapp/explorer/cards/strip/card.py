"""The strip alone: a line of moves as small boards."""

from __future__ import annotations

from typing import Any

from explorer.cards.strip.frame import build_strip
from explorer.cards.strip.view import StripView
from explorer.look.boards import is_drawn
from explorer.look.figure_card import FigureCard
from explorer.look.palette import LIGHT
from explorer.moment.detail import slots_in
from explorer.moment.gather import gather
from mcsearch.problem.numbered import in_numbers

WIDTH = 766  # pixels


class StripCard(FigureCard):
    """Shows the playout that a search has just done, or its best sequence.

    `width` is in pixels. ValueError for a search whose positions have no boards and no pictures.
    """

    def __init__(self, search: Any, width: int = WIDTH, **params: Any) -> None:
        root = in_numbers(search).root
        if not is_drawn(root):
            name = type(getattr(search.root, "problem", search.root)).__name__
            raise ValueError(f"strip: {name} has no board to draw; give it a picture()")
        self._view = StripView(LIGHT)
        self._width = width
        super().__init__(search, self._view, self._show, **params)

    def _show(self) -> None:
        moment = gather(self.search, tuple(self.selected))
        search = moment.search
        phase = search.phase if moment.has_playout else 0
        slots, player = slots_in(self._width), search.root.to_play
        strip = build_strip(moment.line, phase, moment.move, False, player, slots, moment.cut)
        self._view.show(strip, self._width)
