"""Two players: what a match has shown so far, as it is sent to `score.js` and `ratings.js`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from explorer.look.text import nice_step, number, percent, plural, signed
from explorer.pages.race.match_run import MatchRun
from explorer.pages.race.ticks import RaceTick, multiples
from explorer.pages.race.tournament_run import TournamentRun
from explorer.schema.contract import Numbers
from mcsearch.runs import race_report, tournament
from mcsearch.runs.race import MatchRace
from mcsearch.runs.statistics.pairs import Outcomes, Pairs
from mcsearch.runs.statistics.ratings import Ratings
from mcsearch.runs.statistics.sprt import MIN_PAIRS
from mcsearch.runs.usage import used_text

_LEAST_ELO = 50.0
_PAIRS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class RaceFailure:
    """Whose search has failed, and why."""

    entrant: int
    text: str


@dataclass(frozen=True, slots=True)
class RaceScoreRow:
    """Games of one side, of both, or of whoever is first."""

    name: str
    entrant: int | None
    wins: int
    draws: int
    losses: int
    points: str
    share: Annotated[float, Numbers(4, has_unknown=True)]
    text: str


@dataclass(frozen=True, slots=True)
class RaceElo:
    """The Elo difference, and the axis that it is shown on."""

    text: str
    interval: str
    normalized: str
    value: float | None
    ends: tuple[float | None, float | None]  # of the interval, null: open
    low: float
    high: float
    ticks: tuple[RaceTick, ...]


@dataclass(frozen=True, slots=True)
class RaceSprt:
    """How the test stands."""

    ratio: float
    text: str
    told: str
    verdict: str
    lower: float
    upper: float
    lower_text: str
    upper_text: str
    h0: str
    h1: str
    model: str


@dataclass(frozen=True, slots=True)
class RaceScore:
    """A match of two, as the second one sees it."""

    context: str
    points: tuple[str, str]
    share: str
    games: tuple[int, int, int]
    rows: tuple[RaceScoreRow, ...]
    by_points: tuple[int, ...]
    elo: RaceElo | None
    superiority: str
    used: tuple[str, ...]
    biased: str
    sprt: RaceSprt | None
    failure: RaceFailure | None


@dataclass(frozen=True, slots=True)
class RaceRating:
    """A line of the table of ratings."""

    entrant: int
    elo: str
    error: str
    points: str
    games: str
    score: str
    superiority: str
    value: float
    half: float | None  # of the interval's width


@dataclass(frozen=True, slots=True)
class RaceMeeting:
    """A match of a tournament."""

    first: int
    second: int
    games: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class RaceRatings:
    """More than two entrants."""

    context: str
    ratings: tuple[RaceRating, ...] | None
    notes: tuple[str, ...]
    matches: tuple[RaceMeeting, ...]
    failure: RaceFailure | None
    sprt: None = None  # which is for two


@dataclass(frozen=True, slots=True)
class RaceRatio:
    """The log-likelihood ratio after every pair, and how far the axis goes."""

    values: Annotated[tuple[float, ...], Numbers(3)]
    pairs: int
    end: int
    least: int


def halves(points: float) -> str:
    """46.5 as "46½"."""
    whole = math.floor(points)
    half = "½" if points > whole else ""
    return half if half and not whole else f"{number(whole)}{half}"


def _row(name: str, entrant: int | None, games: Outcomes) -> RaceScoreRow:
    count = sum(games)
    points = games.wins + 0.5 * games.draws
    share = points / count if count else math.nan
    text = percent(share) if math.isnan(share) else f"{number(100 * share, 1)}%"
    return RaceScoreRow(name, entrant, *games, halves(points), share, text)


def score_of(run: MatchRun, names: Sequence[str]) -> RaceScore | RaceRatings:
    """Points, games by side, pairs by their points, Elo, LOS and the SPRT, as entrant 2 sees it; of
    more than two their ratings."""
    if isinstance(run, TournamentRun):
        return ratings_of(run)
    race = run.race
    pairs = race.pairs
    first, second = names
    played = pairs.num_pairs
    beginner = Outcomes(
        pairs.moving_first.wins + pairs.moving_second.losses,
        pairs.moving_first.draws + pairs.moving_second.draws,
        pairs.moving_first.losses + pairs.moving_second.wins,
    )
    return RaceScore(
        context=f"{plural(played, 'pair')}, {number(2 * played)} games",
        points=(halves(2 * played - pairs.points), halves(pairs.points)),
        share=f"{number(100 * pairs.score, 1)}% of the points" if played else "no pair yet",
        games=(pairs.games.losses, pairs.games.draws, pairs.games.wins),
        rows=(
            _row(f"{second} first", 1, pairs.moving_first),
            _row(f"{first} first", 0, pairs.moving_second),
            _row("Both", None, pairs.games),
            _row("Whoever is first", None, beginner),
        ),
        by_points=pairs.by_points,
        elo=_elo(pairs),
        superiority=f"{number(100 * pairs.superiority, 1)}%"
        if pairs.variance > 0.0  # without scatter nothing says how sure it is
        else "–",
        used=() if run.usage is None else tuple(map(used_text, run.usage.shares())),
        biased=race_report.BIASED if race.was_stopped_early else "",
        sprt=_sprt(race),
        failure=run.failure and RaceFailure(*run.failure),
    )


def ratings_of(run: TournamentRun) -> RaceRatings:
    """The joint table of ratings, its digits those of `mcsearch race`; and every match."""
    played = run.tournament.num_done
    found = run.tournament.ratings()
    return RaceRatings(
        context=f"{number(played)} of {number(run.num_pairs)} pairs",
        ratings=None
        if found is None
        else tuple(
            RaceRating(*row, float(found.elos[row.entrant]), _half(found, row))
            for row in tournament.rows(run.tournament, found)
        ),
        notes=() if found is None else tuple(tournament.notes(found)),
        matches=tuple(
            RaceMeeting(first, second, match.pairs.games)
            for (first, second), match in run.tournament.matches.items()
        ),
        failure=run.failure and RaceFailure(*run.failure),
    )


def _half(found: Ratings, row: tournament.Row) -> float | None:
    """Half of the interval's width; None where there is none."""
    error = float(found.errors[row.entrant])
    return error if math.isfinite(error) and found.is_bounded else None


