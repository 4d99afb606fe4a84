"""Where the moments of a card that stands alone come from."""

from __future__ import annotations

from typing import Any

from explorer.game.line import Actions
from explorer.moment.course import Course, History
from explorer.moment.focus import Focus
from explorer.moment.gather import Moment, gather
from explorer.moment.path import has_levels
from explorer.moment.steps import steps_of
from mcsearch.engine.tree import NONE
from mcsearch.problem.numbered import in_numbers


class SearchSource:
    """The moments of a search that somebody else runs: always the one at which it is now."""

    def __init__(self, search: Any) -> None:
        self.search = search
        self.name = str(search.name)
        """Of the algorithm, as a recipe has it."""
        self.game = type(getattr(search.root, "problem", search.root)).__name__
        """Name of the class that is played."""
        self.root = in_numbers(search).root
        self.has_levels = has_levels(search)

    @property
    def steps(self) -> int:
        """Phases done."""
        return steps_of(self.search)

    def moment(self, focus: Focus) -> Moment:
        """The present one."""
        return gather(self.search, focus)

    def has(self, actions: Actions) -> bool:
        """Whether a node of the tree is reached by these actions."""
        return bool(in_numbers(self.search).find(list(actions)) != NONE)

    def note(self, course: Course) -> History:
        """The course with the present moment, which it notes."""
        course.note(self.search)
        return course.history(self.search)


def source_of(shown: Any) -> Any:
    """The source of a search's moments; a source of any kind as it is."""
    return SearchSource(shown) if hasattr(shown, "advance") else shown
