"""The playout policy that looks two plies ahead (Teytaud and Teytaud 2010)."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.mcsearch.engine.policy import Policy
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.policy import Policy
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng


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
        super().__init__()
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
