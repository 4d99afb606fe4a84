"""More than two in a game for two: the matches go on together, a pair of each after the other."""

from __future__ import annotations

import time
from collections.abc import Callable

from explorer.pages.race.match_run import MatchRun
from mcsearch.runs.match import Fixture
from mcsearch.runs.race import Entrant
from mcsearch.runs.tournament import Tournament


class TournamentRun(MatchRun):
    """A round robin or a gauntlet being played; entrants by their places in the tournament."""

    def __init__(
        self,
        tournament: Tournament,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.tournament = tournament
        self._meetings = list(tournament.matches)
        super().__init__(tournament.matches[self._meetings[0]], clock)

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return self.tournament.entrants

    @property
    def all_played(self) -> bool:
        return self.tournament.is_over

    @property
    def num_pairs(self) -> int:
        return self.tournament.num_pairs * len(self._meetings)

    def meeting(self, number: int) -> tuple[int, int]:
        return self._meetings[number // 2 % len(self._meetings)]

    def _fixtures(self, pair: int) -> tuple[Fixture, Fixture]:
        match = self.tournament.matches[self.meeting(2 * pair)]
        return match.fixtures(pair // len(self._meetings))

    def _count(self, number: int, fixture: Fixture, returns: float) -> None:
        self.tournament.matches[self.meeting(number)].add(fixture.to_json(), returns)
