"""What a trial is: a pair of games, or two runs on one board, of tuned values and the default."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

from mcsearch.numerics.rng import Rng
from mcsearch.recipe import MAX_SEED, Recipe
from mcsearch.runs.match import book, fixtures_of_pair, results_of_pair

VERDICT = 1 << 20
"""The number of the first trial of the verdict: no trial before has its opening, board or seed."""


class PairTrials:
    """Two players: the trial of a number is a pair of games from an opening of its own."""

    noun = "pairs of games"

    def __init__(self, default: Recipe, seed: int) -> None:
        self._default = default
        self._books = {False: book(default, seed), True: book(default, seed + 1)}
        self._openings: dict[bool, list[tuple[int, ...]]] = {False: [], True: []}
        self._seed = seed

    def jobs(self, number: int, recipe: Recipe) -> list[str]:
        """The fixtures (JSON) of a trial."""
        is_verdict, place = number >= VERDICT, number % VERDICT
        openings = self._openings[is_verdict]
        openings += itertools.islice(self._books[is_verdict], max(0, place + 1 - len(openings)))
        high, low = Rng(self._seed * 2 * VERDICT + number).draws(1 << 30, 2)
        pair = fixtures_of_pair((self._default, recipe), openings[place], high << 30 | low)
        return [fixture.to_json() for fixture in pair]

    def result(self, values: Sequence[float]) -> float:
        """Mean score of the tuned values, 0 to 1, from player 0's returns in the games."""
        first, second = values
        return sum(results_of_pair(first, second, entrant=2)) / 2.0

    def score(self, values: Sequence[float]) -> float:
        """The same, as the verdict counts it."""
        return self.result(values)


class BoardTrials:
    """One player: the trial of a number is a run of each on one board with one seed."""

    noun = "boards"

    def __init__(self, default: Recipe, position: Callable[[int], str], seed: int) -> None:
        """`position`: that of the board of a trial."""
        self._default = default
        self._position = position
        self._seed = seed

    def jobs(self, number: int, recipe: Recipe) -> list[str]:
        """The recipes (JSON) of a trial."""
        position = self._position(number)
        seed = (self._seed * 2 * VERDICT + number) % MAX_SEED
        both = (self._default, recipe)
        return [one.replace(position=position, seed=seed).to_json() for one in both]

    def result(self, values: Sequence[float]) -> float:
        """How many points more the tuned values make."""
        default, tuned = values
        return tuned - default

    def score(self, values: Sequence[float]) -> float:
        """1 for more points, 0.5 for as many, 0 for fewer."""
        difference = self.result(values)
        return 0.5 if difference == 0.0 else float(difference > 0.0)
