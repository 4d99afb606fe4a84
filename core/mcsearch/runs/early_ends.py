"""Entrants of a race whose searches end before their budget does."""

from __future__ import annotations

import statistics
from typing import NamedTuple

from mcsearch.engine.wording import spaced
from mcsearch.runs.race import BoardRace, Equal
from mcsearch.runs.store import Store

_SEARCHED = "with nothing left to search"
_HOW = {"nodes": "with its tree full", "target": "with its target reached"}


class EarlyEnd(NamedTuple):
    """An entrant whose searches had finished before their budget was used up."""

    label: str
    ended: int
    """Runs that ended early, of `runs`."""
    runs: int
    used: float
    """Iterations or seconds of a run that ended early, in the mean."""
    how: str = _SEARCHED
    """What has ended them."""


def early_ends(race: BoardRace, equal: Equal, store: Store) -> list[EarlyEnd]:
    """The entrants that have ended early in finished rounds, as their stored runs say."""
    found = []
    for entrant in race.racing:
        early: list[float] = []
        how = set()
        for board in range(len(race.boards)):
            for number in range(race.num_finished):
                run = store.find(race.recipe(entrant, board, number))
                assert run is not None, "a finished run is stored"
                amount = run.iterations if equal.by == "iterations" else run.seconds
                if run.stopped != equal.by and amount < equal.amount:
                    early.append(float(amount))
                    how.add(_HOW.get(run.stopped, _SEARCHED))
        if early:
            num_runs = len(race.boards) * race.num_finished
            mean = statistics.fmean(early)
            found.append(
                EarlyEnd(
                    race.entrants[entrant].label,
                    len(early),
                    num_runs,
                    mean,
                    " or ".join(sorted(how)),
                )
            )
    return found


def early_text(end: EarlyEnd, equal: Equal) -> str:
    """A line for a person."""
    used = spaced(end.used, ".6g" if equal.by == "iterations" else ".2g")
    return (
        f"{end.label} finished early, {end.how}, in {end.ended} of {end.runs} "
        f"runs: after {used} of {equal} in the mean."
    )
