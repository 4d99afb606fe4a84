"""What the tree card draws: which nodes, where, how wide; plain values and numpy arrays only."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from explorer.cards.tree.bracket import Bracket, LaneLayout, in_words
from explorer.cards.tree.layout import (
    MARGIN_LEFT,
    MARGIN_RIGHT,
    MAX_STRETCH,
    OPEN_STEP,
    Layout,
)
from explorer.game.line import Actions
from explorer.game.positions import Positions
from explorer.look import text
from explorer.look.boards import ShownBoard, has_tiles, shown_board
from explorer.look.sizes import edge_widths, path_widths, radii
from explorer.moment.detail import CLOSE, Detail, Opening
from explorer.moment.gather import Moment
from explorer.moment.steps import BACKPROPAGATION
from explorer.moment.tree import NONE
from explorer.schema.contract import KEPT, Hundredths, Ints, Measures, Numbers, Tenths
from mcsearch.engine.bounds import Bounds


@dataclass(frozen=True, slots=True, eq=False)
class TreeFrame:
    """The drawn nodes, parents before children; all positions in pixels, y downwards."""

    card_width: Annotated[float, KEPT]
    width: float  # of the drawing; larger than the card's at a closer level of detail
    height: float
    phase: int  # the last phase done, 1..4; 0 before the first
    actions: Annotated[tuple[Actions, ...], KEPT]  # [num_drawn] name of each drawn node
    action: Ints  # [num_drawn] the last one of its actions, -1 for the root
    names: tuple[str, ...]  # [num_drawn] the last action's name, "root" for the root
    tiles: Ints  # [num_drawn] cell value that the last action removes, 0 for stones
    parent: Ints  # [num_drawn] position in these arrays, -1 for the root
    x: Tenths  # float64 [num_drawn]
    y: Tenths  # float64 [num_drawn]
    radius: Hundredths  # float64 [num_drawn]
    visits: Ints  # [num_drawn]
    mean: Measures  # [num_drawn] for two players the win rate of the search; unknown: no visits
    top: Measures  # [num_drawn] best result through the node
    edge_width: Hundredths  # float64 [num_drawn] of the edge to the parent
    path: Ints  # [num_path] drawn nodes on the current path, root first
    path_width: Hundredths  # float64 [num_path] of the path's edge into each of them
    best: Ints  # [num_best] drawn nodes on the best sequence, root first
    best_title: str  # "best sequence", or "expected play"
    ends: tuple[bool, bool]  # whether the ends of the path and of the best sequence are drawn
    boards: tuple[tuple[int, np.ndarray], ...]  # (node, cells) of the path, at the closest level
    board: ShownBoard | None  # that they are positions on
    search_player: int  # which player the search is, 0 for one player
    new: Ints  # [num_new] drawn nodes made by the last expansion
    selected: int  # position of the selected node, or of who hides it
    proven: tuple[tuple[int, int], ...]  # (node, 1 loss, 2 draw, 3 win of the search)
    twins: tuple[tuple[int, int], ...]  # (node, who has its position's children; NONE: not drawn)
    notes: dict[int, str]  # what else there is to say about a node
    callouts: tuple[tuple[int, int], ...]  # (node, the number that a text calls it by)
    is_collapsed: bool  # whether all children of the selected node are hidden
    pill_actions: Annotated[tuple[Actions, ...], KEPT]  # [num_pills] whose children are hidden
    pill_openings: Annotated[tuple[Opening, ...], KEPT]  # [num_pills] what a click adds to `opened`
    pill_parent: Ints  # [num_pills]
    pill_x: Tenths  # float64 [num_pills]
    pill_y: Tenths  # float64 [num_pills]
    pill_text: tuple[str, ...]  # [num_pills] "+29"
    pill_opens: tuple[int, ...]  # [num_pills] children drawn after a click; 0: it can't be clicked
    row_y: Tenths  # float64 [num_rows] height of each depth, the root's first
    has_means: bool  # some node has one
    low: float  # mean at the low end of the colour scale
    high: float  # mean at its high end
    mean_title: str  # "Mean score", or "Win rate of the search", or "Score of the search"
    percent: bool  # means are win rates
    caption: str  # of the root: "mean 1 164, best 2 957"
    captioned: bool  # captions and depth numbers have room
    result: str  # what climbs the path in phase 4, "" in the others
    lender: int = NONE  # drawn node whose statistics score the selected node's children
    bracket: Bracket | None = None  # the rounds between the root and its children
    kept: tuple[int, ...] = ()  # drawn nodes of the branch that the last move has kept
    title: str = "root"  # before the caption
    steps: int = 0  # names the moment: the phases done so far
    pace: Annotated[float, Numbers(1)] = 0.0  # ms until the next frame; 0: no motion
    connector: float | None = None  # where the playout below hangs on the path's end


def build_tree(moment: Moment, detail: Detail) -> TreeFrame:
    """The picture of a search's tree at a moment, whose nodes were chosen at the same detail."""
    tree, positions = moment.tree, moment.positions
    assert tree is not None
    two_players = moment.num_players == 2
    card, detail = detail, detail.enlarged()
    total = int(tree.visits[0])
    lanes = None
    if moment.rounds is not None and len(tree.visits) > 1:
        lanes = LaneLayout(tree, detail, moment.rounds, detail.width / card.width)
        items = lanes.fit()
    else:
        items = Layout(tree, detail).fit(detail.width - MARGIN_LEFT - MARGIN_RIGHT)
    nodes = items.nodes
    count = len(nodes)
    place = {int(node): i for i, node in enumerate(nodes)}
    visits = tree.visits[nodes]
    mean = tree.mean[nodes]
    radius = radii(visits, total, items.share)
    share = max(items.share, 0.3)  # of the lines' widths: they need less room than the nodes
    x = _spread(items.x, items.width, detail.width) if lanes is None else items.x
    y = items.row_y[items.depth]
    above = items.parents[count:]
    actions: list[Actions] = [()]
    names = ["root"]
    parents = items.parents[1:count].tolist()
    for parent, action in zip(parents, tree.action[nodes[1:]].tolist(), strict=True):
        actions.append((*actions[parent], action))
        names.append(positions.name(actions[-1]))
    if two_players:
        mean = np.asarray([*map(positions.win_rate, actions, mean)])
    certain = {place[node]: known for node, known in tree.bounds.items() if node in place}
    certain = dict(sorted(certain.items()))
    twins = {place[node]: twin for node, twin in tree.twins.items() if node in place}
    twins = dict(sorted(twins.items()))
    low, high = scale_of(mean, visits, two_players)
    drawn_path = _places(place, tree.path)
    board = moment.root.board if detail.level == CLOSE else None
    selected = int(_places(place, tree.selected)[-1])
    openings = tuple(
        Opening(actions[i], int(tree.num_children[nodes[i]]) - missing + OPEN_STEP)
        for i, missing in zip(above.tolist(), items.hidden.tolist(), strict=True)
    )
    return TreeFrame(
        card_width=card.width,
        width=detail.width,
        height=detail.height,
        phase=moment.phase,
        actions=tuple(actions),
        action=np.append(NONE, tree.action[nodes[1:]]),
        names=tuple(names),
        tiles=_tiles(positions, actions, not (has_tiles(moment.root) and detail.level)),
        parent=items.parents[:count],
        x=x[:count],
        y=y[:count],
        radius=radius,
        visits=visits,
        mean=mean,
        top=tree.top[nodes],
        edge_width=edge_widths(visits, total, share),
        path=drawn_path,
        path_width=path_widths(visits[drawn_path], total, share),
        best=_places(place, tree.best),
        best_title="expected play" if two_players else "best sequence",
        ends=(
            bool(tree.path) and tree.path[-1] in place,
            len(tree.best) > 1 and tree.best[-1] in place,
        ),
        boards=() if board is None else _boards(positions, actions, drawn_path),
        board=None if board is None else shown_board(board),
        search_player=moment.search_player,
        new=_places(place, tree.new),
        selected=selected,
        proven=_proven(certain),
        twins=tuple((i, place.get(twin, NONE)) for i, (twin, _) in twins.items()),
        notes=_notes(moment, actions, certain, twins) | _lends(moment, place),
        lender=place.get(tree.lender, NONE),
        bracket=None if lanes is None else lanes.bracket(items),
        callouts=tuple((place[node], number) for node, number in tree.called if node in place),
        is_collapsed=int(nodes[selected]) in tree.collapsed,
        pill_actions=tuple(actions[i] for i in above.tolist()),
        pill_openings=openings,
        pill_parent=above,
        pill_x=x[count:],
        pill_y=y[count:],
        pill_text=tuple(f"+{text.number(missing)}" for missing in items.hidden.tolist()),
        pill_opens=tuple(opening.num_children for opening in openings),
        row_y=items.row_y,
        has_means=bool(np.isfinite(mean).any()),
        low=low,
        high=high,
        mean_title=f"{_value_of(moment).capitalize()} of the search"
        if two_players
        else "Mean score",
        percent=two_players,
        caption=_caption(moment, float(mean[0])),
        captioned=card.width >= 560,
        result=_result(moment),
    )


