"""Rows of numbers that are found by a key: what is learnt of moves while a search runs."""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.hashing import spread
else:
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.hashing import spread

_FIRST_BITS = 6


@cython.cclass
class KeyedRows:
    """A hash table with linear probing from keys of 64 bits, never 0, to rows of `width` numbers.

    Rows are numbered in the order of their keys' first coming; a new one has zeros. The tables grow
    as needed, up to `limit` rows, and change their place then: an index into `values`, float64
    [row * width + column], stays what it is.
    """

    def __init__(self, width: int, limit: int = 1 << 22) -> None:
        self._width = width
        self._limit = limit
        self.clear()

    def clear(self) -> None:
        """Forget all rows."""
        self.count = 0
        self.values = view(np.zeros(0))
        self._resize(_FIRST_BITS)

    def _resize(self, bits: int) -> None:
        """Let the table have 2**bits slots, half of them for rows."""
        values = np.zeros((1 << bits) // 2 * self._width)
        values[: len(self.values)] = self.values
        self.values = view(values)
        self._shift = 64 - bits
        keys: cython.ulonglong[::1] = view(np.zeros(1 << bits, np.uint64))
        rows: cython.int[::1] = view(np.zeros(1 << bits, np.int32))
        if self.count > 0:
            self._enter(keys, rows)
        self._keys = keys
        self._rows = rows

    # --- C level ---

    def _place(self, keys, key):
        """The slot that holds a key, or the free one where it would be entered."""
        last: cython.int = keys.shape[0] - 1
        i: cython.int = cython.cast(cython.int, spread(key) >> self._shift)
        while keys[i] != 0 and keys[i] != key:
            i = (i + 1) & last
        return i

    def _enter(self, keys, rows):
        """Enter the rows in the slots of a larger table."""
        i: cython.int
        place: cython.int
        for i in range(self._keys.shape[0]):
            if self._keys[i] != 0:
                place = self._place(keys, self._keys[i])
                keys[place] = self._keys[i]
                rows[place] = self._rows[i]

    def find(self, key):
        """The row of a key, NONE when it has none."""
        place: cython.int = self._place(self._keys, key)
        return self._rows[place] if self._keys[place] == key else NONE

    def row_of(self, key):
        """The row of a key, a new one when it has none; NONE when no more are allowed."""
        place: cython.int = self._place(self._keys, key)
        if self._keys[place] == key:
            return self._rows[place]
        if self.count >= self._limit:
            return NONE
        if 2 * self.count >= self._keys.shape[0]:
            with cython.gil:
                self._resize(65 - self._shift)
            place = self._place(self._keys, key)
        self._keys[place] = key
        self._rows[place] = self.count
        self.count += 1
        return self.count - 1

    # --- Python level ---

    def pairs(self) -> list:
        """(key, row) of all rows."""
        keys, rows = np.asarray(self._keys), np.asarray(self._rows)
        taken = keys != 0
        return list(zip(keys[taken].tolist(), rows[taken].tolist(), strict=True))

    def copy_from(self, other: KeyedRows) -> None:
        """Become equal to rows of the same width and limit."""
        self.count = other.count
        self._shift = other._shift
        self._keys = view(np.array(other._keys))
        self._rows = view(np.array(other._rows))
        self.values = view(np.array(other.values))

    def numbers(self, key: int) -> list:
        """The row of a key as a list; zeros when it has none."""
        row = self.find(key)
        if row == NONE:
            return [0.0] * self._width
        return [self.values[row * self._width + i] for i in range(self._width)]

    @property
    def num_bytes(self) -> int:
        """Bytes of all tables."""
        return num_bytes(self._keys, self._rows, self.values)
