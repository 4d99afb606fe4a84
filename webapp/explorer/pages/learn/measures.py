"""What a claim counts: a number for each search, and the event that the number is.

A measure is a generator: it runs the search of a recipe, yields between slices of work so that the
page stays in use, and returns the number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcsearch import Recipe
from mcsearch.engine.tree import ROOT

SLICE_SECONDS = 0.012
_NODES_A_SLICE = 200
Working = Generator[None, None, float]
Measure = Callable[[Recipe, Mapping[str, Any]], Working]


@dataclass(frozen=True)
class Event:
    """What is counted: the number is not 0, is the largest of the rows', or passes a bound."""

    kind: str  # "yes", "largest", ">=" or "<="
    bound: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Event | None:
        """The event of a text, None when it is none."""
        if text in ("yes", "largest"):
            return cls(text)
        match = re.fullmatch(r"(>=|<=) (\d+(?:\.\d+)?)", text)
        return cls(match[1], float(match[2])) if match else None

    def of(self, values: Sequence[float]) -> list[bool]:
        """Whether it happened in each of the rows, for one seed."""
        if self.kind == "yes":
            return [value != 0.0 for value in values]
        if self.kind == "largest":
            return [
                all(value > other for j, other in enumerate(values) if j != i)
                for i, value in enumerate(values)
            ]
        if self.kind == ">=":
            return [value >= self.bound for value in values]
        return [value <= self.bound for value in values]


def _finished(recipe: Recipe) -> Generator[None, None, Any]:
    search = recipe.build()
    while not search.stopped:
        search.run(seconds=SLICE_SECONDS)
        yield
    return search


def plays(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether the final move is one of `moves`."""
    search = yield from _finished(recipe)
    best = search.best_sequence
    return float(bool(best) and search.root.action_name(best[0]) in arguments["moves"].split())


def score(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """The best score found."""
    search = yield from _finished(recipe)
    return float(search.best_score)


def nodes(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """How many nodes the tree has in the end."""
    search = yield from _finished(recipe)
    return float(search.tree.size)


def adds_up(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether at every iteration each node but the root has one visit more than its children."""
    search = recipe.build()
    holds = True
    while not search.stopped:
        search.run(1)
        tree = search.tree
        for node in search.path[1:]:
            children = tree.children(node)
            total = sum(tree.visits_of(child) for child in children)
            if children and tree.visits_of(node) != total + 1:
                holds = False
        yield
    return float(holds)


def proven(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether the root's value is proven in the end."""
    search = yield from _finished(recipe)
    return float(search.bounds.is_exact)


def exact(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether the search knows the root's value, and every value that it has proven is right.

    Right is what an exhaustive search says. Without proofs the mean of the root has to be the
    value, to two decimals.
    """
    search = yield from _finished(recipe)
    tree = search.tree
    value = yield from exhaustive(search.root)
    if not tree.keeps_bounds:
        return float(abs(_own_mean(search) - value) < 0.005)
    holds = search.bounds.is_exact
    open_nodes = [(ROOT, search.root)]
    while open_nodes:
        for _ in range(_NODES_A_SLICE):
            if not open_nodes:
                break
            node, state = open_nodes.pop()
            bounds = tree.bounds_of(node)
            if bounds.is_exact and bounds.lower != (yield from exhaustive(state)):
                holds = False
            for child in tree.children(node):
                open_nodes.append((child, state.play(state.action_of(tree.action_of(child)))))
        yield
    return float(holds)


def agrees(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether the most visited child of the root also has the best mean."""
    search = yield from _finished(recipe)
    children = [child for child in search.root_children() if child.visits]
    most = max(child.visits for child in children)
    best = max(child.mean for child in children)
    return float(any(child.visits == most and child.mean == best for child in children))


def _own_mean(search: Any) -> float:
    """The mean of the root for player 0, as returns are."""
    mean = float(search.tree.mean(ROOT))
    return mean if search.root.to_play == 1 else 1.0 - mean


def exhaustive(state: Any) -> Working:
    """The value of a position for player 0 when both sides play their best."""
    key = (type(state).__name__, str(state))
    if key not in _VALUES:
        values = []
        for action in state.legal_actions():
            values.append((yield from exhaustive(state.play(action))))
        best = max if state.to_play == 0 else min
        _VALUES[key] = best(values) if values else state.returns()
        if len(_VALUES) % _NODES_A_SLICE == 0:
            yield
    return _VALUES[key]


_VALUES: dict[tuple[str, str], float] = {}
"""What `exhaustive` has found: of a game and a position's text."""

MEASURES: dict[str, Measure] = {
    measure.__name__.replace("_", "-"): measure
    for measure in (plays, score, nodes, adds_up, proven, exact, agrees)
}
"""By what a chapter calls them."""
