"""One player: the curves of a race as they are sent to `chart.js`; pure functions of the run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from explorer.look.text import nice_step, number, round_ends, score, tick
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.lines import leads
from explorer.pages.race.ticks import RaceTick, axis_text, marked_places, multiples
from explorer.schema.contract import Measures, Numbers
from mcsearch.engine.wording import decimals_of

HELD = 0.03
"""A passing is told once it has held for this share of the budget."""
Mean = Annotated[float, Numbers(has_unknown=True)]
ByRound = tuple[np.ndarray, ...]
"""An entrant's scores, a line for each round that has begun."""


@dataclass(frozen=True, slots=True, eq=False)
class RaceCurve:
    """An entrant's scores at every place of the axis."""

    mean: Measures
    low: Measures
    high: Measures
    leads: Annotated[np.ndarray, Numbers(4, has_unknown=True)]  # shares of the pairs


@dataclass(frozen=True, slots=True, eq=False)
class RaceCurves:
    """What the chart draws and changes only with the version of the run's lines; y is a score."""

    x: Annotated[np.ndarray, Numbers(6)]
    ticks: tuple[RaceTick, ...]
    unit: str
    y_low: float
    y_high: float
    y_ticks: tuple[RaceTick, ...]
    passed: int  # places left of the playhead
    seeds: Annotated[tuple[ByRound, ...], Numbers(has_unknown=True)]  # of one board, else none
    entrants: tuple[RaceCurve, ...]


@dataclass(frozen=True, slots=True)
class RaceTip:
    """The end of an entrant's line, and what is written there."""

    is_out: bool
    tip: Mean  # at the playhead
    end: Mean
    end_text: str
    flat_from: float | None  # where all its runs are over
    lead_text: str


@dataclass(frozen=True, slots=True)
class RacePassing:
    """Where one entrant has passed another."""

    x: float
    y: float
    entrant: int
    other: int
    text: str


@dataclass(frozen=True, slots=True)
class RaceChart:
    """What changes with the playhead: its place, the lines' tips, and what is written there."""

    at: float
    at_text: str
    shows_playhead: bool
    left_text: str
    right_text: str
    end_title: str
    entrants: tuple[RaceTip, ...]
    passings: tuple[RacePassing, ...]


def tips(run: BoardRun) -> np.ndarray:
    """Each entrant's mean at the playhead, over all pairs: float64 [entrants], nan for none."""
    found = np.full(len(run.race.entrants), np.nan)
    racing, passed = run.race.racing, run.lines.passed
    if run.number == len(run.race.seeds) or run.at <= 0.0 or passed == 0:
        return found
    scores = run.lines.best[racing, :, : run.number + 1, passed - 1].copy()
    scores[:, :, run.number] = run.present_scores()[racing]
    found[racing] = scores.mean((1, 2))
    return found


def end_means(run: BoardRun) -> np.ndarray:
    """Each entrant's mean at the end of the axis, before the first round's end at the playhead."""
    return run.lines.mean[:, -1] if run.number else tips(run)


def passings(run: BoardRun, names: Sequence[str]) -> tuple[RacePassing, ...]:
    """The last time that somebody took the lead, and the last other passing."""
    end = run.end if run.number else run.at
    held = HELD * run.end
    shown: list[RacePassing] = []
    for wanted in (True, False):
        for x, y, first, second, takes in run.lines.meetings(run.race.racing):
            if end - x < held:
                continue
            # what leads has passed the others shortly before
            is_same = any(e.entrant == first and x > e.x / 2 for e in shown)
            if takes == wanted and not is_same:
                at = axis_text(x, run.is_whole)
                text = (
                    f"takes the lead, {at}"
                    if takes
                    else f"{names[first]} passes {names[second]}, {at}"
                )
                shown.append(RacePassing(x, y, first, second, text))
                break
    return tuple(shown)


