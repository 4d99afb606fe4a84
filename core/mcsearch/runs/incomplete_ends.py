"""Runs whose sequence is no whole solution, such as a fold that has shut itself in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from mcsearch.engine.state import State
from mcsearch.engine.wording import counted
from mcsearch.runs.race import BoardRace
from mcsearch.runs.store import Run, Store


class IncompleteEnd(NamedTuple):
    """An entrant whose sequences are no whole solutions in some runs."""

    label: str
    incomplete: int
    """Runs that end incomplete, of `runs`."""
    runs: int
    such_as: str
    """How far the first of them comes: "34 of 36 beads"."""


def incomplete_after(state: Any, sequence: Iterable[Any]) -> str:
    """How far a sequence of actions comes that is no whole solution; else "".

    The state is of any kind: what a search of a person's problem shows says nothing of it.
    """
    for action in sequence:
        state = state.play(action)
    return str(getattr(state, "incomplete", ""))


def incomplete_end(run: Run) -> str:
    """The same of a run's sequence."""
    return incomplete_after(run.recipe.start(), run.sequence)


def incomplete_ends(race: BoardRace, store: Store) -> list[IncompleteEnd]:
    """The entrants with incomplete sequences in finished rounds, as their stored runs say."""
    found = []
    for entrant in race.racing:
        recipe = race.recipe(entrant, 0, 0)
        if recipe.record.has_chance or not _can_be(recipe.start()):
            continue
        ends = []
        for board in range(len(race.boards)):
            for number in range(race.num_finished):
                run = store.find(race.recipe(entrant, board, number))
                assert run is not None, "a finished run is stored"
                ends.append(incomplete_end(run))
        told = [end for end in ends if end]
        if told:
            found.append(IncompleteEnd(race.entrants[entrant].label, len(told), len(ends), told[0]))
    return found


def _can_be(state: State) -> bool:
    """Whether a game's sequences may be incomplete: it says so by a property of its own."""
    return getattr(type(state), "incomplete", State.incomplete) is not State.incomplete


def incomplete_text(end: IncompleteEnd) -> str:
    """A line for a person."""
    return (
        f"{end.label} came to no whole solution in {end.incomplete} of {counted(end.runs, 'run')}, "
        f"such as {end.such_as}; its scores there are of what it has come to."
    )
