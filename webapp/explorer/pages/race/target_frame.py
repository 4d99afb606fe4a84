"""One player: what each entrant's scores come to, and when its runs reached the target."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from explorer.look.text import number
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.table_frame import RaceDifferences, RaceProfile, differences, profile
from explorer.pages.race.ticks import RaceTick, axis_text, marked_places
from explorer.schema.contract import Numbers
from mcsearch.runs import race_words
from mcsearch.runs.statistics import aggregates
from mcsearch.runs.statistics.time_to_target import Reached, reached

_NUM_PLACES = 81


@dataclass(frozen=True, slots=True)
class RaceMeasures:
    """A table of what the scores come to; a head is a text and its title."""

    heads: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...] | None, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RaceDistribution:
    """Shares of the runs that have reached the target."""

    lines: Annotated[tuple[np.ndarray | None, ...], Numbers(4)]  # even along the axis
    axis: str
    ticks: tuple[RaceTick, ...]
    target: str | None  # null: none is given


@dataclass(frozen=True, slots=True, eq=False)
class RaceResults:
    """What the finished rounds say."""

    differences: RaceDifferences
    profile: RaceProfile
    distribution: RaceDistribution
    measures: RaceMeasures


def results(run: BoardRun, target: float | None) -> RaceResults:
    """All of it; `target`: None for none."""
    return RaceResults(
        differences(run), profile(run), distribution(run, target), measures(run, target)
    )


def reached_of(run: BoardRun, target: float) -> dict[int, Reached]:
    """By the entrant: its runs of the finished rounds, and when each reached the target, in the
    unit of the race's axis."""
    race = run.race
    found = {}
    for entrant in race.racing if race.num_finished else []:
        places = [
            (entrant, board, number)
            for board in range(len(race.boards))
            for number in range(race.num_finished)
        ]
        runs = [run.runs[place] for place in places if place in run.runs]
        if len(runs) == len(places):
            found[entrant] = reached([(each.samples, each.at) for each in runs], target)
    return found


def measures(run: BoardRun, target: float | None) -> RaceMeasures:
    """Each entrant's mean and IQM; with a target also the gap to it, how many runs have
    reached it, and the expected running time. The digits are those of `mcsearch race`."""
    race, scores = run.race, run.race.finished
    rows: list[tuple[str, ...] | None] = [None] * len(race.entrants)
    if scores.size:
        found = {} if target is None else reached_of(run, target)
        means, middles = scores.mean((1, 2)), aggregates.interquartile_means(scores)
        decimals = race_words.decimals_of_scores(scores)
        gaps = None if target is None else aggregates.optimality_gaps(scores, target)
        for place, entrant in enumerate(race.racing):
            row = [number(float(each[place]), decimals) for each in (means, middles)]
            if gaps is not None:
                row.append(number(float(gaps[place]), decimals))
            if entrant in found:
                each = found[entrant]
                row += [f"{each.num_reached} of {len(each.at)}", _expected(run, each)]
            rows[entrant] = tuple(row)
    heads = [("mean", "over all pairs"), ("IQM", "mean of the middle half of the scores")]
    if target is not None:
        heads += [
            ("gap", f"how far below {target:g} in the mean, those above it met"),
            ("reached", f"runs that reached {target:g}"),
            (
                "ERT",
                f"{_unit(run)} of all runs, each until {target:g} or its end, for each reached",
            ),
        ]
    return RaceMeasures(tuple(heads), tuple(rows))


def _expected(run: BoardRun, found: Reached) -> str:
    if math.isinf(found.expected):
        return "never"
    return number(found.expected) if run.is_whole else f"{found.expected:.3g} s"


def _unit(run: BoardRun) -> str:
    return "iterations" if run.is_whole else "seconds"


def distribution(run: BoardRun, target: float | None) -> RaceDistribution:
    """The share of runs that have reached the target by each place of the axis, even on a
    logarithmic scale; no lines without a target."""
    lines: list[np.ndarray | None] = [None] * len(run.race.entrants)
    low, high = float(run.lines.x[0]), run.end
    if target is not None:
        places = np.geomspace(low, high, _NUM_PLACES)
        places[-1] = high  # to the last bit
        for entrant, found in reached_of(run, target).items():
            lines[entrant] = found.shares(places)
    return RaceDistribution(
        lines=tuple(lines),
        axis=f"{_unit(run)} to reach {target:g}" if target is not None else "",
        ticks=tuple(
            RaceTick(
                round(math.log(at / low) / math.log(high / low), 4) if high > low else 0.0,
                axis_text(at, run.is_whole),
            )
            for at in marked_places(run.lines.x)
        ),
        target=None if target is None else f"{target:g}",
    )
