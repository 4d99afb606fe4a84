"""Games between two recipes, in pairs with the sides swapped, from a book of short openings.

Nothing here needs files, processes or a clock of its own, so that a page can play in slices what
`mcsearch race` plays in processes, and both get the same games.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from mcsearch.engine.limits import MAX_ITERATIONS
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.search import Search
from mcsearch.games import SOLVERS
from mcsearch.numerics.rng import Rng
from mcsearch.play.dice import thrown
from mcsearch.recipe import GAMES, Recipe
from mcsearch.runs.positions import position_key
from mcsearch.runs.statistics.pairs import Pairs

_BITS = 30  # of a seed drawn at once
_OPENINGS = 500  # sequences of an opening's plies, at least
_OPENINGS_OF_OWN = 50  # the same of a person's own game, which may well be short
_TRIES = 1000  # at another opening, before the book begins again
_SOLVER_NODES = 20_000
_MOVES_AHEAD = 20  # that a clock's time is kept for, at most
_SHARE_OF_ADDED = 0.8
_LEAST_SECONDS = 0.001
# tells whether an opening is decided; an iteration adds at most a node
_SOLVER = {"solver": True, "iterations": 2000, "nodes": 2002}


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played: both recipes, player 0's first, an opening and a seed.

    The recipes play the same game, with the same parameters of it, from the same position;
    RecipeError otherwise. `opening`: the actions from there on. Every move's search has a seed of
    its own, drawn from the fixture's; the recipes' seeds are not used.

    `chance`: the seed of what chance brings, where it acts, the same in both games of a pair
    (common random numbers); None elsewhere.

    `clock`: each side's seconds for the game and those that each of its moves adds; () for none,
    when the recipes' limits are those of a move. `adjudicate`: whether the game ends where an exact
    solver knows who wins, see `known_return`.
    """

    sides: tuple[Recipe, Recipe]
    opening: tuple[int, ...] = ()
    seed: int = 0
    clock: tuple[float, ...] = ()
    adjudicate: bool = False
    chance: int | None = None

    def __post_init__(self) -> None:
        check_opponents(*self.sides)
        if self.sides[0].record.has_chance and self.chance is None:
            raise RecipeError(
                f"chance: it acts in {self.sides[0].game}; give the seed of its draws"
            )
        unseeded = tuple(recipe.replace(seed=0) for recipe in self.sides)
        object.__setattr__(self, "sides", unseeded)

    def to_json(self) -> str:
        """One line of JSON, the same for equal fixtures; the key of a stored game."""
        fields: dict[str, Any] = {
            "sides": [recipe.to_dict() for recipe in self.sides],
            "opening": list(self.opening),
            "seed": self.seed,
        }
        if self.clock:
            fields["clock"] = list(self.clock)
        if self.adjudicate:
            fields["adjudicate"] = True
        if self.chance is not None:
            fields["chance"] = self.chance
        return json.dumps(fields, sort_keys=True)

    @classmethod
    def from_json(cls, text: str, read: Callable[[Any], Recipe] = Recipe.from_dict) -> Fixture:
        """The fixture of a JSON text as from `to_json`, whose recipes `read` takes."""
        fields = json.loads(text)
        first, second = map(read, fields["sides"])
        clock, adjudicate = tuple(fields.get("clock", ())), bool(fields.get("adjudicate"))
        given = tuple(fields["opening"]), fields["seed"], clock, adjudicate, fields.get("chance")
        return cls((first, second), *given)


class Played(NamedTuple):
    """A finished game."""

    actions: list[int]  # from the position on, those of the opening first, chance's outcomes too
    returns: float  # player 0's: 1 win, 0.5 draw, 0 loss
    values: list[
        float
    ]  # before each player's action after the opening: what its search expects for player 0
    iterations: tuple[int, int]  # of player 0 and player 1
    seconds: tuple[float, float]  # of their searches


