"""The search tree as a structure of arrays in a fixed pool of slots.

The children of a node lie side by side, from `first[n]` to `first[n] + num_children[n] - 1`,
because selection reads them together. A run of children has room for 2, 4, 8, ... of them, at most
for as many as there are legal actions; when it is full they move to a longer run, so **a node's
index may change** whenever its parent gets a child. The actions from the root name it for good.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.engine.bounds import ANY_RETURN, ANY_SCORE, Bounds, ScoreBounds
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.columns import Columns
    from cython.cimports.mcsearch.engine.transpositions import Positions
    from cython.cimports.mcsearch.engine.tree import prefetch
else:
    from mcsearch.engine.columns import Columns
    from mcsearch.engine.transpositions import Positions

    ROOT = 0
    NONE = -1

    def prefetch(tree: Tree, node: int) -> None:
        """Ask for a slot's cache line before it is written to; speed alone depends on it."""


_NUM_RUN_KINDS = cython.declare(cython.int, 16)
_INFINITY = cython.declare(cython.double, float("inf"))


@cython.cclass
class Tree(Columns):
    """Nodes in a fixed pool.

    `capacity` is the largest number of nodes, `size` the number in use, `full` whether growth has
    ended. A slot takes 36 bytes, 48 when the tree keeps scores (one player: the sum of the squared
    scores and the top score); a node takes 1.1 to 1.3 slots in common searches, at most 2. With
    `whole_runs` a node's first child reserves room for all, and indexes never change.

    For selection rules: `base` is the part of a node's score that its rule has stored, infinite
    before the first visit, `choice` the position of the child selected last (NONE when that is not
    known), `bound` see `select_by`. What needs more asks for it: `keep_priors` adds 4 bytes a
    slot, `keep_order` 10, `keep_amaf` 8, `keep_bounds` 21, `keep_closed` 2,
    `keep_proof_numbers` 8, and `share_positions`
    4 (with bounds 12) and another 40 a position.
    """

    def __init__(self, capacity: int, keeps_scores: bool, whole_runs: bool = False) -> None:
        super().__init__(2 * capacity + 2, keeps_scores)
        self.capacity = capacity
        self.keeps_scores = keeps_scores
        self.whole_runs = whole_runs
        self.keeps_priors = False
        self.keeps_order = False
        self.keeps_amaf = False
        self.full = False
        self.size = 1
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
        self._prior = view(np.zeros(0, np.float32))
        self._order = view(np.zeros(0, np.int16))
        self._weight_sum = view(np.zeros(0))
        self._known_as = view(np.zeros(0, np.int32))
        self._table = view(np.zeros(0, np.int32))
        self.keeps_bounds = False
        self.keeps_closed = False
        self.keeps_proof_numbers = False
        self.lowest = ANY_SCORE.lower if keeps_scores else ANY_RETURN.lower
        self.highest = ANY_SCORE.upper if keeps_scores else ANY_RETURN.upper
        self.first_score = self.least_score = self.greatest_score = 0.0
        self._lower = view(np.zeros(0))
        self._upper = view(np.zeros(0))
        self._plies = view(np.zeros(0, np.int16))
        self._soonest = view(np.zeros(0, np.int16))
        self._to_play = view(np.zeros(0, np.uint8))
        self._proof_first = view(np.zeros(0, np.float32))
        self._proof_second = view(np.zeros(0, np.float32))
        self.positions = None
        self._position = view(np.zeros(0, np.int32))
        self._free_runs = view(np.full(_NUM_RUN_KINDS, NONE, np.int32))
        self._reset(ROOT, NONE, NONE)

    def keep_priors(self) -> None:
        """Add a column for what a rule learns from a node's state when it is expanded."""
        self._prior = view(self._add_column("prior", np.float32))
        self.keeps_priors = True

    def keep_order(self) -> None:
        """Add columns for an order of each node's children and the sum of their weights."""
        self._order = view(self._add_column("order", np.int16))
        self._weight_sum = view(self._add_column("weight_sum", np.float64))
        self.keeps_order = True

    def keep_amaf(self) -> None:
        """Add columns for a rule's number of the move to a node, and of the node's statistics."""
        self._known_as = view(self._add_column("known_as", np.int32))
        self._table = view(self._add_column("table", np.int32))
        self.keeps_amaf = True
        self._table[ROOT] = NONE

    def keep_bounds(self) -> None:
        """Add columns for score bounds, see `mcsearch.engine.proof`, and for who is to play."""
        self._lower = view(self._add_column("lower", np.float64))
        self._upper = view(self._add_column("upper", np.float64))
        self._plies = view(self._add_column("plies", np.int16))
        self._soonest = view(self._add_column("soonest", np.int16))
        self._to_play = view(self._add_column("to_play", np.uint8))
        self.keeps_bounds = True
        self._forget_bounds(ROOT)

    def keep_proof_numbers(self) -> None:
        """Two players: add columns for the proof numbers of the first player and of the second."""
        self._proof_first = view(self._add_column("proof_first", np.float32))
        self._proof_second = view(self._add_column("proof_second", np.float32))
        self.keeps_proof_numbers = True
        self._proof_first[ROOT] = self._proof_second[ROOT] = 1.0

    def keep_closed(self) -> None:
        """One player: add a column for the nodes below which every end of the game has been seen.

        The exact value of such a node is its top score, so that its bounds need no columns.
        """
        self._plies = view(self._add_column("plies", np.int16))
        self.keeps_closed = True
        self._plies[ROOT] = NONE

    def share_positions(self) -> None:
        """Let nodes share the statistics and the children of the positions they hold.

        Columns for bounds must have been added before.
        """
        self._position = view(self._add_column("position", np.int32))
        self.positions = Positions(self.capacity, self._num_slots if self.keeps_bounds else 0)

    # --- C level ---

    def _reset(self, node, parent, action):
        self._base[node] = _INFINITY
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
            self._top_score[node] = -_INFINITY
        if self.keeps_order:
            self._weight_sum[node] = 0.0
        if self.keeps_amaf:
            self._table[node] = NONE
        if self.keeps_bounds:
            self._forget_bounds(node)
            if parent != NONE:
                self._to_play[node] = 1 - self._to_play[parent]
        if self.keeps_closed:
            self._plies[node] = NONE
        if self.keeps_proof_numbers:
            self._proof_first[node] = 1.0
            self._proof_second[node] = 1.0

    def _forget_bounds(self, node):
        self._lower[node] = self.lowest
        self._upper[node] = self.highest
        self._plies[node] = NONE
        self._soonest[node] = 0

    def copy_bounds(self, source, target):
        self._lower[target] = self._lower[source]
        self._upper[target] = self._upper[source]
        self._plies[target] = self._plies[source]
        self._soonest[target] = self._soonest[source]

    def is_closed(self, node):
        """Whether every end below a node has been seen."""
        return self.keeps_closed and self._plies[node] != NONE

    def note_score(self, score):
        """Take notice of the scale of a playout's score before it is backed up."""
        if self._visits[ROOT] == 0:
            self.first_score = score
            self.least_score = score
            self.greatest_score = score
        elif score < self.least_score:
            self.least_score = score
        elif score > self.greatest_score:
            self.greatest_score = score

    def score_range(self):
        """The largest score seen less the smallest, for rules that scale what they add by it.

        It never shrinks and is never 0: the tree's sums and top scores can't tell less than a
        millionth of a score apart.
        """
        least: cython.double = max(1e-6 * abs(self.first_score), 1e-300)
        return max(self.greatest_score - self.least_score, least)

    def closed_value(self, node):
        """The exact value of a closed node, which its top score has in single precision."""
        first: cython.int = self._first[node]
        best: cython.double = -_INFINITY
        child: cython.int
        if self._num_children[node] == 0:
            return self._value_sum[node] / self._visits[node]
        for child in range(first, first + self._num_children[node]):
            if self._top_score[child] == self._top_score[node]:
                best = max(best, self.closed_value(child))
        return best

    def is_proven(self, node):
        """Whether the exact value of a node that has its position's children is known."""
        return self.keeps_bounds and self._lower[node] == self._upper[node]

    def is_open(self, node):
        """Whether nothing is certain of a node that has its position's children."""
        return self._lower[node] == self.lowest and self._upper[node] == self.highest

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
        if self.keeps_priors:
            self._prior[target] = self._prior[source]
        if self.keeps_order:
            self._order[target] = self._order[source]
            self._weight_sum[target] = self._weight_sum[source]
        if self.keeps_amaf:
            self._known_as[target] = self._known_as[source]
            self._table[target] = self._table[source]
        if self.keeps_bounds:
            self.copy_bounds(source, target)
            self._to_play[target] = self._to_play[source]
        if self.keeps_closed:
            self._plies[target] = self._plies[source]
        if self.keeps_proof_numbers:
            self._proof_first[target] = self._proof_first[source]
            self._proof_second[target] = self._proof_second[source]
        if self.positions is not None:
            self._move_position(self.positions, source, target)
        child = self._first[target]
        for i in range(self._num_children[target]):
            self._parent[child + i] = target

    def _move_position(self, positions, source, target):
        self._position[target] = self._position[source]
        positions.move(self._position[source], source, target)

    def hold(self, positions, node, key):
        """Give a new node the position of a key, that of other nodes if it is known already."""
        self._position[node] = positions.find_or_add(key, node)
        positions.join(self._position[node], node)

    def home(self, node):
        """The node that has the children of a node's position: itself without transpositions."""
        if self.positions is None:
            return node
        return self._home(self.positions, node)

    def _home(self, positions, node):
        return positions.holder[self._position[node]]

    def forget_soonest(self) -> None:
        """Forget when a win can come at the soonest: that was told of one player's wins."""
        slot: cython.int
        for slot in range(self._num_used if self.keeps_bounds else 0):
            self._soonest[slot] = 0

    def clear(self):
        """Give all nodes back; the root has no children and no visits."""
        kind: cython.int
        for kind in range(_NUM_RUN_KINDS):
            self._free_runs[kind] = NONE
        self._num_used = 1
        self.size = 1
        self.full = False
        self._reset(ROOT, NONE, NONE)

    def _run_length(self, node):
        """The slots of the run of a node's children."""
        count: cython.int = self._num_children[node]
        length: cython.int = 2
        if self.whole_runs:
            return self._num_legal[node]
        while length < count:
            length *= 2
        return min(length, self._num_legal[node])

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
                if self._num_used < self._num_slots:
                    prefetch(self, self._num_used)  # the next run that is made
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
            while (2 << kind) <= length and kind + 1 < _NUM_RUN_KINDS:
                kind += 1
            self._first[first] = self._free_runs[kind]
            self._free_runs[kind] = first
            first += 1 << kind
            length -= 1 << kind

    def set_num_legal(self, node, count):
        """Say how many children a node may have; False if it has some and may have others."""
        if self._num_children[node] > 0 and self._num_legal[node] != count:
            return False
        self._num_legal[node] = count
        return True

    def add_child(self, node, action):
        """Append a child and return its index; NONE for a node that has all its children.

        NONE, and `full`, when the pool has no room.
        """
        count: cython.int = self._num_children[node]
        room: cython.int = self._num_legal[node]
        old: cython.int = self._first[node]
        run: cython.int
        i: cython.int
        if count >= room:
            return NONE
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

    def find_child(self, node, action):
        """The child that `action` leads to, or NONE."""
        first: cython.int = self._first[node]
        child: cython.int
        for child in range(first, first + self._num_children[node]):
            if self._action[child] == action:
                return child
        return NONE

    # --- Python level ---

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

    def children(self, node: int) -> list:
        """Indexes of the children, in the order of their expansion."""
        self._check(node)
        count = self._num_children[node]
        return list(range(self._first[node], self._first[node] + count)) if count else []

    def child_by(self, node: int, action: int) -> int:
        """The child that `action` leads to, or NONE."""
        self._check(node)
        return self.find_child(node, action)

    def parent_of(self, node: int) -> int:
        self._check(node)
        return self._parent[node]

    def action_of(self, node: int) -> int:
        self._check(node)
        return self._action[node]

    def visits_of(self, node: int) -> int:
        self._check(node)
        return self._visits[node]

    def value_sum_of(self, node: int) -> float:
        self._check(node)
        return self._value_sum[node]

    def num_legal_of(self, node: int) -> int:
        self._check(node)
        return self._num_legal[node]

    def mean(self, node: int) -> float:
        """Mean return for the player who moved into the node; nan without visits.

        With transpositions the mean of its position, whichever way the visits came.
        """
        self._check(node)
        value_sum, visits = self._value_sum[node], self._visits[node]
        if self.positions is not None:
            position = self._position[node]
            value_sum = self.positions.value_sum[position]
            visits = self.positions.visits[position]
        return value_sum / visits if visits else float("nan")

    def position_visits_of(self, node: int) -> int:
        """Visits of the node's position, whichever way they came."""
        self._check(node)
        if self.positions is None:
            return self._visits[node]
        return self.positions.visits[self._position[node]]

    def bounds_of(self, node: int) -> Bounds:
        """The bounds of the node's exact value, a score or player 0's return."""
        self._check(node)
        if self.is_closed(node):
            value = self.closed_value(node)
            return ScoreBounds(value, value, self._plies[node])
        if not self.keeps_bounds:
            return Bounds(self.lowest, self.highest)
        home = self.home(node)
        return Bounds(self._lower[home], self._upper[home], self._plies[home])

    def twin_of(self, node: int) -> int:
        """The node that has the children of this one's position; NONE when it has its own."""
        self._check(node)
        home = self.home(node)
        return NONE if home == node else home

    def top(self, node: int) -> float:
        """The best score of a playout through the node; nan for two players or without visits."""
        self._check(node)
        if not self.keeps_scores or self._visits[node] == 0:
            return float("nan")
        return self._top_score[node]

    def prior(self, node: int) -> float:
        """What the rule has learnt from the node's state; nan for a rule that asks for nothing."""
        self._check(node)
        return self._prior[node] if self.keeps_priors else float("nan")

    def proof_numbers(self, node: int) -> tuple:
        """The proof numbers of the first player and of the second; nan where none are kept."""
        self._check(node)
        if not self.keeps_proof_numbers:
            return float("nan"), float("nan")
        return self._proof_first[node], self._proof_second[node]

    def ranked(self, node: int) -> list:
        """The children in the order that the rule keeps, the first first; [] for a rule without."""
        self._check(node)
        first, count = self._first[node], self._num_children[node]
        return [first + self._order[first + i] for i in range(count)] if self.keeps_order else []

    def __reduce__(self) -> tuple:
        raise TypeError("a tree can't be pickled; copy its search, or keep the recipe")

    def copy_from(self, other: Tree) -> None:
        """Become equal to another tree of the same capacity and columns."""
        used = other._num_used
        for mine, its in zip(self._records, other._records, strict=True):
            mine[:used] = its[:used]
        self._free_runs[:] = other._free_runs[:]
        self._num_used = used
        self.size = other.size
        self.full = other.full
        self.first_score = other.first_score
        self.least_score = other.least_score
        self.greatest_score = other.greatest_score
        if self.positions is not None:
            self.positions.copy_from(other.positions)

    def fill(
        self, parent: np.ndarray, action: np.ndarray, visits: np.ndarray, value_sum: np.ndarray
    ) -> None:
        """Hold the given nodes and no others, with indexes as they are given.

        All arrays are [num_nodes], the root first, the children of each node one after another and
        `parent` in ascending order, which is that of breadth first. ValueError for more nodes than
        the capacity. For a tree without scores, positions or bounds.
        """
        count = len(parent)
        if count > self.capacity:
            raise ValueError(f"{count} nodes are more than {self.capacity}")
        self.clear()
        self._num_used = self.size = count
        columns = self._columns
        num_children = np.bincount(parent[1:], minlength=count)
        first = 1 + np.concatenate([[0], np.cumsum(num_children)[:-1]])
        columns["parent"][:count] = parent
        columns["action"][:count] = action
        columns["visits"][:count] = visits
        columns["value_sum"][:count] = value_sum
        columns["num_children"][:count] = num_children
        columns["num_legal"][:count] = num_children
        columns["first"][:count] = np.where(num_children > 0, first, NONE)
        columns["choice"][:count] = NONE
        columns["base"][:count] = 0.0

    def actions_to(self, node: int) -> list:
        """The actions from the root to a node; IndexError for an index that is none's."""
        actions = []
        self._check(node)
        while node != ROOT:
            actions.append(self._action[node])
            parent = self._parent[node]
            self._check(parent)
            place = node - self._first[parent]
            if len(actions) >= self.size or not 0 <= place < self._num_children[parent]:
                raise IndexError("no node has this index any more; actions name a node for good")
            node = parent
        return actions[::-1]

    def find(self, actions) -> int:
        """The node that a list of actions leads to from the root, or NONE."""
        node = ROOT
        for action in actions:
            node = self.find_child(self.home(node), action)
            if node == NONE:
                break
        return node
