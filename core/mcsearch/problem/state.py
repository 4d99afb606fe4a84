"""A person's problem as a state: its actions in Python, their numbers for the searches."""

from __future__ import annotations

import inspect
from typing import Any

import cython

from mcsearch.engine import checks
from mcsearch.engine.picture import Picture
from mcsearch.engine.problem_error import ProblemError
from mcsearch.problem.watch import Watch

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, Choices, Moves, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.state import Actions, Choices, Moves, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng

_LOWEST = cython.declare(cython.double, float("-inf"))


@cython.cclass
class ProblemState(State):
    """A state of a person's problem.

    An action's number is its place in `legal_actions()` of this very state, an outcome's number its
    place in `chance_outcomes()`: where chance acts, outcomes are what there is to play.
    """

    problem = cython.declare(object, visibility="readonly")
    _watch: Any
    _legal: Any  # the list of the actions or outcomes here, None before it is needed
    _is_distinct: cython.bint  # whether no two of them are known to be equal
    _chances: Any  # the probabilities of the outcomes, [] where a player acts
    _ply: cython.int
    _estimate: Any  # of the return, where a batch has told it; None before
    _ahead: dict  # by number of an action: the state after it, and its estimate, of a batch

    def __init__(self, problem: Any, num_players: int, max_plies: int, max_actions: int) -> None:
        super().__init__(num_players, max_plies, max_actions)
        self.problem = problem
        self._watch = None
        self._legal = None
        self._is_distinct = False
        self._chances = []
        self._ply = 0
        self._estimate = None
        self._ahead = {}

    # --- C level: an exception of the person's code ends the searches and is raised by them ---

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
            self._watch.call(None, self._apply, action)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        i: cython.int
        count: cython.int
        with cython.gil:
            count = len(self._watch.call((), self._distinct))
        actions.clear()
        for i in range(count):
            actions.append(i)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_moves(self, moves: Moves, avoid: cython.int) -> cython.int:
        i: cython.int
        with cython.gil:
            codes = self._watch.call((), self._codes)
            moves.clear()
            for i in range(len(codes)):
                moves.codes[i] = codes[i]
                moves.kinds[i] = NONE
                moves.sizes[i] = 0
                moves.append(i)
        return moves.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def code_of(self, action: cython.int) -> cython.ulonglong:
        with cython.gil:
            codes = self._watch.call((), self._codes)
            return codes[action] if action < len(codes) else 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_biases(self, choices: Choices, first: cython.int) -> cython.void:
        at: cython.int = first * choices.num_biases
        with cython.gil:
            if choices.num_biases:
                for biases in self._watch.call((), self._biases):
                    for bias in biases:
                        choices.biases[at] = bias
                        at += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        with cython.gil:
            return self._watch.call(NONE, self._play_one_or_none, rng)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_randomly(self, rng: Rng, trail: Actions) -> cython.void:
        with cython.gil:
            self._watch.call(None, self._play_out, rng, trail)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def draw_outcome(self, rng: Rng) -> cython.int:
        with cython.gil:
            return self._watch.call(NONE, self._draw, rng)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_priors(self, actions: Actions, priors: cython.double[::1]) -> cython.void:
        i: cython.int
        State.fill_priors(self, actions, priors)
        with cython.gil:
            if self._watch.has_priors:
                ask = self._look_ahead if self._watch.has_evaluations else self._priors_of
                found = self._watch.call((), ask, actions.to_list())
                for i in range(len(found)):
                    priors[i] = found[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        with cython.gil:
            return self._watch.call(0, self._key)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def heuristic(self) -> cython.double:
        with cython.gil:
            return self._watch.call(0.0, self._watch.heuristic, self.problem)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        with cython.gil:
            return self._watch.call(0.5, self._evaluation)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        with cython.gil:
            lowest = _LOWEST if self.num_players == 1 else 0.5
            return self._watch.call(lowest, self._watch.returns, self.problem)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_halted(self) -> cython.bint:
        with cython.gil:
            return self._watch.refuses()

    # --- in numbers ---

    def _copy_from(self, other: ProblemState) -> None:
        base: State = other
        self.problem = other.problem
        self.to_play = base.to_play
        if self._watch is None:  # a state stays with its search
            self._watch = other._watch
        self._legal = other._legal
        self._is_distinct = other._is_distinct
        self._chances = other._chances
        self._ply = other._ply
        self._estimate = other._estimate
        self._ahead = other._ahead

    def _actions(self) -> list:
        """The actions here, in their order, or the outcomes where chance acts; [] at the end."""
        if self._legal is None:
            self._legal, self._chances = self._watch.actions(
                self.problem, self._ply, self.max_plies, self.max_actions
            )
            self._is_distinct = False
        return self._legal

    def _distinct(self) -> list:
        """`_actions`, of which no two are equal: where they are told apart."""
        found = self._actions()
        if not self._is_distinct:
            method = "chance_outcomes()" if self._chances else "legal_actions()"
            checks.distinct(self._watch.name, method, found)
            self._is_distinct = True
        return found

    def _codes(self) -> list:
        return self._watch.codes(self.problem, self._distinct())

    def _biases(self) -> list:
        return self._watch.biases(self.problem, self._distinct())

    def _key(self) -> int:
        return self._watch.key(self.problem, self.to_play, self._actions())

    def _look_ahead(self, numbers: list) -> list:
        """The priors of some actions, from one batch with the states after them.

        Those that are not over; their estimates are kept for the one that a search goes on to.
        """
        legal = self._actions()
        after = {number: self.problem.play(legal[number]) for number in numbers}
        asked = [number for number in numbers if not after[number].is_terminal()]
        batch = [self.problem, *(after[number] for number in asked)]
        values, priors = self._watch.evaluations(self.problem, batch)
        known = dict(zip(asked, values[1:], strict=True))
        # a new dict: other states may have the one before
        self._ahead = {number: (after[number], known.get(number)) for number in numbers}
        weights = self._watch.own_priors(priors[0], legal)
        total = sum(weights[number] for number in numbers)
        return [weights[number] / total for number in numbers] if total > 0.0 else []

    def _evaluation(self) -> float:
        if self._estimate is not None:
            return self._estimate
        return self._watch.evaluation(self.problem, self.is_terminal())

    def _apply(self, action: int) -> None:
        name = self._watch.name
        legal = self._actions()
        if not 0 <= action < len(legal):
            self._check_number(action)
        after, estimate = self._ahead.get(action, (None, None))
        if after is None:
            after = self.problem.play(legal[action])
        if after is None:
            raise ProblemError(
                f"play({checks.short(legal[action])}) of {name} gave None; give the new state"
            )
        before = self._noted() if self._watch.has_to_play else ()
        was_chance = bool(self._chances)
        self.problem = after
        self._legal = None
        self._estimate = estimate
        self._ahead = {}
        self._ply += 1
        if self.num_players == 2:
            try:
                self._hand_over(was_chance)
            except KeyboardInterrupt:  # of a class that is asked whose turn it is
                self._go_back(before)
                raise

    def _noted(self) -> tuple:
        """What `_go_back` makes of a state again what it was."""
        return (
            *(self.problem, self.to_play, self._legal, self._is_distinct, self._chances),
            *(self._ply, self._estimate, self._ahead),
        )

    def _go_back(self, before: tuple) -> None:
        """What Ctrl-C has ended is begun again from the same state."""
        self.problem, self.to_play, self._legal = before[0], before[1], before[2]
        self._is_distinct, self._chances, self._ply = before[3], before[4], before[5]
        self._estimate, self._ahead = before[6], before[7]

    def _hand_over(self, was_chance: bool) -> None:
        """Two players: whose turn it is after an action, or after an outcome."""
        mover = self.to_play
        name = self._watch.name
        if not was_chance:
            self.to_play = 1 - mover
        if not self._watch.has_to_play or not self._actions():
            return
        given = checks.read(self.problem, "to_play", 0)
        if self._watch.turns_are_free:
            self.to_play = checks.player(name, given)
        elif given != self.to_play:
            raise ProblemError(
                f"to_play of {name} is {given!r} after an action of player {mover}; the "
                "players alternate, 0 and 1: give a player who can't act an action to pass, or "
                f"give {name} an attribute alternates = False"
            )

    def _draw(self, rng: Rng) -> int:
        """The number of an outcome, drawn by the probabilities; NONE where a player acts."""
        if not self.is_chance:
            return NONE
        dice = rng.uniform()
        for number, chance in enumerate(self._chances):
            dice -= chance
            if dice < 0.0:
                return number
        return len(self._chances) - 1

    def _play_one(self, rng: Rng) -> int:
        """Play a uniformly drawn action, or an outcome, and return its number, NONE at the end."""
        legal = self._actions()
        if not legal:
            return NONE
        action: cython.int = self._draw(rng) if self._chances else NONE
        if action == NONE:
            action = rng.below(len(legal))
        self._apply(action)
        return action

    def _play_one_or_none(self, rng: Rng) -> int:
        """`_play_one`, which Ctrl-C leaves as it was."""
        draws = rng.state
        try:
            return self._play_one(rng)
        except KeyboardInterrupt:
            rng.state = draws
            raise

    def _play_out(self, rng: Rng, trail: Actions) -> None:
        before = self._noted()
        draws = rng.state
        count: cython.int = trail.count
        try:
            self._play_to_end(rng, trail)
        except KeyboardInterrupt:
            self._go_back(before)
            rng.state = draws
            trail.count = count
            raise

    def _play_to_end(self, rng: Rng, trail: Actions) -> None:
        action: cython.int
        if self._watch.has_playout and self._actions():
            self._follow_playout(rng, trail)
            return
        pauses = self._watch.pauses
        while self._actions():
            action = self._play_one(rng)
            trail.append(action)
            if pauses():
                return

    def _follow_playout(self, rng: Rng, trail: Actions) -> None:
        """Play what the person's own playout says."""
        moves = self._watch.playout(self.problem, rng)
        for place, move in enumerate(moves, 1):
            if self._watch.refuses():
                return
            if move not in self._actions():
                raise ProblemError(
                    f"playout() of {self._watch.name} gave {move!r} as action {place}, which is "
                    "not legal there; give the actions from its own state to the end"
                )
            action: cython.int = self._actions().index(move)
            self._apply(action)
            trail.append(action)
        if self._actions():
            raise ProblemError(
                f"playout() of {self._watch.name} gave {len(moves)} actions and has not come to "
                "the end; give all actions up to it"
            )

    def _priors_of(self, numbers: list) -> list:
        """The priors of some actions, which add up to 1; [] for actions that all have none."""
        known = self._watch.priors(self.problem, self._actions())
        total = sum(known[number] for number in numbers)
        return [known[number] / total for number in numbers] if total > 0.0 else []

    # --- in the person's actions ---

    @property
    def has_chance(self) -> bool:
        """Whether who moves is read from the states, as chance needs it, and free turns do."""
        return self._watch.turns_are_free

    @property
    def has_keys(self) -> bool:
        return self._watch.has_keys

    @property
    def has_priors(self) -> bool:
        return self._watch.has_priors

    @property
    def bias_names(self) -> tuple:
        if self._watch.bias_names is None and self._watch.has_bias and self._actions():
            self._watch.ask_biases(self.problem, self._actions())
        return self._watch.bias_names or ()

    @property
    def learns_biases(self) -> bool:
        return bool(self.bias_names and self._watch.learns_biases)

    @property
    def has_evaluations(self) -> bool:
        return self._watch.has_evaluations

    @property
    def is_chance(self) -> bool:
        """Whether chance acts here; `legal_actions` are then its outcomes."""
        return bool(self._actions() and self._chances)

    @property
    def has_heuristic(self) -> bool:
        return self._watch.has_heuristic

    def attach(self, search: Any) -> None:
        self._watch.serve(search)

    def check_sequence(self, numbers: list, score: float) -> None:
        state: ProblemState = self.asked_anew()
        again: ProblemState = self.asked_anew()
        for number in numbers:
            told = state.action_of(number)
            state = state._after(number)
            if checks.printed(told) != checks.printed(again.action_of(number)):
                checks.replayed(self._watch.name, score, None)
            again = again._after(number)
        checks.replayed(self._watch.name, score, state.returns() if state.is_terminal() else None)

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
        return list(self._distinct())

    def asked_anew(self) -> ProblemState:
        """An equal state that asks the problem again for what this one knows."""
        after: ProblemState = self.blank()
        after._copy_from(self)
        after._legal = None
        after._chances = []
        after._estimate = None
        after._ahead = {}
        return after

    def is_terminal(self) -> bool:
        return not self._actions()

    def play(self, action: Any) -> ProblemState:
        return self._after(self.number_of(action))

    def _after(self, number: int) -> ProblemState:
        after: ProblemState = self.blank()
        after._copy_from(self)
        after._apply(number)
        return after

    def returns(self) -> float:
        return self._watch.returns(self.problem)

    def number_of(self, action: Any) -> int:
        legal = self._actions()
        for number, known in enumerate(legal):
            if known is action:  # whatever others are equal to it
                return number
        self.normalize(action)
        return legal.index(action)

    def action_of(self, number: int) -> Any:
        if number == NONE:
            return None
        self._check_number(number)
        return self._actions()[number]

    def _check_number(self, number: int) -> None:
        """ProblemError for the number of an action that was there before and is not any more."""
        count = len(self._actions())
        if not 0 <= number < count:
            raise ProblemError(
                f"legal_actions() of {self._watch.name} gave {count} actions where it has given "
                "more before; give the same list for the same state"
            )

    def actions_of(self, numbers: list) -> list:
        actions: list = []
        state: ProblemState = self
        for place, number in enumerate(numbers):
            if place:
                state = state._after(numbers[place - 1])
            actions.append(state.action_of(number))
        return actions

    def numbers_of(self, actions: list) -> list:
        numbers: list = []
        state: ProblemState = self
        for action in actions:
            if numbers:
                state = state._after(numbers[len(numbers) - 1])
            numbers.append(state.number_of(action))
        return numbers

    def move_of(self, action: Any) -> Any:
        return action

    def _told(self, action: Any) -> str:
        return f"action {action}"  # whose name the class may know only where it is legal

    def action_name(self, action: Any) -> str:
        return str(self.problem.action_name(action) if self._watch.has_names else action)

    @property
    def picture(self) -> Picture | None:
        """What `picture` of the problem gives; ProblemError when that is no picture."""
        return self._watch.picture(self.problem)

    def __str__(self) -> str:
        return str(self.problem)


def begin(problem: Any) -> ProblemState:
    """The state that a search begins with; ProblemError when the problem lacks something."""
    if inspect.isclass(problem):
        raise ProblemError(
            f"{problem.__name__} is a class, and a search begins with a state; give an instance, "
            f"such as {problem.__name__}()"
        )
    name = checks.class_name(problem)
    for method in ("legal_actions", "play", "is_terminal", "returns"):
        if not callable(getattr(problem, method, None)):
            raise ProblemError(f"{name} has no method {method}(); see mcsearch.problem")
        if inspect.iscoroutinefunction(getattr(problem, method)):
            raise ProblemError(
                f"{method}() of {type(problem).__name__} is async, and no search waits for it; "
                f"define it by def {method} alone, without async"
            )
    num_players = checks.num_players(problem)
    state = ProblemState(
        problem,
        num_players,
        checks.bound(problem, "max_plies"),
        checks.bound(problem, "max_actions"),
    )
    return _watched(state, problem)


@cython.cfunc
def _watched(state: ProblemState, problem: Any) -> ProblemState:
    state._watch = Watch(problem)
    if state.num_players == 2:
        state.to_play = checks.player(state._watch.name, checks.read(problem, "to_play", 0))
    return state
