"""The course of the scores alone, as far as it has been seen."""

from __future__ import annotations

from typing import Any

from explorer.cards.scrub.view import ScrubView
from explorer.look.figure_card import FigureCard
from explorer.moment.course import Course
from explorer.moment.source import source_of


class ScrubCard(FigureCard):
    """Shows how the best and the mean score of a search went: a sample at every `refresh`.

    For one player every new best is known to its iteration, also between two samples.
    """

    def __init__(self, shown: Any, **params: Any) -> None:
        self._view = ScrubView()
        self._course = Course()
        super().__init__(source_of(shown), self._view, self._show, **params)

    def _show(self) -> None:
        self._view.show(self.source.note(self._course))
