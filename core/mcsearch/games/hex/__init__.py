"""Hex: its cells and its positions; the package exports its ``GAME``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcsearch.engine.parameter import Parameter
from mcsearch.games import PIE_RULE, Game
from mcsearch.games.hex.cells import MAX_SIDE, MIN_SIDE
from mcsearch.games.hex.state import Hex
from mcsearch.games.move_text import position_and_mover

__all__ = ["GAME"]


def start(position: str, values: Mapping[str, Any]) -> Hex:
    """The state of a position's text; or RecipeError.

    The text is moves from the beginning, such as "d4 c5", or a drawn board as from `str`.
    """
    return position_and_mover("hex", Hex(values["side"], values["pie_rule"]), position)


GAME = Game(
    name="hex",
    title="Hex",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="the moves played, such as d4 c5, or rows of x, o and '.', the top one first, "
    "and who moves",
    source="Piet Hein (1942), John Nash (1948)",
    start=start,
    mirrors="turn",
    rules="Players take turns to put a stone on a free cell: crosses begin and join the left side "
    "of the board with the right, rings the top with the bottom. "
    "Whoever has joined both own sides by an unbroken chain of stones wins; a full board always "
    "has such a chain, so there is no draw. "
    "By the pie rule, where it is on, the second player may take over the first stone, mirrored so "
    "that it is worth as much, instead of playing.",
    parameters=(
        Parameter("side", "int", 7, "Side", "cells along a side", MIN_SIDE, MAX_SIDE),
        PIE_RULE,
    ),
)
