"""Five strengths with names, from one that sees one move to all that the search can do.

A level is a number of playouts a move and how they are made, both fixed, so that it plays alike on
every machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mcsearch.engine.parameter import Value
from mcsearch.play.thinker import Limit
from mcsearch.recipe import Recipe, choose

_ALL_KNOWLEDGE: dict[str, Value] = {"solver": True, "decisive": True, "policy": "decisive"}


@dataclass(frozen=True)
class Level:
    """A strength: `playouts` a move, and of some games another number in `playouts_of`.

    With `one_ply` the tree has room for the moves of a position and for nothing beyond.
    """

    name: str
    title: str
    about: str
    playouts: int
    parameters: Mapping[str, Value] = field(default_factory=dict)
    playouts_of: Mapping[str, int] = field(default_factory=dict)
    one_ply: bool = False

    def limit(self, game: str) -> Limit:
        """How long the level thinks about a move."""
        return Limit(playouts=self.playouts_of.get(game, self.playouts))

    def recipe(self, game: str, seed: int = 0) -> Recipe:
        """The level's search of a game for two players."""
        parameters = dict(self.parameters)
        if self.one_ply:
            parameters["nodes"] = 1 + Recipe(game).start().max_actions
        return Recipe(game, "", "uct", parameters, seed)


LEVELS = {
    level.name: level
    for level in (
        Level(
            "first",
            "sees one move",
            "a few playouts after each of its moves, and no tree beyond them",
            20,
            playouts_of={"tictactoe": 3},
            one_ply=True,
        ),
        Level("light", "looks around", "UCT with random playouts", 80, {}, {"tictactoe": 8}),
        Level("medium", "thinks ahead", "UCT with random playouts", 400, {}, {"tictactoe": 19}),
        Level("strong", "plays well", "UCT with random playouts", 2_500, {}, {"tictactoe": 50}),
        Level(
            "full",
            "full strength",
            "UCT that proves wins and losses, takes wins and blocks losses, in the tree and in its "
            "playouts",
            50_000,
            {**_ALL_KNOWLEDGE, "nodes": 200_000},
            {"tictactoe": 5_000},
        ),
    )
}


def find_level(name: str) -> Level:
    """The level of a name; RecipeError when there is none."""
    choose("level", name, LEVELS)
    return LEVELS[name]
