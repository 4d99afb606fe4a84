"""The game that a search is examined on: its positions, and their exact values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from mcsearch.adapters import adapted
from mcsearch.check.node import NONE
from mcsearch.check.offered import OfferedState
from mcsearch.engine import checks
from mcsearch.engine.problem_error import ProblemError
from mcsearch.games import SOLVERS
from mcsearch.problem.state import ProblemState, begin

_MOST_KEPT = 60_000  # positions
_MOST_NODES = 100_000  # of a solver, of one position
# in each second that an examination may take, of which looking ahead is to need a third or less
_NODES_A_SECOND = 1_000_000
_POSITIONS_A_SECOND = 2_000  # that are looked at for an exact value
_EXPECTED_A_SECOND = 500  # positions whose expectations are added up: all of them are kept
_FEWEST_POSITIONS = 6_000  # in any time: as many as Tic-Tac-Toe has


class Position:
    """A position of the game; what follows is kept.

    `path` is a way to it from the game's start, in places among the legal actions.
    """

    __slots__ = (
        "_after", "exact", "expected", "game", "is_too_large", "legal", "path", "returns", "state"
    )  # fmt: skip

    def __init__(self, game: Game, state: ProblemState, path: tuple[int, ...]) -> None:
        self.game = game
        self.state = state
        self.path = path
        self.legal: list[Any] = state.legal_actions()
        self.returns: float | None = None if self.legal else state.returns()
        self.is_too_large = False  # for a solver
        self._after: dict[int, Position] = {}
        self.exact: float | None = self.returns
        self.expected: tuple[float, float] | None = None

    @property
    def to_play(self) -> int:
        return int(self.state.to_play)

    @property
    def is_terminal(self) -> bool:
        return not self.legal

    def after(self, place: int) -> Position:
        """The position after an action, by its place."""
        found = self._after.get(place)
        if found is None:
            state = self.state.play(self.legal[place])
            found = self._after[place] = self.game.kept(state, (*self.path, place))
        return found

    def at(self, path: tuple[int, ...]) -> Position | None:
        """The position after several actions; None where one is not legal."""
        position = self
        for place in path:
            if not 0 <= place < len(position.legal):
                return None
            position = position.after(place)
        return position

    @property
    def given(self) -> Any:
        """The state as the person's own class has it."""
        problem = self.state.problem
        return problem.state if self.game.is_adapted else problem

    def name(self, place: int) -> str:
        """An action as a person writes it."""
        if place == NONE:
            return "–"
        action = self.legal[place]
        namer = getattr(self.state.problem, "action_name", None)
        return str(namer(action)) if callable(namer) else checks.short(action, 40)

    @property
    def moves(self) -> tuple[str, ...]:
        """The names of the actions that lead here from the game's start."""
        position, names = self.game.start, []
        for place in self.path:
            names.append(position.name(place))
            position = position.after(place)
        return tuple(names)

    @property
    def text(self) -> str:
        problem = self.state.problem
        text = str(problem)
        return text if " object at 0x" not in text else " ".join(self.moves) or "start"

    @property
    def values(self) -> list[float | None]:
        """What each action is worth to the player to move under perfect play, 0 to 1."""
        if self.legal and self.game.exact(self) is None:
            return [None] * len(self.legal)
        exact = (self.game.exact(self.after(place)) for place in range(len(self.legal)))
        return [None if value is None else self.seen(value) for value in exact]

    def seen(self, value: float) -> float:
        """A first player's return as the player to move has it."""
        return value if self.to_play == 0 else 1.0 - value


