"""A race: two to four recipes under equal conditions, and its results as they come in.

Models without files and processes: they say what is to be run, take what has come back, in any
order, and tell what it means. `BoardRace` is for one player: the same boards and seeds for all.
`MatchRace` is for two: games in pairs with swapped sides, where chance acts on the same draws.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from mcsearch.engine.parameter import RecipeError, Value
from mcsearch.engine.wording import spaced
from mcsearch.games import Game
from mcsearch.numerics.rng import Rng
from mcsearch.recipe import Recipe
from mcsearch.runs.match import (
    Fixture,
    book,
    check_opponents,
    fixtures_of_pair,
    known_return,
    results_of_pair,
)
from mcsearch.runs.statistics.differences import (
    LIKE_THESE,
    SCOPES,
    THESE,
    Difference,
    default_scope,
    differences,
)
from mcsearch.runs.statistics.pairs import Pairs
from mcsearch.runs.statistics.sprt import Sprt

MAX_ENTRANTS = 4
MAX_PAIRS = 1_000_000


class Entrant(NamedTuple):
    """A recipe with the name it runs under."""

    label: str
    recipe: Recipe


@dataclass(frozen=True)
class Equal:
    """What all entrants have equally much of: `iterations`, or `seconds` of processor time.

    For a run on a board (one player), or for a move (two players, or chance).
    """

    by: str
    amount: float

    def __post_init__(self) -> None:
        if self.by not in ("iterations", "seconds") or not self.amount > 0:
            raise RecipeError(
                f"equal: {self.by}={self.amount:g} is not valid; "
                "give iterations=10000 or seconds=0.5"
            )

    @classmethod
    def from_text(cls, text: str) -> Equal:
        """The budget of a text such as "seconds=0.5"; RecipeError for any other."""
        by, _, amount = text.partition("=")
        try:
            return cls(by.strip(), float(amount))
        except ValueError:
            raise RecipeError(
                f"equal: {text!r} is not valid; give iterations=10000 or seconds=0.5"
            ) from None

    @property
    def parameters(self) -> dict[str, Value]:
        """The parameters that give a recipe this budget and no other."""
        if self.by == "seconds":
            return {"seconds": self.amount}
        return {**self.to_dict(), "seconds": 0.0}

    def to_dict(self) -> dict[str, Value]:
        """The budget for programs, such as {"iterations": 1000}."""
        is_whole = self.by == "iterations" and self.amount == int(self.amount)
        return {self.by: int(self.amount) if is_whole else self.amount}

    def __str__(self) -> str:
        unit = self.by if self.amount != 1 else self.by.removesuffix("s")
        return f"{spaced(self.amount, '.6g')} {unit}"


def prepared(
    entrants: Sequence[Entrant], equal: Equal, position: str, rules: Mapping[str, Value]
) -> tuple[Entrant, ...]:
    """The entrants with equal budgets, on a position and by the given parameters of the game.

    RecipeError for entrants that can't race, and for two with one name.
    """
    if not 1 < len(entrants) <= MAX_ENTRANTS:
        raise RecipeError(f"entrants: {len(entrants)} can't race; give 2 to {MAX_ENTRANTS}")
    first = entrants[0].recipe
    ready: list[Entrant] = []
    for label, recipe in entrants:
        if recipe.record is not first.record:
            raise RecipeError(
                f"entrant {label}: its game is {recipe.game!r}, not {first.game!r}; give entrants "
                "for one game"
            )
        if label in (known.label for known in ready):
            label = f"{label} ({len(ready) + 1})"
        try:
            budget = recipe.with_parameters({**equal.parameters, **rules})
            if equal.by == "seconds" and int(budget.values.get("trees", 1)) > 1:
                raise RecipeError(
                    f"trees: {budget.values['trees']} trees are timed on the wall, and others by "
                    "their processor time; give trees=1, or --equal iterations=10000"
                )
            ready.append(Entrant(label, budget.replace(position=position, seed=0)))
        except RecipeError as error:
            raise RecipeError(f"entrant {label}: {error}") from None
    for parameter in first.record.parameters:
        values = {str(entrant.recipe.values[parameter.name]) for entrant in ready}
        if len(values) > 1:
            raise RecipeError(
                f"{parameter.name}: the entrants differ in it ({', '.join(sorted(values))}); give "
                f"--{parameter.name.replace('_', '-')} for all"
            )
    return tuple(ready)


def has_drawn_boards(game: Game, position: str) -> bool:
    """One player: whether seeds draw a race's boards; else it has one position, or a file's."""
    return game.kind == "tiles" or (game.has_chance and not position)


def usual_size(game: Game) -> str:
    """Of a game's drawn boards, such as "4x4"."""
    return game.default_position.partition(":")[0] if game.has_chance else "15x15"


