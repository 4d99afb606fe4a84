"""Traces: what every phase of a search did, one JSON object a line, the first line the recipe.

A trace is written for reading and for checking. `replay` never takes a trace's word: it builds the
recipe's search again, does the same phases and compares.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.search import BACKPROPAGATION, EXPANSION, SELECTION, SIMULATION, Search
from mcsearch.engine.tree import NONE
from mcsearch.recipe import Recipe

PHASES = {
    SELECTION: "selection",
    EXPANSION: "expansion",
    SIMULATION: "simulation",
    BACKPROPAGATION: "backpropagation",
}
"""The phases by their code, as traces name them; of every search, whatever it calls them itself."""

MAX_CHARACTERS = 64_000_000
_SHOWN = 60  # characters of a wrong value in a message


class TraceError(RecipeError):
    """A text that is no trace, or a trace that the search does not repeat; `line` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"trace line {line}: {message}")
        self.line = line


def header(recipe: Recipe, problem: str = "") -> str:
    """The first line of a trace; of a person's problem with its title, never with its code."""
    fields: dict[str, Any] = {"recipe": recipe.to_dict()}
    return json.dumps({**fields, "problem": problem} if problem else fields)


def phase_record(search: Search) -> dict[str, Any]:
    """What the search's last phase did, as plain values; {} before the first.

    selection: the path's actions. expansion: the actions from the root to each new node.
    simulation: the playout's actions and its return. backpropagation: [visits, value sum] of each
    node of the path, root first, null for a node that is not recorded; then the best score.
    """
    phase = search.phase
    if phase == 0:
        return {}
    done = phase == BACKPROPAGATION
    record: dict[str, Any] = {
        "iteration": search.iterations + (0 if done else 1),
        "phase": PHASES[phase],
    }
    if phase == SELECTION:
        record["path"] = list(search.path_actions)
    elif phase == EXPANSION:
        record["new"] = [search.actions_to(node) for node in search.new_nodes]
    elif phase == SIMULATION:
        record["playout"] = list(search.playout_actions)
        record["return"] = _number(search.playout_return)
    else:
        tree = search.tree
        record["path"] = [
            None if node == NONE else [tree.visits_of(node), _number(tree.value_sum_of(node))]
            for node in search.path
        ]
        record["best"] = _number(search.best_score)
    return record


def _number(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def line_of(search: Search) -> str:
    """The trace's line for the search's last phase."""
    return json.dumps(phase_record(search))


def record(recipe: Recipe, iterations: int) -> Iterator[str]:
    """The lines of the trace of a recipe's first iterations; fewer when the search ends before."""
    yield header(recipe)
    search = recipe.build()
    while search.iterations < iterations and search.advance():
        yield line_of(search)


class Trace:
    """A trace that was read: its recipe, checked, and its records, not checked yet."""

    def __init__(self, recipe: Recipe, records: list[dict[str, Any]]) -> None:
        self.recipe = recipe
        self.records = records

    def build(self) -> Search:
        """The search to compare with, without the recipe's limit of seconds: what a trace tells
        has happened within it, however long it takes here."""
        return self.recipe.replace(parameters={**self.recipe.parameters, "seconds": 0.0}).build()

    def __len__(self) -> int:
        """The number of phases."""
        return len(self.records)

    def check(self, index: int, search: Search) -> None:
        """Raise TraceError unless record `index` tells what the search's last phase did."""
        told, done = self.records[index], phase_record(search)
        line = index + 2  # the recipe stands on the first
        for name in ("iteration", "phase", *sorted({*told, *done})):
            if name not in told:
                raise TraceError(line, f"{name!r} is missing; the search has {_short(done[name])}")
            if name not in done:
                raise TraceError(line, f"{name!r} does not belong here; leave it out")
            if told[name] != done[name]:
                raise TraceError(
                    line,
                    f"iteration {done['iteration']}, {done['phase']}: {name} is "
                    f"{_short(told[name])}, the search has {_short(done[name])}. The trace was "
                    "changed, or another version of mcsearch wrote it: record it again",
                )

    def ended(self, index: int) -> TraceError:
        """The error of a trace that goes on at record `index`, after the search's end."""
        return TraceError(
            index + 2, "the search has ended before this phase; record the trace again"
        )


def recipe_of_trace(fields: Any, problem: str) -> Recipe:
    """The recipe in a trace's first line. RecipeError for one of a person's problem."""
    if problem:
        raise RecipeError(
            f"it is of the problem {problem!r}, whose class is in no trace; import it in the "
            "explorer, where that class is defined"
        )
    return Recipe.from_dict(fields)


def parse(text: str, read: Callable[[Any, str], Recipe] = recipe_of_trace) -> Trace:
    """Read a trace; TraceError names the first line that is wrong.

    `read` makes the recipe of its fields and of the title of a person's problem, "" for none; it
    may raise RecipeError.
    """
    if len(text) > MAX_CHARACTERS:
        raise TraceError(1, f"{len(text):,} characters; give at most {MAX_CHARACTERS:,}")
    lines = text.splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise TraceError(1, "nothing is there; give the recipe's line, then one line a phase")
    fields = _object(1, lines[0])
    problem = fields.pop("problem", "")
    if set(fields) != {"recipe"} or not isinstance(problem, str):
        raise TraceError(1, f"{_short(fields)} is no recipe; begin with {{'recipe': {{...}}}}")
    try:
        recipe = read(fields["recipe"], problem)
    except RecipeError as error:
        raise TraceError(1, str(error)) from None
    return Trace(recipe, [_object(number, line) for number, line in enumerate(lines[1:], start=2)])


def replay(text: str | Trace) -> Search:
    """The search after all phases of a trace; TraceError where they first differ from its own."""
    trace = parse(text) if isinstance(text, str) else text
    search = trace.build()
    for index in range(len(trace)):
        if not search.advance():
            raise trace.ended(index)
        trace.check(index, search)
    return search


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TraceError(number, f"{_short(line)} is no JSON ({error}); copy it whole") from None
    if not isinstance(fields, dict):
        raise TraceError(number, f"{_short(line)} is no object; give named fields")
    return fields


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
