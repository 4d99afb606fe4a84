"""Recipes of people's games as Play and Race take them: their positions and searches in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcsearch import Recipe
from mcsearch.engine.parameter import Value
from mcsearch.problem.numbered import NumberedState, in_numbers
from mcsearch.problem.own_recipe import ProblemRecipe
from mcsearch.searches import SEARCHES


class NumberedRecipe(ProblemRecipe):
    """The recipe of a person's problem whose actions are known by their numbers alone.

    So whoever works with the engine's games works with it, without a position as a text.
    """

    def start(self) -> NumberedState:
        return NumberedState(super().start())

    def build(self) -> Any:
        return in_numbers(super().build())

    def search_from(
        self, state: Any, values: Mapping[str, Value] | None = None, seed: int | None = None
    ) -> Any:
        return in_numbers(super().search_from(state.state, values, seed))

    def _member(self, values: Mapping[str, Any], seed: int) -> Any:
        return SEARCHES[self.search](super().start(), values, seed)

    def plain(self) -> ProblemRecipe:
        """The same recipe with the problem's own actions, for whoever asks the problem itself."""
        return ProblemRecipe(
            self.game, self.position, self.search, self.parameters, self.seed, self.own
        )


def numbered(recipe: Recipe) -> Recipe:
    """A recipe as Play and Race take it: one of the engine's games is as it is."""
    if not isinstance(recipe, ProblemRecipe) or isinstance(recipe, NumberedRecipe):
        return recipe
    return NumberedRecipe(
        recipe.game, recipe.position, recipe.search, recipe.parameters, recipe.seed, recipe.own
    )
