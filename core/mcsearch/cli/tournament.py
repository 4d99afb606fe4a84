"""`mcsearch race` with more than two in a game for two, and what a race is expected to take."""

from __future__ import annotations

from typing import Any

from mcsearch.cli.racing import Games
from mcsearch.runs import race_report, tournament
from mcsearch.runs.match import GameError
from mcsearch.runs.pool import PoolError
from mcsearch.runs.race_words import counted
from mcsearch.runs.statistics.differences import smallest
from mcsearch.runs.statistics.plan import chance_of_verdict, expected_pairs
from mcsearch.runs.statistics.sprt import Sprt
from mcsearch.runs.store import Store
from mcsearch.runs.tournament import Tournament


class TournamentRun(Games):
    """Everybody against everybody, or the first against the others."""

    def __init__(
        self, arguments: Any, race: Tournament, words: str, conditions: dict[str, Any]
    ) -> None:
        super().__init__(arguments)
        self.race = race
        self.words = words
        self.conditions = conditions

    def failed(self, job: str, error: Exception) -> None:
        match, (number, place) = self.race.places(job)[0]
        if not isinstance(error, GameError):
            raise PoolError(f"a game fails ({type(error).__name__}: {error}): {job}") from error
        entrant = match.entrants[error.player if place == 0 else 1 - error.player]
        raise PoolError(f"entrant {entrant.label} fails in pair {number + 1} ({error})") from error

    def progress(self) -> tuple[int, int, str]:
        total = self.race.num_pairs * len(self.race.matches)
        found = self.race.ratings()
        if found is None:
            return self.race.num_done, total, ""
        leader = int(found.elos.argmax())
        words = f"{self.race.entrants[leader].label} leads with Elo {found.elos[leader]:.0f}"
        return self.race.num_done, total, words

    def result(self, store: Store, as_json: bool) -> str:
        if as_json:
            return race_report.as_json(tournament.document(self.race, self.conditions))
        return tournament.text(self.race, self.words)


def plan_of_match(sprt: Sprt, num_pairs: int) -> str:
    """How many pairs an SPRT is expected to take, in words."""
    unit = "normalized Elo" if sprt.model == "normalized" else "Elo"
    within = counted(num_pairs, "pair")
    lines = [f"SPRT of {sprt.elo0:g} to {sprt.elo1:g} {unit}, at most {within}:"]
    for elo, median, most in expected_pairs(sprt):
        ends = 100 * chance_of_verdict(sprt, elo, num_pairs)
        lines.append(
            f"at {elo:g} {unit}: {counted(median, 'pair')} in the median, {counted(most, 'pair')} "
            f"in 95 of 100 tests; {ends:.0f} % end within {within}"
        )
    return "\n".join(lines)


def plan_of_boards(num_boards: int, num_rounds: int, num_entrants: int) -> str:
    """The smallest difference that a race on boards can show, in words."""
    if num_boards < 2:
        return "One board: a verdict is of this board alone; two boards at least speak of others."
    size = smallest(num_boards, num_rounds, num_entrants)
    twice = smallest(2 * num_boards, num_rounds, num_entrants)
    return (
        f"{counted(num_boards, 'board')}, {counted(num_rounds, 'round')}, {num_entrants} entrants: "
        f"a verdict on boards like these takes a mean difference of {size:.2f} standard deviations "
        "of the boards' differences (each board's mean over the rounds); "
        f"{counted(2 * num_boards, 'board')} show {twice:.2f}."
    )
