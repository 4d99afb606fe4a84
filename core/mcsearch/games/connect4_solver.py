"""Exact values of Connect Four positions: what each move leads to under perfect play.

Alpha-beta with windows of no width (Pearl's SCOUT test) on bitboards, after Pascal Pons's
description "Solving Connect 4: how to build a perfect AI" (2015): moves that lose at once are left
out, those that make more threats come first, a table remembers what is known of a position. A
position's score is bisected by such tests. The walk keeps its own stack, so that it can be left
after any number of nodes and taken up again.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy as np

from mcsearch.engine.bounds import ANY_RETURN, Bounds
from mcsearch.games import SolverRecord
from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.games.connect4 import fours_with
    from cython.cimports.mcsearch.numerics.bits import popcount
    from cython.cimports.mcsearch.numerics.hashing import spread
else:
    from mcsearch.games.connect4 import fours_with
    from mcsearch.numerics.bits import popcount
    from mcsearch.numerics.hashing import spread

_TABLE_BITS = 20
_MOST_FREE = 33
_MIDDLE = cython.declare(cython.int, 64)  # added to a score that the table keeps in a byte
_MOST_MOVES = cython.declare(cython.int, 9)


@cython.final
@cython.cclass
class ConnectFourSolver:
    """The exact values of a position's moves, found in slices; the table stays between positions.

    `begin` takes a position, `run` works on it, `bounds` tells what is certain of each action.
    First it is found for all actions who wins, then after how many plies. `num_nodes` counts the
    positions that were looked at since `begin`; it is the same in every build.
    """

    num_nodes = cython.declare(cython.longlong, visibility="readonly")
    _width: cython.int
    _lane: cython.int
    _num_cells: cython.int
    _shift: cython.int
    _bottoms: cython.ulonglong
    _cells: cython.ulonglong
    # the table: a position, and the bounds of its score in two bytes
    _keys: cython.ulonglong[::1]
    _known: cython.ushort[::1]
    # the walk, by depth: the position, its moves as bits, how many there are and which is next
    _own: cython.ulonglong[::1]
    _taken: cython.ulonglong[::1]
    _moves: cython.ulonglong[::1]  # [depth * _MOST_MOVES + place]
    _num_moves: cython.int[::1]
    _next: cython.int[::1]
    _depth: cython.int  # -1: no walk has begun
    _first_bound: cython.int  # whether the first position's score is at least that is asked
    _answer: cython.int
    # the position whose moves are asked for
    _tasks: list  # [action, own, taken, lowest score, highest score] of each open child
    _num_stones: cython.int
    _bounds: dict

    def __init__(self, width: int = 7, height: int = 6, table_bits: int = _TABLE_BITS) -> None:
        self._width = width
        self._lane = height + 1
        self._num_cells = width * height
        self._shift = 64 - table_bits
        self._bottoms = sum(1 << column * (height + 1) for column in range(width))
        self._cells = self._bottoms * ((1 << height) - 1)
        self._keys = view(np.zeros(1 << table_bits, np.uint64))
        self._known = view(np.zeros(1 << table_bits, np.uint16))
        depths = self._num_cells + 1
        self._own = view(np.zeros(depths, np.uint64))
        self._taken = view(np.zeros(depths, np.uint64))
        self._moves = view(np.zeros(depths * _MOST_MOVES, np.uint64))
        self._num_moves = view(np.zeros(depths, np.intc))
        self._next = view(np.zeros(depths, np.intc))
        self._depth = -1
        self._first_bound = 0
        self._answer = -1
        self._num_stones = 0
        self.num_nodes = 0
        self._tasks = []
        self._bounds = {}

    # --- the position asked for ---

    def begin(self, state: Any) -> None:
        """Ask for the moves of a `ConnectFour` position of this size; none where it is over."""
        self.num_nodes = 0
        self._depth = -1
        self._tasks = []
        self._bounds = {}
        actions = state.legal_actions()
        cells = state.cells()
        lane, height = self._lane, self._lane - 1
        players: list[Any] = [0, 0]
        for cell in np.flatnonzero(cells).tolist():
            players[int(cells[cell]) - 1] |= 1 << cell // height * lane + cell % height
        self._num_stones = int(np.count_nonzero(cells))
        own, other = players[state.to_play], players[1 - state.to_play]
        taken = own | other
        for action in actions:
            after = taken | (taken + (1 << action * lane))
            legal = (after + self._bottoms) & self._cells
            if fours_with(own, lane) & (after ^ taken):
                self._bounds[action] = Bounds(1.0, 1.0, 0)
            elif after == self._cells:
                self._bounds[action] = Bounds(0.5, 0.5, 0)
            elif fours_with(other, lane) & legal:
                self._bounds[action] = Bounds(0.0, 0.0, 1)
            else:
                self._bounds[action] = ANY_RETURN
                left = self._num_cells - self._num_stones - 1
                self._tasks.append([action, other, after, -(left // 2), (left - 1) // 2])
        self._tasks.sort(key=lambda task: abs(2 * task[0] - self._width + 1))

    @property
    def bounds(self) -> dict[int, Bounds]:
        """What is certain of each legal action, for the player to move.

        `plies` are those of the position after it; NONE as long as they are not known.
        """
        return dict(self._bounds)

    @property
    def is_settled(self) -> bool:
        """Whether it is known for all actions who wins."""
        return all(bounds.is_exact for bounds in self._bounds.values())

    @property
    def is_finished(self) -> bool:
        """Whether everything is known, the plies too."""
        return not self._tasks

    @property
    def at_work(self) -> Any:
        """The action that is looked at next; None when everything is known."""
        return self._tasks[0][0] if self._tasks else None

    @property
    def num_bytes(self) -> int:
        """Bytes of the table."""
        return num_bytes(self._keys) + num_bytes(self._known)

    def copy_from(self, other: ConnectFourSolver) -> None:
        """Take over what another solver for the same size knows, and where it is."""
        self._keys[:] = other._keys
        self._known[:] = other._known
        self._own[:] = other._own
        self._taken[:] = other._taken
        self._moves[:] = other._moves
        self._num_moves[:] = other._num_moves
        self._next[:] = other._next
        self._depth = other._depth
        self._first_bound = other._first_bound
        self._answer = other._answer
        self._tasks = [list(task) for task in other._tasks]
        self._num_stones = other._num_stones
        self._bounds = dict(other._bounds)
        self.num_nodes = other.num_nodes

    def run(self, nodes: int) -> bool:
        """Look at up to so many positions more; return whether everything is known."""
        stop = self.num_nodes + nodes
        while self._tasks and self.num_nodes < stop:
            task = self._tasks[0]
            if self._depth < 0:
                bound = _next_bound(task[3], task[4])
                self._enter_first(task[1], task[2], bound)
            self._answer = -1
            self._walk(stop)
            if self._answer < 0:
                break
            if self._answer:
                task[3] = self._first_bound
            else:
                task[4] = self._first_bound - 1
            self._note(task)
        return self.is_finished

    def _note(self, task: list[Any]) -> None:
        """Tell what the bounds of a child's score say; a child that is known enough waits."""
        action, _, _, low, high = task
        left = self._num_cells - self._num_stones - 1  # free cells of the child
        if low == high:
            self._bounds[action] = _exact(low, left)
            self._tasks.pop(0)
        else:
            # the child's score is that of the opponent
            lower = 1.0 if high < 0 else 0.5 if high == 0 else 0.0
            upper = 0.0 if low > 0 else 0.5 if low == 0 else 1.0
            self._bounds[action] = Bounds(lower, upper)
            if lower == upper:  # who wins is asked of the others first
                self._tasks.append(self._tasks.pop(0))
        open_ones = [task for task in self._tasks if not self._bounds[task[0]].is_exact]
        if open_ones and self._tasks[0] not in open_ones:
            self._tasks.remove(open_ones[0])
            self._tasks.insert(0, open_ones[0])

    # --- the walk ---

    def _enter_first(self, own: int, taken: int, bound: int) -> None:
        self._own[0] = own
        self._taken[0] = taken
        self._next[0] = -1
        self._depth = 0
        self._first_bound = bound

    @cython.cfunc
    @cython.exceptval(check=False)
    def _walk(self, stop: cython.longlong) -> cython.void:
        """Go on until the first position's question is answered or enough nodes are seen."""
        depth: cython.int = self._depth
        bound: cython.int = self._first_bound if depth & 1 == 0 else 1 - self._first_bound
        place: cython.int
        answer: cython.int
        own: cython.ulonglong
        taken: cython.ulonglong
        move: cython.ulonglong
        while True:
            if self._next[depth] < 0:
                if self.num_nodes >= stop:
                    break
                self.num_nodes += 1
                answer = self._open(depth, bound)
            elif self._next[depth] == self._num_moves[depth]:
                answer = 0
                self._remember(depth, bound, 0)
            else:
                answer = -1
            if answer < 0:
                place = self._next[depth]
                self._next[depth] = place + 1
                move = self._moves[depth * _MOST_MOVES + place]
                own = self._own[depth]
                taken = self._taken[depth]
                depth += 1
                self._own[depth] = own ^ taken
                self._taken[depth] = taken | move
                self._next[depth] = -1
                bound = 1 - bound
                continue
            # upwards, past all positions for which the answer is one, too
            while True:
                if depth == 0:
                    self._depth = -1
                    self._answer = answer
                    return
                depth -= 1
                bound = 1 - bound
                if answer:
                    break  # the opponent holds: the next move is tried
                answer = 1
                self._remember(depth, bound, 1)
        self._depth = depth

    @cython.cfunc
    @cython.exceptval(check=False)
    def _open(self, depth: cython.int, bound: cython.int) -> cython.int:
        """Whether a position's score is at least a bound, where that is seen at once; else -1.

        Then its moves are there, the best first. Nobody wins at once in it: that is the caller's.
        """
        own: cython.ulonglong = self._own[depth]
        taken: cython.ulonglong = self._taken[depth]
        other: cython.ulonglong = own ^ taken
        free: cython.ulonglong = self._cells & ~taken
        legal: cython.ulonglong = (taken + self._bottoms) & free
        threats: cython.ulonglong = fours_with(other, self._lane) & free
        forced: cython.ulonglong = threats & legal
        left: cython.int = self._num_cells - popcount(taken)
        known: cython.int
        slot: cython.Py_ssize_t
        if forced:
            if forced & (forced - 1):
                return 1 if -(left // 2) >= bound else 0
            legal = forced
        legal &= ~(threats >> 1)
        if legal == 0:
            return 1 if -(left // 2) >= bound else 0
        if left <= 2:
            return 1 if bound <= 0 else 0
        if -((left - 2) // 2) >= bound:
            return 1
        if (left - 1) // 2 < bound:
            return 0
        slot = self._slot(own + taken + self._bottoms)
        if self._keys[slot] == own + taken + self._bottoms:
            known = self._known[slot]
            if (known >> 8) - _MIDDLE >= bound:
                return 1
            if (known & 255) - _MIDDLE < bound:
                return 0
        self._order(depth, legal, own, free)
        self._next[depth] = 0
        return -1

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _slot(self, key: cython.ulonglong) -> cython.Py_ssize_t:
        return spread(key) >> self._shift

    @cython.cfunc
    @cython.exceptval(check=False)
    def _order(
        self,
        depth: cython.int,
        legal: cython.ulonglong,
        own: cython.ulonglong,
        free: cython.ulonglong,
    ) -> cython.void:
        """Sort the moves by the threats they make, then from the centre outwards."""
        first: cython.int = depth * _MOST_MOVES
        count: cython.int = 0
        scores: cython.int[9]
        score: cython.int
        place: cython.int
        i: cython.int
        column: cython.int
        move: cython.ulonglong
        if not cython.compiled:
            scores = [0] * 9
        for i in range(self._width):
            # from the centre: 3 4 2 5 1 6 0 of seven
            column = (self._width - 1) // 2 + ((i + 1) // 2 if i & 1 else -(i // 2))
            move = (legal >> (column * self._lane)) & ((1 << self._lane) - 1)
            if move == 0:
                continue
            move <<= column * self._lane
            score = popcount(fours_with(own | move, self._lane) & free)
            place = count
            while place > 0 and scores[place - 1] < score:
                scores[place] = scores[place - 1]
                self._moves[first + place] = self._moves[first + place - 1]
                place -= 1
            scores[place] = score
            self._moves[first + place] = move
            count += 1
        self._num_moves[depth] = count

    @cython.cfunc
    @cython.exceptval(check=False)
    def _remember(self, depth: cython.int, bound: cython.int, answer: cython.int) -> cython.void:
        """Keep that a position's score is at least a bound, or below it."""
        key: cython.ulonglong = self._own[depth] + self._taken[depth] + self._bottoms
        slot: cython.Py_ssize_t = self._slot(key)
        lower: cython.int = 0
        upper: cython.int = 255
        if self._keys[slot] == key:
            lower = self._known[slot] >> 8
            upper = self._known[slot] & 255
        if answer:
            lower = max(lower, bound + _MIDDLE)
        else:
            upper = min(upper, bound - 1 + _MIDDLE)
        self._keys[slot] = key
        self._known[slot] = (lower << 8) | upper


def _next_bound(low: int, high: int) -> int:
    """The next question of a score between two bounds: who wins first, then near to the middle."""
    if low < 1 <= high:
        return 1
    if low < 0 <= high:
        return 0
    middle = low + (high - low) // 2
    return middle + 1


def _exact(score: int, left: int) -> Bounds:
    """What an action is worth to its player whose opponent has a score with cells left."""
    if score == 0:
        return Bounds(0.5, 0.5, left)
    # the winner's |score|-th last stone ends the game; the parity tells which of two plies it is
    plies = left + 2 - 2 * abs(score)
    if (plies & 1) != (score > 0):
        plies -= 1
    value = 0.0 if score > 0 else 1.0
    return Bounds(value, value, plies)


def _budget(state: Any) -> int:
    """With more free cells than these a position is seldom known in any reasonable time."""
    num_free = int(np.count_nonzero(state.cells() == 0))
    return 20_000_000 if num_free <= _MOST_FREE else 500_000


SOLVER = SolverRecord(
    "connect4", lambda state: ConnectFourSolver(state.width, state.height), _budget
)
