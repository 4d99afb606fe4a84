"""The parameters of NRPA and GNRPA, and which of their values can be had together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcsearch.engine.limits import PLAYOUTS, RECORDED_NODES, SECONDS, TARGET
from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.searches.nested.beams import DIVERSITIES

_MAX_ENTRIES = 1 << 28  # moves to choose from that all sequences together have room for

PARAMETERS = (
    Parameter("level", "int", 3, "Level", "of nesting; 0 would be one playout", low=1, high=8),
    Parameter(
        "repeats",
        "int",
        100,
        "Repeats",
        "searches of the level below that a level makes",
        low=1,
        high=100_000,
        log=True,
    ),
    Parameter(
        "alpha",
        "float",
        1.0,
        "Learning rate",
        "step towards the best sequence in each adaptation",
        low=0.0,
        high=8.0,
    ),
    Parameter(
        "stability",
        "int",
        1,
        "Stability",
        "playouts of level 1 between two adaptations",
        low=1,
        high=1000,
    ),
    Parameter(
        "tabu",
        "bool",
        False,
        "Tabu colour",
        "moves of the most frequent colour are drawn only when there is no other",
        needs="kinds",
    ),
    Parameter(
        "tabu_size",
        "int",
        0,
        "Tabu size",
        "with the tabu colour: its groups up to this size may be drawn from a ply on; 0: none",
        low=0,
        high=100,
        needs="kinds",
    ),
    Parameter(
        "tabu_ply",
        "int",
        10,
        "Tabu ply",
        "the ply from which small groups of the tabu colour may be drawn",
        low=0,
        high=1000,
        needs="kinds",
    ),
    Parameter(
        "tabu_colours",
        "int",
        1,
        "Tabu colours",
        "with restarts: of so many of the most frequent colours every third run has the next one "
        "as tabu colour, the others have that of the best run",
        low=1,
        high=9,
        needs="kinds",
    ),
    Parameter(
        "repetitions",
        "int",
        0,
        "Repetitions",
        "a level ends when it has met its best sequence again so often; 0: never",
        low=0,
        high=100_000,
    ),
    Parameter(
        "clamp",
        "float",
        0.0,
        "Clamp",
        "the largest weight a move can have, and its negative the smallest; 0: no limit",
        low=0.0,
        high=16.0,
    ),
    Parameter(
        "bias",
        "float",
        1.0,
        "Bias",
        "what the coefficients of a game's biases begin with, but for those that have a parameter "
        "of their own; 0: none, and none are learnt",
        low=0.0,
        high=16.0,
        needs="bias",
    ),
    Parameter(
        "tabu_bias",
        "float",
        0.0,
        "Tabu bias",
        "added to the weight of moves of the most frequent colour",
        low=-16.0,
        high=16.0,
        needs="tabu",
    ),
    Parameter(
        "size_bias",
        "float",
        0.0,
        "Size bias",
        "added to the weight of a move for each tile above two, up to eight",
        low=-2.0,
        high=2.0,
        needs="size",
    ),
    Parameter(
        "beam",
        "int",
        1,
        "Beam",
        "best sequences that a level keeps, each with a policy of its own",
        low=1,
        high=32,
    ),
    Parameter(
        "beam_level",
        "int",
        1,
        "Beam level",
        "the level that keeps a beam, the others keep one sequence; 0: every level does",
        low=0,
        high=8,
    ),
    Parameter(
        "diversity",
        "choice",
        "sequences",
        "Diversity",
        "sequences: no two of a beam are equal; scores: no two have equal scores; none: any may be "
        "in it",
        choices=DIVERSITIES,
    ),
    Parameter("restarts", "bool", False, "Restarts", "begin anew when the top level has finished"),
    Parameter(
        "warm",
        "int",
        0,
        "Warm start",
        "with restarts: adaptations towards the best sequence so far that a new run begins with",
        low=0,
        high=1000,
    ),
    PLAYOUTS,
    SECONDS,
    TARGET,
    RECORDED_NODES,
)


def check(values: Mapping[str, Any], num_sequences: int, plies: int, width: int) -> None:
    """RecipeError unless a search of these values can be had.

    It keeps so many sequences of up to `plies` moves, each chosen among up to `width`.
    """
    level, beam, beam_level = values["level"], values["beam"], values["beam_level"]
    if beam > 1 and beam_level > level:
        raise RecipeError(
            f"beam_level: {beam_level} is above the highest level, {level}; "
            f"choose a level from 1 to {level}, or 0 for all"
        )
    if num_sequences * (plies + 1) * width > _MAX_ENTRIES:
        name = "beam" if beam > 1 else "level"
        raise RecipeError(
            f"{name}: {values[name]} needs too much memory for up to {plies} moves among {width}; "
            "choose a lower number or a smaller problem"
        )