class GameError(RuntimeError):
    """A game that could not be played on: the player whose search failed, and why."""

    def __init__(self, player: int, reason: str) -> None:
        super().__init__(player, reason)  # which a process can hand to another
        self.player = player
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class LiveGame:
    """A game that is being played, move by move, each by a search of its own.

    `state`: the position. `search`: what the player to move searches with, None when the game is
    over; it may be read, or advanced by anybody. Whose recipe it is: `state.to_play`. Where chance
    acts it does at once, and a player is to move.
    """

    def __init__(self, fixture: Fixture) -> None:
        """ValueError for an illegal action in the opening, GameError where no search can begin."""
        self.fixture = fixture
        self.state = fixture.sides[0].start()
        self.actions: list[int] = []
        self.values: list[float] = []
        self.search: Search | None = None
        self._returns: float | None = None  # of a game that has ended before its last move
        self._clocks = [*fixture.clock[:1]] * 2  # seconds left
        self._iterations = [0, 0]
        self._seconds = [0.0, 0.0]
        self._seeds = Rng(fixture.seed)
        self._seed = fixture.seed
        for action in fixture.opening:
            self._play(action)
        self._begin_search()

    @property
    def recipe(self) -> Recipe:
        """The recipe of the current search: the side's, at this position, with the move's seed."""
        side = self.fixture.sides[self.state.to_play]
        return side.replace(position=str(self.state), seed=self._seed)

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> bool:
        """Search on, at most so far, and play the move when the search has stopped.

        Returns whether a move was played. The recipe's own limit of seconds counts those of
        `clock`; with several trees those on the wall.
        """
        search = self.search
        if search is None:
            return False
        if hasattr(search, "members"):
            search.run(iterations, seconds)
        else:
            search.run(iterations, seconds, clock=clock)
        return self.play_if_stopped()

    def play_if_stopped(self) -> bool:
        """Play the move of a search that has stopped; whether there was one."""
        search = self.search
        if search is None or not search.stopped:
            return False
        player = self.state.to_play
        if self._clocks:
            self._clocks[player] -= search.seconds
            if self._clocks[player] < 0.0:
                self._returns = float(player == 1)
                self.search = None
                return True
            self._clocks[player] += self.fixture.clock[1]
        value = search.best_score
        self.values.append(value if player == 0 else 1.0 - value)
        self._iterations[player] += search.iterations
        self._seconds[player] += search.seconds
        self._play(search.best_action())
        self._begin_search()
        return True

    def played(self) -> Played:
        """The game; ValueError before its end."""
        if self.search is not None:
            raise ValueError("the game is not over; run it to its end")
        first, second = self._iterations
        first_seconds, second_seconds = self._seconds
        return Played(
            self.actions,
            float(self.state.returns()) if self._returns is None else self._returns,
            self.values,
            (first, second),
            (first_seconds, second_seconds),
        )

    def _play(self, action: int) -> None:
        self.state = self.state.play(action)
        self.actions.append(action)

    def _begin_search(self) -> None:
        """The search for the next move, none when the game is over."""
        self.search = None
        while self.fixture.chance is not None and self.state.is_chance:
            self._play(thrown(self.state, self.fixture.chance, len(self.actions)))
        if not self.state.is_terminal():
            self._seed = _next_seed(self._seeds)
            player = int(self.state.to_play)
            side = self.fixture.sides[player]
            if self.fixture.adjudicate:
                self._returns = known_return(side, self.state)
                if self._returns is not None:
                    return
            try:
                if self._clocks:
                    left, added = self._clocks[player], self.fixture.clock[1]
                    self.search = _search(side, self.state, self._seed, (left, added))
                else:
                    self.search = _search(side, self.state, self._seed)
            except Exception as error:
                raise GameError(player, f"{type(error).__name__}: {error}") from error


