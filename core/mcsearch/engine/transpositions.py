"""The different positions in a tree where several nodes may hold the same one.

With transpositions a tree is a directed acyclic graph: a node is a way to reach a position, and the
position has the statistics of all its ways and one set of children, which hang under the node that
came first, its holder (Childs, Brodeur and Kocsis 2008, UCT2).

Where positions can recur in a game the graph has cycles. A descent ends where it meets a position
of its path again: from there it is played out, as from any leaf, and the position counts the return
once. So a cycle has no value of its own; what it is worth is what playouts make of it. Nor does it
prove anything: bounds come from ends of the game alone, and one reaches a position only after it
has reached a child, so that a proven value can be forced in a finite number of plies whatever a
game without an end would be worth. A draw by going round for ever is never proven.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.numerics.hashing import spread
else:
    from mcsearch.numerics.hashing import spread

NONE = cython.declare(cython.int, -1)


@cython.cclass
class Positions:
    """A pool of positions and a hash table with linear probing from their keys of 64 bits.

    With `slots`, those of the tree, the nodes of each position are a ring: from one the others are
    found, and their parents.
    """

    def __init__(self, capacity: int, slots: int = 0) -> None:
        bits = max(capacity, 1).bit_length() + 1  # at most half full
        self._shift = 64 - bits
        self._last = (1 << bits) - 1
        self._table = view(np.zeros(1 << bits, np.int32))  # position + 1, 0 where free
        self._key = view(np.zeros(capacity, np.uint64))
        self.holder = view(np.zeros(capacity, np.int32))
        self.visits = view(np.zeros(capacity, np.int32))
        self.value_sum = view(np.zeros(capacity))
        self.next_way = view(np.zeros(slots, np.int32))
        self._last_way = view(np.zeros(slots, np.int32))
        self._met = view(np.zeros(capacity, np.int32))
        self._paths = 0
        self._waits = view(np.zeros(capacity, np.int32))
        self._last_noted = NONE
        self.count = 0

    def _place(self, key):
        """The entry of a key in the table, or the free one where it belongs."""
        mixed: cython.ulonglong = spread(key ^ (key >> 29))
        entry: cython.int = mixed >> self._shift
        found: cython.int = self._table[entry]
        while found != 0 and self._key[found - 1] != key:
            entry = (entry + 1) & self._last
            found = self._table[entry]
        return entry

    def find_or_add(self, key, node):
        """The position of a key; a new one is held by `node` and has no visits."""
        entry: cython.int = self._place(key)
        position: cython.int = self._table[entry] - 1
        if position == NONE:
            position = self.count
            self.count += 1
            self._table[entry] = position + 1
            self._key[position] = key
            self.holder[position] = node
            self.visits[position] = 0
            self.value_sum[position] = 0.0
            self._met[position] = 0
            self._waits[position] = 0
        return position

    def join(self, position, node):
        """Put a new node of a position into its ring, after the one that has its children."""
        holder: cython.int = self.holder[position]
        after: cython.int = node
        if self.next_way.shape[0] == 0:
            return
        if holder != node:
            after = self.next_way[holder]
            self.next_way[holder] = node
        self.next_way[node] = after
        self._last_way[node] = holder
        self._last_way[after] = node

    def move(self, position, source, target):
        """Let a node of a position have another index."""
        if self.holder[position] == source:
            self.holder[position] = target
        if self.next_way.shape[0] == 0:
            return
        if self.next_way[source] == source:
            self.next_way[source] = target
            self._last_way[source] = target
        self.next_way[target] = self.next_way[source]
        self._last_way[target] = self._last_way[source]
        self.next_way[self._last_way[target]] = target
        self._last_way[self.next_way[target]] = target

    def begin_path(self, position):
        """Begin a path at the position of the root."""
        self._paths += 1
        self._met[position] = self._paths

    def meet(self, position):
        """Put a position on the path; whether it is met again."""
        again: cython.bint = self._met[position] == self._paths
        self._met[position] = self._paths
        return again

    def note(self, position):
        """Note a position for `next_noted`, unless it is noted."""
        if self._waits[position] == 0:
            self._waits[position] = self._last_noted + 2  # 1: the first, 0: not noted
            self._last_noted = position

    def next_noted(self):
        """Take the position noted last; NONE when all have been taken."""
        position: cython.int = self._last_noted
        if position != NONE:
            self._last_noted = self._waits[position] - 2
            self._waits[position] = 0
        return position

    def clear(self):
        """Forget all positions."""
        entry: cython.int
        for entry in range(self._last + 1):
            self._table[entry] = 0
        self.count = 0

    def compact(self, keep, moved_to):
        """Forget the positions not marked in `keep`; write to `moved_to` where the others are now.

        Both are int32 [count].
        """
        position: cython.int
        target: cython.int = 0
        count: cython.int = self.count
        self.clear()
        for position in range(count):
            if keep[position]:
                self._key[target] = self._key[position]
                self.holder[target] = self.holder[position]
                self.visits[target] = self.visits[position]
                self.value_sum[target] = self.value_sum[position]
                self._met[target] = 0
                self._table[self._place(self._key[target])] = target + 1
                moved_to[position] = target
                target += 1
        self.count = target

    def copy_from(self, other: Positions) -> None:
        """Become equal to another pool of the same capacity."""
        count = self.count = other.count
        self._paths = other._paths
        self.next_way[:] = other.next_way
        self._last_way[:] = other._last_way
        np.copyto(np.asarray(self._met)[:count], np.asarray(other._met)[:count])
        np.copyto(np.asarray(self._table), np.asarray(other._table))
        np.copyto(np.asarray(self._key)[:count], np.asarray(other._key)[:count])
        np.copyto(np.asarray(self.holder)[:count], np.asarray(other.holder)[:count])
        np.copyto(np.asarray(self.visits)[:count], np.asarray(other.visits)[:count])
        np.copyto(np.asarray(self.value_sum)[:count], np.asarray(other.value_sum)[:count])
