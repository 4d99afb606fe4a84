"""What the board card draws: one position, its candidate moves, the playout played on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, eq=False)
class Thumbnail:
    """One small board of the playout strip."""

    values: np.ndarray  # int [num_cells]
    outline_xs: tuple[np.ndarray, ...]  # the group played next
    outline_ys: tuple[np.ndarray, ...]
    caption: str  # "move 14 · 56"
    current: bool


@dataclass(frozen=True, slots=True, eq=False)
class StripFrame:
    """The playout (or the best sequence) as a row of small boards; `None` slots are not known."""

    title: str  # "playout" or "best sequence"
    phase: int  # whose colour the strip has, 0: the best sequence's
    thumbnails: tuple[Thumbnail | None, ...]  # always the same number


@dataclass(frozen=True, slots=True, eq=False)
class BoardFrame:
    """One position in cell units, y upwards."""

    kind: str  # "tiles" or "stones"
    shape: str  # "square" or "hex"
    width: float
    height: float
    x: np.ndarray  # float64 [num_cells] centres
    y: np.ndarray  # float64 [num_cells]
    values: np.ndarray  # int64 [num_cells] 0 empty, else colour or player + 1
    context: str  # "playout from the new node, depth 8"
    badge: str  # "move 35 of 51", "" when no playout is shown
    phase: int  # whose colour the badge and the played group have
    candidate_xs: tuple[np.ndarray, ...]  # outlines of the legal groups
    candidate_ys: tuple[np.ndarray, ...]
    played_xs: tuple[np.ndarray, ...]  # outline of the group being played
    played_ys: tuple[np.ndarray, ...]
    played_text: str  # "+1 764"
    played_at: tuple[float, float]
    child_x: np.ndarray  # float64 [num_shown] stones: children drawn in their cells
    child_y: np.ndarray
    child_mean: np.ndarray  # float64 [num_shown] win rate of the search
    child_share: np.ndarray  # float64 [num_shown] share of the visits
    child_text: tuple[str, ...]
    ghost_cells: np.ndarray  # int [num_ghosts] stones the playout put
    ghost_players: np.ndarray  # int [num_ghosts]
    facts: tuple[tuple[str, str], ...]  # ("Score so far", "123"), large first
    tile_counts: tuple[tuple[int, int], ...]  # (cell value, cells left)
    bars: np.ndarray  # float64 [num_moves] points of each playout move
    bar_current: int  # index of the shown move, -1: none