def play(fixture: Fixture, clock: Callable[[], float] = time.perf_counter) -> Played:
    """Play a game to its end; the recipes' limits of seconds count those of `clock`.

    GameError when a search fails.
    """
    game = LiveGame(fixture)
    while game.search is not None:
        player = int(game.state.to_play)
        try:
            game.run(clock=clock)
        except GameError:
            raise
        except Exception as error:
            raise GameError(player, f"{type(error).__name__}: {error}") from error
    return game.played()


def known_return(recipe: Recipe, state: Any) -> float | None:
    """Player 0's return in a position under perfect play; None where the solver does not find it.

    It looks at 20,000 positions, the same ones in every build. RecipeError for a game without a
    solver.
    """
    if recipe.game not in SOLVERS:
        raise RecipeError(
            f"adjudicate: {recipe.game} has no exact solver; give one of {', '.join(SOLVERS)}"
        )
    solver = SOLVERS[recipe.game].build(state)
    solver.begin(state)
    solver.run(_SOLVER_NODES)
    if not solver.is_settled:
        return None
    value = max(bounds.lower for bounds in solver.bounds.values())
    return float(value if state.to_play == 0 else 1.0 - value)


def _share_of_clock(state: Any, left: float, added: float) -> float:
    """Seconds for a move: of what is left an even share of the moves to come, and what is added."""
    moves = max(1, min(_MOVES_AHEAD, (state.max_plies + 1) // 2))
    return max(_LEAST_SECONDS, min(left / moves + _SHARE_OF_ADDED * added, left / 2.0))


def _search(
    recipe: Recipe, state: Any, seed: int, clock: tuple[float, float] | None = None
) -> Search:
    """The search of a recipe from another position, and with another seed.

    `clock`: the seconds that are left for the game, and those that the move adds.

    The pool has no more nodes than the iterations can add, which is faster to begin; it never gets
    full, so the search is the same to the last bit. A final move may ask for as many iterations
    again, and an iteration may add all children of a node.
    """
    values = recipe.values
    if clock is not None:
        values["iterations"] = MAX_ITERATIONS
        values["seconds"] = _share_of_clock(state, *clock)
    needed = 2 * int(values["iterations"]) * (state.max_actions + 1)
    if needed < int(values.get("nodes", 0)):
        values["nodes"] = needed
    search = recipe.search_from(state, values, seed)
    if clock is not None and hasattr(search, "clock"):
        search.clock = clock  # a program divides its time itself
    return search


def _next_seed(rng: Rng) -> int:
    high, low = rng.draws(1 << _BITS, 2)
    return high << _BITS | low


def check_opponents(first: Recipe, second: Recipe) -> None:
    """RecipeError for recipes that can't play against each other."""
    game = first.record
    if game.num_players != 2:
        raise RecipeError(f"game: {first.game!r} has one player; give a game for two")
    if second.record is not game:
        raise RecipeError(
            f"game: {second.game!r} against {first.game!r}; give recipes for the same game"
        )
    if second.position != first.position:
        raise RecipeError(
            f"position: {second.position!r} against {first.position!r}; give both the same"
        )
    for parameter in game.parameters:
        ours, theirs = (recipe.values[parameter.name] for recipe in (first, second))
        if ours != theirs:
            raise RecipeError(f"{parameter.name}: {theirs} against {ours}; give both the same")


# --- openings ---


def opening_plies(recipe: Recipe) -> int:
    """How many plies openings have by default: as few as give 500 sequences of actions, and fewer
    than end the game.

    In a person's own game 50 are enough. Where chance acts there are none: its draws make every
    pair another one.
    """
    if recipe.record.has_chance:
        return 0
    state = recipe.start()
    sequences, plies = 1, 0
    wanted = _OPENINGS_OF_OWN if _is_own(recipe) else _OPENINGS
    while sequences < wanted and not state.is_terminal():
        actions = state.legal_actions()
        state = state.play(actions[0])
        if state.is_terminal():
            break
        sequences *= len(actions)
        plies += 1
    return plies


def book(recipe: Recipe, seed: int, plies: int | None = None) -> Iterator[tuple[int, ...]]:
    """Openings from a recipe's position, one after the other, without end: different positions.

    Uniformly drawn actions from `seed`; none ends the game or is a win that a search with a solver
    proves in 2000 iterations; a proven draw is one of the game's own. In a person's own game, which
    may be decided from its beginning, nothing is proven. No position comes twice, nor in
    a mirror, until there seem to be no others; where chance acts, which is drawn by its
    probabilities, one may. RecipeError when there is none.
    """
    start = recipe.start()
    count = opening_plies(recipe) if plies is None else plies
    rng = Rng(seed)
    decided: dict[str, bool] = {}  # many openings lead to one position
    used: set[Hashable] = set()
    while True:
        for _ in range(_TRIES):
            opening, state = _drawn(start, rng, count)
            if len(opening) < count or _is_decided(recipe, state, decided):
                continue
            if recipe.record.has_chance:
                place = None
                break
            place = position_key(recipe, state)
            if place not in used:
                break
        else:
            if not used:
                raise RecipeError(
                    f"openings: after {count} plies {recipe.game} is always decided; give fewer "
                    "plies or another position"
                )
            used.clear()
            continue
        used.add(place)
        yield opening


def _drawn(start: Any, rng: Rng, plies: int) -> tuple[tuple[int, ...], Any]:
    """Uniformly drawn actions, at most so many, and the position after them."""
    state = start
    opening: list[int] = []
    while len(opening) < plies and not state.is_terminal():
        if state.is_chance:
            action = state.drawn_outcome(rng)
        else:
            actions = state.legal_actions()
            action = actions[rng.draws(len(actions), 1)[0]]
        opening.append(action)
        state = state.play(action)
    return tuple(opening), state


def _is_decided(recipe: Recipe, state: Any, known: dict[str, bool]) -> bool:
    """Whether the game is over, or a short search proves that one side wins.

    `known`: what has been found out, by the position's text.
    """
    if state.is_terminal():
        return True
    if _is_own(recipe):
        return False
    text = str(state)
    if text not in known:
        own = {p.name for p in recipe.record.parameters}
        kept = {name: value for name, value in recipe.parameters.items() if name in own}
        search = Recipe(recipe.game, text, "uct", {**kept, **_SOLVER}).build()
        search.run()
        known[text] = search.proven in ("win", "loss")
    return known[text]


def _is_own(recipe: Recipe) -> bool:
    """Whether a recipe's game is a person's, which no name finds."""
    return recipe.game not in GAMES


# --- pairs ---


def fixtures_of_pair(
    entrants: tuple[Recipe, Recipe], opening: tuple[int, ...], seed: int
) -> tuple[Fixture, Fixture]:
    """The two games of a pair: entrant 1 begins the first, entrant 2 the second.

    Where chance acts, both meet the same draws.
    """
    first, second = entrants
    seeds = Rng(seed)
    one, other = _next_seed(seeds), _next_seed(seeds)
    chance = _next_seed(seeds) if first.record.has_chance else None
    return (
        Fixture((first, second), opening, one, chance=chance),
        Fixture((second, first), opening, other, chance=chance),
    )


def results_of_pair(first: float, second: float, entrant: int) -> tuple[float, float]:
    """Entrant 1's or 2's results, of the game it began and of the other.

    `first` and `second`: player 0's returns in the two games of `fixtures_of_pair`.
    """
    return (first, 1.0 - second) if entrant == 1 else (second, 1.0 - first)


def count_pairs(returns: Mapping[int, tuple[float, float]]) -> Pairs:
    """Counts of pairs as entrant 2 sees them, from player 0's returns in the games of each."""
    pairs = Pairs()
    for number in sorted(returns):
        pairs = pairs.with_pair(*results_of_pair(*returns[number], entrant=2))
    return pairs
