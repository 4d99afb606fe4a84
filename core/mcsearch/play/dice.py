"""Chance in a game that is played: what comes about follows from a seed and the ply alone.

So a game is the same again when it is played again, a move that is taken back and made again leads
to the same, and all who play with one seed meet the same draws (common random numbers).
"""

from __future__ import annotations

import zlib
from typing import Any

from mcsearch.numerics.rng import Rng

_MOST_PLIES = 1 << 20


def seed_of(text: str) -> int:
    """The seed of a game's chance, from a text such as that of its position; 0 to 2**32 - 1."""
    return zlib.crc32(" ".join(text.split()).encode())


def thrown(state: Any, seed: int, ply: int) -> Any:
    """The outcome that comes about in a state after so many plies; ValueError without chance."""
    return state.drawn_outcome(Rng(seed * _MOST_PLIES + ply))
