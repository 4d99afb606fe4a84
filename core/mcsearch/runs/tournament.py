"""Several entrants in a game for two: everybody against everybody, or one against the others.

Every two that meet play a match, all from the same openings with the same seeds; a match that has
been played alone is the same. All games together give one table of ratings.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from mcsearch.engine.wording import counted
from mcsearch.runs.match import Fixture, book
from mcsearch.runs.race import Entrant, MatchRace
from mcsearch.runs.race_report import finite
from mcsearch.runs.statistics.ratings import Ratings, ratings

ROUND_ROBIN, GAUNTLET = "round-robin", "gauntlet"
FORMATS = (ROUND_ROBIN, GAUNTLET)
"""Who meets whom: all, or the first entrant each of the others."""


class Tournament:
    """Matches by their two entrants, as numbers from 0."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        form: str,
        num_pairs: int,
        seed: int = 0,
        plies: int | None = None,
        openings: Sequence[tuple[int, ...]] = (),
        clock: tuple[float, ...] = (),
        adjudicate: bool = False,
    ) -> None:
        """`form`: of `FORMATS`; `num_pairs`: of every match; the rest as of `MatchRace`."""
        self.entrants = tuple(entrants)
        self.form = form
        self.num_pairs = num_pairs
        meetings = [
            (first, second)
            for first, second in itertools.combinations(range(len(self.entrants)), 2)
            if form == ROUND_ROBIN or first == 0
        ]
        # one book for all, whose openings are drawn as they are played
        drawn = itertools.islice(book(self.entrants[0].recipe, seed, plies), num_pairs)
        shared = itertools.tee(openings or drawn, len(meetings))
        self.matches = {
            (first, second): MatchRace(
                (self.entrants[first], self.entrants[second]),
                num_pairs,
                seed,
                None,
                plies,
                own,
                clock,
                adjudicate,
            )
            for (first, second), own in zip(meetings, shared, strict=True)
        }

    @property
    def is_over(self) -> bool:
        """Whether every pair of every match has been played."""
        return all(match.is_over for match in self.matches.values())

    @property
    def num_done(self) -> int:
        """Pairs that count, of all matches."""
        return sum(match.pairs.num_pairs for match in self.matches.values())

    def games(self) -> Iterator[Fixture]:
        """The games that have not come back; all matches go on together, pair by pair."""
        coming = [match.games() for match in self.matches.values()]
        while coming:
            for games in list(coming):
                pair = list(itertools.islice(games, 2))
                if not pair:
                    coming.remove(games)
                yield from pair

    def add(self, fixture: str, returns: float) -> None:
        """Take player 0's return; equal entrants share a game (JSON). KeyError for none of it."""
        for match, _ in self.places(fixture):
            match.add(fixture, returns)

    def places(self, fixture: str) -> list[tuple[MatchRace, tuple[int, int]]]:
        """The matches of a game (JSON), and its place in each; KeyError for no game."""
        found = []
        for match in self.matches.values():
            try:
                found.append((match, match.place(fixture)))
            except KeyError:
                continue
        if not found:
            raise KeyError(fixture)
        return found

    def ratings(self) -> Ratings | None:
        """The joint ratings of all finished pairs, None before all are connected."""
        counts = {meeting: match.pairs for meeting, match in self.matches.items()}
        return ratings(len(self.entrants), counts)

    def points(self, entrant: int) -> tuple[float, int]:
        """An entrant's points and its games."""
        points, games = 0.0, 0
        for (first, second), match in self.matches.items():
            if entrant in (first, second):
                own = match.pairs.points
                games += 2 * match.pairs.num_pairs
                points += own if entrant == second else 2 * match.pairs.num_pairs - own
        return points, games


class Row(NamedTuple):
    """A line of the table of ratings, as it is written."""

    entrant: int
    elo: str
    error: str
    """"none" where the pairs do not scatter."""
    points: str
    games: str
    score: str
    superiority: str
    """Over the next, "" for the last; "none" where the pairs do not scatter."""


def rows(tournament: Tournament, found: Ratings) -> list[Row]:
    """The table of ratings, the best first."""
    order = sorted(range(len(tournament.entrants)), key=lambda i: -found.elos[i])
    table = []
    for rank, i in enumerate(order, 1):
        points, games = tournament.points(i)
        over = "" if rank == len(order) else _percent(found.superiority(i, order[rank]))
        table.append(
            Row(
                i,
                f"{found.elos[i]:.0f}",
                "none" if math.isnan(found.errors[i]) else f"{found.errors[i]:.0f}",
                f"{points:.1f}",
                str(games),
                f"{100 * points / games:.1f} %",
                over,
            )
        )
    return table


def _percent(share: float) -> str:
    return "none" if math.isnan(share) else f"{100 * share:.1f} %"


def notes(found: Ratings) -> list[str]:
    """How the table is to be read."""
    told = [
        "Ratings: likeliest for all games together (Bradley-Terry), mean 0; +/-: 95 %, each by "
        "itself against the mean, from the scatter of the pairs; CFS: chance to be stronger than "
        "the next."
    ]
    if not found.is_bounded:
        told.append(
            "Some have won every game against all the others: one drawn pair more of every two "
            "that met makes the ratings finite, and they say little."
        )
    return told


def text(tournament: Tournament, conditions: str) -> str:
    """The table of ratings and every match, for a person."""
    title = "Round robin" if tournament.form == ROUND_ROBIN else "Gauntlet"
    matches = counted(len(tournament.matches), "match").replace("matchs", "matches")
    lines = [f"{title} of {len(tournament.entrants)} ({conditions}), {matches}:"]
    found = tournament.ratings()
    if found is None:
        return f"{lines[0]} no finished pair of every entrant"
    labels = [entrant.label for entrant in tournament.entrants]
    width = max(map(len, labels))
    lines.append(f"   {'':{width}}    Elo    +/-    points  games   score    CFS")
    for rank, row in enumerate(rows(tournament, found), 1):
        lines.append(
            f"{rank:2} {labels[row.entrant]:{width}}  {row.elo:>5}  {row.error:>5}  "
            f"{row.points:>8}  {row.games:>5}  {row.score:>6}  {row.superiority:>7}".rstrip()
        )
    for (first, second), match in tournament.matches.items():
        wins, draws, losses = match.pairs.games
        lines.append(
            f"{labels[second]} vs {labels[first]}: {wins} won, {draws} drawn, {losses} lost, "
            f"Ptnml(0-2): {list(match.pairs.by_points)}"
        )
    lines += notes(found)
    return "\n".join(lines)


def document(tournament: Tournament, conditions: dict[str, Any]) -> dict[str, Any]:
    """The same for programs."""
    found = tournament.ratings()
    entrants = []
    for i, entrant in enumerate(tournament.entrants):
        points, games = tournament.points(i)
        entrants.append(
            {
                "label": entrant.label,
                "recipe": entrant.recipe.to_dict(),
                "elo": None if found is None else finite(float(found.elos[i])),
                "elo_error": None if found is None else finite(float(found.errors[i])),
                "points": points,
                "games": games,
            }
        )
    return {
        "kind": "tournament",
        "format": tournament.form,
        **conditions,
        "entrants": entrants,
        "bounded": None if found is None else found.is_bounded,
        "matches": [
            {
                "first": tournament.entrants[first].label,
                "view": tournament.entrants[second].label,
                "by_points": list(match.pairs.by_points),
            }
            for (first, second), match in tournament.matches.items()
        ],
    }
