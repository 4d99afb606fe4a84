"""The moves of an iteration, from the root to the end of its playout, as learning knows them."""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import State
else:
    from mcsearch.engine.state import State

_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


def move_key(state, action):
    """A number that is the same wherever the same player makes the same move; its last bit is the
    player.
    """
    return ((state.code_of(action) << 1) & _MASK) | state.to_play


@cython.cclass
class Episode:
    """The moves' keys are `keys[0]` to `keys[count - 1]`; the first `depth` are the tree's."""

    def __init__(self, root: State) -> None:
        self.count = 0
        self.depth = 0
        self.keys = view(np.zeros(root.max_plies + 2, np.uint64))
        self._state = root.copy()

    def record(self, stack, line, depth, trail):
        """Take over an iteration's line and the trail of its playout."""
        i: cython.int
        for i in range(depth):
            self.keys[i] = move_key(cython.cast(State, stack._at[i]), line.items[i])
        self.depth = depth
        self.count = depth + trail.count
        self._record_trail(self._state, stack, trail)

    def _record_trail(self, state, stack, trail):
        i: cython.int
        stack.copy_to(self.depth, state)
        for i in range(trail.count):
            self.keys[self.depth + i] = move_key(state, trail.items[i])
            state.apply(trail.items[i])
