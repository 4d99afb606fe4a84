"""Anyone's problem as a game: a plain Python class with four methods runs in every search.

The class needs no base class, no registration and no compiling:

- `legal_actions()`: a list of the actions in this state, any hashable values
- `play(action)`: the state after an action; this one stays as it is
- `is_terminal()`: whether the problem ends here
- `returns()`: at the end, the score (one player), or the first player's return, from 0 for a loss
  to 1 for a win (two players)

and may have more, as methods or as plain attributes: `num_players` (1 or 2, by default 1),
`to_play` (0 or 1; by default the players alternate), `max_plies` and `max_actions` (bounds of the
actions to the end and of those in one state, by default 1000 each). With `playout(rng)`, which
returns the actions of a playout to the end, it guides the playouts of policy "random"; `rng` is a
`random.Random`. `action_name(action)` is an action as a person writes it. `code(action)` is what
search "nrpa" learns a weight for, by default the action itself: any value that always prints alike,
for example (town, next town) of a tour.
"""

from __future__ import annotations

import hashlib
import math
import numbers
import weakref
from collections.abc import Mapping
from typing import Any

import cython

from mcsearch import recipe
from mcsearch.engine.search import Search
from mcsearch.numerics.rng import PythonRandom
from mcsearch.searches import root_parallel

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, Moves, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.state import Actions, Moves, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng

_LARGEST_BOUND = 30_000  # a tree stores actions in 16 bits
_DEFAULT_BOUND = 1_000
_LOWEST = cython.declare(cython.double, float("-inf"))


class ProblemError(ValueError):
    """What a problem's class gives is not usable; the message names the method and the value."""


class Watch:
    """What all states of one problem share: its name and methods, and the first exception."""

    def __init__(self, problem: Any) -> None:
        self.name = type(problem).__name__
        self.random = PythonRandom()
        self.error: BaseException | None = None
        self.searches: weakref.WeakSet[Any] = weakref.WeakSet()
        self.has_playout = hasattr(problem, "playout")
        self.has_to_play = hasattr(problem, "to_play")
        self.has_codes = hasattr(problem, "code")
        self.has_names = hasattr(problem, "action_name")

    def fail(self, error: BaseException) -> None:
        """Stop every search of the problem; they raise the exception."""
        if self.error is None:
            self.error = error
            for search in list(self.searches):
                search.fail(error)


def _read(problem: Any, name: str, default: int) -> Any:
    """An optional whole number of a problem, given as a method or as an attribute."""
    value = getattr(problem, name, default)
    return value() if callable(value) else value


def _bound(problem: Any, name: str) -> int:
    value = _read(problem, name, _DEFAULT_BOUND)
    if not isinstance(value, numbers.Integral) or not 1 <= int(value) <= _LARGEST_BOUND:
        raise ProblemError(
            f"{name} of {type(problem).__name__} is {value!r}; give a whole number from 1 to "
            f"{_LARGEST_BOUND}"
        )
    return int(value)


