"""The weights that a learning playout policy has given to moves, for every level of a search.

A weight w is kept as its factor exp(w), the form in which a softmax uses it: a playout then only
multiplies, and adaptation multiplies by the exponential of a small step.
"""

from __future__ import annotations

import math

import cython
import numpy as np

from mcsearch.numerics.views import view

if not cython.compiled:
    NONE = -1

_LARGEST = cython.declare(cython.double, 1e100)
_MULTIPLIER = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cclass
class Weights:
    """One table of move codes a level, with open addressing; a code without an entry has weight 0.

    A table takes at most `capacity` codes; when it is full, further codes keep weight 0.
    """

    def __init__(self, num_levels: int, log_slots: int) -> None:
        slots = 1 << log_slots
        self.capacity = slots // 2
        self._num_slots = slots
        self._shift = 64 - log_slots
        self._codes = view(np.zeros(num_levels * slots, np.uint64))
        self._factors = view(np.zeros(num_levels * slots))
        self._used = view(np.zeros(num_levels * self.capacity, np.int32))
        self._counts = view(np.zeros(num_levels, np.int32))

    # --- C level; a slot is an index into `_factors` ---

    def _place(self, level, code):
        """The slot that holds a code at a level, or the free one where it would be entered."""
        first: cython.int = level * self._num_slots
        i: cython.int = cython.cast(cython.int, ((code * _MULTIPLIER) & _MASK) >> self._shift)
        while self._codes[first + i] != 0 and self._codes[first + i] != code:
            i = (i + 1) & (self._num_slots - 1)
        return first + i

    def find(self, level, code):
        """The slot of a code at a level, NONE when it has no entry."""
        slot: cython.int = self._place(level, code)
        return slot if self._codes[slot] == code else NONE

    def enter(self, level, code):
        """The slot of a code at a level, made with weight 0 when there is none; NONE when full."""
        slot: cython.int = self._place(level, code)
        if self._codes[slot] == code:
            return slot
        if self._counts[level] == self.capacity:
            return NONE
        self._codes[slot] = code
        self._factors[slot] = 1.0
        self._used[level * self.capacity + self._counts[level]] = slot - level * self._num_slots
        self._counts[level] += 1
        return slot

    def scale(self, slot, factor):
        """Multiply a factor, within bounds that keep every product of two finite and above 0."""
        scaled: cython.double = self._factors[slot] * factor
        self._factors[slot] = min(max(scaled, 1.0 / _LARGEST), _LARGEST)

    def clear(self, level):
        """Forget the weights of a level."""
        slot: cython.int
        i: cython.int
        for i in range(self._counts[level]):
            slot = self._used[level * self.capacity + i]
            self._codes[level * self._num_slots + slot] = 0
        self._counts[level] = 0

    def copy(self, source, target):
        """Give a level the weights of another."""
        i: cython.int
        slot: cython.int
        self.clear(target)
        for i in range(self._counts[source]):
            slot = self._used[source * self.capacity + i]
            self._used[target * self.capacity + i] = slot
            self._codes[target * self._num_slots + slot] = self._codes[
                source * self._num_slots + slot
            ]
            self._factors[target * self._num_slots + slot] = self._factors[
                source * self._num_slots + slot
            ]
        self._counts[target] = self._counts[source]

    # --- Python level ---

    def copy_from(self, other: Weights) -> None:
        """Become equal to the tables of a search of the same recipe."""
        self._codes[:] = other._codes
        self._factors[:] = other._factors
        self._used[:] = other._used
        self._counts[:] = other._counts

    def count(self, level: int) -> int:
        """The number of codes that a level has entries for."""
        return self._counts[level]

    def factor(self, level: int, code: int) -> float:
        """The factor exp(w) of a code at a level, 1 without an entry."""
        slot = self.find(level, code)
        return 1.0 if slot == NONE else self._factors[slot]

    def weight(self, level: int, code: int) -> float:
        """The weight of a code at a level, 0 without an entry."""
        return math.log(self.factor(level, code))
