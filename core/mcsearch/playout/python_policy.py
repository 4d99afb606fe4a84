"""Playout policies in plain Python, for ideas that are tried without a compiler.

A policy is a subclass of `PythonPolicy` with a method `choose`. It works in every build with the
same results, slower than a compiled policy by the time Python takes. In a file of this folder, or
of one that is appended to `mcsearch.playout.__path__` before `POLICIES.load()`, it is found by its
name; `POLICIES.add` takes it from anywhere else:

    @POLICIES.add
    class Largest(PythonPolicy):
        name = "largest"
        title = "largest group"

        def choose(self, state, random):
            return max(state.legal_actions(), key=lambda a: len(state.action_cells(a)))

    Recipe("samegame", search="nmcs", parameters={"policy": "largest"})
"""

from __future__ import annotations

from typing import Any

import cython

from mcsearch.engine.persons_code import PersonsCode
from mcsearch.engine.plain_python import copy_attributes
from mcsearch.numerics.rng import PythonRandom

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


@cython.cclass
class PythonPolicy(Policy):
    """A policy whose `choose` is plain Python.

    A subclass states `name`, `title` and `parameters`, which its `__init__` is given by name, and
    overrides `choose`; one that prepares for each playout also `prepare`. The states are as the
    search has them: read them, and `play` gives new ones. An exception ends the search and is
    raised by `run` and `advance`. What a policy stores in itself is copied with its search.
    """

    _code: Any
    _random: Any

    def __init__(self) -> None:
        super().__init__()
        self._code = PersonsCode()
        self._random = PythonRandom()

    def prepare(self, state: State, random: Any) -> None:
        """A playout begins at a state."""

    def choose(self, state: State, random: Any) -> Any:
        """One of `state.legal_actions()`, of which there is at least one.

        `random` is a `random.Random` on the search's own generator.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method choose(state, random)")

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self, state: State, rng: Rng) -> cython.void:
        with cython.gil:
            self._random.source = rng
            self._code.call(None, self.prepare, state, self._random)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, state: State, rng: Rng) -> cython.int:
        action: cython.int = state.draw_outcome(rng)
        if action == NONE:
            with cython.gil:
                self._random.source = rng
                found = self._code.call(None, self._chosen, state)
                if found is not None:
                    action = found
        if action != NONE:
            state.apply(action)
        return action

    # --- Python level ---

    def _chosen(self, state: State) -> int:
        """The number of the action that the policy chooses, NONE at the game's end."""
        if state.is_terminal():
            return NONE
        action = self.choose(state, self._random)
        try:
            return state.number_of(action)
        except (TypeError, ValueError) as error:
            name = type(self).__name__
            raise ValueError(f"choose() of {name} gave {action!r}: {error}") from None

    def play_out(self, state: State, rng: Rng) -> tuple:
        played = Policy.play_out(self, state, rng)
        if self._code.error is not None:
            raise self._code.error
        return played

    def attach_to(self, search: Any) -> None:
        self._code.serve(search)

    def copy_from(self, other: PythonPolicy) -> None:
        self._code.error = other._code.error
        copy_attributes(other, self, _FIELDS)


# in the interpreted build these are attributes like those of a person
_FIELDS = frozenset(getattr(PythonPolicy(), "__dict__", ()))
