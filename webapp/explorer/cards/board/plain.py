"""A position as plain values for scripts: what lies on its board, or its own picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explorer.cards.board.frame import BoardFrame, show_position
from explorer.game.positions import NOTHING
from explorer.look.plain import PlainCells, plain_cells


@dataclass(frozen=True, slots=True)
class PlainPosition(PlainCells):
    """A position, of which nothing else is shown."""

    last: int  # cell of the last stone, -1: unknown
    ending: tuple[int, ...]  # the cells that have ended the game
    forbidden: tuple[int, ...]  # free ones where the player to move may put nothing


def plain_position(frame: BoardFrame) -> dict[str, Any]:
    """The fields of `PlainPosition`, in the order of the board's cells."""
    return {
        **plain_cells(frame.cells, frame.values, frame.svg, frame.text),
        "last": frame.last_cell,
        "ending": tuple(frame.ending_cells),
        "forbidden": tuple(frame.forbidden_cells),
    }


def plain_own(state: Any) -> PlainPosition:
    """What a position of a person's own game shows, alone."""
    return PlainPosition(**plain_position(show_position(state, meant=NOTHING, ending_cells=())))
