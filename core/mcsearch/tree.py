"""The search tree as a structure of arrays in a fixed pool of slots.

The children of a node lie side by side, from `first[n]` to `first[n] + num_children[n] - 1`,
because selection reads them together. A run of children has room for 2, 4, 8, ... of them, at most
for as many as there are legal actions; when it is full they move to a longer run, so **a node's
index may change** whenever its parent gets a child. The actions from the root name it for good.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.arrays import view

if not cython.compiled:
    ROOT = 0
    NONE = -1

_NUM_RUN_KINDS = cython.declare(cython.int, 16)
_MINUS_INFINITY = cython.declare(cython.double, float("-inf"))


@cython.cclass
class Tree:
    """Nodes in a fixed pool.

    `capacity` is the largest number of nodes, `size` the number in use, `full` whether growth has
    ended. A slot takes 36 bytes, 48 when the tree keeps scores (one player: the sum of the squared
    scores and the top score); a node takes 1.1 to 1.3 slots in common searches, at most 2. With
    `whole_runs` a node's first child reserves room for all, and indexes never change.

    For selection rules: `base` is the part of a node's score that its rule has stored, `choice` the
    position of the child selected last (NONE when that is not known), `bound` see `Rule.select`.
    """

    def __init__(self, capacity: int, keeps_scores: bool, whole_runs: bool = False) -> None:
        slots = 2 * capacity + 2
        self.capacity = capacity
        self.keeps_scores = keeps_scores
        self.whole_runs = whole_runs
        self.full = False
        self.size = 1
        self._num_slots = slots
        self._num_used = 1
        # fresh zeroed arrays take no memory before they are written to
        self._columns = {
            name: np.zeros(slots if keeps_scores or name not in _SCORE_COLUMNS else 0, dtype)
            for name, dtype in _COLUMNS.items()
        }
        self._base = view(self._columns["base"])
        self._visits = view(self._columns["visits"])
        self._value_sum = view(self._columns["value_sum"])
        self._first = view(self._columns["first"])
        self._parent = view(self._columns["parent"])
        self._action = view(self._columns["action"])
        self._num_children = view(self._columns["num_children"])
        self._num_legal = view(self._columns["num_legal"])
        self._bound = view(self._columns["bound"])
        self._choice = view(self._columns["choice"])
        self._square_sum = view(self._columns["square_sum"])
        self._top_score = view(self._columns["top_score"])
        self._free_runs = view(np.full(_NUM_RUN_KINDS, NONE, np.int32))
        self._reset(ROOT, NONE, NONE)

    # --- C level ---

    def _reset(self, node, parent, action):
        self._base[node] = 0.0
        self._visits[node] = 0
        self._value_sum[node] = 0.0
        self._first[node] = NONE
        self._parent[node] = parent
        self._action[node] = action
        self._num_children[node] = 0
        self._num_legal[node] = NONE
        self._choice[node] = NONE
        if self.keeps_scores:
            self._square_sum[node] = 0.0
            self._top_score[node] = _MINUS_INFINITY

    def _move(self, source, target):
        child: cython.int
        i: cython.int
        self._base[target] = self._base[source]
        self._visits[target] = self._visits[source]
        self._value_sum[target] = self._value_sum[source]
        self._first[target] = self._first[source]
        self._parent[target] = self._parent[source]
        self._action[target] = self._action[source]
        self._num_children[target] = self._num_children[source]
        self._num_legal[target] = self._num_legal[source]
        self._bound[target] = self._bound[source]
        self._choice[target] = self._choice[source]
        if self.keeps_scores:
            self._square_sum[target] = self._square_sum[source]
            self._top_score[target] = self._top_score[source]
        child = self._first[target]
        for i in range(self._num_children[target]):
            self._parent[child + i] = target

    def _allocate(self, length):
        """The first slot of a run of `length` free slots, or NONE."""
        kind: cython.int = 0
        first: cython.int
        while (1 << kind) < length:
            kind += 1
        if (1 << kind) != length or self._free_runs[kind] == NONE:
            if self._num_used + length <= self._num_slots:
                first = self._num_used
                self._num_used += length
                return first
            while kind < _NUM_RUN_KINDS and self._free_runs[kind] == NONE:
                kind += 1
            if kind == _NUM_RUN_KINDS:
                return NONE
        first = self._free_runs[kind]
        self._free_runs[kind] = self._first[first]
        self._release(first + length, (1 << kind) - length)
        return first

    def _release(self, first, length):
        """Give slots back as free runs whose lengths are powers of two."""
        kind: cython.int
        while length > 0:
            kind = 0
            while (2 << kind) <= length:
                kind += 1
            self._first[first] = self._free_runs[kind]
            self._free_runs[kind] = first
            first += 1 << kind
            length -= 1 << kind

    def add_child(self, node, action):
        """Append a child and return its index; NONE, and `full`, when the pool has no room."""
        count: cython.int = self._num_children[node]
        room: cython.int = self._num_legal[node]
        old: cython.int = self._first[node]
        run: cython.int
        i: cython.int
        if self.size >= self.capacity:
            self.full = True
            return NONE
        if count == 0 or (not self.whole_runs and count > 1 and count & (count - 1) == 0):
            if not self.whole_runs:
                room = min(room, max(2 * count, 2))
            run = self._allocate(room)
            if run == NONE:
                self.full = True
                return NONE
            for i in range(count):
                self._move(old + i, run + i)
            self._release(old, count)
            self._first[node] = run
        run = self._first[node] + count
        self._reset(run, node, action)
        self._num_children[node] = count + 1
        self._choice[node] = NONE
        self.size += 1
        return run

    # --- Python level ---

    @property
    def visits(self) -> np.ndarray:
        """int32 [slots]"""
        return self._columns["visits"]

    @property
    def value_sum(self) -> np.ndarray:
        """float64 [slots], returns for the player who moved into the node, or scores"""
        return self._columns["value_sum"]

    @property
    def square_sum(self) -> np.ndarray:
        """float64 [slots], squared scores; empty for two players"""
        return self._columns["square_sum"]

    @property
    def top_score(self) -> np.ndarray:
        """float32 [slots], the best score of a playout through the node; empty for two players"""
        return self._columns["top_score"]

    @property
    def parent(self) -> np.ndarray:
        """int32 [slots], NONE for the root"""
        return self._columns["parent"]

    @property
    def first(self) -> np.ndarray:
        """int32 [slots], the first child; meaningful only where num_children > 0"""
        return self._columns["first"]

    @property
    def action(self) -> np.ndarray:
        """int16 [slots], the action that led into the node"""
        return self._columns["action"]

    @property
    def num_children(self) -> np.ndarray:
        """int16 [slots]"""
        return self._columns["num_children"]

    @property
    def num_legal(self) -> np.ndarray:
        """int16 [slots], legal actions in the node, NONE before they are known"""
        return self._columns["num_legal"]

    @property
    def num_slots(self) -> int:
        """Slots in the pool."""
        return self._num_slots

    @property
    def num_free_slots(self) -> int:
        """Slots never used, or given back when children moved to a longer run."""
        total = self._num_slots - self._num_used
        for kind in range(_NUM_RUN_KINDS):
            run = self._free_runs[kind]
            while run != NONE:
                total += 1 << kind
                run = self._first[run]
        return total

    @property
    def num_bytes(self) -> int:
        """Bytes of all slots written to so far."""
        sizes = (array.itemsize for array in self._columns.values() if len(array))
        return self._num_used * sum(sizes)

    def children(self, node: int) -> list:
        """Indexes of the children, in the order of their expansion."""
        count = self._num_children[node]
        return list(range(self._first[node], self._first[node] + count)) if count else []

    def child_by(self, node: int, action: int) -> int:
        """The child that `action` leads to, or NONE."""
        for child in self.children(node):
            if self._action[child] == action:
                return child
        return NONE

    def parent_of(self, node: int) -> int:
        return self._parent[node]

    def action_of(self, node: int) -> int:
        return self._action[node]

    def visits_of(self, node: int) -> int:
        return self._visits[node]

    def value_sum_of(self, node: int) -> float:
        return self._value_sum[node]

    def num_legal_of(self, node: int) -> int:
        return self._num_legal[node]

    def mean(self, node: int) -> float:
        """Mean return for the player who moved into the node; nan without visits."""
        visits = self._visits[node]
        return self._value_sum[node] / visits if visits else float("nan")

    def top(self, node: int) -> float:
        """The best score of a playout through the node; nan for two players or without visits."""
        if not self.keeps_scores or self._visits[node] == 0:
            return float("nan")
        return self._top_score[node]

    def actions_to(self, node: int) -> list:
        """The actions from the root to a node."""
        actions = []
        while node != ROOT:
            actions.append(self._action[node])
            node = self._parent[node]
        return actions[::-1]

    def find(self, actions) -> int:
        """The node that a list of actions leads to from the root, or NONE."""
        node = ROOT
        for action in actions:
            node = self.child_by(node, action)
            if node == NONE:
                break
        return node


_SCORE_COLUMNS = ("square_sum", "top_score")
_COLUMNS = {
    "base": np.float32,
    "visits": np.int32,
    "value_sum": np.float64,
    "first": np.int32,
    "parent": np.int32,
    "action": np.int16,
    "num_children": np.int16,
    "num_legal": np.int16,
    "bound": np.float32,
    "choice": np.int16,
    "square_sum": np.float64,
    "top_score": np.float32,
}
