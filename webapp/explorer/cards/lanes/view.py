"""What all lanes have in common, as plain values for the scripts that draw them."""

from __future__ import annotations

from typing import Any

import numpy as np

from explorer.cards.lanes.memory_frame import Memory
from explorer.game.line import Actions
from explorer.look import text
from explorer.look.shades import SHADES, text_on_mean

Plain = dict[str, Any]


class Scale:
    """The scale of the scores on show and its colours, those of the tree's means."""

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high

    def score(self, value: float) -> list[str]:
        """A score, the colour that stands for it and the colour of a text on that."""
        place = min(max(self.share(value), 0.0), 1.0)
        shade = SHADES[round(place * (len(SHADES) - 1))].round().astype(int)
        high = max(self.high, self.low + 1e-9)
        ink = text_on_mean(np.asarray([value]), self.low, high)[0]
        return [text.score(value), "#{:02X}{:02X}{:02X}".format(*shade.tolist()), ink]

    def share(self, value: float) -> float:
        """Where a score stands between the ends of the scale."""
        return round((value - self.low) / max(self.high - self.low, 1e-9), 4)


def joined(actions: Actions) -> str:
    """Actions as the page's elements carry them."""
    return ",".join(map(str, actions))


def plain_memory(memory: Memory) -> Plain:
    """A remembered sequence for `memoryStrip` of `boards.js`."""
    return {
        "level": memory.level,
        "score": text.score(memory.score),
        "note": memory.note,
        "boards": [
            {
                "at": joined(board.actions),
                "cells": board.cells,
                "group": list(board.group),
                "points": f"+{text.number(board.points)}",
                "moves": board.num_moves,
                "walked": board.walked,
                "here": board.here,
            }
            for board in memory.boards
        ],
    }
