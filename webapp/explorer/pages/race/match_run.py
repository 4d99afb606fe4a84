"""Two players: one game after the other, two with swapped sides a pair, in slices."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from explorer.session.own_games import is_own
from mcsearch.engine.clock import processor_seconds
from mcsearch.runs.match import Fixture, LiveGame, Played
from mcsearch.runs.race import Entrant, Equal, MatchRace
from mcsearch.runs.usage import Usage


@dataclass(frozen=True)
class FinishedGame:
    """A game that counts, or will when its pair is complete."""

    number: int
    """From 0: games 2n and 2n + 1 are pair n."""
    fixture: Fixture
    played: Played

    @property
    def actions(self) -> list[int]:
        return self.played.actions

    @property
    def values(self) -> list[float]:
        return self.played.values

    @property
    def returns(self) -> float:
        return self.played.returns


class MatchRun:
    """A match being played: `race` has the results, `game` is on the board."""

    def __init__(
        self,
        race: MatchRace,
        clock: Callable[[], float] = time.perf_counter,
        equal: Equal | None = None,
    ) -> None:
        """`equal`: the common budget, of which it is counted what is used."""
        self.race = race
        self.usage = None if equal is None else Usage(race.entrants, equal)
        self.game: LiveGame | None = None
        self.source: Any = None
        """The database that it is from, see `source.Source`."""
        self.games: list[FinishedGame] = []
        self.failure: tuple[int, str] | None = None
        """Entrant, and what ended its search; the match rests."""
        self._clock = clock

    # --- reading ---

    @property
    def is_over(self) -> bool:
        """Whether the match is decided, all its pairs are played, or an entrant has failed."""
        return self.all_played or self.failure is not None

    @property
    def entrants(self) -> tuple[Entrant, ...]:
        return self.race.entrants

    @property
    def all_played(self) -> bool:
        """Whether the match is decided, or all its pairs are played."""
        return self.race.is_over

    @property
    def num_pairs(self) -> int:
        """At most."""
        return self.race.num_pairs

    def meeting(self, number: int) -> tuple[int, int]:
        """The two entrants of a game, who begins the first of its pair in front."""
        return (0, 1)

    def _fixtures(self, pair: int) -> tuple[Fixture, Fixture]:
        return self.race.fixtures(pair)

    def _count(self, number: int, fixture: Fixture, returns: float) -> None:
        self.race.add(fixture.to_json(), returns)

    def fixture_of(self, number: int) -> Fixture:
        """A game by its number, played or not."""
        return self._fixtures(number // 2)[number % 2]

    @property
    def has_begun(self) -> bool:
        return bool(self.games) or self.game is not None

    @property
    def number(self) -> int:
        """The present pair, from 0."""
        return len(self.games) // 2

    def fixture(self) -> Fixture:
        """The present game, after the end the last one."""
        number = len(self.games)
        if self.game is None and (self.all_played or number >= 2 * self.num_pairs):
            number = max(number - 1, 0)
        return self.fixture_of(number)

    def entrant_of(self, player: int, number: int) -> int:
        """Who plays a side in a game: the first of its two begins the first game of a pair."""
        return self.meeting(number)[player if number % 2 == 0 else 1 - player]

    # --- going on ---

    def work(self, seconds: float, most: float) -> float:
        """Play for so long, at most so many moves; how many have been played.

        Stops at the end of a pair.
        """
        deadline = self._clock() + seconds
        played = 0.0
        while not self.is_over:
            if self.game is None:
                self.game = LiveGame(self.fixture())
            left = deadline - self._clock()
            if left <= 0.0:
                break
            iterations = self._allowed(self.game, most - played)
            if iterations is not None and iterations <= 0:
                break
            try:
                played += self.game.run(iterations, left, clock=processor_seconds)
            except Exception as error:  # the entrant is named, and the page goes on
                if is_own(self.entrants[0].recipe):  # whose code it may well have been
                    raise
                entrant = self.entrant_of(int(self.game.state.to_play), len(self.games))
                self.failure = (entrant, str(error) or type(error).__name__)
                break
            if self.game.search is None and self._finish(self.game):
                break
        return played

    def _allowed(self, game: LiveGame, moves: float) -> int | None:
        """How many iterations of the present search a part of a move stands for, None for all."""
        if moves >= 1.0 or game.search is None:
            return None
        values = game.search.values
        if values["seconds"]:
            return 0
        return int(moves * int(values["iterations"])) - int(game.search.iterations)

    def _finish(self, live: LiveGame) -> bool:
        """Count a game that is over; whether it was the second of its pair."""
        self.take(live.fixture, live.played())
        self.game = None
        return len(self.games) % 2 == 0

    def take(self, fixture: Fixture, played: Played) -> None:
        """Count the next game, as it has been played here or elsewhere."""
        number = len(self.games)
        self.games.append(FinishedGame(number, fixture, played))
        if self.usage is not None:
            self.usage.add(self.entrant_of(0, number), fixture, played)
        self._count(number, fixture, played.returns)

    def try_again(self, entrant: int) -> None:
        """Play the game once more in which an entrant has failed."""
        if self.failure is not None and self.failure[0] == entrant:
            self.failure = None
            self.game = None
