"""What all lanes have in common, for the scripts that draw them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.cards.lanes.memory_frame import Memory
from explorer.game.line import Actions
from explorer.look import text
from explorer.look.shades import SHADES, text_on_mean

Score = tuple[str, str, str]
"""A score, the colour that stands for it and the colour of a text on that."""


@dataclass(frozen=True, slots=True, eq=False)
class MemoryStripBoard:
    """A position of a remembered sequence; `at` is the name of its node."""

    at: str
    cells: str
    group: tuple[int, ...]  # of the move that is played there
    points: str  # "+12", from here to the next board
    moves: int  # so many moves
    walked: bool
    here: bool  # the level stands here


@dataclass(frozen=True, slots=True, eq=False)
class MemoryStrip:
    """A remembered sequence for `memoryStrip` of `boards.js`."""

    level: int
    score: str
    note: str
    boards: tuple[MemoryStripBoard, ...]


class Scale:
    """The scale of the scores on show and its colours, those of the tree's means."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def score(self, value: float) -> Score:
        place = min(max(self.share(value), 0.0), 1.0)
        shade = SHADES[round(place * (len(SHADES) - 1))].round().astype(int)
        high = max(self.high, self.low + 1e-9)
        ink = text_on_mean(np.asarray([value]), self.low, high)[0]
        return text.score(value), "#{:02X}{:02X}{:02X}".format(*shade.tolist()), ink

    def share(self, value: float) -> float:
        """Where a score stands between the ends of the scale."""
        return round((value - self.low) / max(self.high - self.low, 1e-9), 4)


def joined(actions: Actions) -> str:
    """Actions as the page's elements carry them."""
    return ",".join(map(str, actions))


def memory_strip(memory: Memory) -> MemoryStrip:
    """A remembered sequence as it is drawn."""
    return MemoryStrip(
        level=memory.level,
        score=text.score(memory.score),
        note=memory.note,
        boards=tuple(
            MemoryStripBoard(
                at=joined(board.actions),
                cells=board.cells,
                group=board.group,
                points=text.gained(board.points),
                moves=board.num_moves,
                walked=board.walked,
                here=board.here,
            )
            for board in memory.boards
        ),
    )
