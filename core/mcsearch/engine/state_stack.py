"""The states along the path of an iteration, made once and written over and over."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.cpython.mem import PyMem_Free, PyMem_Malloc
    from cython.cimports.mcsearch.engine.state import State
else:
    from mcsearch.engine.state import State


@cython.cclass
class StateStack:
    """The states along a path: entry d is d plies below the root."""

    def __init__(self, root: State, depth: int) -> None:
        i: cython.int
        self._states = [root.copy() for i in range(depth + 1)]
        if cython.compiled:
            self._at = cython.cast(
                cython.pp_void, PyMem_Malloc((depth + 1) * cython.sizeof(cython.p_void))
            )
            if self._at == cython.NULL:
                raise MemoryError(f"no memory for a stack of {depth + 1} states")
            for i in range(depth + 1):
                self._at[i] = cython.cast(cython.p_void, self._states[i])
        else:
            self._at = self._states

    def __dealloc__(self):
        if cython.compiled:
            PyMem_Free(self._at)

    def copy_from(self, depth, state):
        cython.cast(State, self._at[depth]).copy_from(state)

    def copy_to(self, depth, state):
        state.copy_from(cython.cast(State, self._at[depth]))

    def step(self, depth, action):
        """Set entry `depth + 1` to entry `depth` after an action."""
        cython.cast(State, self._at[depth + 1]).copy_from(cython.cast(State, self._at[depth]))
        cython.cast(State, self._at[depth + 1]).apply(action)

    def apply(self, depth, action):
        cython.cast(State, self._at[depth]).apply(action)

    def fill_actions(self, depth, actions):
        return cython.cast(State, self._at[depth]).fill_actions(actions)

    def value(self, depth):
        return cython.cast(State, self._at[depth]).value()

    def copy_entries(self, other: StateStack) -> None:
        """Become equal to another stack of the same depth."""
        i: cython.int
        for i in range(len(self._states)):
            self.copy_from(i, other._states[i])

    def state(self, depth: int) -> State:
        """A copy of entry `depth`, as a value."""
        entry: State = self._states[depth]
        return entry.copy()
