"""Their tree beside ours from one position: what is drawn of each, and the nodes that are wrong.

The tree card of Explore shows a moment of one search at its full width; these are two still trees
in narrow columns, some tens of nodes each, whose marks are against exact values. Sizes, colours
and places are computed by what that card uses.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import Annotated, Literal

import numpy as np

from explorer.look.shades import mean_colors, text_on_mean
from explorer.look.sizes import edge_widths, radii
from explorer.schema.contract import Numbers
from mcsearch.check import Counterexample, Examination, RunError, StoppedError
from mcsearch.check.convention import Convention
from mcsearch.check.evidence import our_search
from mcsearch.check.game import Position
from mcsearch.check.node import NONE, Node
from mcsearch.drawing.tidy import NO_PARENT, tidy

ITERATIONS = 1_000
_FEWEST_ITERATIONS = 100  # of an example, that make a tree worth a look
_WIDTH = 224.0
_ROW = 68.0
_TOP, _BOTTOM = 17.0, 14.0
_GAP = 3.0
_MOST_STRETCH = 3.0  # of a tree with few nodes
_SIZE = 0.72  # of Explore's nodes
_DEEPEST = 3
_MOST_NODES, _FEWEST_NODES = 44, 3
_MOST_REPLIES = 6
_MOST_CHILDREN = {0: 9, 1: 7, 2: 6}  # by depth
_ENOUGH_VISITS = 20  # to be held against the exact value
_MANY_VISITS = 50  # of a node whose best reply should have its share
_CLEARLY = 0.1  # away from one half
_EXACT_SECONDS = 1.5
_WORDS = {0.0: "loses", 0.5: "draws", 1.0: "wins"}

State = Literal["", "wrong", "starved"]
Pixels = Annotated[float, Numbers(1)]


@dataclass(frozen=True, slots=True)
class CheckNode:
    """A node of a drawing."""

    parent: int  # -1: none
    x: Pixels
    y: float
    r: Pixels
    depth: int
    edge: Pixels  # the width of the line to its parent
    visits: int
    mean: Annotated[float, Numbers(has_unknown=True)]  # 0 to 1
    color: str
    text: str
    name: str
    state: State
    exact: float | None  # 0 to 1


@dataclass(frozen=True, slots=True)
class CheckTree:
    """A drawing of a tree, in pixels."""

    width: float
    height: float
    nodes: tuple[CheckNode, ...]  # from the root on


@dataclass(frozen=True, slots=True)
class CheckReply:
    """What a tree has of a reply."""

    visits: int
    color: str
    state: State


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A reply in both trees."""

    name: str
    exact: str | None  # what it comes to under perfect play, in a word
    yours: CheckReply
    ours: CheckReply


@dataclass(frozen=True, slots=True)
class CheckReplies:
    """The replies to a move, and how many visits there are of all."""

    move: str
    player: int
    yours: int
    ours: int
    rows: tuple[CheckRow, ...]


@dataclass(frozen=True, slots=True)
class CheckPair:
    """Their tree and ours."""

    player: int  # whose win rates are told
    yours: CheckTree
    ours: CheckTree
    replies: CheckReplies | None


@dataclass(frozen=True, slots=True)
class CheckTrees:
    """Both trees from one position."""

    iterations: int
    pair: CheckPair | None
    why: str  # there are none


@dataclass
class _Item:
    """A node of either tree; `mean` is the win rate of the root's player.

    `place` is that of the action among the legal ones above; `position` is None behind an action
    that is not legal.
    """

    place: int
    name: str
    depth: int
    visits: int
    mean: float
    position: Position | None
    children: list[_Item] = field(default_factory=list)


