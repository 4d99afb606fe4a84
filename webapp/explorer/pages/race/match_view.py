"""Two players: the moment of a match as plain numbers and texts."""

from __future__ import annotations

from typing import Any

from explorer.pages.race.contest import Contest
from mcsearch import Recipe


class MatchView:
    """What is shown of a match: the game on the board, and all that has been counted."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest

    def look_at(self, number: int) -> None:
        """"""

    def review_query(self, number: int) -> str:
        return ""

    def recipe(self) -> Recipe:
        raise NotImplementedError

    def plain(self, names: list[str]) -> dict[str, Any]:
        return {}

    def games(self) -> dict[str, Any]:
        return {}
