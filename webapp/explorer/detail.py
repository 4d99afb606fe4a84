"""How much is drawn: the size of the card and the limits that keep a picture readable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

Actions = tuple[int, ...]  # a node's name: the actions from the root to it


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
    text: bool = True  # captions, depth numbers, numbers inside nodes

    def has_strip(self) -> bool:
        """Whether the card has room for a strip of boards below the tree."""
        return self.width >= 560 and self.height >= 460
