"""A recipe whose search is a tree of another program, for whoever works with recipes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcsearch.check.recorded import RecordedSearch
from mcsearch.check.tree_file import PlainNode
from mcsearch.engine.parameter import Parameter, Value
from mcsearch.problem.own_recipe import ProblemRecipe, game_of

NAME = "a-tree"
"""Of the game in such recipes, files and links."""


@dataclass(frozen=True)
class TreeRecipe(ProblemRecipe):
    """Its search has no parameters, and nothing to do."""

    recorded: RecordedSearch | None = field(default=None, compare=False)

    __hash__ = ProblemRecipe.__hash__

    @property
    def algorithm(self) -> Any:
        return RecordedSearch

    @property
    def declarations(self) -> tuple[Parameter, ...]:
        return ()

    def build(self) -> Any:
        assert self.recorded is not None
        return self.recorded.beginning()

    def search_from(
        self, state: Any, values: Mapping[str, Value] | None = None, seed: int | None = None
    ) -> Any:
        return self.build()


def tree_recipe(root: PlainNode) -> TreeRecipe:
    """The recipe of a tree; equal ones are of the same object."""
    recorded = RecordedSearch([root])
    game = game_of(NAME, "A tree", lambda: recorded.root.problem)
    return TreeRecipe(game=NAME, own=game, recorded=recorded)
