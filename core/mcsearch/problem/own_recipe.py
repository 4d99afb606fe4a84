"""A recipe whose game is a person's problem, for whoever works with recipes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mcsearch.engine.problem_error import ProblemError
from mcsearch.games import Game
from mcsearch.problem import state_of
from mcsearch.recipe import Recipe, RecipeError

KIND = "problem"
"""Of such a game: what lies on its board, its own pictures say."""


def game_of(name: str, title: str, make: Callable[[], Any]) -> Game:
    """The record of the game that a problem is; `make` gives the problem that a search begins with.

    It stands in no list of games: `ProblemRecipe` carries it. ProblemError for a problem that lacks
    something.
    """
    root = state_of(make())
    averages = root.has_chance or root.num_players == 2
    rule = ("puct" if averages else "puct-range") if root.has_priors else ""
    return Game(
        name=name,
        title=title,
        num_players=root.num_players,
        has_chance=callable(getattr(root.problem, "chance_outcomes", None)),
        kind=KIND,
        has_kinds=False,
        default_position="",
        position_help="a problem begins where its class does",
        source="",
        start=lambda position, values: state_of(make()),
        default_rule=rule,
    )


@dataclass(frozen=True)
class ProblemRecipe(Recipe):
    """A recipe for the problem of `own`, by whose name it goes.

    Equal ones are of the same record: two classes of one name are two problems.
    """

    own: Game | None = field(default=None)

    def __post_init__(self) -> None:
        if self.position:
            raise RecipeError("position: a person's problem takes none; leave it out")
        try:
            super().__post_init__()
            self.build()
        except ProblemError as error:
            raise RecipeError(f"game: {error}") from None

    __hash__ = Recipe.__hash__

    @property
    def record(self) -> Game:
        if self.own is None or self.own.name != self.game:
            raise RecipeError(f"game: {self.game!r} is not its problem's name")
        return self.own


def recipe_of(own: Game, **fields: Any) -> ProblemRecipe:
    """The recipe for a problem's record, with other values in some fields."""
    return ProblemRecipe(**{"game": own.name, **fields}, own=own)
