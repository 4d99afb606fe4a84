"""One player: the tables of a race as they are sent to `tables.js`, and to `profile.js`."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from explorer.look.text import nice_step, number, percent, round_ends, signed
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.ticks import RaceTick, axis_text, multiples
from explorer.schema.contract import Numbers, Share
from mcsearch.engine.wording import decimals_of
from mcsearch.runs import race_words
from mcsearch.runs.statistics import aggregates
from mcsearch.runs.statistics.differences import Difference
from mcsearch.runs.statistics.student import Interval

_MOST_GAP = 0.4
_NUM_LIMITS = 81


@dataclass(frozen=True, slots=True)
class RaceRankedRound:
    """The ranks of a round, by entrant and board."""

    title: str
    is_done: bool
    rows: tuple[tuple[int, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class RaceRanks:
    """Ranks of the last finished round and the present one, a column a pair."""

    boards: tuple[str, ...]
    rounds: tuple[RaceRankedRound, ...]
    means: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RaceRound:
    """How far a round is."""

    name: str
    share: Share
    text: str


@dataclass(frozen=True, slots=True)
class RaceProgress:
    """The tables that change with the playhead."""

    ranks: RaceRanks
    rounds: tuple[RaceRound, ...]


@dataclass(frozen=True, slots=True)
class RaceDifference:
    """How much better one entrant is than another, with 95 % intervals."""

    first: int
    second: int
    mean: float
    ends: tuple[float, float] | None
    lasting: tuple[float, float] | None  # at every look
    points: str
    interval: str
    verdict: str
    lasting_text: str
    is_decided: bool
    better: float  # the probability that it is
    better_text: str
    better_title: str


@dataclass(frozen=True, slots=True)
class RaceDifferences:
    """Every two entrants over the finished rounds, and the axis of their differences."""

    low: float
    high: float
    ticks: tuple[RaceTick, ...]
    pairs: int
    about: str
    method: str
    rows: tuple[RaceDifference, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RaceProfile:
    """Shares of the finished pairs within a distance below the best."""

    lines: Annotated[tuple[np.ndarray | None, ...], Numbers(4)]  # even along the axis
    axis: str
    ticks: tuple[RaceTick, ...]
    middle: str


def ranks(run: BoardRun) -> RaceRanks:
    """By the scores as they are now."""
    race, racing = run.race, run.race.racing
    shown = []
    first = max(0, min(run.number, len(race.seeds) - 1) - 1)
    for place in range(first, min(first + 2, len(race.seeds))):
        is_done = place < run.number
        if is_done:
            scores = race.scores[racing, :, place]
        elif place == run.number and run.at > 0.0:
            scores = run.present_scores()[racing]
        else:
            scores = np.full((len(racing), len(race.boards)), np.nan)
        is_known = scores.size > 0 and not np.isnan(scores).any()
        found = aggregates.ranks(scores) if is_known else None
        at = axis_text(run.at, run.is_whole)
        state = ", done" if is_done else f", at {at}" if is_known else ""
        rows: list[tuple[int, ...] | None] = [None] * len(race.entrants)
        if found is not None:
            for entrant, row in zip(racing, found, strict=True):
                rows[entrant] = tuple(row.tolist())
        shown.append(RaceRankedRound(f"Round {place + 1}{state}", is_done, tuple(rows)))
    return RaceRanks(tuple(race.boards), tuple(shown), _mean_ranks(run))


def _mean_ranks(run: BoardRun) -> tuple[str, ...]:
    """Over all pairs, those of the present round included."""
    race, racing = run.race, run.race.racing
    scores = race.finished
    present = run.present_scores()[racing]
    if run.number < len(race.seeds) and present.size and not np.isnan(present).any():
        scores = np.concatenate([scores, present[..., None]], axis=2)
    texts = [""] * len(race.entrants)
    if scores.size and not np.isnan(scores).any():
        for entrant, rank in zip(racing, aggregates.ranks(scores).mean((1, 2)), strict=True):
            texts[entrant] = number(float(rank), 1)
    return tuple(texts)


def differences(run: BoardRun) -> RaceDifferences:
    """Every two entrants over the finished rounds, as `mcsearch race` prints them."""
    found, race = run.differences(), run.race
    values = [value for d in found for value in (d.mean, *d.interval)]
    ends = [0.0, *(value for value in values if not math.isnan(value))]
    low, high = round_ends(ends) if found else (-1.0, 1.0)
    step = nice_step(high - low, 2)
    ticks = multiples(step, low, high)
    if len(ticks) > 3:
        ticks = [at for at in ticks if round(at / step) % 2 == 0]
    decimals = race_words.decimals_of_differences(found)
    num_pairs = race.num_finished * len(race.boards)
    return RaceDifferences(
        low=low,
        high=high,
        ticks=tuple(
            RaceTick(at, "0" if at == 0 else signed(at, decimals_of(step, 1))) for at in ticks
        ),
        pairs=num_pairs,
        about=race_words.ABOUT[race.scope],
        method=race_words.method(race.scope, len(found)),
        rows=tuple(
            RaceDifference(
                first=d.first,
                second=d.second,
                mean=d.mean,
                ends=_ends(d.interval),
                lasting=_ends(d.lasting),
                points=signed(d.mean, decimals),
                interval=interval_text(d.interval, decimals),
                verdict=race_words.verdict(d, race.scope, len(race.boards), race.num_finished),
                lasting_text=interval_text(d.lasting, decimals),
                is_decided=d.is_decided,
                better=d.probability,
                better_text=_better_text(d, num_pairs),
                better_title=race_words.better(d, num_pairs),
            )
            for d in found
        ),
    )


def interval_text(interval: Interval, decimals: int) -> str:
    """ "+12 to +80"; "none" where there is none."""
    if math.isnan(interval.low):
        return "none"
    return f"{signed(interval.low, decimals)} to {signed(interval.high, decimals)}"


def _better_text(d: Difference, num_pairs: int) -> str:
    """A probability where it has an interval, else the pairs won."""
    if math.isnan(d.probability_interval.low):
        return f"{d.pairs_won} of {num_pairs}"
    return percent(d.probability)


def _ends(interval: Interval) -> Interval | None:
    return None if math.isnan(interval.low) else interval


def profile(run: BoardRun) -> RaceProfile:
    """The performance profile, as far down as any entrant is."""
    scores = run.race.finished
    lines: list[np.ndarray | None] = [None] * len(run.race.entrants)
    most = _MOST_GAP
    if scores.size:
        widest = min(1.0, float(aggregates.gaps(scores).max()))
        most = max(0.2, math.ceil(5.0 * widest) / 5.0)
        limits = np.linspace(0.0, most, _NUM_LIMITS)
        found = aggregates.profile(scores, limits)
        for entrant, line in zip(run.race.racing, found, strict=True):
            lines[entrant] = line
    return RaceProfile(
        lines=tuple(lines),
        axis="points below the best of the pair",
        ticks=tuple(
            RaceTick(part, f"{number(100 * part * most)}%" if part else "0")
            for part in (0.0, 0.25, 0.5, 0.75, 1.0)
        ),
        middle=f"{number(50 * most)}%",
    )


def progress(run: BoardRun) -> RaceProgress:
    """What changes with the playhead."""
    return RaceProgress(ranks(run), rounds(run))


def rounds(run: BoardRun) -> tuple[RaceRound, ...]:
    """How far every round is."""
    found = []
    for place, seed in enumerate(run.race.seeds):
        share, text = 0.0, "waits"
        if place < run.number:
            share, text = 1.0, "done"
        elif place == run.number and run.at > 0.0:
            share, text = run.at / run.end, axis_text(run.at, run.is_whole)
        found.append(RaceRound(f"Seed {seed}", share, text))
    return tuple(found)
