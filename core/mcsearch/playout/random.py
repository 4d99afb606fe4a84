"""The playout policy that knows nothing: every legal action is as likely as any other."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.mcsearch.engine.policy import Policy
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.policy import Policy
    from mcsearch.engine.state import Actions, State
    from mcsearch.numerics.rng import Rng


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
