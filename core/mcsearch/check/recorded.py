"""A tree of any program in the form of a search that has ended, so that all cards can show it.

It begins with the first snapshot; an iteration shows the next one. Nothing is searched.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mcsearch.check.shape import ShapeError
from mcsearch.check.tree_file import MOST_CHILDREN, PlainNode, many_objects
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.final_move import RootChild
from mcsearch.engine.search import BACKPROPAGATION, TREE
from mcsearch.engine.tree import NONE, ROOT, Tree
from mcsearch.problem.state import ProblemState, begin

RECORDED = "recorded"
_NO_PICTURE = '<svg viewBox="0 0 1 1"></svg>'


class Place:
    """A node of all snapshots together: what its action and its position are called."""

    __slots__ = ("action", "children", "depth", "number", "parent", "picture")

    def __init__(self, parent: Place | None, number: int, node: PlainNode) -> None:
        self.parent = parent
        self.number = number
        self.action = node.action or f"#{number + 1}"
        self.picture = node.picture
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.children: list[Place] = []


class RecordedTree:
    """A position of a tree as a problem: its actions lead to the children of a node.

    Who moves, and of whom values are, a tree does not say: they are shown as they are.
    """

    num_players = 1

    def __init__(self, place: Place, max_plies: int, max_actions: int) -> None:
        self.place = place
        self.max_plies = max_plies
        self.max_actions = max_actions

    def legal_actions(self) -> list[int]:
        return list(range(len(self.place.children)))

    def chance_outcomes(self) -> list[Any]:
        """None; a game in which they may be has means and no best score, as a tree has."""
        return []

    def play(self, action: int) -> RecordedTree:
        return type(self)(self.place.children[action], self.max_plies, self.max_actions)

    def is_terminal(self) -> bool:
        return not self.place.children

    def returns(self) -> float:
        return math.nan

    def action_name(self, action: int) -> str:
        return self.place.children[action].action

    def key(self) -> int:
        return id(self.place)

    def __str__(self) -> str:
        names, place = [], self.place
        while place.parent is not None:
            names.append(place.action)
            place = place.parent
        return " ".join(reversed(names)) or "root"


class PicturedTree(RecordedTree):
    """A tree whose nodes have pictures."""

    def picture(self) -> Any:
        text = self.place.picture
        if not text or text.lstrip().startswith("<svg"):
            return text.lstrip() or _NO_PICTURE
        rows = text.splitlines()
        width = max(map(len, rows))
        return [[None if c in " ." else c for c in row.ljust(width)] for row in rows]


class RecordedSearch:
    """A search as the cards read one, that has been done elsewhere.

    `snapshots` are trees of one program at several moments; a single one is the usual case.
    """

    name = RECORDED
    title = "a program of its own"
    phase_names = ("", "", "", "")  # only its trees are known
    code: tuple[str, ...] = ()
    parameters: tuple[Any, ...] = ()
    shows = frozenset({TREE})
    uses_rule = uses_policy = False
    rule = final_move = policy = rounds = proven = None
    cut_off = ""
    seed: Any = 0
    phase = 0
    seconds = 0.0
    playout_return = math.nan

    def __init__(self, snapshots: Sequence[PlainNode]) -> None:
        with many_objects():
            self._shots, start, size = _merged(snapshots)
        self.root: ProblemState = begin(start)
        self.values: dict[str, Any] = {
            "iterations": len(snapshots) - 1,
            "seconds": 0.0,
            "nodes": size,
        }
        self.tree = Tree(size, False)
        self.go_to(0)

    # --- going on ---

    def advance(self) -> int:
        """Show the next snapshot; 0 after the last."""
        return BACKPROPAGATION if self.run(1) else 0

    def run(self, iterations: int | None = None, *_: Any, **__: Any) -> int:
        """Show so many snapshots on; how many that were."""
        before, last = self.iterations, len(self._shots) - 1
        if before < last:
            self.go_to(last if iterations is None else min(last, before + iterations))
        return self.iterations - before

    def go_to(self, number: int) -> None:
        """Show a snapshot by its number, from 0."""
        shot = self._shots[number]
        self.tree.fill(shot.parent, shot.action, shot.visits, shot.value_sum)
        self.new_nodes: list[int] = shot.new
        self.iterations = number
        self.stopped = "finished" if number == len(self._shots) - 1 else ""

    def cancel(self) -> None:
        """Nothing is at work."""

    def copy(self) -> RecordedSearch:
        """Another one at the same snapshot."""
        return self._at(self.iterations)

    def beginning(self) -> RecordedSearch:
        """Another one at the first snapshot."""
        return self._at(0)

    def _at(self, number: int) -> RecordedSearch:
        twin = object.__new__(RecordedSearch)
        twin._shots, twin.root, twin.values = self._shots, self.root, self.values
        twin.tree = Tree(self.values["nodes"], False)
        twin.go_to(number)
        return twin

    # --- for reading ---

    @property
    def num_bytes(self) -> int:
        return int(self.tree.num_bytes)

    @property
    def playouts(self) -> int:
        return self.tree.visits_of(ROOT)

    @property
    def path(self) -> list[int]:
        return []

    @property
    def path_actions(self) -> list[int]:
        return []

    @property
    def playout_actions(self) -> list[int]:
        return []

    @property
    def improvements(self) -> list[Any]:
        return []

    def best_numbers(self) -> list[int]:
        """The most visited child, its most visited child and so on."""
        tree, node, numbers = self.tree, ROOT, []
        while children := tree.children(node):
            node = max(children, key=tree.visits_of)
            if tree.visits_of(node) == 0:
                break
            numbers.append(tree.action_of(node))
        return numbers

    @property
    def best_sequence(self) -> list[int]:
        return self.best_numbers()

    def best_action(self) -> int | None:
        return next(iter(self.best_numbers()), None)

    @property
    def best_score(self) -> float:
        """The mean of the most visited child."""
        numbers = self.best_numbers()[:1]
        return self.tree.mean(self.tree.find(numbers)) if numbers else math.nan

    @property
    def bounds(self) -> Bounds:
        return self.tree.bounds_of(ROOT)

    def numbered_children(self) -> list[RootChild]:
        return [RootChild.at(self.tree, child) for child in self.tree.children(ROOT)]

    root_children = numbered_children

    def actions_to(self, node: int) -> list[int]:
        return list(self.tree.actions_to(node))

    def find(self, actions: list[int]) -> int:
        return int(self.tree.find(list(actions)))


class _Shot:
    """A snapshot as arrays, breadth first."""

    __slots__ = ("action", "new", "parent", "value_sum", "visits")

    def __init__(self, root: PlainNode, top: Place, is_first: bool) -> None:
        order, places, parents = [root], [top], [NONE]
        new: list[int] = []
        at = 0
        while at < len(order):
            node, place = order[at], places[at]
            known: dict[str, list[Place]] = {}  # an action may stand there twice
            for there in reversed(place.children):
                known.setdefault(there.action, []).append(there)
            for number, child in enumerate(node.children):
                same = known.get(child.action or f"#{number + 1}")
                if same:
                    below = same.pop()
                else:
                    below = Place(place, len(place.children), child)
                    place.children.append(below)
                    if not is_first:
                        new.append(len(order))
                order.append(child)
                places.append(below)
                parents.append(at)
            at += 1
        self.parent = np.asarray(parents, np.int32)
        self.action = np.asarray([NONE, *(p.number for p in places[1:])], np.int32)
        self.visits = np.asarray([node.visits for node in order], np.int32)
        values = np.asarray([node.value for node in order], np.float64)
        self.value_sum = np.where(self.visits > 0, self.visits * values, 0.0)
        self.new = new


def _merged(snapshots: Sequence[PlainNode]) -> tuple[list[_Shot], RecordedTree, int]:
    """The snapshots, the position at their root, and the nodes of the largest."""
    if not snapshots:
        raise ValueError("there is no tree; give one root or more")
    top = Place(None, 0, snapshots[0])
    shots = [_Shot(root, top, not number) for number, root in enumerate(snapshots)]
    deepest = widest = 0
    has_pictures = False
    waiting = [top]
    while waiting:
        place = waiting.pop()
        deepest = max(deepest, place.depth)
        widest = max(widest, len(place.children))
        has_pictures = has_pictures or bool(place.picture)
        waiting += place.children
    if widest > MOST_CHILDREN:
        raise ShapeError(f"a node has {widest:,} children; {MOST_CHILDREN:,} can be shown, cut it")
    kind = PicturedTree if has_pictures else RecordedTree
    start = kind(top, max(1, deepest), max(1, widest))
    return shots, start, max(len(shot.parent) for shot in shots)
