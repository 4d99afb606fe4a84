"""Two players: one game after the other, two with swapped sides a pair, in slices."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from mcsearch.engine.clock import processor_seconds
from mcsearch.runs.match import Fixture, LiveGame
from mcsearch.runs.race import MatchRace


@dataclass(frozen=True)
class FinishedGame:
    """A game that counts, or will when its pair is complete."""

    number: int
    """From 0: games 2n and 2n + 1 are pair n."""
    fixture: Fixture
    actions: tuple[int, ...]
    values: tuple[float, ...]
    returns: float


class MatchRun:
    """A match being played: `race` has the results, `game` is on the board."""

    def __init__(
        self,
        race: MatchRace,
        clock: Callable[[], float] = time.perf_counter,
        is_own: bool = False,
    ) -> None:
        """`is_own`: the game is people's own; what its code raises is no entrant's fault."""
        self.race = race
        self._is_own = is_own
        self.game: LiveGame | None = None
        self.games: list[FinishedGame] = []
        self.failure: tuple[int, str] | None = None
        """Entrant, and what ended its search; the match rests."""
        self._clock = clock

    # --- reading ---

    @property
    def is_over(self) -> bool:
        """Whether the match is decided, all its pairs are played, or an entrant has failed."""
        return self.race.is_over or self.failure is not None

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
        if self.game is None and (self.race.is_over or number >= 2 * self.race.num_pairs):
            number = max(number - 1, 0)
        return self.race.fixtures(number // 2)[number % 2]

    def entrant_of(self, player: int, number: int) -> int:
        """Who plays a side in a game: entrant 0 begins the first of a pair."""
        return player if number % 2 == 0 else 1 - player

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
                if self._is_own:
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
        number, game = len(self.games), live.played()
        self.games.append(
            FinishedGame(
                number, live.fixture, tuple(game.actions), tuple(game.values), game.returns
            )
        )
        self.race.add(live.fixture.to_json(), game.returns)
        self.game = None
        return number % 2 == 1

    def try_again(self, entrant: int) -> None:
        """Play the game once more in which an entrant has failed."""
        if self.failure is not None and self.failure[0] == entrant:
            self.failure = None
            self.game = None
