"""What a game is played on: the game, its own parameters and the position it begins from."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mcsearch.engine.parameter import RecipeError, Value
from mcsearch.games import Game
from mcsearch.play.dice import seed_of
from mcsearch.recipe import GAMES, Recipe, choose

MAX_DRAWS = 999_999


def draws_of(text: str) -> int:
    """The `draws` of a setting that a text says; RecipeError for what is no number of one."""
    if not text.isdecimal() or int(text[:10]) > MAX_DRAWS:
        raise RecipeError(f"draws: {text[:20]!r} is not valid; give 0 to {MAX_DRAWS}")
    return int(text)


@dataclass(frozen=True)
class Setting:
    """A game, a position's text ("" for the game's default) and values of the game's parameters.

    `own` is any recipe of a person's game, which no name finds, and which begins where its code
    does; the actions of its states must be numbers. `draws`: where chance acts, a seed of what it
    brings. Everything is checked at once: RecipeError names the value, the place and the remedy.
    """

    game: str
    position: str = ""
    parameters: Mapping[str, Value] = field(default_factory=dict)
    own: Recipe | None = None
    draws: int = 0

    def __post_init__(self) -> None:
        if self.draws and not self.record.has_chance:
            raise RecipeError(f"draws: no chance acts in {self.record.title}; leave them out")
        if not 0 <= self.draws <= MAX_DRAWS:
            raise RecipeError(f"draws: {self.draws} is not valid; give 0 to {MAX_DRAWS}")
        own = [parameter.name for parameter in self.record.parameters]
        for name in self.parameters:
            if name not in own:
                takes = f"it takes {', '.join(own)}" if own else "it takes none"
                raise RecipeError(f"{self.game}: {name!r} is no parameter of the game; {takes}")
        recipe = self.recipe()
        given = {name: recipe.parameters[name] for name in self.parameters}
        object.__setattr__(self, "parameters", given)
        if "\n" in self.position.strip():
            object.__setattr__(self, "position", str(recipe.start()))

    def __hash__(self) -> int:
        return hash((self.game, self.position, tuple(sorted(self.parameters.items())), self.draws))

    @property
    def record(self) -> Game:
        """What is known of the game; RecipeError for a name that no game has."""
        if self.own is not None:
            return self.own.record
        choose("game", self.game, GAMES)
        found: Game = GAMES[self.game]
        return found

    @property
    def title(self) -> str:
        """The game's name as a person says it."""
        return str(self.record.title)

    @property
    def num_players(self) -> int:
        return int(self.record.num_players)

    @property
    def dice(self) -> int:
        """The seed of what chance brings: of the position's text and `draws`."""
        where = self.position or self.record.default_position
        return seed_of(f"{where} draws {self.draws}" if self.draws else where)

    def redrawn(self) -> Setting:
        """The same for another game: where chance acts, and no text of a position says how."""
        if not self.record.has_chance or self.own is None:
            return self
        return replace(self, draws=1 + secrets.randbelow(MAX_DRAWS))

    def recipe(
        self, search: str = "", parameters: Mapping[str, Value] | None = None, seed: int = 0
    ) -> Recipe:
        """A recipe for this game, its position and its parameters."""
        given = {**({} if parameters is None else parameters), **self.parameters}
        if self.own is not None:
            return self.own.replace(
                position=self.position, search=search, parameters=given, seed=seed
            )
        return Recipe(self.game, self.position, search, given, seed)

    def start(self) -> Any:
        """The state that the game begins from."""
        return (self.recipe() if self.own is None else self.own).start()

    def recipe_for(self, recipe: Recipe) -> Recipe:
        """A search's recipe with this game's position and parameters; or RecipeError."""
        if recipe.game != self.game or recipe.record is not self.record:
            raise RecipeError(
                f"search: its recipe plays {recipe.game}, the game is {self.game}; "
                f"give a recipe of {self.game}"
            )
        own = {parameter.name for parameter in self.record.parameters}
        others = {name: value for name, value in recipe.parameters.items() if name not in own}
        return recipe.replace(position=self.position, parameters={**others, **self.parameters})

    def read_recipe(self, text: str) -> Recipe:
        """The recipe of a JSON text for this game; RecipeError when it is none."""
        return Recipe.from_json(text) if self.own is None else self.own.like(text)

    @classmethod
    def of(cls, recipe: Recipe) -> Setting:
        """The setting of a recipe's game."""
        names = [parameter.name for parameter in recipe.record.parameters]
        given = {name: recipe.parameters[name] for name in names if name in recipe.parameters}
        own = None if recipe.game in GAMES else recipe
        return cls(recipe.game, recipe.position, given, own)