def drawn_boards(size: str, seeds: Sequence[int]) -> dict[str, str]:
    """Positions of a size that seeds draw by their names, such as "4x4:1" by "1"."""
    return {str(seed): f"{size}:{seed}" for seed in seeds}


def random_boards(size: str, colours: str, seeds: Sequence[int]) -> dict[str, str]:
    """Positions of SameGame by their names, such as "15x15x5:1" by "1"."""
    return drawn_boards(f"{size}x{colours}", seeds)


def _check_boards(boards: Mapping[str, str], scope: str) -> None:
    """RecipeError for a board that would count twice, and for a scope that is none."""
    if scope not in SCOPES:
        raise RecipeError(f"scope: {scope!r} is not known; give {' or '.join(SCOPES)}")
    if scope == LIKE_THESE and len(boards) < 2:
        raise RecipeError(
            f"scope: {scope} needs two boards at least; give more, or --scope {THESE}"
        )
    first: dict[str, str] = {}
    for name, position in boards.items():
        if position in first:
            raise RecipeError(
                f"boards: {name} is the same as {first[position]}, and would count twice; leave "
                "one out"
            )
        first[position] = name


class BoardRace:
    """Entrants on the same boards with the same seeds, a round for each seed.

    Where chance acts a run is a game that an entrant plays, and what comes about follows from the
    board, the round and the ply: the same draws for all entrants (common random numbers).

    `boards`: positions by their names. A pair is a board in a round, run by every entrant.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        boards: Mapping[str, str],
        seeds: Sequence[int],
        scope: str | None = None,
    ) -> None:
        """`scope`: what is judged, by default `differences.default_scope`. RecipeError for a board
        that is none, and for one that comes twice."""
        self.entrants = tuple(entrants)
        self.boards = dict(boards)
        self.scope = default_scope(len(self.boards)) if scope is None else scope
        _check_boards(self.boards, self.scope)
        self.seeds = tuple(seeds)
        self.scores = np.full((len(self.entrants), len(self.boards), len(self.seeds)), np.nan)
        """float64 [entrants, boards, rounds]; nan for what has not come back."""
        self.failures: dict[int, str] = {}
        """What ended an entrant's runs, by its index: it is out, and counts no more."""
        self._places: dict[str, list[tuple[int, int, int]]] = {}
        for place in self.places():
            self._places.setdefault(self.recipe(*place).to_json(), []).append(place)

    def places(self) -> Iterator[tuple[int, int, int]]:
        """Entrant, board and round of every run: round by round, in each board by board."""
        for number, board, entrant in itertools.product(
            range(len(self.seeds)), range(len(self.boards)), range(len(self.entrants))
        ):
            yield entrant, board, number

    def recipe(self, entrant: int, board: int, number: int) -> Recipe:
        """What an entrant runs on a board in a round."""
        position = list(self.boards.values())[board]
        try:
            return self.entrants[entrant].recipe.replace(position=position, seed=self.seeds[number])
        except RecipeError as error:
            raise RecipeError(f"board {list(self.boards)[board]}: {error}") from None

    @property
    def runs(self) -> list[str]:
        """Every recipe (JSON) that is to be run, round by round; of equal entrants one."""
        return list(self._places)

    def add(self, recipe: str, score: float) -> None:
        """Take the score of a run; KeyError for a recipe (JSON) that is none of the race's."""
        for place in self._places[recipe]:
            self.scores[place] = score

    def fail(self, recipe: str, reason: str) -> list[int]:
        """Note that a run (JSON) has failed; the entrants that are out now because of it."""
        found = {entrant for entrant, _, _ in self._places[recipe]} - set(self.failures)
        self.failures |= dict.fromkeys(sorted(found), reason)
        return sorted(found)

    def is_wanted(self, recipe: str) -> bool:
        """Whether a run (JSON) is one of an entrant that races."""
        return any(entrant not in self.failures for entrant, _, _ in self._places[recipe])

    @property
    def is_over(self) -> bool:
        """Whether every run of those that race has come back."""
        return not np.isnan(self.scores[self.racing]).any()

    @property
    def racing(self) -> list[int]:
        """The entrants that have not failed."""
        return [i for i in range(len(self.entrants)) if i not in self.failures]

    @property
    def num_finished(self) -> int:
        """Rounds of which every run has come back, up to the first that is not complete."""
        if not self.racing:
            return 0
        is_complete = ~np.isnan(self.scores[self.racing]).any((0, 1))
        return len(self.seeds) if is_complete.all() else int(np.argmin(is_complete))

    @property
    def finished(self) -> np.ndarray:
        """The scores of finished rounds, of the entrants that race: [racing, boards, rounds]."""
        return self.scores[self.racing, :, : self.num_finished]

    def differences(self) -> list[Difference]:
        """Every two racing entrants' difference over the finished rounds, by their indexes."""
        racing = self.racing
        return [
            found._replace(first=racing[found.first], second=racing[found.second])
            for found in differences(self.finished, self.scope)
        ]


