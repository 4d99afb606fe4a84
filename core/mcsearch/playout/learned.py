"""What the playout policies for two players share that learn from the lines of a tree search."""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.policy import Policy
    from cython.cimports.mcsearch.engine.state import Moves, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.policy import Policy
    from mcsearch.engine.state import Moves, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng

_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


def key_of(code, player):
    """`move_key` of a move whose code is known."""
    return ((code << 1) & _MASK) | player


@cython.cclass
class LearnedPolicy(Policy):
    """A policy that chooses by what it has learnt of the moves, each known by its code and player.

    A subclass overrides `_choose` and `learn`. A policy learns as long as its search lasts, also
    from move to move where the tree is kept.
    """

    num_players = (2,)

    def __init__(self) -> None:
        super().__init__()
        self.learns = True
        self._moves = Moves(64)
        self._scores = view(np.zeros(64))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self, state: State, rng: Rng) -> cython.void:
        if self._scores.shape[0] < state.max_actions:
            with cython.gil:
                self._moves = Moves(state.max_actions)
                self._scores = view(np.zeros(state.max_actions))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def move(self, state: State, rng: Rng) -> cython.int:
        return self._play(state, rng, self._moves)

    def _play(self, state, rng, moves):
        action: cython.int
        if state.fill_moves(moves, NONE) == 0:
            return NONE
        action = moves.items[self._choose(state, rng, moves)]
        state.apply(action)
        return action

    def _choose(self, state, rng, moves):
        """The place of the move to play among those of a position."""
        return rng.below(moves.count)

    def _draw(self, rng, count):
        """A place, drawn with a probability proportional to its score."""
        total: cython.double = 0.0
        i: cython.int
        for i in range(count):
            total += self._scores[i]
        total *= rng.uniform()
        for i in range(count - 1):
            total -= self._scores[i]
            if total < 0.0:
                return i
        return count - 1

    def _draw_best(self, rng, count):
        """A place with the largest score, drawn uniformly."""
        best: cython.double = self._scores[0]
        ties: cython.int = 0
        i: cython.int
        for i in range(count):
            if self._scores[i] > best:
                best = self._scores[i]
                ties = 0
            if self._scores[i] == best:
                ties += 1
        ties = rng.below(ties) if ties > 1 else 0
        for i in range(count):
            if self._scores[i] == best:
                if ties == 0:
                    return i
                ties -= 1
        return 0