@cython.cclass
class ProblemState(State):
    """A state of a user's problem. An action's number is its place in `legal_actions()`."""

    problem = cython.declare(object, visibility="readonly")
    _watch: Any
    _legal: Any  # the list of the user's actions here, None before it is needed
    _ply: cython.int

    def __init__(self, problem: Any, num_players: int, max_plies: int, max_actions: int) -> None:
        super().__init__(num_players, max_plies, max_actions)
        self.problem = problem
        self._watch = None
        self._legal = None
        self._ply = 0

    # --- C level: an exception of the user's code ends the searches and is raised by them ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        with cython.gil:
            self._copy_from(cython.cast(ProblemState, other))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        with cython.gil:
            try:
                if self._watch.error is None:
                    self._apply(action)
            except BaseException as error:
                self._watch.fail(error)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        i: cython.int
        count: cython.int = 0
        with cython.gil:
            try:
                if self._watch.error is None:
                    count = len(self._actions())
            except BaseException as error:
                self._watch.fail(error)
        actions.clear()
        for i in range(count):
            actions.append(i)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_moves(self, moves: Moves, avoid: cython.int) -> cython.int:
        with cython.gil:
            moves.clear()
            try:
                if self._watch.error is None:
                    self._fill_moves(moves)
            except BaseException as error:
                moves.clear()
                self._watch.fail(error)
        return moves.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        action: cython.int = NONE
        with cython.gil:
            try:
                if self._watch.error is None:
                    action = self._play_one(rng)
            except BaseException as error:
                self._watch.fail(error)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_randomly(self, rng: Rng, trail: Actions) -> cython.void:
        with cython.gil:
            try:
                if self._watch.error is None:
                    self._play_out(rng, trail)
            except BaseException as error:
                self._watch.fail(error)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        value: cython.double = 0.5
        with cython.gil:
            if self._watch.error is None:
                try:
                    value = self._evaluation()
                except BaseException as error:
                    self._watch.fail(error)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        value: cython.double = _LOWEST if self.num_players == 1 else 0.5
        with cython.gil:
            try:
                if self._watch.error is None:
                    value = self._returns()
            except BaseException as error:
                self._watch.fail(error)
        return value

    # --- Python level ---

    def _copy_from(self, other: ProblemState) -> None:
        base: State = other
        self.problem = other.problem
        self.to_play = base.to_play
        if self._watch is None:  # a state stays with its search
            self._watch = other._watch
        self._legal = other._legal
        self._ply = other._ply

    def _actions(self) -> list:
        """The user's actions here, in their order; [] at the end."""
        if self._legal is None:
            self._legal = [] if self.problem.is_terminal() else self._checked_actions()
        return self._legal

    def _checked_actions(self) -> list:
        name = self._watch.name
        legal = self.problem.legal_actions()
        if not isinstance(legal, (list, tuple)):
            raise ProblemError(f"legal_actions() of {name} gave {legal!r}; give a list")
        if not legal:
            raise ProblemError(
                f"legal_actions() of {name} gave no action, and is_terminal() is not true; give "
                "an action, or end the problem there"
            )
        if len(legal) > self.max_actions:
            raise ProblemError(
                f"legal_actions() of {name} gave {len(legal)} actions, more than {self.max_actions}"
                f"; give {name} an attribute max_actions that bounds them"
            )
        if self._ply >= self.max_plies:
            raise ProblemError(
                f"{name} has not ended after {self.max_plies} actions; give it an attribute "
                "max_plies that bounds them"
            )
        return list(legal)

    def _fill_moves(self, moves: Moves) -> None:
        for number, action in enumerate(self._actions()):
            move = self.problem.code(action) if self._watch.has_codes else action
            digest = hashlib.blake2b(repr(move).encode(), digest_size=8).digest()
            moves.codes[number] = int.from_bytes(digest, "little") | 1
            moves.kinds[number] = NONE
            moves.sizes[number] = 0
            moves.append(number)

    def _apply(self, action: int) -> None:
        name = self._watch.name
        legal = self._actions()
        if not 0 <= action < len(legal):
            raise ProblemError(
                f"legal_actions() of {name} gave {len(legal)} actions where it has given more "
                "before; give the same list for the same state"
            )
        after = self.problem.play(legal[action])
        if after is None:
            raise ProblemError(f"play({legal[action]!r}) of {name} gave None; give the new state")
        mover = self.to_play
        self.problem = after
        self._legal = None
        self._ply += 1
        if self.num_players == 2:
            self.to_play = 1 - mover
            if self._watch.has_to_play and self._actions():
                given = _read(after, "to_play", 0)
                if given != self.to_play:
                    raise ProblemError(
                        f"to_play of {name} is {given!r} after an action of player {mover}; the "
                        "players alternate, 0 and 1: give a player who can't act an action to pass"
                    )

    def _play_one(self, rng: Rng) -> int:
        """Play a uniformly drawn action and return its number, NONE at the end."""
        legal = self._actions()
        if not legal:
            return NONE
        action: cython.int = rng.below(len(legal))
        self._apply(action)
        return action

    def _play_out(self, rng: Rng, trail: Actions) -> None:
        action: cython.int
        if self._watch.has_playout and self._actions():
            self._follow_playout(rng, trail)
            return
        while self._actions():
            action = self._play_one(rng)
            trail.append(action)

    def _follow_playout(self, rng: Rng, trail: Actions) -> None:
        """Play what the user's own playout says."""
        name = self._watch.name
        self._watch.random.source = rng
        moves = self.problem.playout(self._watch.random)
        if not isinstance(moves, (list, tuple)):
            raise ProblemError(f"playout() of {name} gave {moves!r}; give a list of actions")
        for place, move in enumerate(moves, 1):
            if move not in self._actions():
                raise ProblemError(
                    f"playout() of {name} gave {move!r} as action {place}, which is not legal "
                    "there; give the actions from its own state to the end"
                )
            action: cython.int = self._actions().index(move)
            self._apply(action)
            trail.append(action)
        if self._actions():
            raise ProblemError(
                f"playout() of {name} gave {len(moves)} actions and has not come to the end; give "
                "all actions up to it"
            )

    def _evaluation(self) -> float:
        """The user's estimate of the first player's return; a draw without one."""
        if self.is_terminal():
            return self._returns()
        estimate = getattr(self.problem, "evaluation", None)
        value = 0.5 if estimate is None else estimate()
        if not isinstance(value, numbers.Real) or not 0.0 <= float(value) <= 1.0:
            raise ProblemError(
                f"evaluation() of {self._watch.name} gave {value!r}; give an estimate of the first "
                "player's return, from 0 to 1"
            )
        return float(value)

    def _returns(self) -> float:
        value = self.problem.returns()
        if self.num_players == 2:
            if not isinstance(value, numbers.Real) or not 0.0 <= float(value) <= 1.0:
                raise ProblemError(
                    f"returns() of {self._watch.name} gave {value!r}; give the first player's "
                    "return, from 0 for a loss to 1 for a win"
                )
        elif not isinstance(value, numbers.Real) or not math.isfinite(value):
            raise ProblemError(
                f"returns() of {self._watch.name} gave {value!r}; give the score, a finite number"
            )
        return float(value)

    def attach(self, search: Any) -> None:
        self._watch.searches.add(search)
        if self._watch.has_playout:
            values = search.values
            if not search.uses_policy:
                self._refuse_playout(f"search {search.name!r} draws its moves itself")
            if values.get("cutoff_plies") or values.get("cutoff_lead"):
                self._refuse_playout("a playout that may be cut off is made move by move")

    def _refuse_playout(self, why: str) -> None:
        raise ProblemError(
            f"{why} and never calls playout() of {self._watch.name}; search a class without it, "
            "or choose another search"
        )

    def class_name(self) -> str:
        return str(self._watch.name)

    def apart(self) -> ProblemState:
        after: ProblemState = self.blank()
        after._watch = Watch(self.problem)
        after._copy_from(self)
        return after

    def blank(self) -> ProblemState:
        return ProblemState(self.problem, self.num_players, self.max_plies, self.max_actions)

    def legal_actions(self) -> list:
        return list(range(len(self._actions())))

    def is_terminal(self) -> bool:
        return not self._actions()

    def play(self, action: int) -> ProblemState:
        self.normalize(action)
        after: ProblemState = self.blank()
        after._copy_from(self)
        after._apply(action)
        return after

    def returns(self) -> float:
        return self._returns()

    def move_of(self, action: int) -> Any:
        """The user's own action."""
        return self._actions()[action]

    def action_name(self, action: int) -> str:
        move = self._actions()[action]
        return str(self.problem.action_name(move) if self._watch.has_names else move)

    def __str__(self) -> str:
        return str(self.problem)