class MatchRace:
    """Two entrants in games of pairs, counted as entrant 2 sees them.

    Pairs count in their order, whenever they finish, up to the one after which the SPRT, if there
    is one, has decided: so the verdict depends on the games alone, and not on which is quick.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        num_pairs: int,
        seed: int = 0,
        sprt: Sprt | None = None,
        plies: int | None = None,
        openings: Iterable[tuple[int, ...]] = (),
        clock: tuple[float, ...] = (),
        adjudicate: bool = False,
    ) -> None:
        """`num_pairs`: at most; `plies`: of openings, by default `match.opening_plies`.

        `openings`: these in their order, and again from the first, in place of drawn ones. `clock`
        and `adjudicate`: see `match.Fixture`.
        """
        if len(entrants) != 2:
            game = entrants[0].recipe.game
            raise RecipeError(f"entrants: a match of {game} is between two; leave out the others")
        first, second = entrants
        check_opponents(first.recipe, second.recipe)
        if not 0 < num_pairs <= MAX_PAIRS:
            raise RecipeError(f"pairs: {num_pairs} is not valid; give 1 to {MAX_PAIRS}")
        self.entrants = (first, second)
        self.num_pairs = num_pairs
        self.sprt = sprt
        self.pairs = Pairs()
        """Counts of the pairs that count."""
        self.ratios: list[float] = []
        """The log-likelihood ratio after each pair that counts."""
        self.verdict = ""
        """ "H0" or "H1" once the SPRT has decided."""
        self._book: Iterator[tuple[int, ...]] = (
            itertools.cycle(openings) if openings else book(first.recipe, seed, plies)
        )
        self._rules: dict[str, Any] = {"clock": clock, "adjudicate": adjudicate}
        if adjudicate:
            known_return(first.recipe, first.recipe.start())
        self._seeds = Rng(seed)
        self._fixtures: list[tuple[Fixture, Fixture]] = []
        self._returns: dict[tuple[int, int], float] = {}
        self._places: dict[str, tuple[int, int]] = {}

    def fixtures(self, number: int) -> tuple[Fixture, Fixture]:
        """The two games of a pair, from 0; entrant 1 moves first in the first."""
        first, second = (entrant.recipe for entrant in self.entrants)
        while len(self._fixtures) <= number:
            place = len(self._fixtures)
            high, low = self._seeds.draws(1 << 30, 2)
            opening = next(self._book, None)
            if opening is None:
                raise RecipeError("openings: there is none; give fewer plies or another position")
            one, other = fixtures_of_pair((first, second), opening, high << 30 | low)
            pair = one, other
            if any(self._rules.values()):
                pair = replace(one, **self._rules), replace(other, **self._rules)
            self._places |= {game.to_json(): (place, i) for i, game in enumerate(pair)}
            self._fixtures.append(pair)
        return self._fixtures[number]

    @property
    def is_over(self) -> bool:
        """Whether the SPRT has decided or all pairs have been played."""
        return bool(self.verdict) or self.pairs.num_pairs == self.num_pairs

    @property
    def was_stopped_early(self) -> bool:
        """Whether the SPRT has ended the match; Elo and the score are biased then."""
        return bool(self.verdict)

    def games(self) -> Iterator[Fixture]:
        """The games that have not come back, in order, until the match is over."""
        for number in itertools.count():
            if number >= self.num_pairs or self.is_over:
                return
            for i, fixture in enumerate(self.fixtures(number)):
                if (number, i) not in self._returns:
                    yield fixture

    def returns_of(self, number: int) -> tuple[float, float]:
        """Player 0's returns in the two games of a pair; KeyError before they have come back."""
        return self._returns[number, 0], self._returns[number, 1]

    def place(self, fixture: str) -> tuple[int, int]:
        """The pair of a game (JSON), from 0, and which of its two it is; KeyError for no game."""
        return self._places[fixture]

    def add(self, fixture: str, returns: float) -> None:
        """Take player 0's return in a game; KeyError for a fixture (JSON) that is not known."""
        self._returns[self._places[fixture]] = returns
        while not self.is_over:
            number = self.pairs.num_pairs
            both = [self._returns.get((number, i)) for i in (0, 1)]
            if None in both:
                return
            first, second = (value for value in both if value is not None)
            self._count(*results_of_pair(first, second, entrant=2))

    def _count(self, first: float, second: float) -> None:
        self.pairs = self.pairs.with_pair(first, second)
        if self.sprt is not None:
            self.ratios.append(self.sprt.ratio(self.pairs.by_points))
            self.verdict = self.sprt.accepts(self.ratios[-1], self.pairs.num_pairs)
