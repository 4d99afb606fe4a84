"""The n-gram selection technique: playouts prefer moves that have done well after such a move."""

from __future__ import annotations

from typing import ClassVar

import cython

from mcsearch.engine.parameter import Parameter
from mcsearch.playout.mast import ANY_MOVE

if cython.compiled:
    from cython.cimports.mcsearch.engine.keyed_rows import KeyedRows
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.playout.learned import LearnedPolicy, key_of
    from cython.cimports.mcsearch.playout.mast import Mast
else:
    from mcsearch.engine.keyed_rows import KeyedRows
    from mcsearch.engine.tree import NONE
    from mcsearch.playout.learned import LearnedPolicy, key_of
    from mcsearch.playout.mast import Mast

_WIDTH = cython.declare(cython.int, 3)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_MULTIPLIER = cython.declare(cython.ulonglong, 0xD1B54A32D192ED03)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pair(before: cython.ulonglong, key: cython.ulonglong) -> cython.ulonglong:
    """A number for a move after another; its last bit is who plays it. Two pairs of small codes
    never share one; two of any 64 bits by a chance of 2**-63.
    """
    mixed: cython.ulonglong = ((before + 1) * _MULTIPLIER) & _MASK
    mixed = (mixed ^ (mixed >> 29)) & (_MASK - 1)
    return mixed ^ key


@cython.cclass
class Nst(Mast):
    """N-gram selection technique, NST, of pairs (Tak, Winands and Bjornsson 2012, "N-Grams and the
    Last-Good-Reply Policy Applied in General Game Playing").

    As MAST, but a move that has followed the last one of the playout at least `pair_visits` times
    has the mean of two means: that of the move, and that of the pair. So replies are learnt. The
    first move of a playout is chosen as by MAST; the pairs of the tree's moves are learnt, too.
    In Connect Four it is not seen to help: -28 +- 45 Elo over random playouts, 200 games of 200
    playouts a move, C = 1 in both (95 %).
    """

    name = "nst"
    title = "NST"
    parameters: ClassVar[tuple[Parameter, ...]] = (
        ANY_MOVE,
        Parameter(
            "pair_visits",
            "int",
            7,
            "Pair's visits, k",
            "a pair of moves counts once it has been played so often",
            low=1,
            high=1_000_000,
        ),
    )

    def __init__(self, any_move: float, pair_visits: int) -> None:
        super().__init__("epsilon-greedy", any_move, 1.0)
        self._pairs = KeyedRows(3)
        self._least = pair_visits
        self._before = 0

    def begin(self, state, rng):
        LearnedPolicy.begin(self, state, rng)
        self._before = 0

    def _choose(self, state, rng, moves):
        place: cython.int
        if self._epsilon > 0.0 and rng.uniform() < self._epsilon:
            place = rng.below(moves.count)
        else:
            for place in range(moves.count):
                self._scores[place] = self._value_of(key_of(moves.codes[place], state.to_play))
            place = self._draw_best(rng, moves.count)
        self._before = key_of(moves.codes[place], state.to_play)
        return place

    def _value_of(self, key):
        """The mean of a move, and of its pair with the move before it if that is known well."""
        mean: cython.double = self._mean(key)
        row: cython.int
        if self._before == 0:
            return mean
        row = self._pairs.find(_pair(self._before, key))
        if row == NONE or self._pairs.values[row * _WIDTH] < self._least:
            return mean
        return 0.5 * (
            mean + self._pairs.values[row * _WIDTH + 1] / self._pairs.values[row * _WIDTH]
        )

    def learn(self, episode, stack, line, trail, value):
        i: cython.int
        Mast.learn(self, episode, stack, line, trail, value)
        for i in range(1, episode.count):
            self._count(self._pairs, _pair(episode.keys[i - 1], episode.keys[i]), value)

    # --- Python level ---

    @property
    def num_bytes(self) -> int:
        return self._means.num_bytes + self._pairs.num_bytes

    def copy_from(self, other: Nst) -> None:
        super().copy_from(other)
        self._pairs.copy_from(other._pairs)
        self._before = other._before
