"""The rounds of a move between the root and its children: rows of boxes, a lane for each child.

A lane is the edge from the root to a child and ends in the child's branch, which has the lane's
width. The lanes of those that stay longest are the widest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from explorer.cards.tree.layout import MARGIN_RIGHT, Items, Layout
from explorer.look import text
from explorer.look.sizes import MAX_RADIUS
from explorer.moment.detail import Detail
from explorer.moment.tree import TreePart
from explorer.schema.contract import Numbers
from mcsearch.selection.bracket import Entry, Round, Rounds

HIGH_ROW, LOW_ROW = 66.0, 26.0  # pixels of a row whose boxes have two lines, or one
_TWO_LINES = 44.0  # from here on they have two
_SHARE = 0.36  # of the card's height, for all rows
LABELS, NO_LABELS = 92.0, 10.0  # pixels left of the lanes, for the names of the rounds
_WIDE_CARD = 560.0
_ABOVE, _BELOW = 34.0, 26.0  # between the root and the rounds, and the rounds and the children
_LOW_ABOVE, _LOW_BELOW = 22.0, 2.0
_WIDER = 1.385  # a lane, for each round more that its action is in
_TIGHT = 0.85  # a branch is drawn so much narrower before less of it is drawn
_GAP = 6.0  # between two lanes' branches
_PASSES = 6
_PILL = 30.0  # pixels for what the root hides


Pixels = Annotated[float, Numbers(3)]
Share = Annotated[float, Numbers(3, has_unknown=True)]


@dataclass(frozen=True, slots=True)
class BracketRow:
    """A round: its name, how many actions have how many playouts, and how far it has come."""

    y: Pixels  # of its upper edge
    height: Pixels
    name: str
    size: str  # "7 × 480"
    state: str  # "done" or ""
    progress: Share  # from 0 to 1; unknown for one that is over or has not begun


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A drawn child of the root in a round."""

    node: int  # position among the drawn nodes
    row: int
    width: Pixels
    mean: Share  # win rate of the search; unknown without playouts
    playouts: int
    note: str  # "stays", "out", "+990" of a round that is played, "wins"
    rank: str  # "1st"
    noise: str  # "g 0.41", "" without noise
    is_out: bool


@dataclass(frozen=True, slots=True)
class Bracket:
    """The rounds as they are drawn; pixels of the drawing."""

    top: Annotated[float, Numbers(1)]
    bottom: Annotated[float, Numbers(1)]
    rows: tuple[BracketRow, ...]
    boxes: tuple[BracketBox, ...]  # row by row, from left to right
    undrawn: tuple[int, ...]  # drawn children of the root that are in no round
    has_labels: bool