def _places(place: dict[int, int], nodes: Iterable[int]) -> np.ndarray:
    """Where the drawn ones among some nodes are."""
    return np.asarray([place[node] for node in nodes if node in place], dtype=np.int64)


def _proven(certain: dict[int, Bounds]) -> tuple[tuple[int, int], ...]:
    """The nodes that are proven to be lost, drawn or won."""
    return tuple((i, mark) for i, known in certain.items() if (mark := text.proven_mark(known)))


def _lends(moment: Moment, place: dict[int, int]) -> dict[int, str]:
    """What the card says of the node whose statistics score the selected node's children."""
    assert moment.tree is not None
    if moment.tree.lender not in place:
        return {}
    name = moment.positions.name(moment.selected)
    return {place[moment.tree.lender]: f"lends its AMAF values to the children of {name}"}


def _notes(
    moment: Moment,
    actions: list[Actions],
    certain: dict[int, Bounds],
    twins: dict[int, tuple[int, Actions]],
) -> dict[int, str]:
    """What the card of a node says besides its numbers."""
    positions = moment.positions
    whose = " of the search"
    notes = {
        i: [known.in_words("" if known.outcome == "draw" else whose)]
        for i, known in certain.items()
    }
    for i, (_, way) in twins.items():
        names = (positions.name(way[: ply + 1]) for ply in range(len(way)))
        notes.setdefault(i, []).append(f"the same position as after {' '.join(names)}")
    if moment.rounds is not None:
        for i, name in enumerate(actions):
            if len(name) == 1:
                notes.setdefault(i, []).append(in_words(moment.rounds, name[0]))
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


