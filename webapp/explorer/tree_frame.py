"""What the tree card draws: which nodes, where, how wide; plain values and numpy arrays only."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer import text
from explorer.detail import Actions, Detail, Opening
from explorer.positions import Positions
from explorer.tree_choice import (
    MARGIN_LEFT,
    MARGIN_RIGHT,
    MAX_STRETCH,
    OPEN_STEP,
    Layout,
    chain,
    choose,
    edge_widths,
    path_widths,
    radii,
)
from mcsearch.tree import ROOT


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
    best_title: str  # "best sequence", or "expected play"
    new: np.ndarray  # int [num_new] drawn nodes made by the last expansion
    selected: int  # position of the selected node
    pill_actions: tuple[Actions, ...]  # [num_pills] whose children are hidden
    pill_openings: tuple[Opening, ...]  # [num_pills] what a click adds to `opened`
    pill_parent: np.ndarray  # int [num_pills]
    pill_x: np.ndarray  # float64 [num_pills]
    pill_y: np.ndarray  # float64 [num_pills]
    pill_text: tuple[str, ...]  # [num_pills] "+29"
    row_y: np.ndarray  # float64 [num_rows] height of each depth, the root's first
    has_means: bool  # some node has one
    low: float  # mean at the low end of the colour scale
    high: float  # mean at its high end
    mean_title: str  # "Mean score", or "Win rate of the search"
    percent: bool  # means are win rates
    caption: str  # of the root: "mean 1 164, best 2 957"
    captioned: bool  # captions and depth numbers are drawn
    result: str  # what climbs the path in phase 4, "" in the others


def build_tree(
    search: Any,
    positions: Positions,
    path: list[int],
    selected: list[int],
    openings: frozenset[Opening],
    detail: Detail,
) -> TreeFrame:
    """The picture of a search's tree; `selected` are the nodes from the root to the chosen one."""
    tree = search.tree
    two_players = search.root.num_players == 2
    best = chain(tree, search.best_sequence)
    opened: dict[int, int] = {}
    for opening in openings:
        way = chain(tree, opening.actions)
        if len(way) == len(opening.actions) + 1:
            opened[way[-1]] = max(opened.get(way[-1], 0), opening.num_children)
    total = int(tree.visits[ROOT])
    forced = {ROOT, *path, *best, *selected, *opened}
    choice = choose(tree, forced, opened, detail)
    layout = Layout(tree, choice, set(path), forced, detail.height)
    items = layout.fit(detail.width - MARGIN_LEFT - MARGIN_RIGHT)
    nodes = items.nodes
    count = len(nodes)
    place = {int(node): i for i, node in enumerate(nodes)}
    visits = tree.visits[nodes].astype(np.int64)
    with np.errstate(invalid="ignore"):
        mean = np.where(visits > 0, tree.value_sum[nodes] / np.maximum(visits, 1), np.nan)
    if two_players:
        # a node's mean is that of the player who moved into it: at even depth not the search
        mean = np.where(items.depth[:count] % 2 == 0, 1.0 - mean, mean)
    top = np.full(count, np.nan)
    if tree.keeps_scores:
        top = np.where(visits > 0, tree.top_score[nodes].astype(float), np.nan)
    radius = radii(visits, total, items.share)
    share = max(items.share, 0.3)  # of the lines' widths: they need less room than the nodes
    x = _spread(items.x, items.width, detail.width)
    y = items.row_y[items.depth]
    above = items.parents[count:]
    actions: list[Actions] = [()]
    names = ["root"]
    for i in range(1, count):
        actions.append((*actions[items.parents[i]], int(tree.action[nodes[i]])))
        names.append(positions.name(actions[-1]))
    low, high = _scale(mean, visits, two_players)
    drawn_path = np.asarray([place[node] for node in path], dtype=np.int64)
    return TreeFrame(
        width=detail.width,
        height=detail.height,
        actions=tuple(actions),
        names=tuple(names),
        parent=items.parents[:count],
        x=x[:count],
        y=y[:count],
        radius=radius,
        visits=visits,
        mean=mean,
        top=top,
        edge_width=edge_widths(visits, total, share),
        label=tuple(
            text.short_count(n) if detail.text and n >= 100 and r > 8.2 else ""
            for n, r in zip(visits.tolist(), radius.tolist(), strict=True)
        ),
        path=drawn_path,
        path_width=path_widths(visits[drawn_path], total, share),
        best=np.asarray([place[node] for node in best], dtype=np.int64),
        best_title="expected play" if two_players else "best sequence",
        new=np.asarray([place[n] for n in search.new_nodes if n in place], dtype=np.int64),
        selected=place[selected[-1]],
        pill_actions=tuple(actions[i] for i in above.tolist()),
        pill_openings=tuple(
            Opening(actions[i], int(tree.num_children[nodes[i]]) - missing + OPEN_STEP)
            for i, missing in zip(above.tolist(), items.hidden.tolist(), strict=True)
        ),
        pill_parent=above,
        pill_x=x[count:],
        pill_y=y[count:],
        pill_text=tuple(f"+{text.number(missing)}" for missing in items.hidden.tolist()),
        row_y=items.row_y,
        has_means=bool(np.isfinite(mean).any()),
        low=low,
        high=high,
        mean_title="Win rate of the search" if two_players else "Mean score",
        percent=two_players,
        caption=_caption(search, float(mean[0]), two_players),
        captioned=detail.text and detail.width >= 560,
        result=_result(search, two_players),
    )


def _spread(x: np.ndarray, width: float, card: float) -> np.ndarray:
    """Stretch a layout over the card, a small one not fully, and centre it."""
    room = card - MARGIN_LEFT - MARGIN_RIGHT
    factor = min(room / width, MAX_STRETCH)
    return MARGIN_LEFT + (room - factor * width) / 2 + factor * x


def _caption(search: Any, mean: float, two_players: bool) -> str:
    if math.isnan(mean):
        return "no playouts yet"
    if two_players:
        return f"win rate of the search {text.percent(mean)}"
    return f"mean {text.score(mean)}, best {text.score(search.best_score)}"


def _result(search: Any, two_players: bool) -> str:
    if search.phase != 4:
        return ""
    if not two_players:
        return text.score(search.playout_return)
    own = search.playout_return if search.root.to_play == 0 else 1.0 - search.playout_return
    return {1.0: "win", 0.5: "draw", 0.0: "loss"}.get(own, text.percent(own))


def _scale(means: np.ndarray, visits: np.ndarray, percent: bool) -> tuple[float, float]:
    """The ends of the colour scale: the means of nodes with n >= 3, rounded outwards."""
    known = means[np.isfinite(means) & (visits >= 3)]
    if known.size < 2:
        known = means[np.isfinite(means)]
    if not known.size:
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    step = 0.05 if percent else max(text.nice_step(high - low, 20), 1.0)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    return (low, high) if high > low else (low, low + step)
