"""What the tree card draws: which nodes, where, how wide; plain values and numpy arrays only."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.cards.tree.layout import (
    MARGIN_LEFT,
    MARGIN_RIGHT,
    MAX_STRETCH,
    OPEN_STEP,
    Layout,
    limits,
)
from explorer.game.line import Actions
from explorer.game.positions import Positions
from explorer.look import text
from explorer.look.boards import has_tiles
from explorer.look.sizes import edge_widths, path_widths, radii
from explorer.moment.branches import Branches
from explorer.moment.detail import CLOSE, Detail, Opening
from explorer.moment.gather import Moment
from explorer.moment.path import chain, has_best
from mcsearch.drawing.choice import choose
from mcsearch.engine.board import Board
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.tree import NONE, ROOT


@dataclass(frozen=True, slots=True, eq=False)
class TreeFrame:
    """The drawn nodes, parents before children; all positions in pixels, y downwards."""

    card_width: float
    width: float  # of the drawing; larger than the card's at a closer level of detail
    height: float
    phase: int  # the last phase done, 1..4; 0 before the first
    actions: tuple[Actions, ...]  # [num_drawn] name of each drawn node
    names: tuple[str, ...]  # [num_drawn] the last action's name, "root" for the root
    tiles: np.ndarray  # int [num_drawn] cell value that the last action removes, 0 for stones
    parent: np.ndarray  # int [num_drawn] position in these arrays, -1 for the root
    x: np.ndarray  # float64 [num_drawn]
    y: np.ndarray  # float64 [num_drawn]
    radius: np.ndarray  # float64 [num_drawn]
    visits: np.ndarray  # int64 [num_drawn]
    mean: np.ndarray  # float64 [num_drawn] for two players the win rate of the search; nan: n = 0
    top: np.ndarray  # float64 [num_drawn] best result through the node; nan where unknown
    edge_width: np.ndarray  # float64 [num_drawn] of the edge to the parent
    path: np.ndarray  # int [num_path] drawn nodes on the current path, root first
    path_width: np.ndarray  # float64 [num_path] of the path's edge into each of them
    best: np.ndarray  # int [num_best] drawn nodes on the best sequence, root first
    best_title: str  # "best sequence", or "expected play"
    ends: tuple[bool, bool]  # whether the ends of the path and of the best sequence are drawn
    boards: tuple[tuple[int, np.ndarray], ...]  # (node, cells) of the path, at the closest level
    board: Board | None  # that the game is played on
    search_player: int  # which player the search is, 0 for one player
    new: np.ndarray  # int [num_new] drawn nodes made by the last expansion
    selected: int  # position of the selected node, or of who hides it
    proven: tuple[tuple[int, int], ...]  # (node, 1 loss, 2 draw, 3 win of the search)
    twins: tuple[tuple[int, int], ...]  # (node, who has its position's children; NONE: not drawn)
    notes: dict[int, str]  # what else there is to say about a node
    callouts: tuple[tuple[int, int], ...]  # (node, the number that a text calls it by)
    collapsed: frozenset[Actions]  # drawn nodes whose children are all hidden
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
    captioned: bool  # captions and depth numbers have room
    result: str  # what climbs the path in phase 4, "" in the others
    kept: tuple[int, ...] = ()  # drawn nodes of the branch that the last move has kept
    title: str = "root"  # before the caption


def build_tree(moment: Moment, branches: Branches, detail: Detail) -> TreeFrame:
    """The picture of a search's tree at a moment."""
    search, positions, path, selected = moment.search, moment.positions, moment.path, moment.nodes
    tree = search.tree
    two_players = search.root.num_players == 2
    best = chain(tree, search.best_sequence)
    opened: dict[int, int] = {}
    for opening in branches.opened:
        way = chain(tree, opening.actions)
        if len(way) == len(opening.actions) + 1:
            opened[way[-1]] = max(opened.get(way[-1], 0), opening.num_children)
    card, detail = detail, detail.enlarged()
    total = int(tree.visits[ROOT])
    called = _called(tree, moment.callouts)
    forced = {ROOT, *path, *best, *selected, *opened, *(node for way in called for node in way)}
    ways = {name: chain(tree, name) for name in branches.collapsed}
    closed = {way[-1] for name, way in ways.items() if len(way) == len(name) + 1}
    choice = choose(tree, forced, opened, closed, limits(detail, opened))
    layout = Layout(tree, choice, set(path), forced, closed, detail)
    items = layout.fit(detail.width - MARGIN_LEFT - MARGIN_RIGHT)
    nodes = items.nodes
    count = len(nodes)
    place = {int(node): i for i, node in enumerate(nodes)}
    visits = tree.visits[nodes].astype(np.int64)
    mean = np.asarray([tree.mean(node) for node in nodes.tolist()])
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
    parents = items.parents[1:count].tolist()
    for parent, action in zip(parents, tree.action[nodes[1:]].tolist(), strict=True):
        actions.append((*actions[parent], action))
        names.append(positions.name(actions[-1]))
    certain = _certain(search, nodes)
    twins = tuple(
        (i, place.get(twin, NONE))
        for i, node in enumerate(nodes.tolist())
        if (twin := tree.twin_of(node)) != NONE
    )
    low, high = scale_of(mean, visits, two_players)
    drawn_path = _places(place, path)
    board = search.root.board
    return TreeFrame(
        card_width=card.width,
        width=detail.width,
        height=detail.height,
        phase=search.phase,
        actions=tuple(actions),
        names=tuple(names),
        tiles=_tiles(positions, actions, not (has_tiles(search.root) and detail.level)),
        parent=items.parents[:count],
        x=x[:count],
        y=y[:count],
        radius=radius,
        visits=visits,
        mean=mean,
        top=top,
        edge_width=edge_widths(visits, total, share),
        path=drawn_path,
        path_width=path_widths(visits[drawn_path], total, share),
        best=_places(place, best),
        best_title="expected play" if two_players else "best sequence",
        ends=(bool(path) and path[-1] in place, len(best) > 1 and best[-1] in place),
        boards=_boards(positions, actions, drawn_path) if board and detail.level == CLOSE else (),
        board=board,
        search_player=search.root.to_play,
        new=_places(place, search.new_nodes),
        selected=int(_places(place, selected)[-1]),
        proven=_proven(certain),
        twins=twins,
        notes=_notes(search, positions, nodes, certain, twins),
        callouts=tuple((place[way[-1]], n) for n, way in enumerate(called, 1) if way),
        collapsed=frozenset(actions[place[node]] for node in closed if node in place),
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
        captioned=card.width >= 560,
        result=_result(search, two_players),
    )


