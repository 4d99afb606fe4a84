"""Playout policies that keep one of SameGame's colours for last (Schadd et al. 2008)."""

from __future__ import annotations

import cython

from mcsearch.engine.parameter import Parameter

if cython.compiled:
    from cython.cimports.mcsearch.engine.policy import Policy
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.policy import Policy
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng

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
        super().__init__()
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

    def copy_from(self, other: TabuColorRandom) -> None:
        self._tabu = other._tabu

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