def state_of(problem: Any) -> ProblemState:
    """The state that a search begins with; ProblemError when the problem lacks something."""
    name = type(problem).__name__
    for method in ("legal_actions", "play", "is_terminal", "returns"):
        if not callable(getattr(problem, method, None)):
            raise ProblemError(f"{name} has no method {method}(); see mcsearch.problem")
    num_players = _read(problem, "num_players", 1)
    if num_players not in (1, 2):
        raise ProblemError(f"num_players of {name} is {num_players!r}; give 1 or 2")
    state = ProblemState(
        problem, int(num_players), _bound(problem, "max_plies"), _bound(problem, "max_actions")
    )
    return _begin(state, problem)


@cython.cfunc
def _begin(state: ProblemState, problem: Any) -> ProblemState:
    state._watch = Watch(problem)
    if state.num_players == 2:
        to_play = _read(problem, "to_play", 0)
        if to_play not in (0, 1):
            raise ProblemError(f"to_play of {state._watch.name} is {to_play!r}; give 0 or 1")
        state.to_play = to_play
    return state


def search_for(
    problem: Any, search: str = "", parameters: Mapping[str, Any] | None = None, seed: int = 0
) -> Search:
    """A search for a user's problem that has not begun; see the module for what a problem is.

    `search.best_moves` are the best actions found, as the problem gives them. An exception of the
    problem's code ends the search and is raised by `run` and `advance`. Raises ProblemError for a
    problem that lacks something, RecipeError for a wrong search, parameter or seed.
    """
    root = state_of(problem)
    name = type(problem).__name__
    search = recipe.fitting_search(search, root.num_players, name)
    recipe.check_seed(seed)
    given = {} if parameters is None else parameters
    recipe.check_mapping(given)
    declared = recipe.declared(search, root.num_players, False, given)
    parsed = recipe.parse(given, declared, f"{search} on {name}")
    values = {p.name: parsed.get(p.name, p.default) for p in declared}

    def member(values: Mapping[str, Any], seed: int) -> Search:
        return recipe.SEARCHES[search](state_of(problem), values, seed)

    return root_parallel.build(member, values, seed)