def elo_text(pairs: Pairs) -> str:
    """The Elo difference with its interval, as far as it is known."""
    return f"{signed(pairs.elo, 0)} ({_interval(pairs)})"


def _interval(pairs: Pairs) -> str:
    """The 95 % interval in words; an end may be open."""
    low, high = pairs.elo_interval
    if math.isnan(low) or (math.isinf(low) and math.isinf(high)):
        return "no interval yet"
    if math.isinf(high):
        return f"{signed(low, 0)} or more"
    if math.isinf(low):
        return f"{signed(high, 0)} or less"
    return f"{signed(low, 0)} to {signed(high, 0)}"


def _elo(pairs: Pairs) -> RaceElo | None:
    """The Elo difference with its interval, and the axis that it is shown on; None for no pair.

    The block that programs read has fastchess's error, a symmetric one; drawn are the true ends.
    """
    ends = [end for end in pairs.elo_interval if math.isfinite(end)]
    elo = pairs.elo
    shown = [*ends, *([elo] if math.isfinite(elo) else [])]
    if not ends:
        return None
    reach = max(_LEAST_ELO, *map(abs, shown))
    low, high = min(0.0, *shown, -0.2 * reach), max(reach, *shown)
    if sum(shown) < 0.0:
        low, high = min(-reach, *shown), max(0.0, *shown, 0.2 * reach)
    from_, to = pairs.elo_interval
    ticks = multiples(nice_step(high - low, 3), low, high)
    return RaceElo(
        text=signed(elo, 0),
        interval=_interval(pairs),
        normalized=signed(pairs.normalized_elo, 0),
        value=_finite(elo),
        ends=(_finite(from_), _finite(to)),
        low=low,
        high=high,
        ticks=tuple(RaceTick(at, "0" if at == 0 else signed(at, 0)) for at in ticks),
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _sprt(race: MatchRace) -> RaceSprt | None:
    sprt, pairs, verdict = race.sprt, race.pairs, race.verdict
    if sprt is None:
        return None
    ratio = sprt.ratio(pairs.by_points)
    unit = "nElo" if sprt.model == "normalized" else "Elo"
    if verdict:
        told = f"{verdict} accepted"
    elif pairs.num_pairs < MIN_PAIRS:
        told = f"no verdict before {MIN_PAIRS} pairs"
    elif pairs.num_pairs >= race.num_pairs:
        told = f"no verdict after all {race.num_pairs} pairs"
    else:
        told = "runs until it meets a bound"
    return RaceSprt(
        ratio=ratio,
        text=number(ratio, 2),
        told=told,
        verdict=verdict,
        lower=sprt.lower,
        upper=sprt.upper,
        lower_text=number(sprt.lower, 2),
        upper_text=number(sprt.upper, 2),
        h0=f"H0: {sprt.elo0:g} {unit}",
        h1=f"H1: {sprt.elo1:g} {unit}",
        model=sprt.model,
    )


def ratios(run: MatchRun) -> RaceRatio:
    """What a match shows of its SPRT; nothing of a tournament, which has none."""
    race = run.race
    if isinstance(run, TournamentRun):
        return RaceRatio((), 0, 0, 0)
    count = race.pairs.num_pairs
    shown = max(_PAIRS_SHOWN, math.ceil(count * 1.3 / 10) * 10)
    end = min(shown, race.num_pairs) if count < race.num_pairs else race.num_pairs
    return RaceRatio(tuple(race.ratios), count, end, MIN_PAIRS)
