"""One of several descents through a tree whose playouts run side by side."""

from __future__ import annotations

from typing import Any

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
class Descent:
    """The way to a leaf, and all that its playout writes to: no two share anything."""

    def __init__(self, root: State, policy: Policy) -> None:
        self.line = Actions(root.max_plies + 1)
        self.num_selected = 0
        self.num_new = 0
        self.is_known = False
        self.state = root.copy()
        self.rng = Rng(0)
        self.policy = policy
        self.trail = Actions(root.max_plies + 1)
        self.legal = Actions(root.max_actions)
        self.cut = 0
        self.value = 0.0

    def play(self, cut_off):
        """Play the leaf's state out, from the generator's present state."""
        self._play(cut_off, self.policy, self.state)

    def _play(self, cut_off, policy, state):
        self.trail.clear()
        self.cut = 0
        if self.is_known:
            return
        if cut_off.is_used:
            self.cut = cut_off.play_on(policy, state, self.rng, self.trail, self.legal)
        else:
            policy.playout(state, self.rng, self.trail)
        self.value = state.evaluation() if self.cut else state.value()

    def copy_from(self, other: Any) -> None:
        """Become equal to a descent of a search of the same recipe."""
        descent: Descent = other
        self.line.copy_from(descent.line)
        self.num_selected = descent.num_selected
        self.num_new = descent.num_new
        self.is_known = descent.is_known
        self.state.copy_from(descent.state)
        self.rng.state = descent.rng.state
        self.trail.copy_from(descent.trail)
        self.cut = descent.cut
        self.value = descent.value
