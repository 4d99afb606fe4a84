"""The Results page: the stored tables, and their runs on their way into Explore."""

from __future__ import annotations

import functools
from typing import Any

from explorer.pages.page import Line, Page
from explorer.pages.results import runs, tables
from explorer.schema.pack import plain
from explorer.session.browser import QueryAnswer, RefusedAnswer
from mcsearch import RecipeError


class Results(Page):
    """The tables are in the document; only a run that is opened needs Python."""

    name = "results"
    title = "Results"
    order = 50

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        line.on("open-result", self._open)
        line.on("open-best", self._open_best)

    def _open(self, names: dict[str, Any]) -> None:
        try:
            place, note = runs.run_of(names)
        except RecipeError as error:
            self.line.answer(RefusedAnswer(str(error)))
            return
        self.line.hand_over("explore", place, note)

    def _open_best(self, names: dict[str, Any]) -> None:
        try:
            self.line.answer(QueryAnswer(runs.best_of(names), "best"))
        except RecipeError as error:
            self.line.answer(RefusedAnswer(str(error)))

    @staticmethod
    @functools.cache
    def stored() -> dict[str, Any]:
        """What every document gets; called when it is written, never by Python in a browser."""
        return plain(tables.stored().for_browser())
