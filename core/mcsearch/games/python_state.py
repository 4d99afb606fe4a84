"""Games in plain Python, for ideas that are tried without a compiler.

A game's positions are a subclass of `PythonState`. It works in every build with the same results,
slower than a compiled game by the time Python takes. In a file of this folder, or of one that is
appended to `mcsearch.games.__path__` before `GAMES.load()`, a game is found by its `GAME` record
and is in every command and on the page:

    class Nim(PythonState):
        def __init__(self, matches):
            super().__init__(num_players=2, max_plies=matches, max_actions=3)
            self.matches = matches

        def legal(self):
            return [n for n in (1, 2, 3) if n <= self.matches]

        def make(self, action):
            self.matches -= action

        def result(self):
            return 0.5 if self.matches else float(self.to_play == 1)

    GAME = Game("nim", "Nim", num_players=2, kind="stones", ..., start=...)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from mcsearch.engine import biases, checks
from mcsearch.engine.persons_code import PersonsCode
from mcsearch.engine.problem_error import ProblemError

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, Choices, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.state import Actions, Choices, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng


class _GameCode(PersonsCode):
    """What the states of a search share: the first exception, and what its biases are called."""

    bias_names: tuple[str, ...] | None = None  # None before they are asked for
    learns_biases = False


@cython.cclass
class PythonState(State):
    """A position whose rules are plain Python.

    A subclass overrides `legal`, `make` and `result`, and what it has to say of its looks.
    Its actions are whole numbers from 0 to 32,767, and no game has more than `max_plies` of them or
    more than `max_actions` at once: ProblemError for a game that breaks this, or whose result is no
    finite number (one player), none from 0 to 1 (two). What it stores in itself is shared with the
    copies of the position: `make` puts new values in the place of the old ones and changes none.
    With one player there may be a method `bias(action)` as in `mcsearch.problem`: how good an
    action looks before anything is learnt, a number, or several by name whose coefficients are
    learnt.
    Two players alternate; one who can't act has an action to pass. An exception ends the search and
    is raised by `run` and `advance`.
    """

    _code: Any
    _ply: cython.int

    def __init__(self, num_players: int, max_plies: int, max_actions: int) -> None:
        name = type(self).__name__
        if getattr(self, "max_plies", 0):
            raise ProblemError(
                f"__init__() of {name} was called again; a search has begun with the bounds that "
                "it gave: let make() put new values in the place of the old ones itself"
            )
        super().__init__(
            checks.players(name, num_players),
            checks.bounded(name, "max_plies", max_plies),
            checks.bounded(name, "max_actions", max_actions),
        )
        self._code = None
        self._ply = 0

    def legal(self) -> list:
        """The legal actions in a fixed order, each from 0; [] when the game is over."""
        raise NotImplementedError(f"{type(self).__name__} has no method legal()")

    def make(self, action: int) -> None:
        """Play a legal action in place; whose turn it is changes by itself."""
        raise NotImplementedError(f"{type(self).__name__} has no method make(action)")

    def result(self) -> float:
        """The score (one player) or player 0's return (two players), also before the end."""
        raise NotImplementedError(f"{type(self).__name__} has no method result()")

    def set_to_play(self, player: int) -> None:
        """Say whose turn it is, 0 or 1, where a game does not begin with player 0's."""
        self.to_play = checks.player(type(self).__name__, player)

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        with cython.gil:
            self._take(other)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        with cython.gil:
            self._persons().call(None, self._make, action)
        self._ply += 1
        if self.num_players == 2:
            self.to_play ^= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        actions.clear()
        with cython.gil:
            for action in self._persons().call((), self._checked):
                actions.append(action)
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_biases(self, choices: Choices, first: cython.int) -> cython.void:
        with cython.gil:
            if choices.num_biases:
                self._persons().call(None, self._note_biases, choices, first)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        action: cython.int = NONE
        with cython.gil:
            legal = self._persons().call((), self._checked)
            if legal:
                action = legal[rng.below(len(legal))]
        if action != NONE:
            self.apply(action)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        with cython.gil:
            return self._persons().call(0.5, self.returns)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_halted(self) -> cython.bint:
        with cython.gil:
            return self._persons().refuses()

    # --- Python level: exceptions are raised here ---

    def _persons(self) -> _GameCode:
        if self._code is None:
            self._code = _GameCode()
        code: _GameCode = self._code
        return code

    def _take(self, other: PythonState) -> None:
        base: State = other
        self.to_play = base.to_play
        self._ply = other._ply
        if self._code is None:  # a state stays with its search
            self._code = other._persons()
        persons = {name: value for name, value in vars(other).items() if name not in _FIELDS}
        self.__dict__.update(persons)

    def _checked(self) -> list:
        name = type(self).__name__
        legal = checks.numbered(name, self.legal(), self.max_actions)
        if legal and self._ply >= self.max_plies:
            raise ProblemError(
                f"{name} has not ended after {self.max_plies} actions; give its __init__ the "
                "max_plies that bounds them"
            )
        return legal

    def _note_biases(self, choices: Choices, first: int) -> None:
        at: cython.int = first * choices.num_biases
        name = type(self).__name__
        names = self.bias_names
        for number in range(first, choices.known):
            for bias in biases.row(name, self.bias(choices.items[number]), names):
                choices.biases[at] = bias
                at += 1

    @property
    def bias_names(self) -> tuple:
        """Of what `bias` of a subclass gives; () without it."""
        code = self._persons()
        if code.bias_names is None and callable(getattr(self, "bias", None)):
            for action in self._checked()[:1]:
                value = self.bias(action)
                code.bias_names = biases.names_of(type(self).__name__, value)
                code.learns_biases = isinstance(value, Mapping)
        return code.bias_names or ()

    @property
    def learns_biases(self) -> bool:
        return bool(self.bias_names and self._persons().learns_biases)

    def _make(self, action: int) -> None:
        """`make`, which Ctrl-C leaves as it was."""
        before = dict(self.__dict__)
        try:
            self.make(action)
        except KeyboardInterrupt:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise

    def blank(self) -> PythonState:
        cls = type(self)
        if not getattr(self, "max_plies", 0):
            raise ProblemError(
                f"__init__() of {cls.__name__} has not called super().__init__(num_players, "
                "max_plies, max_actions); let it do so first"
            )
        after: PythonState = cls.__new__(cls)
        PythonState.__init__(after, self.num_players, self.max_plies, self.max_actions)
        return after

    def attach(self, search: Any) -> None:
        self._persons().serve(search)

    def apart(self) -> PythonState:
        after: PythonState = self.blank()
        after._code = _GameCode()
        after._take(self)
        return after

    def legal_actions(self) -> list:
        return list(self._checked())

    def play(self, action: int) -> PythonState:
        action = self.normalize(action)
        after: PythonState = self.blank()
        after._take(self)
        after.make(action)
        after._ply += 1
        if self.num_players == 2:
            after.to_play ^= 1
        return after

    def returns(self) -> float:
        return checks.estimate(type(self).__name__, "result()", self.result(), self.num_players)

    def check_sequence(self, numbers: list, score: float) -> None:
        state: PythonState = self
        try:
            for number in numbers:
                state = state.play(number)
        except ValueError:  # it is no more legal there
            checks.replayed(type(self).__name__, score, None)
        checks.replayed(
            type(self).__name__, score, state.returns() if state.is_terminal() else None
        )


# in the interpreted build these are attributes like those of a person
_FIELDS = frozenset(getattr(PythonState(1, 1, 1), "__dict__", ()))
