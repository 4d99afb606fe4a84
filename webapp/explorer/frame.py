"""A search as one picture: everything the views draw, and nothing about how they draw it.

A node is known from frame to frame by its actions from the root; the search's own node numbers
change between two advances and stay inside this package's frame modules.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.board_frame import BoardFrame, StripFrame
from explorer.tree_frame import Actions, Detail, Opening, TreeFrame
from explorer.why_frame import WhyFrame

__all__ = ["Actions", "Detail", "Frame", "History", "Opening"]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One moment of a search."""

    iteration: int  # completed ones
    phase: int  # the last phase done, 1..4; 0 before the first
    phase_names: tuple[str, ...]
    num_nodes: int
    num_drawn: int
    best_score: float  # nan before the first result
    mean: float  # of all results; for two players the win rate of the search
    stopped: str  # "" while the search can go on
    num_players: int
    selected: Actions  # the node shown: the wanted one, or its nearest ancestor in the tree
    tree: TreeFrame
    board: BoardFrame
    strip: StripFrame | None  # None for games without tiles
    why: WhyFrame


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """The course of a search, for the scrub bar; arrays in order of iteration."""

    iterations: np.ndarray  # int64 [num_samples]
    best: np.ndarray  # float64 [num_samples] best score after each
    mean: np.ndarray  # float64 [num_samples] mean of all results after each
    return_iterations: np.ndarray  # int64 [num_returns] a thinned sample, at most 300
    returns: np.ndarray  # float64 [num_returns]
    improvements: np.ndarray  # int64 [num_improvements] iterations of new bests
    improved: np.ndarray  # float64 [num_improvements] the new best scores
    playhead: int  # the iteration on show
    end: int  # right end of the axis
    percent: bool = False  # scores are win rates
