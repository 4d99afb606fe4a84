"""What one iteration changed: two trees of the same seed, one with one iteration more."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from mcsearch.check.game import Position
from mcsearch.check.node import Node

_SMALLEST = 1e-12


@dataclass(frozen=True)
class Passed:
    """A node on the way of an iteration: as it was (None: it is new), as it is, its position."""

    before: Node | None
    after: Node
    position: Position | None

    @property
    def gained(self) -> float:
        """Visits."""
        return self.after.visits - (self.before.visits if self.before else 0.0)


@dataclass(frozen=True)
class Choice:
    """A child was selected below a node: all children as they were, and which it was.

    `chooser` is who is to move there, `is_root` whether that is the root's player, `depth` that of
    the node. Children that were not there yet have no visits.
    """

    position: Position
    node: Node
    children: tuple[Node, ...]
    chosen: int
    depth: int
    root_visits: float
    root: Position
    iterations: int
    seed: int

    @property
    def chooser(self) -> int:
        return self.position.to_play

    @property
    def is_roots(self) -> bool:
        """Whether the root's player chooses."""
        return self.position.to_play == self.root.to_play


@dataclass(frozen=True)
class Step:
    """One iteration. `apart`: how many nodes changed that are not on one way from the root."""

    root: Position
    iterations: int
    seed: int
    way: tuple[Passed, ...]
    apart: int
    new: int  # nodes that got their first visit
    missing: int  # nodes that were there before and are no more
    choices: tuple[Choice, ...] = field(default=())


def aligned(before: Node | None, after: Node) -> list[tuple[Node | None, Node]]:
    """The children of a node with what they were."""
    known: dict[tuple[int, str], list[Node]] = {}
    for child in before.children if before else ():
        known.setdefault((child.action, child.text if child.action < 0 else ""), []).append(child)
    found = []
    for child in after.children:
        earlier = known.get((child.action, child.text if child.action < 0 else ""), [])
        found.append((earlier.pop(0) if earlier else None, child))
    return found


def _is_same(one: Node, other: Node) -> bool:
    if one.visits != other.visits:
        return False
    if math.isnan(one.value) or math.isnan(other.value):
        return math.isnan(one.value) == math.isnan(other.value)
    return abs(one.value - other.value) <= _SMALLEST * max(1.0, abs(one.value))


def _num_changed(before: Node | None, after: Node, cache: dict[int, int]) -> int:
    """How many nodes of a subtree changed; new ones without a visit do not count."""
    own = int(after.visits > 0 if before is None else not _is_same(before, after))
    total = own + sum(_num_changed(old, new, cache) for old, new in aligned(before, after))
    cache[id(after)] = total
    return total


def step_of(root: Position, before: Node, after: Node, iterations: int, seed: int) -> Step:
    """What changed from a tree to that with an iteration more; `iterations` are of the second."""
    changed: dict[int, int] = {}
    total = _num_changed(before, after, changed)
    way = [Passed(before, after, root)]
    on_way = int(not _is_same(before, after))
    choices = []
    is_one_way = True  # down to here: the numbers by which the first child was selected are known
    new = 0
    old: Node | None = before
    node = after
    position: Position | None = root
    while True:
        pairs = aligned(old, node)
        moved = [(b, a) for b, a in pairs if changed[id(a)]]
        if not moved:
            break
        most = max(moved, key=lambda pair: changed[id(pair[1])])
        is_one_way = is_one_way and len(moved) == 1
        chosen = pairs.index(most)
        if old is not None and position is not None and is_one_way:
            choices.append(
                Choice(
                    position,
                    old,
                    tuple(
                        Node(a.action, 0.0, math.nan, prior=a.prior, text=a.text)
                        if b is None
                        else b
                        for b, a in pairs
                    ),
                    chosen,
                    len(way) - 1,
                    before.visits,
                    root,
                    iterations,
                    seed,
                )
            )
        old, node = most
        position = None if position is None else position.at((node.action,))
        on_way += int(old is None or not _is_same(old, node))
        new += int((old is None or old.visits == 0) and node.visits > 0)
        way.append(Passed(old, node, position))
    return Step(
        root,
        iterations,
        seed,
        tuple(way),
        total - on_way,
        new,
        max(0, before.num_nodes - after.num_nodes),
        tuple(choices),
    )
