"""Playout policies: how a game is played to its end from a leaf. A policy is a class."""

from __future__ import annotations

from typing import Any, ClassVar

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

COMPILED_METHODS = frozenset({"begin", "move", "playout", "learn"})


@cython.cclass
class Policy:
    """Plays a state to its end in place, an action after the other.

    A subclass states `name`, `title` and `parameters`, and overrides `begin` and `move`, which are
    compiled methods: a policy in plain Python is a `PythonPolicy`.
    `num_players` and `needs_kinds` limit it to games with so many players, and to those whose
    actions have kinds (SameGame's colours). One that sets `learns` is told by a tree search what
    each iteration has returned; one that `reads_keys` finds the moves of the line in the episode.
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    num_players: ClassVar[tuple[int, ...]] = (1, 2)
    needs_kinds: ClassVar[bool] = False
    parameters: ClassVar[tuple[Parameter, ...]] = ()

    def __init__(self) -> None:
        self.learns = False
        self.reads_keys = True

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

    def learn(self, episode, stack, line, trail, value):
        """Learn from an iteration that has returned `value` to player 0; where `learns` is set.

        Entry d of `stack` is the state before the line's action d; the trail goes on from entry
        `episode.depth`.
        """

    def play_out(self, state: State, rng: Rng) -> tuple:
        """(actions, final state) of one playout from a state, which stays as it is."""
        end: State = state.copy()
        trail: Actions = Actions(state.max_plies)
        self.playout(end, rng, trail)
        return trail.to_list(), end

    def attach_to(self, search: Any) -> None:
        """Called by the search that plays by it; one whose code may fail stops the search then."""

    def begin_at_root(self) -> None:
        """Called when another position becomes the root of the search that plays by it."""

    @property
    def num_bytes(self) -> int:
        """Bytes of what has been learnt."""
        return 0

    def copy_from(self, other: Policy) -> None:
        """Take over what a policy of the same class and parameters remembers of its playouts."""

    def avoided_kind(self, state: State) -> int:
        """The kind of action that the playout from `state` keeps for last, or NONE.

        Where it is drawn, that of the policy's last playout.
        """
        return NONE