def curves(run: BoardRun, board: int | None) -> RaceCurves:
    """Axes, means, bands and leads; `board`: its seeds alone."""
    lines = run.lines
    seeds = () if board is None else _seeds_of(run, board)
    drawn = [lines.low, lines.high, lines.mean] if board is None else [np.array(s) for s in seeds]
    values = [float(v) for each in drawn for v in np.ravel(each) if not math.isnan(v)]
    low, high = round_ends(values) if values else (0.0, 1000.0)
    step = nice_step(high - low, 3)
    heights = multiples(step, low, high) if values else []
    decimals = max(1, decimals_of(high - low, 5))  # more are no pixel
    shown = np.round(np.array([lines.mean, lines.low, lines.high]), decimals)
    return RaceCurves(
        x=lines.x,
        ticks=tuple(RaceTick(at, axis_text(at, run.is_whole)) for at in marked_places(lines.x)),
        unit=run.unit if run.is_whole else "seconds of processor time",
        y_low=low,
        y_high=high,
        y_ticks=tuple(RaceTick(at, tick(at, step)) for at in heights),
        passed=len(lines.x) if run.number == len(run.race.seeds) else lines.passed,
        seeds=tuple(tuple(np.round(line, decimals) for line in each) for each in seeds),
        entrants=tuple(map(RaceCurve, *shown, lines.leads.copy())),  # which goes on
    )


def chart(run: BoardRun, names: Sequence[str], is_one_board: bool) -> RaceChart:
    """The chart at the playhead; of one board's seeds no passings are told."""
    race = run.race
    tip, ends = tips(run), end_means(run)
    is_done = run.number == len(race.seeds)
    present = run.number * len(race.boards)
    counted = 0 if is_done else len(race.boards)
    won = _won(run)
    return RaceChart(
        at=run.at,
        at_text=axis_text(run.at, run.is_whole),
        shows_playhead=run.at > 0.0 and not is_done,
        left_text=f"{present + counted} pairs",
        right_text=f"{present} pairs" if present else "",
        end_title=f"mean at {axis_text(run.end if run.number else run.at, run.is_whole)}"
        if run.has_begun
        else "",
        entrants=tuple(
            RaceTip(
                is_out=entrant in race.failures,
                tip=tip[entrant],
                end=ends[entrant],
                end_text="" if math.isnan(ends[entrant]) else score(float(ends[entrant])),
                flat_from=_flat_from(run, entrant),
                lead_text=won[entrant],
            )
            for entrant in range(len(race.entrants))
        ),
        passings=() if is_one_board else passings(run, names),
    )


def _seeds_of(run: BoardRun, board: int) -> tuple[ByRound, ...]:
    """Best-so-far on one board: of each entrant a line for each round that has begun."""
    last = min(run.number + 1, len(run.race.seeds))
    return tuple(map(tuple, run.lines.best[:, board, :last].copy()))


def _flat_from(run: BoardRun, entrant: int) -> float | None:
    """From where on all its runs of the present round are over before the budget's end."""
    runs = [run.run(entrant, board, run.shown_round) for board in range(len(run.race.boards))]
    known = [each for each in runs if each is not None]
    if len(known) < len(runs) or not all(each.is_over for each in known):
        return None
    last = max(each.at for each in known)
    return last if last < 0.97 * min(run.end, run.at or run.end) else None


def _won(run: BoardRun) -> list[str]:
    """On how many of the finished pairs each entrant leads, before those on the present ones."""
    racing = run.race.racing
    scores = run.race.finished if run.race.num_finished else run.present_scores()[racing][..., None]
    found = [""] * len(run.race.entrants)
    if scores.size and not np.isnan(scores).any():
        count = scores[0].size
        for entrant, share in zip(racing, leads(scores), strict=True):
            won = round(float(share * count), 6)  # a sum of shares is not quite whole
            found[entrant] = number(won, 0 if won % 1 == 0 else 1)
            found[entrant] += f" of {count}"
    return found