class Game:
    """Positions from a start on. ProblemError for what no search can take, and for chance.

    `seconds`, about what a whole examination may take, is how far it looks ahead: by counts, so
    that what it finds does not depend on the clock.
    """

    def __init__(self, given: Any, seconds: float = 30.0) -> None:
        problem = adapted(given)
        self.is_adapted = problem is not given
        state = begin(problem)
        if state.has_chance and callable(getattr(problem, "chance_outcomes", None)):
            raise ProblemError(
                f"chance acts in {state.class_name()}; a search is examined on a game without it"
            )
        self.num_players = int(state.num_players)
        self._kept: dict[Any, Position] = {}
        self._looked_at = 0
        self._added_up = 0
        self._most_positions = max(_FEWEST_POSITIONS, int(seconds * _POSITIONS_A_SECOND))
        self._most_expected = max(_FEWEST_POSITIONS, int(seconds * _EXPECTED_A_SECOND))
        self._most_nodes = int(seconds * _NODES_A_SECOND)
        self._solver: Any = None
        self._num_solver_nodes = 0
        if isinstance(given, OfferedState):
            record = SOLVERS.get(getattr(given.state, "solver", ""))
            self._solver = record.build(given.state) if record else None
        self.start = self.kept(state, ())
        self.name = state.class_name()
        if isinstance(given, OfferedState):
            self.name = type(given.state).__name__

    def kept(self, state: ProblemState, path: tuple[int, ...]) -> Position:
        """The position of a state: the one that is known, where it tells itself from others."""
        key = key_of(state)
        found = self._kept.get(key)
        if found is None:
            found = Position(self, state, path)
            if len(self._kept) < _MOST_KEPT:
                self._kept[key] = found
        return found

    # --- exact values ---

    @property
    def is_spent(self) -> bool:
        """Whether no exact value is looked for any more: of others than two players none is."""
        return (
            self.num_players != 2
            or self._looked_at >= self._most_positions
            or self._num_solver_nodes >= self._most_nodes
        )

    def exact(self, position: Position) -> float | None:
        """The first player's return under perfect play; None where it is too far to look."""
        if position.exact is None and not position.is_too_large and not self.is_spent:
            if self._solver is not None:
                self._solve(position)
            else:
                self._minimax(position)
        return position.exact if self.num_players == 2 else None

    def _solve(self, position: Position) -> None:
        solver = self._solver
        solver.begin(position.given.state)
        while not solver.is_settled and solver.num_nodes < _MOST_NODES:
            solver.run(4096)
        self._num_solver_nodes += solver.num_nodes
        position.is_too_large = not solver.is_settled
        if solver.is_settled:
            best = max(bounds.lower for bounds in solver.bounds.values())
            position.exact = position.seen(best)
            for place, action in enumerate(position.legal):
                after = position.after(place)
                if after.exact is None:
                    after.exact = position.seen(solver.bounds[action].lower)

    def _minimax(self, position: Position) -> float | None:
        """Depth first over all that can follow, as long as there are few enough positions."""
        if position.exact is not None:
            return position.exact
        self._looked_at += 1
        if self._looked_at > self._most_positions or len(position.path) > 200:
            return None
        values = []
        for place in range(len(position.legal)):
            value = self._minimax(position.after(place))
            if value is None:
                return None
            values.append(value)
        position.exact = max(values) if position.to_play == 0 else min(values)
        return position.exact

    def expected(self, position: Position) -> tuple[float, float] | None:
        """Mean and variance of the first player's return after uniformly random play.

        None where there are too many positions to add up.
        """
        if position.expected is not None:
            return position.expected
        self._added_up += 1
        if position.returns is not None:
            position.expected = position.returns, 0.0
            return position.expected
        if self._added_up > self._most_expected or len(self._kept) >= _MOST_KEPT:
            return None
        parts = []
        for place in range(len(position.legal)):
            part = self.expected(position.after(place))
            if part is None:
                return None
            parts.append(part)
        mean = sum(part[0] for part in parts) / len(parts)
        square = sum(part[1] + part[0] ** 2 for part in parts) / len(parts)
        position.expected = mean, max(0.0, square - mean * mean)
        return position.expected

    # --- positions to examine ---

    def random_positions(self, seed: int) -> Iterator[Position]:
        """Positions that are not over, each once, of random games; at most some thousands."""
        rng = random.Random(seed)
        seen = set()
        for _ in range(3_000):
            position = self.start
            line: list[Position] = []
            while not position.is_terminal and len(line) < 300:
                line.append(position)
                position = position.after(rng.randrange(len(position.legal)))
            if not line:
                return
            position = rng.choice(line)
            if id(position) not in seen:
                seen.add(id(position))
                yield position


def key_of(state: ProblemState) -> Any:
    """What tells a state from others: its own key, its text, or what it stores."""
    problem = state.problem
    if callable(getattr(problem, "key", None)):
        return problem.key(), state.to_play
    under = getattr(problem, "state", problem)
    if type(under).__str__ is not object.__str__ or type(under).__repr__ is not object.__repr__:
        text = str(under)
        if " at 0x" not in text:
            return text, state.to_play
    return checks.printed(getattr(under, "__dict__", under)), state.to_play
