"""The weights that learning playout policies have given to moves, a table for every policy.

A weight w is kept as its factor exp(w), the form in which a softmax uses it: a playout then only
multiplies, and adaptation multiplies by the exponential of a small step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cython
import numpy as np

from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.numerics.hashing import spread
    from cython.cimports.mcsearch.numerics.portable_math import exp_small
else:
    from mcsearch.numerics.hashing import spread
    from mcsearch.numerics.portable_math import exp_small

    NONE = -1

_LARGEST = cython.declare(cython.double, 1e100)
_LARGEST_COEFFICIENT = cython.declare(cython.double, 1e6)


@cython.final
@cython.cclass
class Weights:
    """Tables of move codes, with open addressing; a code without an entry has weight 0.

    A table takes `capacity` codes; who is about to enter more makes room first. A `limit` above 0
    is the largest weight, and its negative the smallest, that `clamp` leaves. A table also has a
    coefficient for each bias of a move, which begins with the one given.
    """

    def __init__(
        self,
        num_tables: int,
        log_slots: int,
        limit: float = 0.0,
        coefficients: Sequence[float] = (),
    ) -> None:
        self._num_tables = num_tables
        self._num_biases = len(coefficients)
        self._initial = view(np.array([*coefficients, 0.0]))
        self._coefficients = view(np.array([*coefficients] * num_tables + [0.0]))
        self._limit = exp_small(limit)
        self._begin(log_slots)

    def _begin(self, log_slots: int) -> None:
        """Let all tables be new and empty."""
        slots = 1 << log_slots
        codes = np.zeros(self._num_tables * slots, np.uint64)
        factors = np.zeros(self._num_tables * slots)
        used = np.zeros(self._num_tables * (slots // 2), np.int32)
        self.capacity = slots // 2
        self._num_slots = slots
        self._shift = 64 - log_slots
        self._codes = view(codes)
        self._factors = view(factors)
        self._used = view(used)
        self._counts = view(np.zeros(self._num_tables, np.int32))

    # --- C level; a slot is an index into `_factors` ---

    def _place(self, table, code):
        """The slot that holds a code in a table, or the free one where it would be entered."""
        first: cython.int = table * self._num_slots
        i: cython.int = cython.cast(cython.int, spread(code) >> self._shift)
        while self._codes[first + i] != 0 and self._codes[first + i] != code:
            i = (i + 1) & (self._num_slots - 1)
        return first + i

    def find(self, table, code):
        """The slot of a code in a table, NONE when it has no entry."""
        slot: cython.int = self._place(table, code)
        return slot if self._codes[slot] == code else NONE

    def has_room(self, table, count):
        """Whether so many more codes can be entered in a table."""
        return self._counts[table] + count <= self.capacity

    def enter(self, table, code):
        """The slot of a code in a table, made with weight 0 when there is none; NONE when full."""
        slot: cython.int = self._place(table, code)
        if self._codes[slot] == code:
            return slot
        if self._counts[table] == self.capacity:
            return NONE
        self._codes[slot] = code
        self._factors[slot] = 1.0
        self._used[table * self.capacity + self._counts[table]] = slot - table * self._num_slots
        self._counts[table] += 1
        return slot

    def scale(self, slot, factor):
        """Multiply a factor, within bounds that keep every product of two finite and above 0."""
        scaled: cython.double = self._factors[slot] * factor
        self._factors[slot] = min(max(scaled, 1.0 / _LARGEST), _LARGEST)

    def clamp(self, slot):
        """Bring a factor back within the limit of weights, if there is one."""
        if self._limit > 1.0:
            self._factors[slot] = min(max(self._factors[slot], 1.0 / self._limit), self._limit)

    def clear(self, table):
        """Forget the weights of a table."""
        slot: cython.int
        i: cython.int
        for i in range(self._counts[table]):
            slot = self._used[table * self.capacity + i]
            self._codes[table * self._num_slots + slot] = 0
        self._counts[table] = 0
        for i in range(self._num_biases):
            self._coefficients[table * self._num_biases + i] = self._initial[i]

    def copy(self, source, target):
        """Give a table the weights of another."""
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
        for i in range(self._num_biases):
            self._coefficients[target * self._num_biases + i] = self._coefficients[
                source * self._num_biases + i
            ]

    def coefficient(self, table, bias):
        """What a table multiplies a bias of a move by."""
        return self._coefficients[table * self._num_biases + bias]

    def move_coefficient(self, table, bias, step):
        """Add to a table's coefficient of a bias, which stays finite."""
        at: cython.int = table * self._num_biases + bias
        moved: cython.double = self._coefficients[at] + step
        self._coefficients[at] = min(max(moved, -_LARGEST_COEFFICIENT), _LARGEST_COEFFICIENT)

    # --- Python level ---

    def make_room(self, table: int, count: int) -> None:
        """Enlarge the tables until so many more codes can be entered in a table.

        Slots change. MemoryError when there is no memory; the tables are as they were then.
        """
        log_slots = 64 - self._shift
        while self._counts[table] + count > 1 << (log_slots - 1):
            log_slots += 1
        entries = [self._entries(number) for number in range(self._num_tables)]
        self._begin(log_slots)
        for number, codes in enumerate(entries):
            for code, factor in codes:
                self._factors[self.enter(number, code)] = factor

    def _entries(self, table: int) -> list:
        """(code, factor) of each code of a table, in the order they were entered."""
        first, used = table * self._num_slots, table * self.capacity
        slots = [first + self._used[used + i] for i in range(self._counts[table])]
        return [(self._codes[slot], self._factors[slot]) for slot in slots]

    def copy_from(self, other: Weights) -> None:
        """Become equal to the tables of a search of the same recipe."""
        if self.capacity != other.capacity:
            self._begin(64 - other._shift)
        self._codes[:] = other._codes
        self._factors[:] = other._factors
        self._used[:] = other._used
        self._counts[:] = other._counts
        self._coefficients[:] = other._coefficients

    @property
    def num_bytes(self) -> int:
        """Bytes of all tables."""
        return num_bytes(self._codes, self._factors, self._used)

    def count(self, table: int) -> int:
        """The number of codes that a table has entries for."""
        return self._counts[table]

    def factor(self, table: int, code: int) -> float:
        """The factor exp(w) of a code in a table, 1 without an entry."""
        slot = self.find(table, code)
        return 1.0 if slot == NONE else self._factors[slot]

    def weight(self, table: int, code: int) -> float:
        """The weight of a code in a table, 0 without an entry."""
        return math.log(self.factor(table, code))
