"""`mcsearch race` with more than two in a game for two."""

from __future__ import annotations

from typing import Any

from mcsearch.cli.racing import Games
from mcsearch.runs import race_report, tournament
from mcsearch.runs.match import GameError
from mcsearch.runs.pool import PoolError
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
