"""The table of scores alone: why a search selects which child, term by term."""

from __future__ import annotations

from typing import Any

from explorer.cards.why.frame import build_why
from explorer.cards.why.view import WhyView
from explorer.look.figure_card import FigureCard
from explorer.moment.focus import Focus, Part
from explorer.moment.source import source_of

HEIGHT = 320  # pixels


class WhyCard(FigureCard):
    """Shows the children of the selected node with their scores, and the formula in numbers.

    `max_rows` children at most: the best by score, and the chosen one; `height` is in pixels.
    """

    def __init__(self, shown: Any, max_rows: int = 5, height: int = HEIGHT, **params: Any) -> None:
        self._view = WhyView()
        self._view.root.param.update(sizing_mode="stretch_width", height=height)
        self._max_rows = max_rows
        super().__init__(source_of(shown), self._view, self._show, **params)

    def _show(self) -> None:
        focus = Focus(selected=tuple(self.selected), parts=frozenset({Part.SCORES}))
        self._view.show(build_why(self.source.moment(focus), self._max_rows))
