"""How much is drawn: the size of the card and the limits that keep a picture readable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from explorer.game.line import Actions

ENLARGED = (1.0, 2.0, 5.0)
"""By level: how much larger than the card the drawing is. 0: the whole tree, 1: near, 2: close."""

CLOSE = 2

MOST_NODES = 1_000

_SMALLEST_CARD, _LARGEST_CARD = 100, 4000  # pixels, either side

SLOTS, FEW_SLOTS = 7, 5  # boards of the strip below the tree, the end included
_WIDE = 560  # pixels, from which on there is room for all
STRIP_HEIGHT = 108.0  # pixels
THUMBNAIL = 72.0  # pixels, side of a board of the strip


def slots_in(width: float) -> int:
    """How many thumbnails a strip of this width (pixels) has room for."""
    return SLOTS if width >= _WIDE else FEW_SLOTS


def slot_centre(slot: int, width: float) -> float:
    """x of a thumbnail's centre in a strip of this width, pixels."""
    margin = 22.0 + THUMBNAIL / 2
    return margin + slot * (width - 2 * margin) / (slots_in(width) - 1)


class Opening(NamedTuple):
    """A click on a "+n" pill: the node whose children it hides, and how many are to be drawn."""

    actions: Actions
    num_children: int


@dataclass(frozen=True, slots=True)
class Detail:
    """How much is drawn into a card of this size (in pixels; the strip below the tree included)."""

    width: float = 766.0
    height: float = 624.0
    max_nodes: int = 112
    max_row: int = 19
    root_children: int = 10
    other_children: int = 5
    level: int = 0  # of ENLARGED
    wants_strip: bool = True
    most_boards: int = SLOTS  # of the strip

    def sized(self, size: Any) -> Detail:
        """For a card of another size, as a browser says it, which is not to be trusted."""
        width, height = (float(min(_LARGEST_CARD, max(_SMALLEST_CARD, int(side)))) for side in size)
        return replace(self, width=width, height=height)

    def enlarged(self) -> Detail:
        """What is drawn at the level: a larger drawing, of which the card shows a part."""
        factor = ENLARGED[self.level]
        return replace(
            self,
            width=factor * self.width,
            height=factor * self.height,
            max_nodes=min(MOST_NODES, int(factor * factor * self.max_nodes)),
            max_row=int(factor * self.max_row),
            root_children=int(factor * self.root_children),
            other_children=int(factor * self.other_children),
        )

    def has_strip(self) -> bool:
        """Whether the card has room for a strip of boards below the tree."""
        return self.wants_strip and self.width >= 440 and self.height >= 440
