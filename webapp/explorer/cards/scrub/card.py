"""The course of the scores alone, as far as it has been seen."""

from __future__ import annotations

from typing import Any

from explorer.cards.scrub.view import ScrubView
from explorer.look.figure_card import FigureCard
from explorer.moment.course import Course


class ScrubCard(FigureCard):
    """Shows how the best and the mean score of a search went: a sample at every `refresh`.

    For one player every new best is known to its iteration, also between two samples.
    """

    def __init__(self, search: Any, **params: Any) -> None:
        self._view = ScrubView()
        self._course = Course()
        super().__init__(search, self._view, self._show, **params)

    def _show(self) -> None:
        search = self.search
        self._course.note(search)
        self._view.show(self._course.history(search))
