"""Five strengths with names, from one that sees one move to all that the search can do.

A level is a number of playouts a move and how they are made, both fixed, so that it plays alike on
every machine. `tests/core/play/measure_levels.py` plays each against the one below it; in a game of
a person's own nobody has measured them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mcsearch.engine.parameter import Value
from mcsearch.engine.wording import spaced
from mcsearch.numerics.rng import Rng
from mcsearch.recipe import Recipe, choose

_PLIES_SEEN = 500  # of random play in a person's own game
_MOST_ANSWERED = 64
"""Actions at the start of a person's game up to which every answer to each is tried: those of a
thousand are a million calls a node."""
_NODES = 20_000  # more than the playouts add; a game keeps several trees

_Strength = tuple[int, Mapping[str, Value]]  # playouts a move, and parameters of UCT


@dataclass(frozen=True)
class Level:
    """A strength; `of_game` has another one for the games where it would be another level.

    With `one_ply` the tree has room for the moves of a position and for nothing beyond. `of_own` is
    the strength in a person's own game, whose code is slower than the engine's.
    """

    name: str
    title: str
    strength: _Strength
    of_game: Mapping[str, _Strength] = field(default_factory=dict)
    one_ply: bool = False
    of_own: _Strength | None = None

    def recipe(self, game: str, seed: int = 0, own: Recipe | None = None) -> Recipe:
        """The level's search of a game for two players; its iterations are the playouts a move.

        `own` is any recipe of a person's own game, which no name finds.
        """
        if own is not None:
            return self._recipe_of_own(own, seed)
        playouts, given = self.of_game.get(game, self.strength)
        parameters: dict[str, Value] = {"nodes": _NODES, **given, "iterations": playouts}
        if self.one_ply:
            parameters["nodes"] = 1 + Recipe(game).start().max_actions
        return Recipe(game, "", "uct", parameters, seed)

    def _recipe_of_own(self, own: Recipe, seed: int) -> Recipe:
        state = own.start()
        playouts, given = self.of_own or self.strength
        parameters: dict[str, Value] = {"nodes": _NODES, **given, "iterations": playouts}
        if state.has_chance:  # where a player may act twice in turn, nothing is proven
            for name in ("solver", "decisive"):
                parameters.pop(name, None)
        elif len(state.legal_actions()) > _MOST_ANSWERED:
            parameters.pop("decisive", None)
        if self.one_ply:
            parameters["nodes"] = 1 + _num_actions(state)
        return own.replace(search="uct", parameters=parameters, seed=seed)

    def about(self, game: str, own: Recipe | None = None) -> str:
        """What the level does in a game, in words."""
        values = self.recipe(game, own=own).values
        tree = "a tree of one ply" if self.one_ply else "UCT"
        said = [f"{tree} with {spaced(int(values['iterations']))} playouts a move"]
        if values["decisive"]:
            said.append("takes wins and blocks losses in the tree")
        if values["policy"] == "decisive":
            said.append("and in its playouts")
        if values["solver"]:
            said.append("proves wins and losses")
        return ", ".join(said)


# in NoGo moves run out one by one, in Othello games end only at their end: looking two plies ahead
# is slow there
_NOT_DECISIVE = ("nogo", "othello")

# Tic-Tac-Toe is so small that a tree with decisive moves knows nearly all of it
LEVELS = {
    level.name: level
    for level in (
        Level("first", "sees one move", (20, {}), {"tictactoe": (3, {})}, one_ply=True),
        Level("light", "looks around", (80, {}), {"tictactoe": (6, {})}),
        Level(
            "medium",
            "thinks ahead",
            (400, {"decisive": True}),
            {"tictactoe": (10, {}), **dict.fromkeys(_NOT_DECISIVE, (400, {}))},
        ),
        Level(
            "strong",
            "plays well",
            (2_500, {"decisive": True, "solver": True}),
            {
                "tictactoe": (24, {}),
                **dict.fromkeys(_NOT_DECISIVE, (2_500, {"solver": True})),
            },
        ),
        Level(
            "full",
            "full strength",
            (50_000, {"decisive": True, "solver": True, "policy": "decisive", "nodes": 100_000}),
            dict.fromkeys(_NOT_DECISIVE, (50_000, {"solver": True, "nodes": 100_000})),
            of_own=(10_000, {"decisive": True, "solver": True}),
        ),
    )
}


def _num_actions(state: Any) -> int:
    """How many actions a position has; where chance acts the most that random play from it finds.

    There the beginning may be chance's, whose outcomes need room, or no choice at all.
    """
    rng, most, plies = Rng(), len(state.legal_actions()), 0
    if not state.has_chance:
        return most
    while plies < _PLIES_SEEN:
        line = state
        while not line.is_terminal() and plies < _PLIES_SEEN:
            plies += 1
            actions = line.legal_actions()
            if line.is_chance:
                line = line.play(line.drawn_outcome(rng))
                continue
            most = max(most, len(actions))
            line = line.play(actions[rng.draws(len(actions), 1)[0]])
        plies += 1
    return most


def find_level(name: str) -> Level:
    """The level of a name; RecipeError when there is none."""
    choose("level", name, LEVELS)
    return LEVELS[name]
