"""Playout policies: how a game is played to its end from a leaf. A policy is a class."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng


@cython.cclass
class Policy:
    """Plays a state to its end in place, an action after the other.

    A subclass states `name`, `title` and `parameters`, and overrides `begin` and `move`;
    `num_players` and `needs_kinds` limit it to games with so many players, and to those whose
    actions have kinds (SameGame's colours).
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    num_players: ClassVar[tuple[int, ...]] = (1, 2)
    needs_kinds: ClassVar[bool] = False
    parameters: ClassVar[tuple[Parameter, ...]] = ()

    def begin(self, state, rng):
        """Prepare for a playout that starts from a state."""

    def move(self, state, rng):
        """Play the next action in place and return it, NONE at the game's end."""
        return state.random_move(rng, NONE)

    def playout(self, state, rng, trail):
        """Play a state to its end and append the actions to a trail."""
        action: cython.int
        self.begin(state, rng)
        action = self.move(state, rng)
        while action != NONE:
            trail.append(action)
            action = self.move(state, rng)

    def play_out(self, state: State, rng: Rng) -> tuple:
        """(actions, final state) of one playout from a state, which stays as it is."""
        end: State = state.copy()
        trail: Actions = Actions(state.max_plies)
        self.playout(end, rng, trail)
        return trail.to_list(), end

    def avoided_kind(self, state: State) -> int:
        """The kind of action that the playout from `state` keeps for last, or NONE.

        Where it is drawn, that of the policy's last playout.
        """
        return NONE


@cython.cclass
class Random(Policy):
    """Every legal action with the same probability."""

    name = "random"
    title = "random"

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def playout(self, state: State, rng: Rng, trail: Actions) -> cython.void:
        state.play_randomly(rng, trail)


_EPSILON = Parameter(
    "epsilon",
    "float",
    0.003,
    "Tabu ignored",
    "probability that a playout's move ignores the tabu and is drawn from all",
    low=0.0,
    high=1.0,
)
_PICK = Parameter(
    "pick",
    "choice",
    "random",
    "Among others",
    "of the groups that are not tabu a playout removes, random: one drawn uniformly; first: the "
    "one with the topmost, then leftmost tile, as the program of the CMPUT 657 report does",
    choices=("random", "first"),
)


@cython.cclass
class TabuColorRandom(Policy):
    """The most frequent colour of the playout's start is kept for last (Schadd et al. 2008).

    With probability epsilon a move ignores the tabu.
    """

    name = "tabu-color-random"
    title = "tabu-color-random"
    num_players = (1,)
    needs_kinds = True
    parameters = (_EPSILON, _PICK)
    _epsilon: cython.double
    _takes_first: cython.bint
    _tabu: cython.int

    def __init__(self, epsilon: float, pick: str = "random") -> None:
        self._epsilon = epsilon
        self._takes_first = pick == "first"
        self._tabu = NONE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self, state: State, rng: Rng) -> cython.void:
        self._tabu = state.frequent_kind()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, state: State, rng: Rng) -> cython.int:
        action: cython.int = NONE
        if self._epsilon > 0.0 and rng.uniform() < self._epsilon:
            return state.random_move(rng, NONE)
        if self._takes_first:
            action = state.first_move(self._tabu)
        if action == NONE:
            action = state.random_move(rng, self._tabu)
        return action

    def avoided_kind(self, state: State) -> int:
        return state.frequent_kind()


@cython.cclass
class TabuRandom(TabuColorRandom):
    """A colour drawn at the playout's start is kept for last (Schadd et al. 2008).

    With probability epsilon a move ignores the tabu.
    """

    name = "tabu-random"
    title = "tabu-random"

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self, state: State, rng: Rng) -> cython.void:
        self._tabu = state.drawn_kind(rng)

    def avoided_kind(self, state: State) -> int:
        return self._tabu


@cython.cclass
class Decisive(Policy):
    """Two players: win at once if possible, else neither lose at once nor let the opponent win with
    the next action if that can be avoided, else any action (Teytaud and Teytaud 2010).
    """

    name = "decisive"
    title = "decisive"
    num_players = (2,)
    _actions: Actions

    def __init__(self) -> None:
        self._actions = Actions(64)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self, state: State, rng: Rng) -> cython.void:
        if self._actions.items.shape[0] < state.max_actions:
            with cython.gil:
                self._actions = Actions(state.max_actions)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, state: State, rng: Rng) -> cython.int:
        return self._play(state, rng, self._actions)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _play(self, state: State, rng: Rng, actions: Actions) -> cython.int:
        action: cython.int
        if state.fill_decisive(actions) == 0:
            return state.random_move(rng, NONE)
        action = actions.items[rng.below(actions.count)]
        state.apply(action)
        return action


POLICIES = {policy.name: policy for policy in (Random, TabuRandom, TabuColorRandom, Decisive)}