@dataclass
class _Exact:
    """What the root's player gets under perfect play, where that is known soon."""

    root: Position
    end: float = field(default_factory=lambda: time.perf_counter() + _EXACT_SECONDS)

    def value(self, position: Position | None) -> float | None:
        if position is None:
            return None
        is_late = time.perf_counter() > self.end
        value = position.exact if is_late else position.game.exact(position)
        return None if value is None else self.root.seen(value)

    def state(self, above: _Item | None, item: _Item) -> State:
        """What is wrong with a node: "wrong", "starved" or "".

        "wrong": its mean is on the other side of one half than the exact value. "starved": the one
        reply that is best for who chooses it has less than half of an equal share of the visits.
        """
        value = self.value(item.position)
        if above is None or above.position is None or value is None:
            return ""
        is_against = (item.mean - 0.5) * (value - 0.5) < 0 and abs(item.mean - 0.5) > _CLEARLY
        if item.visits >= _ENOUGH_VISITS and is_against:
            return "wrong"
        count = len(above.position.legal)
        if above.visits < _MANY_VISITS or item.visits * 2 * count >= above.visits:
            return ""
        values = [self.value(above.position.after(place)) for place in range(count)]
        worth = [each for each in values if each is not None]
        best = max(worth) if above.position.to_play == self.root.to_play else min(worth)
        return "starved" if value == best and worth.count(best) == 1 else ""


def trees_frame(examination: Examination, example: Counterexample | None) -> CheckTrees:
    """Both trees of as many iterations at the position of the example, None: at the beginning.

    It runs their search once more; what that raises is told in `why`.
    """
    evidence = examination.evidence
    if evidence.errors:  # a search that has not come back is not called again
        return _none(evidence.errors[0].message)
    position = _position(evidence.game.start, example.moves if example else ())
    iterations, seed = ITERATIONS, evidence.seed
    if example is not None and example.seed:
        seed = example.seed
    if example is not None and example.iterations >= _FEWEST_ITERATIONS:
        iterations = min(example.iterations, ITERATIONS)
    if position is None or position.is_terminal:
        return _none("The game is over at this position: there is no tree.")
    try:
        answer = evidence.runner.answer(position, iterations, seed)
    except (RunError, StoppedError) as error:
        return _none(str(error) or "The examination was stopped.")
    finally:
        evidence.runner.end()
    if answer.tree is None:
        return _none("run returns no tree: there is nothing to draw.")
    exact = _Exact(position)
    yours = _theirs(answer.tree, evidence.convention, position)
    ours = _ours(position, iterations, seed)
    pair = CheckPair(
        player=position.to_play,
        yours=_drawing(yours, exact),
        ours=_drawing(ours, exact),
        replies=_replies(yours, ours, example.yours if example else "", exact),
    )
    return CheckTrees(iterations, pair, "")


def _none(why: str) -> CheckTrees:
    return CheckTrees(0, None, why)


def _position(start: Position, moves: tuple[str, ...]) -> Position | None:
    position = start
    for name in moves:
        place = _place(position, name)
        if place is None:
            return None
        position = position.after(place)
    return position


def _place(position: Position, name: str) -> int | None:
    places = range(len(position.legal))
    return next((place for place in places if position.name(place) == name), None)


def _theirs(node: Node, convention: Convention, root: Position) -> _Item:
    """What their program has, the means on the scale from 0 to 1."""

    def item(node: Node, above: Position | None, position: Position | None, depth: int) -> _Item:
        mover = above.to_play if above else 1 - root.to_play
        mean = math.nan
        if convention.has_value and node.visits > 0:
            seen = convention.seen_by(root.to_play, convention.mean(node), mover, root.to_play)
            mean = min(1.0, max(0.0, convention.share(seen)))
        name = above.name(node.action) if above and position else node.text
        found = _Item(node.action, name, depth, int(node.visits), mean, position)
        if position is not None and depth < _DEEPEST:
            for child in node.children:
                legal = 0 <= child.action < len(position.legal)
                below = position.after(child.action) if legal else None
                found.children.append(item(child, position, below, depth + 1))
        return found

    return item(node, None, root, 0)


def _ours(root: Position, iterations: int, seed: int) -> _Item:
    """What our plain UCT has, likewise."""
    tree = our_search(root, iterations, seed).tree

    def item(node: int, place: int, name: str, position: Position, depth: int) -> _Item:
        mean = float(tree.mean(node))  # of who has moved into the node
        mean = mean if depth % 2 else 1.0 - mean
        found = _Item(place, name, depth, int(tree.visits_of(node)), mean, position)
        if depth < _DEEPEST:
            for child in tree.children(node):
                at = position.legal.index(tree.action_of(child))
                found.children.append(
                    item(child, at, position.name(at), position.after(at), depth + 1)
                )
        return found

    return item(0, NONE, "", root, 0)


