"""What a game is played on: the game, its own parameters and the position it begins from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcsearch.engine.parameter import RecipeError, Value
from mcsearch.recipe import GAMES, Recipe, choose


@dataclass(frozen=True)
class Setting:
    """A game, a position's text ("" for the game's default) and values of the game's parameters.

    Everything is checked at once: RecipeError names the value, the place and the remedy.
    """

    game: str
    position: str = ""
    parameters: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        choose("game", self.game, GAMES)
        own = [parameter.name for parameter in GAMES[self.game].parameters]
        for name in self.parameters:
            if name not in own:
                takes = f"it takes {', '.join(own)}" if own else "it takes none"
                raise RecipeError(f"{self.game}: {name!r} is no parameter of the game; {takes}")
        recipe = Recipe(self.game, self.position, parameters=self.parameters)
        given = {name: recipe.parameters[name] for name in self.parameters}
        object.__setattr__(self, "parameters", given)
        if "\n" in self.position.strip():
            object.__setattr__(self, "position", str(recipe.start()))

    def __hash__(self) -> int:
        return hash((self.game, self.position, tuple(sorted(self.parameters.items()))))

    @property
    def title(self) -> str:
        """The game's name as a person says it."""
        return str(GAMES[self.game].title)

    @property
    def num_players(self) -> int:
        return int(GAMES[self.game].num_players)

    def start(self) -> Any:
        """The state that the game begins from."""
        return Recipe(self.game, self.position, parameters=self.parameters).start()

    def recipe_for(self, recipe: Recipe) -> Recipe:
        """A search's recipe with this game's position and parameters; or RecipeError."""
        if recipe.game != self.game:
            raise RecipeError(
                f"search: its recipe plays {recipe.game}, the game is {self.game}; "
                f"give a recipe of {self.game}"
            )
        own = {parameter.name for parameter in GAMES[self.game].parameters}
        others = {name: value for name, value in recipe.parameters.items() if name not in own}
        return recipe.replace(position=self.position, parameters={**others, **self.parameters})

    @classmethod
    def of(cls, recipe: Recipe) -> Setting:
        """The setting of a recipe's game."""
        own = [parameter.name for parameter in GAMES[recipe.game].parameters]
        given = {name: recipe.parameters[name] for name in own if name in recipe.parameters}
        return cls(recipe.game, recipe.position, given)
