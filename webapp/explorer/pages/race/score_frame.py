"""Two players: what a match has shown so far, as plain numbers and texts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from explorer.look.text import nice_step, number, percent, signed
from explorer.pages.race.match_run import MatchRun
from explorer.pages.race.tournament_run import TournamentRun
from mcsearch.runs import race_report, tournament
from mcsearch.runs.statistics.pairs import Outcomes, Pairs
from mcsearch.runs.statistics.ratings import Ratings
from mcsearch.runs.statistics.sprt import MIN_PAIRS, Sprt
from mcsearch.runs.usage import used_text

_LEAST_ELO = 50.0
_PAIRS_SHOWN = 20


def halves(points: float) -> str:
    """46.5 as "46½"."""
    whole = math.floor(points)
    half = "½" if points > whole else ""
    return half if half and not whole else f"{number(whole)}{half}"


def _row(name: str, entrant: int | None, games: Outcomes) -> dict[str, Any]:
    count = sum(games)
    points = games.wins + 0.5 * games.draws
    share = points / count if count else math.nan
    return {
        "name": name,
        "entrant": entrant,
        "wins": games.wins,
        "draws": games.draws,
        "losses": games.losses,
        "points": halves(points),
        "share": None if math.isnan(share) else round(share, 4),
        "text": percent(share) if math.isnan(share) else f"{number(100 * share, 1)}%",
    }


def score_of(run: MatchRun, names: Sequence[str]) -> dict[str, Any]:
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
    return {
        "context": f"{number(played)} pairs, {number(2 * played)} games",
        "points": [halves(2 * played - pairs.points), halves(pairs.points)],
        "share": f"{number(100 * pairs.score, 1)}% of the points" if played else "no pair yet",
        "games": [pairs.games.losses, pairs.games.draws, pairs.games.wins],
        "rows": [
            _row(f"{second} first", 1, pairs.moving_first),
            _row(f"{first} first", 0, pairs.moving_second),
            _row("Both", None, pairs.games),
            _row("Whoever is first", None, beginner),
        ],
        "byPoints": list(pairs.by_points),
        "elo": _elo(pairs),
        "superiority": f"{number(100 * pairs.superiority, 1)}%"
        if not math.isnan(pairs.superiority)
        else "–",
        "used": [] if run.usage is None else [used_text(used) for used in run.usage.shares()],
        "biased": race_report.BIASED if race.was_stopped_early else "",
        "sprt": None
        if race.sprt is None
        else _sprt(race.sprt, pairs, race.verdict, race.num_pairs),
        "failure": None
        if run.failure is None
        else {"entrant": run.failure[0], "text": run.failure[1]},
    }


def ratings_of(run: TournamentRun) -> dict[str, Any]:
    """The joint table of ratings, its digits those of `mcsearch race`; and every match."""
    played = run.tournament.num_done
    found = run.tournament.ratings()
    return {
        "context": f"{number(played)} of {number(run.num_pairs)} pairs",
        "ratings": None
        if found is None
        else [
            {**row._asdict(), "value": float(found.elos[row.entrant]), "half": _half(found, row)}
            for row in tournament.rows(run.tournament, found)
        ],
        "notes": [] if found is None else tournament.notes(found),
        "matches": [
            {"first": first, "second": second, "games": list(match.pairs.games)}
            for (first, second), match in run.tournament.matches.items()
        ],
        "sprt": None,
        "failure": None
        if run.failure is None
        else {"entrant": run.failure[0], "text": run.failure[1]},
    }


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


def _elo(pairs: Pairs) -> dict[str, Any] | None:
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
    step = nice_step(high - low, 3)
    ticks = [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return {
        "text": signed(elo, 0),
        "interval": _interval(pairs),
        "normalized": signed(pairs.normalized_elo, 0),
        "value": elo if math.isfinite(elo) else None,
        "from": from_ if math.isfinite(from_) else None,
        "to": to if math.isfinite(to) else None,
        "low": low,
        "high": high,
        "ticks": [{"at": at, "text": "0" if at == 0 else signed(at, 0)} for at in ticks],
    }


def _sprt(sprt: Sprt, pairs: Pairs, verdict: str, most: int) -> dict[str, Any]:
    ratio = sprt.ratio(pairs.by_points)
    unit = "nElo" if sprt.model == "normalized" else "Elo"
    if verdict:
        told = f"{verdict} accepted"
    elif pairs.num_pairs < MIN_PAIRS:
        told = f"no verdict before {MIN_PAIRS} pairs"
    elif pairs.num_pairs >= most:
        told = f"no verdict after all {most} pairs"
    else:
        told = "runs until it meets a bound"
    return {
        "ratio": ratio,
        "text": number(ratio, 2),
        "told": told,
        "verdict": verdict,
        "lower": sprt.lower,
        "upper": sprt.upper,
        "lowerText": number(sprt.lower, 2),
        "upperText": number(sprt.upper, 2),
        "h0": f"H0: {sprt.elo0:g} {unit}",
        "h1": f"H1: {sprt.elo1:g} {unit}",
        "model": sprt.model,
    }


def ratios(run: MatchRun) -> dict[str, Any]:
    """The log-likelihood ratio after every pair, and how far the axis goes."""
    race = run.race
    if isinstance(run, TournamentRun):
        return {"values": [], "pairs": 0, "end": 0, "least": 0}
    count = race.pairs.num_pairs
    shown = max(_PAIRS_SHOWN, math.ceil(count * 1.3 / 10) * 10)
    return {
        "values": [round(ratio, 3) for ratio in race.ratios],
        "pairs": count,
        "end": min(shown, race.num_pairs) if count < race.num_pairs else race.num_pairs,
        "least": MIN_PAIRS,
    }
