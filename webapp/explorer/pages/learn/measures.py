"""What a claim counts: a number for each search, and the event that the number is.

A measure is a generator: it runs the search of a recipe, yields between slices of work so that the
page stays in use, and returns the number.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcsearch import Recipe
from mcsearch.engine.tree import ROOT
from mcsearch.games import ExactSolver
from mcsearch.recipe import SOLVERS

SLICE_SECONDS = 0.012
_NODES_A_SLICE = 200
_POSITIONS_A_SLICE = 5000  # of an exact solver
Working = Generator[None, None, float]
Measure = Callable[[Recipe, Mapping[str, Any]], Working]


@dataclass(frozen=True)
class Event:
    """What is counted: the number is not 0, is the largest of the rows', or passes a bound."""

    kind: str  # "yes", "largest", ">=" or "<="
    bound: float = 0.0

    @property
    def text(self) -> str:
        """As `parse` reads it."""
        return f"{self.kind} {self.bound:g}" if self.bound else self.kind

    @classmethod
    def parse(cls, text: str) -> Event | None:
        """The event of a text, None when it is none."""
        if text in ("yes", "largest"):
            return cls(text)
        match = re.fullmatch(r"(>=|<=) (\d+(?:\.\d+)?)", text)
        return cls(match[1], float(match[2])) if match else None

    def happened(self, value: float, others: Sequence[float] = ()) -> bool:
        """Whether it happened, for one seed; `others`: the numbers of rows with the same event."""
        if self.kind == "yes":
            return value != 0.0
        if self.kind == "largest":
            return all(value > other for other in others)
        return value >= self.bound if self.kind == ">=" else value <= self.bound


def _finished(recipe: Recipe) -> Generator[None, None, Any]:
    search = recipe.build()
    yield from _run(search)
    return search


def _run(search: Any) -> Generator[None, None, None]:
    while not search.stopped:
        search.run(seconds=SLICE_SECONDS)
        yield


def plays(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether the final move is one of `moves`.

    With `after`, moves that are played first: the search has `then` iterations after them. With
    `thinks` it has so many before they are played, too, and keeps the branch below them.
    """
    search = recipe.build()
    if "after" in arguments:
        search.run(arguments.get("thinks", 0))
        for name in arguments["after"].split():
            search.advance_root(search.root.parse_action(name))
        yield
        search.run(arguments["then"])
    else:
        yield from _run(search)
    best = search.best_sequence
    return float(bool(best) and search.root.action_name(best[0]) in arguments["moves"].split())


def best_mean(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether the child of the root with the best mean is one of `moves`."""
    search = yield from _finished(recipe)
    children = [child for child in search.root_children() if child.visits]
    best = max(children, key=lambda child: float(child.mean))
    return float(search.root.action_name(best.action) in arguments["moves"].split())


def rules_differ(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether the most visited child of the root is not that with the best mean, in a position that
    the seed draws: `plies` random moves from the recipe's game. `right` asks for more: which of the
    two is right by exhaustive search, "robust", "max", "both" or "neither".
    """
    recipe = recipe.replace(position=_drawn(recipe, int(arguments["plies"])))
    search = yield from _finished(recipe)
    children = [child for child in search.root_children() if child.visits]
    robust = max(children, key=lambda child: int(child.visits)).action
    best = max(children, key=lambda child: float(child.mean)).action
    if robust == best or not arguments["right"]:
        return float(robust != best)
    solver = SOLVERS[recipe.game].build(search.root)
    worth = yield from exact_values(solver, search.root)
    right = [worth[action] == max(worth.values()) for action in (robust, best)]
    names = {(True, True): "both", (True, False): "robust", (False, True): "max"}
    return float(names.get((right[0], right[1]), "neither") == arguments["right"])


def _drawn(recipe: Recipe, plies: int) -> str:
    """The moves to a position in which the game is not over, drawn by the recipe's seed."""
    draw = random.Random(recipe.seed)
    while True:
        state, names = recipe.replace(position="").build().root, ""
        for _ in range(plies):
            if state.is_terminal():
                break
            action = draw.choice(state.legal_actions())
            names += state.action_name(action)
            state = state.play(action)
        if not state.is_terminal():
            return names


def exact_values(solver: ExactSolver, state: Any) -> Generator[None, None, dict[Any, float]]:
    """What each action is worth for the player to move, by the solver of the state's game."""
    solver.begin(state)
    while not solver.is_settled and not solver.run(_POSITIONS_A_SLICE):
        yield
    return {action: bounds.lower for action, bounds in solver.bounds.items()}


def same_move(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether the final move is that of the same search with other `parameters`."""
    found = []
    other = {**recipe.parameters, **arguments["parameters"]}
    for changed in (recipe, recipe.replace(parameters=other)):
        search = yield from _finished(changed)
        found.append(search.best_sequence[:1])
    return float(found[0] == found[1])


def walk(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """The score of the game that a nested search walks to."""
    search = yield from _finished(recipe)
    return float(search.walk_score)


def score(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """The best score found."""
    search = yield from _finished(recipe)
    return float(search.best_score)


def proven(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """Whether the root's value is proven in the end."""
    search = yield from _finished(recipe)
    return float(search.bounds.is_exact)


def value_known(recipe: Recipe, arguments: Mapping[str, Any]) -> Working:
    """How far what the search says of the root's value is from the exact value, 0 to 1.

    What it says is the proven value, and without one the mean.
    """
    search = yield from _finished(recipe)
    value = yield from exhaustive(search.root)
    bounds = search.bounds
    return abs((bounds.lower if bounds.is_exact else _own_mean(search)) - value)


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
    for measure in (plays, best_mean, rules_differ, same_move, score, walk, proven, value_known)
}
"""By what a chapter calls them."""
