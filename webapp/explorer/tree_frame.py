"""What the tree card draws: which nodes, where, how wide; plain values and numpy arrays only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

Actions = tuple[int, ...]  # a node's name: the actions from the root to it


class Opening(NamedTuple):
    """One click on a "+n" pill: the node whose children it hides, and how often it was opened."""

    actions: Actions
    times: int


@dataclass(frozen=True, slots=True)
class Detail:
    """How much of a tree is drawn, and into which rectangle (in screen pixels at zoom 1)."""

    width: float = 766.0
    height: float = 514.0
    max_nodes: int = 112
    max_row: int = 19
    root_children: int = 10
    other_children: int = 5
    text: bool = True  # captions, depth numbers, numbers inside nodes
    names: bool = False  # an action's name under each node (near zoom)


@dataclass(frozen=True, slots=True, eq=False)
class TreeFrame:
    """The drawn nodes, parents before children; all positions in pixels, y downwards."""

    width: float
    height: float
    actions: tuple[Actions, ...]  # [num_drawn] name of each drawn node
    names: tuple[str, ...]  # [num_drawn] the last action's name, "root" for the root
    parent: np.ndarray  # int [num_drawn] position in these arrays, -1 for the root
    x: np.ndarray  # float64 [num_drawn]
    y: np.ndarray  # float64 [num_drawn]
    radius: np.ndarray  # float64 [num_drawn]
    visits: np.ndarray  # int64 [num_drawn]
    mean: np.ndarray  # float64 [num_drawn] for two players the win rate of the search; nan: n = 0
    top: np.ndarray  # float64 [num_drawn] best result through the node; nan where unknown
    edge_width: np.ndarray  # float64 [num_drawn] of the edge to the parent
    label: tuple[str, ...]  # [num_drawn] text inside the node, mostly ""
    path: np.ndarray  # int [num_path] drawn nodes on the current path, root first
    path_width: np.ndarray  # float64 [num_path] of the path's edge into each of them
    best: np.ndarray  # int [num_best] drawn nodes on the best sequence, root first
    new: np.ndarray  # int [num_new] drawn nodes made by the last expansion
    selected: int  # position of the selected node
    pill_actions: tuple[Actions, ...]  # [num_pills] whose children are hidden
    pill_openings: tuple[Opening, ...]  # [num_pills] what a click adds to `opened`
    pill_parent: np.ndarray  # int [num_pills]
    pill_x: np.ndarray  # float64 [num_pills]
    pill_y: np.ndarray  # float64 [num_pills]
    pill_text: tuple[str, ...]  # [num_pills] "+29"
    row_y: np.ndarray  # float64 [num_rows] height of each depth, the root's first
    low: float  # mean at the low end of the colour scale
    high: float  # mean at its high end
    mean_title: str  # "Mean score", or "Win rate of the search"
    percent: bool  # means are win rates
    caption: str  # "mean 1 164, best 2 957"
    result: str  # what climbs the path in phase 4, "" in the others