class LaneLayout:
    """A part of a tree below the rounds: each child of the root and its branch in its lane."""

    def __init__(self, tree: TreePart, detail: Detail, rounds: Rounds, scale: float) -> None:
        self._tree = tree
        self._detail = detail
        self._scale = scale  # of the drawing to the card
        self._rounds = rounds
        self._left = scale * (LABELS if detail.width / scale >= _WIDE_CARD else NO_LABELS)
        row = _SHARE * detail.height / scale / len(rounds.rounds)
        row = min(row, HIGH_ROW) if row >= _TWO_LINES else LOW_ROW
        self._row = scale * row
        self.rooms: dict[int, float] = {}  # by child of the root: the width of its lane
        low = row == LOW_ROW
        self._above = scale * (_LOW_ABOVE if low else _ABOVE)
        below = scale * (_LOW_BELOW if low else _BELOW)
        self.band = self._above + below + self._row * len(rounds.rounds)

    def fit(self) -> Items:
        """As much of every branch as its lane has room for; x is that of the drawing."""
        tree = self._tree
        below = replace(self._detail, height=self._detail.height - self.band)
        # the child of the root that each node is below
        branch = np.arange(len(tree.parent))
        for i in np.flatnonzero(tree.parent > 0).tolist():
            branch[i] = branch[tree.parent[i]]
        kept = np.arange(len(tree.parent))
        for _ in range(_PASSES):
            items = Layout(_beginning(tree, kept), below).arrange(len(kept))
            items = items._replace(nodes=kept[items.nodes])
            branches = branch[np.append(items.nodes, items.nodes[items.parents[len(kept) :]])]
            lanes = self._lanes(items, branches)
            crowded = {
                child: width / room
                for child, (_, room, low, high) in lanes.items()
                if (width := high - low) * _TIGHT > room
            }
            gone = [
                i
                for child, times in crowded.items()
                for i in self._last(kept, branch, child, times)
            ]
            if not gone:
                break
            kept = np.setdiff1d(kept, gone)
        self.rooms = {child: room for child, (_, room, *_) in lanes.items()}
        return self._placed(items, branches, lanes)

    def _last(self, kept: np.ndarray, branch: np.ndarray, child: int, times: float) -> list[int]:
        """The nodes of a branch that is so many times too wide which are left out first."""
        inside = kept[(branch[kept] == child) & (kept >= self._tree.num_forced) & (kept != child)]
        count = math.ceil(len(inside) * (1 - 1 / (times * _TIGHT)) / 2)
        return inside[len(inside) - count :].tolist() if count > 0 else []

    def _lanes(self, items: Items, branches: np.ndarray) -> dict[int, tuple[float, ...]]:
        """By child: the middle and the room of its lane, and the ends of its branch as laid out."""
        tree = self._tree
        children = [i for i in items.nodes.tolist() if i and tree.parent[i] == 0]
        children.sort(key=lambda i: int(tree.action[i]))
        lasts = self._last_rounds()
        weights = np.array([_WIDER ** lasts.get(int(tree.action[i]), -1) for i in children])
        room = self._detail.width - self._left - MARGIN_RIGHT
        if (branches == 0).sum() > 1:
            room -= _PILL * self._scale
        widths = room * weights / weights.sum()
        edges = self._left + np.concatenate([[0.0], np.cumsum(widths)])
        found: dict[int, tuple[float, ...]] = {}
        for place, child in enumerate(children):
            inside = items.x[branches == child]
            middle = (edges[place] + edges[place + 1]) / 2
            found[child] = (
                float(middle),
                float(widths[place] - _GAP),
                float(inside.min() - MAX_RADIUS / 2),
                float(inside.max() + MAX_RADIUS / 2),
            )
        return found

    def _last_rounds(self) -> dict[int, int]:
        return {
            entry.action: number
            for number, each in enumerate(self._rounds.rounds)
            for entry in each.entries
        }

    def _placed(
        self, items: Items, branches: np.ndarray, lanes: dict[int, tuple[float, ...]]
    ) -> Items:
        x = items.x.copy()
        centres = [middle for middle, *_ in lanes.values()]
        x[0] = (min(centres) + max(centres)) / 2
        for child, (middle, room, low, high) in lanes.items():
            inside = branches == child
            x[inside] = middle + min(room / (high - low), 1.0) * (x[inside] - (low + high) / 2)
            x[: len(items.nodes)][items.nodes == child] = middle
        more = (branches == 0) & (np.arange(len(x)) > 0)
        x[more] = self._detail.width - MARGIN_RIGHT - 12.0 * self._scale
        row_y = items.row_y.copy()
        row_y[1:] += self.band
        return items._replace(x=x, row_y=row_y)

    def bracket(self, items: Items) -> Bracket:
        """The rounds over the drawn nodes."""
        tree, rounds = self._tree, self._rounds
        drawn = {
            int(tree.action[node]): place
            for place, node in enumerate(items.nodes.tolist())
            if node and tree.parent[node] == 0
        }
        top = float(items.row_y[0]) + self._above
        rows = []
        boxes = []
        for number, each in enumerate(rounds.rounds):
            last = number == len(rounds.rounds) - 1
            rows.append(self._row_of(number, each, top + number * self._row))
            for entry in sorted(each.entries, key=lambda one: one.action):
                if entry.action in drawn:
                    place = drawn[entry.action]
                    width = self.rooms[int(items.nodes[place])]
                    boxes.append(_box(entry, each, place, number, width, last))
        return Bracket(
            top=top,
            bottom=top + self._row * len(rows),
            rows=tuple(rows),
            boxes=tuple(boxes),
            undrawn=tuple(drawn[action] for action in rounds.undrawn if action in drawn),
            has_labels=self._left > self._scale * NO_LABELS,
        )

    def _row_of(self, number: int, each: Round, y: float) -> BracketRow:
        begun = bool(each.entries)
        progress = math.nan if each.is_over or not begun else each.played / max(each.playouts, 1)
        state = "done" if each.is_over and begun else ""
        size = f"{each.size} × {text.number(each.share)}"
        return BracketRow(y, self._row, f"Round {number + 1}", size, state, progress)


def _beginning(tree: TreePart, kept: np.ndarray) -> TreePart:
    """The kept nodes of a part, as far as a layout reads them."""
    place = np.full(len(tree.parent) + 1, -1)
    place[kept] = np.arange(len(kept))
    return replace(
        tree,
        parent=place[tree.parent[kept]].astype(tree.parent.dtype),
        action=tree.action[kept],
        num_children=tree.num_children[kept],
        visits=tree.visits[kept],
        is_optional=tree.is_optional[kept],
        tells=tree.tells[kept],
    )


def _box(entry: Entry, each: Round, node: int, row: int, width: float, last: bool) -> BracketBox:
    if each.is_over:
        note = ("wins" if last else "stays") if entry.stays else "out"
    else:
        note = f"+{text.number(entry.added)}"
    return BracketBox(
        node=node,
        row=row,
        width=width,
        mean=entry.mean,
        playouts=entry.playouts,
        note=note,
        rank=text.ordinal(entry.rank) if entry.playouts else "",
        noise="" if math.isnan(entry.noise) else f"g {entry.noise:.2f}",
        is_out=each.is_over and not entry.stays,
    )


def in_words(rounds: Rounds, action: int) -> str:
    """What the rounds have said of an action: "round 1: 480 playouts, 41%, 6th, out"."""
    told = []
    last = len(rounds.rounds) - 1
    for number, each in enumerate(rounds.rounds):
        for entry in each.entries:
            if entry.action == action:
                box = _box(entry, each, 0, number, 0.0, number == last)
                parts = [f"{text.number(entry.playouts)} playouts"]
                parts += [text.percent(entry.mean), box.rank] if entry.playouts else []
                told.append(f"round {number + 1}: {', '.join([*parts, box.noise, box.note])}")
    return "; ".join(told).replace(", ,", ",") or "in no round"
