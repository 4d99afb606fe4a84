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
from mcsearch.engine.tree import NONE, ROOT

SLICE_SECONDS = 0.012
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


MEASURES: dict[str, Measure] = {
    measure.__name__.replace("_", "-"): measure for measure in (plays, score, nodes, adds_up)
}
__all__ = ["MEASURES", "NONE", "ROOT", "Event", "Measure"]
