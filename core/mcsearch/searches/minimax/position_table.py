"""A transposition table: what earlier parts of an alpha-beta search have found of positions."""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.numerics.hashing import spread
else:
    from mcsearch.numerics.hashing import spread

    LOWER, UPPER, EXACT = 1, 2, 3

NONE = cython.declare(cython.int, -1)
_CERTAIN = cython.declare(cython.int, 4)


@cython.cclass
class PositionTable:
    """One entry for each value of a hash of the position's key; the newest position has it.

    `find` writes what it finds to `score`, `depth` (plies below the position that were searched),
    `kind` (LOWER, UPPER: the score is a bound; EXACT), `is_certain` (no estimate is in it, so that
    it holds at any depth) and `action`, the best one found.
    """

    def __init__(self, bits: int) -> None:
        self._shift = 64 - bits
        self._key = view(np.zeros(1 << bits, np.uint64))
        self._score = view(np.zeros(1 << bits))
        self._depth = view(np.zeros(1 << bits, np.int16))
        self._kind = view(np.zeros(1 << bits, np.uint8))
        self._action = view(np.zeros(1 << bits, np.int32))
        self.score = 0.0
        self.depth = 0
        self.kind = 0
        self.action = NONE
        self.is_certain = False

    def _entry(self, key):
        return spread(key ^ (key >> 29)) >> self._shift

    def find(self, key):
        """Whether the position of a key is known."""
        entry: cython.int = self._entry(key)
        if self._kind[entry] == 0 or self._key[entry] != key:
            return False
        self.score = self._score[entry]
        self.depth = self._depth[entry]
        self.kind = self._kind[entry] & EXACT
        self.is_certain = self._kind[entry] >= _CERTAIN
        self.action = self._action[entry]
        return True

    def note(self, key, score, depth, kind, is_certain, action):
        """Remember what a search of a position has found."""
        entry: cython.int = self._entry(key)
        self._key[entry] = key
        self._score[entry] = score
        self._depth[entry] = depth
        self._kind[entry] = kind + _CERTAIN if is_certain else kind
        self._action[entry] = action

    @property
    def num_bytes(self) -> int:
        return num_bytes(self._key, self._score, self._depth, self._kind, self._action)

    def copy_from(self, other: PositionTable) -> None:
        """Become equal to a table of the same size."""
        self._key[:] = other._key
        self._score[:] = other._score
        self._depth[:] = other._depth
        self._kind[:] = other._kind
        self._action[:] = other._action
        self.score = other.score
        self.depth = other.depth
        self.kind = other.kind
        self.action = other.action
        self.is_certain = other.is_certain