def _value_of(moment: Moment) -> str:
    """What a node's value is, for two players."""
    return "win rate" if moment.averages else "score"


def _caption(moment: Moment, mean: float) -> str:
    if math.isnan(mean):
        return "no playouts yet"
    if moment.rounds is not None:
        begun = sum(bool(each.entries) for each in moment.rounds.rounds)
        rounds = f"round {begun} of {len(moment.rounds.rounds)}"
        return f"{_value_of(moment)} {text.percent(mean)}, {rounds}"
    if moment.num_players == 2:
        return f"{_value_of(moment)} of the search {text.percent(mean)}"
    best = "best" if moment.has_best else "best move"
    return f"mean {text.score(mean)}, {best} {text.score(moment.best_score)}"


def _result(moment: Moment) -> str:
    if moment.phase != BACKPROPAGATION:
        return ""
    value = moment.playout_return
    if moment.num_players == 1:
        return text.score(value)
    own = value if moment.search_player == 0 else 1.0 - value
    return text.outcome(own) or text.percent(own)


def scale_of(means: np.ndarray, visits: np.ndarray, percent: bool) -> tuple[float, float]:
    """The ends of the colour scale: the means of nodes with n >= 3, rounded outwards."""
    known = means[np.isfinite(means) & (visits >= 3)]
    if known.size < 2:
        known = means[np.isfinite(means)]
    if not known.size:
        return 0.0, 1.0
    low, high = float(known.min()), float(known.max())
    step = 0.05 if percent else text.nice_step(high - low, 20)
    if high - low >= 2.0 and not percent:
        step = max(step, 1.0)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    if percent:
        low, high = max(low, 0.0), min(high, 1.0)
    if high > low:
        return low, high
    return (low - step, high) if percent and high == 1.0 else (low, low + step)
