"""The races that the page knows by name, and what a race of a game begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explorer.pages.race.setup import Setup
from mcsearch import Recipe
from mcsearch.recipe import GAMES
from mcsearch.runs.race import Equal, usual_size
from mcsearch.runs.statistics.sprt import Sprt


@dataclass(frozen=True)
class NamedRace:
    """A race to begin with."""

    name: str
    title: str
    setup: Setup


_PLAIN = {"scoring": "plain"}

RACES = {
    race.name: race
    for race in (
        NamedRace(
            "four-searches",
            "Four searches on SameGame",
            Setup(
                "samegame",
                (
                    "spmcts-uct",
                    "spmcts-selectivity",
                    "nmcs:policy=tabu-color-random",
                    "nrpa:tabu_bias=-4",
                ),
                Equal("iterations", 10_000),
                _PLAIN,
            ),
        ),
        NamedRace(
            "playouts",
            "What do smarter playouts give?",
            Setup(
                "samegame",
                ("spmcts-uct-random", "spmcts-uct-tabu-random", "spmcts-uct"),
                Equal("iterations", 10_000),
                _PLAIN,
            ),
        ),
        NamedRace(
            "memory",
            "Does NMCS need its memory?",
            Setup(
                "samegame",
                ("nmcs:memory=off,label=without memory", "nmcs:label=with memory"),
                Equal("iterations", 10_000),
                _PLAIN,
            ),
        ),
        NamedRace(
            "solver",
            "Is the solver worth it?",
            Setup(
                "connect4",
                ("uct-robust:label=UCT", "uct-robust:solver=on,label=UCT with solver"),
                Equal("iterations", 1000),
                sprt=Sprt(0, 50),
            ),
        ),
        NamedRace(
            "traps",
            "The solver against Yavalath's traps",
            Setup(
                "yavalath",
                ("uct:label=UCT", "uct:solver=on,label=UCT with solver"),
                Equal("iterations", 1000),
                sprt=Sprt(0, 50),
            ),
        ),
        NamedRace(
            "noughts",
            "More playouts at Tic-Tac-Toe",
            Setup(
                "tictactoe",
                ("uct:exploration=0.1,label=UCT with C 0.1", "tictactoe-uct:label=UCT with C 1.41"),
                Equal("iterations", 200),
                sprt=Sprt(0, 50),
            ),
        ),
    )
}
FIRST = "four-searches"


def race_for(game: str, own: Recipe | None = None) -> Setup:
    """The race to begin a game with; `own` is a recipe of it where it is one of people's own."""
    if own is not None:
        return _race_for_own(own)
    for race in RACES.values():
        if race.setup.game == game:
            return race.setup
    if GAMES[game].has_chance:
        pair = ("uct:label=UCT", "uct:exploration=0.1,label=UCT with C 0.1")
        fields: Any = {"board_seeds": "1-4", "size": usual_size(GAMES[game]), "seeds": "1-2"}
        return Setup(game, pair, Equal("iterations", 50), **fields)
    if GAMES[game].searched_as == 1:
        return Setup(game, ("spmcts", "nmcs"), Equal("iterations", 10_000))
    return Setup(game, ("uct", "uct:solver=on"), Equal("iterations", 1000), sprt=Sprt(0, 50))


def _race_for_own(own: Recipe) -> Setup:
    """Of fewer playouts: they are made by Python."""
    if own.record.num_players == 1:
        return Setup(own.game, ("spmcts", "nmcs"), Equal("iterations", 1000), own=own)
    # with another constant, and not with a solver, which not every such game may have
    pair = ("uct:label=UCT", "uct:exploration=0.3,label=UCT with C 0.3")
    return Setup(own.game, pair, Equal("iterations", 200), pairs=50, sprt=Sprt(0, 50), own=own)


def name_of(setup: Setup) -> str:
    """The name of the race, "" for one of the visitor's own."""
    return next((race.name for race in RACES.values() if race.setup == setup), "")
