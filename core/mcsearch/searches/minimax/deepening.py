"""What alpha-beta is told, and what it tells of how far it is."""

from __future__ import annotations

from typing import NamedTuple

from mcsearch.engine.parameter import Parameter

MAX_DEPTH = 255

PARAMETERS = (
    Parameter(
        "depth",
        "int",
        MAX_DEPTH,
        "Depth",
        "the last limit of the deepening, in plies; the search ends when it is done",
        low=1,
        high=MAX_DEPTH,
    ),
    Parameter(
        "first_depth",
        "int",
        1,
        "First depth",
        "the limit that the deepening begins with",
        low=1,
        high=MAX_DEPTH,
    ),
    Parameter(
        "table",
        "int",
        16,
        "Table",
        "2 to this power is the number of positions whose scores are remembered, of games that "
        "tell positions apart; 0: none",
        low=0,
        high=26,
    ),
    Parameter(
        "ordering",
        "bool",
        True,
        "Move ordering",
        "try moves that have cut off elsewhere sooner (killers and history); else, after the best "
        "move known, in the game's order",
    ),
)


class Window(NamedTuple):
    """The returns of player 0 between which a position's value matters to the positions above."""

    low: float  # what player 0 has for certain elsewhere
    high: float  # what player 1 leaves at most elsewhere


class Deepening(NamedTuple):
    """How far an alpha-beta search is."""

    completed: int  # plies of the last limit that has been searched to its end
    limit: int  # plies of the one at work
    windows: list[Window]  # of the positions along the path
    leaf: str  # what the path ends with: "end", "evaluation", "table", "" before that is known
    num_cut_offs: int
    num_table_hits: int  # leaves whose score the table had
    num_positions: int  # whose moves were listed
