"""A position as plain values for scripts: what lies on its board, or its own picture."""

from __future__ import annotations

from typing import Any, NewType

from explorer.cards.board.frame import BoardFrame, show_position
from explorer.game.positions import NOTHING
from explorer.look.plain import plain_cells

PlainPosition = NewType("PlainPosition", dict[str, Any])
"""As `plain.d.ts` has it: its cells have few of the fields that one may have."""


def plain_position(frame: BoardFrame) -> PlainPosition:
    """What lies on the board, in the order of its cells."""
    return PlainPosition(
        {
            **plain_cells(frame.cells, frame.values, frame.svg, frame.text),
            "last": frame.last_cell,
            "ending": list(frame.ending_cells),
            "forbidden": list(frame.forbidden_cells),
        }
    )


def plain_own(state: Any) -> PlainPosition:
    """What a position of a person's own game shows, alone."""
    return plain_position(show_position(state, meant=NOTHING, ending_cells=()))