def _drawing(root: _Item, exact: _Exact) -> CheckTree:
    """Places, sizes and colours in pixels of a drawing _WIDTH wide, from the root on."""
    items, parents = _chosen(root, _MOST_NODES)
    while True:
        visits = np.asarray([item.visits for item in items])
        radius = _SIZE * radii(visits, root.visits)
        x = tidy(parents, 2.0 * radius, _GAP, visits.astype(np.float64) ** 2)
        width = float(np.max(x + radius))
        if width <= _WIDTH or len(items) <= _FEWEST_NODES:
            break
        items, parents = _chosen(root, len(items) - 2)
    # the edges are those of discs, which are not stretched
    stretch = (_WIDTH - 2.0 * float(radius.max())) / max(float(np.ptp(x)), 1.0)
    x = min(_MOST_STRETCH, max(1.0, stretch)) * x
    left, right = float(np.min(x - radius)), float(np.max(x + radius))
    x += 0.5 * (_WIDTH - left - right)
    means = np.asarray([item.mean for item in items])
    colors, texts = mean_colors(means, 0.0, 1.0), text_on_mean(means, 0.0, 1.0)
    widths = 0.6 * edge_widths(visits, root.visits)
    nodes = tuple(
        CheckNode(
            parent=parents[i],
            x=float(x[i]),
            y=_TOP + _ROW * item.depth,
            r=float(radius[i]),
            depth=item.depth,
            edge=float(widths[i]),
            visits=item.visits,
            mean=item.mean,
            color=colors[i],
            text=texts[i],
            name=item.name,
            state=exact.state(items[parents[i]] if i else None, item),
            exact=exact.value(item.position),
        )
        for i, item in enumerate(items)
    )
    depth = max(item.depth for item in items)
    return CheckTree(_WIDTH, _TOP + _BOTTOM + _ROW * depth, nodes)


def _chosen(root: _Item, count: int) -> tuple[list[_Item], list[int]]:
    """The most visited nodes with the places of their parents; siblings in the actions' order."""
    kept: set[int] = set()
    waiting = [root]
    while waiting and len(kept) < count:
        item = max(waiting, key=lambda item: item.visits)
        waiting.remove(item)
        kept.add(id(item))
        best = sorted(item.children, key=lambda child: -child.visits)
        waiting += best[: _MOST_CHILDREN.get(item.depth, 0)]
    items, parents = [root], [NO_PARENT]
    for at, item in enumerate(items):
        for child in sorted(item.children, key=lambda child: child.place):
            if id(child) in kept:
                items.append(child)
                parents.append(at)
    return items, parents


def _replies(yours: _Item, ours: _Item, move: str, exact: _Exact) -> CheckReplies | None:
    """The visits of each reply to a move in both trees, without one of the first moves."""
    mine, own = (_child(tree, move) if move else tree for tree in (yours, ours))
    position = mine.position if mine else None
    if mine is None or own is None or position is None or position.is_terminal:
        return None
    rows = []
    for place in range(len(position.legal)):
        name, value = position.name(place), exact.value(position.after(place))
        word = _WORDS.get(value) if value is not None else None
        rows.append(CheckRow(name, word, _reply(mine, name, exact), _reply(own, name, exact)))
    rows.sort(key=lambda row: -row.ours.visits)
    return CheckReplies(
        move, position.to_play, mine.visits, own.visits, tuple(rows[:_MOST_REPLIES])
    )


def _reply(above: _Item, name: str, exact: _Exact) -> CheckReply:
    child = _child(above, name)
    (color,) = mean_colors(np.asarray([child.mean if child else math.nan]), 0.0, 1.0)
    return CheckReply(
        child.visits if child else 0, color, exact.state(above, child) if child else ""
    )


def _child(item: _Item, name: str) -> _Item | None:
    return next((child for child in item.children if child.name == name), None)
