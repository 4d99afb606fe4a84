"""A stored table of matches: checked, and told by statistics of its pairs' results alone."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

from explorer.look.text import plural
from explorer.pages.results.frame import ResultsLine, ResultsMatch, ResultsTable, Verdict
from mcsearch import RecipeError
from mcsearch.recipe import GAMES
from mcsearch.runs.entrants import entrants_of
from mcsearch.runs.race import Equal
from mcsearch.runs.statistics.pairs import Pairs
from mcsearch.runs.stored_match import Match, counted_pairs

KIND: Final = "matches"
TABLE: dict[str, Any] = {"title": str, "about": str, "matches": list}
MATCH: dict[str, Any] = {
    **dict.fromkeys(("game", "equal", "note", "build", "commit", "finished", "results"), str),
    **dict.fromkeys(("entrants", "digests"), list),
    **dict.fromkeys(("pairs", "seed"), int),
}
_RISK = 0.05


def for_browser(name: str, table: Mapping[str, Any]) -> ResultsTable:
    """The table as the page shows it; ValueError or RecipeError for a match that is none."""
    played = [row for row in table["matches"] if row["results"]]
    counts = [counted_pairs(row["results"]) for row in played]
    rows = zip(played, counts, verdicts_of(counts), strict=True)
    return ResultsTable(
        kind=KIND,
        name=name,
        title=table["title"],
        about=table["about"],
        origin="",
        called="",
        boards=max((pairs.num_pairs for pairs in counts), default=0),
        lines=tuple(_line(*row) for row in rows),
    )


def verdicts_of(counts: list[Pairs]) -> list[Verdict]:
    """ "stronger", "weaker" or "not decided" for each match of a table.

    By Holm's method: that any of all the table's equal entrants is called different has a chance
    of 5 % at most.
    """
    found: list[Verdict] = ["not decided"] * len(counts)
    chances = [_chance(pairs) for pairs in counts]
    for done, i in enumerate(sorted(range(len(counts)), key=chances.__getitem__)):
        if chances[i] > _RISK / (len(counts) - done):
            break
        found[i] = "stronger" if counts[i].score > 0.5 else "weaker"
    return found


def _chance(pairs: Pairs) -> float:
    """How likely a score as far from one half is between equals, by the normal distribution."""
    better = pairs.superiority
    return 1.0 if math.isnan(better) else 2.0 * min(better, 1.0 - better)


def _line(row: Mapping[str, Any], pairs: Pairs, verdict: Verdict) -> ResultsLine:
    if len(row["digests"]) != pairs.num_pairs:
        raise ValueError(f"{len(row['digests'])} digests of {pairs.num_pairs} pairs")
    names = ("game", "equal", "pairs", "seed", "note")
    match = Match(entrants=tuple(row["entrants"]), **{name: row[name] for name in names})
    first, second = (found.label for found in entrants_of(match.entrants, match.game))
    if match.game not in GAMES:
        raise RecipeError(f"game: {match.game!r} is not known")
    game = GAMES[match.game].title
    budget = f"{plural(int(Equal.from_text(match.equal).amount), 'playout')} a move"
    low, high = (100.0 * end for end in pairs.score_interval)
    return ResultsLine(
        label=f"{second}, {game}, {budget}",
        facts=(game, budget, f"against {first}"),
        boards=pairs.num_pairs,
        match=ResultsMatch(
            search=second,
            opponent=first,
            note=match.note,
            elo=_known(pairs.elo),
            elo_interval=(_known(pairs.elo_interval[0]), _known(pairs.elo_interval[1])),
            score=100.0 * pairs.score,
            score_interval=(low, high),
            games=pairs.games,
            moving_first=pairs.moving_first,
            moving_second=pairs.moving_second,
            by_points=pairs.by_points,
            verdict=verdict,
            command=match.command,
            query=_query(match),
            made=f"{row['finished'][:10]}, {row['build']} build of {row['commit']}",
        ),
    )


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _query(match: Match) -> str:
    """The link's query that opens the match on Race, for a visitor to play anew."""
    flags = {"game": match.game, "equal": match.equal, "pairs": match.pairs, "seed": match.seed}
    fields = [("view", "race"), *(("entrant", each) for each in match.entrants), *flags.items()]
    return urlencode(fields, safe=":,/;", quote_via=quote)
