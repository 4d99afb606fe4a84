"""Playout policies: how a game is played to its end from a leaf. A policy is a class."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.parameter import Parameter

if cython.compiled:
    from cython.cimports.mcsearch.rng import Rng
    from cython.cimports.mcsearch.state import Actions, State
    from cython.cimports.mcsearch.tree import NONE
else:
    from mcsearch.rng import Rng
    from mcsearch.state import Actions, State
    from mcsearch.tree import NONE


@cython.cclass
class Policy:
    """Plays a state to its end in place and appends the actions to a trail.

    A subclass states `name`, `title` and `parameters`; `needs_kinds` limits it to games whose
    actions have kinds (SameGame's colours).
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    needs_kinds: ClassVar[bool] = False
    parameters: ClassVar[tuple[Parameter, ...]] = ()

    def playout(self, state, rng, trail):
        action: cython.int = state.random_move(rng, NONE)
        while action != NONE:
            trail.append(action)
            action = state.random_move(rng, NONE)

    def play_out(self, state: State, rng: Rng) -> tuple:
        """(actions, final state) of one playout from a state, which stays as it is."""
        end: State = state.copy()
        trail: Actions = Actions(state.max_plies)
        self.playout(end, rng, trail)
        return trail.to_list(), end

    def avoided_kind(self, state: State) -> int:
        """The kind of action that a playout from `state` keeps for last, or NONE."""
        return NONE


@cython.cclass
class Random(Policy):
    """Every legal action with the same probability."""

    name = "random"
    title = "random"


@cython.cclass
class TabuColorRandom(Policy):
    """The most frequent colour of the playout's start is kept for last (Schadd et al. 2008).

    With probability epsilon a move ignores the tabu.
    """

    name = "tabu-color-random"
    title = "tabu-color-random"
    needs_kinds = True
    parameters = (
        Parameter(
            "epsilon",
            "float",
            0.003,
            "Tabu ignored",
            "probability that a playout's move ignores the tabu",
            low=0.0,
            high=1.0,
        ),
    )
    _epsilon: cython.double

    def __init__(self, epsilon: float) -> None:
        self._epsilon = epsilon

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def playout(self, state: State, rng: Rng, trail: Actions) -> cython.void:
        tabu: cython.int = state.frequent_kind()
        action: cython.int = 0
        while action != NONE:
            if self._epsilon > 0.0 and rng.uniform() < self._epsilon:
                action = state.random_move(rng, NONE)
            else:
                action = state.random_move(rng, tabu)
            if action != NONE:
                trail.append(action)

    def avoided_kind(self, state: State) -> int:
        return state.frequent_kind()


POLICIES = {policy.name: policy for policy in (Random, TabuColorRandom)}