def _called(tree: Any, names: tuple[Actions, ...]) -> list[list[int]]:
    """The nodes from the root to each of the named ones; none to one that is not in the tree."""
    ways = ((name, chain(tree, name)) for name in names)
    return [way if len(way) == len(name) + 1 else [] for name, way in ways]


def _places(place: dict[int, int], nodes: list[int]) -> np.ndarray:
    """Where the drawn ones among some nodes are."""
    return np.asarray([place[node] for node in nodes if node in place], dtype=np.int64)


def _certain(search: Any, nodes: np.ndarray) -> dict[int, Bounds]:
    """What is certain of nodes, where anything is, for the search."""
    if search.tree.keeps_closed:
        closed = np.flatnonzero(search.tree.plies[nodes] != NONE)
        return {i: search.tree.bounds_of(int(nodes[i])) for i in closed.tolist()}
    if not search.tree.keeps_bounds:
        return {}
    player = search.root.to_play if search.root.num_players == 2 else 0
    bounds = (search.tree.bounds_of(node).seen_by(player) for node in nodes.tolist())
    return {i: known for i, known in enumerate(bounds) if not known.is_open}


def _proven(certain: dict[int, Bounds]) -> tuple[tuple[int, int], ...]:
    """The nodes that are proven to be lost, drawn or won."""
    return tuple((i, mark) for i, known in certain.items() if (mark := text.proven_mark(known)))


def _notes(
    search: Any,
    positions: Positions,
    nodes: np.ndarray,
    certain: dict[int, Bounds],
    twins: tuple[tuple[int, int], ...],
) -> dict[int, str]:
    """What the card of a node says besides its numbers."""
    whose = " of the search"
    notes = {
        i: [known.in_words("" if known.outcome == "draw" else whose)]
        for i, known in certain.items()
    }
    for i, _ in twins:
        actions = tuple(search.actions_to(search.tree.twin_of(int(nodes[i]))))
        names = (positions.name(actions[: ply + 1]) for ply in range(len(actions)))
        notes.setdefault(i, []).append(f"the same position as after {' '.join(names)}")
    return {i: "; ".join(lines) for i, lines in notes.items()}


def _boards(
    positions: Positions, actions: list[Actions], nodes: np.ndarray
) -> tuple[tuple[int, np.ndarray], ...]:
    return tuple((i, positions.state(actions[i]).cells()) for i in nodes.tolist())


def _tiles(positions: Positions, actions: list[Actions], none: bool) -> np.ndarray:
    """The cell values that the nodes' last actions remove: told where the names are."""
    if none:
        return np.zeros(len(actions), dtype=np.int64)
    return np.asarray([0, *map(positions.tile, actions[1:])])


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
    best = "best" if has_best(search) else "best move"
    return f"mean {text.score(mean)}, {best} {text.score(search.best_score)}"


def _result(search: Any, two_players: bool) -> str:
    if search.phase != 4:
        return ""
    if not two_players:
        return text.score(search.playout_return)
    own = search.playout_return if search.root.to_play == 0 else 1.0 - search.playout_return
    return text.outcome(own) or text.percent(own)


def scale_of(means: np.ndarray, visits: np.ndarray, percent: bool) -> tuple[float, float]:
    """The ends of the colour scale: the means of nodes with n >= 3, rounded outwards."""
    known = means[np.isfinite(means) & (visits >= 3)]
    if known.size < 2:
        known = means[np.isfinite(means)]
    if not known.size:
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    step = 0.05 if percent else max(text.nice_step(high - low, 20), 1.0)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    if percent:
        low, high = max(low, 0.0), min(high, 1.0)
    if high > low:
        return low, high
    return (low - step, high) if percent and high == 1.0 else (low, low + step)
