"""What a nested search tells of one of its levels."""

from __future__ import annotations

from typing import NamedTuple


class Level(NamedTuple):
    """The frame of one level, at the position where its walk stands."""

    level: int
    ply: int  # of the position, from the root
    node: int  # of the position, NONE when it is not recorded
    actions: list[int]  # the legal actions there
    results: list[float | None]  # of each action's search of the level below; None: not yet tried
    best_score: float  # of the remembered sequence; nan before the first result
    best_sequence: list[int]  # from the root
