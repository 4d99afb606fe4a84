"""Playout policy adaptation: playouts learn to play as those did that won (Cazenave 2015)."""

from __future__ import annotations

from typing import Any, ClassVar

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.keyed_rows import KeyedRows
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.portable_math import exp_small
    from cython.cimports.mcsearch.playout.learned import LearnedPolicy, key_of
else:
    from mcsearch.engine.keyed_rows import KeyedRows
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.portable_math import exp_small
    from mcsearch.playout.learned import LearnedPolicy, key_of

_WIDTH = cython.declare(cython.int, 4)
_MOST = cython.declare(cython.double, 16.0)  # no weight is larger, or smaller than its negative


@cython.cclass
class Ppa(LearnedPolicy):
    """Playout policy adaptation, PPA (Cazenave 2015, "Playout Policy Adaptation with Move
    Features", without the features).

    A playout plays a with probability e^w(a) / sum of e^w(b). After an iteration, for each move a
    of its winner, in the tree or in the playout, w(a) grows by alpha, and w(b) of each move b that
    was legal there shrinks by alpha times its probability, all by the weights before. A draw, or a
    return of one half, teaches nothing. At a new root the weights are 0 again, as in the paper's
    algorithm; they stay between -16 and 16. It is meant for games whose random playouts play moves
    that no player would: in Yavalath +56 +- 51 Elo over random playouts, 200 games of 200 playouts
    a move, C = 1 in both, and +46 +- 24 in another 800; in Connect Four it is not seen to help, -9
    +- 44 (95 %). An iteration takes longer, since the legal moves of the whole line are asked for
    again.
    """

    name = "ppa"
    title = "PPA"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        Parameter(
            "adaptation_step",
            "float",
            1.0,
            "Step, alpha",
            "what the weight of a winner's move grows by",
            low=0.0,
            high=16.0,
            log=True,
        ),
    )

    def __init__(self, adaptation_step: float) -> None:
        super().__init__()
        self._step = adaptation_step
        self._weights = KeyedRows(4)
        self._changed = view(np.zeros(64, np.int32))
        self._num_changed = 0
        self._state = cython.cast(State, None)

    def attach_to(self, search: Any) -> None:
        self._state = search.root.copy()

    def begin_at_root(self) -> None:
        self._weights.clear()

    # --- C level ---

    def _key(self, state, moves, place):
        """What a legal move is known by."""
        return key_of(moves.codes[place], state.to_play)

    def _factor(self, state, moves, place):
        """e to the weight of a legal move."""
        row: cython.int = self._weights.find(self._key(state, moves, place))
        return 1.0 if row == NONE else self._weights.values[row * _WIDTH + 1]

    def _choose(self, state, rng, moves):
        i: cython.int
        for i in range(moves.count):
            self._scores[i] = self._factor(state, moves, i)
        return self._draw(rng, moves.count)

    def learn(self, episode, stack, line, trail, value):
        winner: cython.int = 0 if value > 0.5 else 1
        if value == 0.5 or self._step == 0.0 or self._state is None:
            return
        LearnedPolicy.begin(self, self._state, None)
        self._adapt_line(stack, line, episode.depth, winner)
        self._adapt_trail(self._state, stack, episode.depth, trail, winner)
        self._take_over()

    def _adapt_line(self, stack, line, depth, winner):
        i: cython.int
        for i in range(depth):
            if cython.cast(State, stack._at[i]).to_play == winner:
                self._adapt(cython.cast(State, stack._at[i]), self._moves, line.items[i])

    def _adapt_trail(self, state, stack, depth, trail, winner):
        i: cython.int
        stack.copy_to(depth, state)
        for i in range(trail.count):
            if state.to_play == winner:
                self._adapt(state, self._moves, trail.items[i])
            state.apply(trail.items[i])

    def _adapt(self, state, moves, action):
        """Change the weights of a position's moves, in which the winner has played one of them."""
        i: cython.int
        total: cython.double = 0.0
        state.fill_moves(moves, NONE)
        for i in range(moves.count):
            self._scores[i] = self._factor(state, moves, i)
            total += self._scores[i]
        for i in range(moves.count):
            if moves.items[i] == action:
                self._change(self._key(state, moves, i), self._step)
        for i in range(moves.count):
            self._change(self._key(state, moves, i), -self._step * (self._scores[i] / total))

    def _change(self, key, step):
        """Note what a weight changes by; it counts when the whole line has been looked at."""
        known: cython.int = self._weights.count
        row: cython.int = self._weights.row_of(key)
        if row == NONE:
            return
        if row == known:
            self._weights.values[row * _WIDTH + 1] = 1.0
        if self._weights.values[row * _WIDTH + 3] == 0.0:
            if self._num_changed >= self._changed.shape[0]:
                with cython.gil:
                    self._changed = view(np.resize(np.array(self._changed), 2 * row + 64))
            self._weights.values[row * _WIDTH + 3] = 1.0
            self._changed[self._num_changed] = row
            self._num_changed += 1
        self._weights.values[row * _WIDTH + 2] += step

    def _take_over(self):
        """Let the changes noted count."""
        i: cython.int
        place: cython.int
        weight: cython.double
        for i in range(self._num_changed):
            place = self._changed[i] * _WIDTH
            weight = self._weights.values[place] + self._weights.values[place + 2]
            weight = min(max(weight, -_MOST), _MOST)
            self._weights.values[place] = weight
            self._weights.values[place + 1] = exp_small(weight)
            self._weights.values[place + 2] = 0.0
            self._weights.values[place + 3] = 0.0
        self._num_changed = 0

    # --- Python level ---

    def weight_of(self, code: int, player: int) -> float:
        """The weight of a player's move, 0 for one that nothing has been learnt of."""
        return self._weights.numbers(code << 1 | player)[0]

    @property
    def num_bytes(self) -> int:
        return self._weights.num_bytes

    def copy_from(self, other: Ppa) -> None:
        self._weights.copy_from(other._weights)
