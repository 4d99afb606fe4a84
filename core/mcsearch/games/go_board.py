"""Go stones on the crossings of a square board, as long as nothing is taken away: their groups.

A point's name is its column's letter and its row's number, a1 at the bottom left. Point = action =
column * side + row.

A group's liberties are known by three sums over the pairs of a stone and a free point beside it:
how many there are, the sum of the points and the sum of their squares. All pairs have the same
point exactly if the first times the third is the square of the second. A group whose last liberty
is left can grow nowhere else: so a stone changes what is known of few points.
"""

from __future__ import annotations

import functools
import re

import cython
import numpy as np

from mcsearch.engine.board import Board, grid, names_beside
from mcsearch.games.move_text import check_turns
from mcsearch.numerics.hashing import keys
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.bits import ctz, nth_bit, popcount
    from cython.cimports.mcsearch.numerics.rng import next_below
else:
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.bits import ctz, nth_bit, popcount
    from mcsearch.numerics.rng import next_below

MAX_SIDE = 9

_ONE = cython.declare(cython.ulonglong, 1)
# what a point has: nothing, a stone of player 0 or 1, or it lies outside
_FREE = cython.declare(cython.int, 0)
_OUTSIDE = cython.declare(cython.int, 3)

# uint64 [2 * point + player]
_STONE_KEYS = keys(2 * MAX_SIDE**2)


@functools.cache
def neighbours(side: int) -> np.ndarray:
    """uint8 [4 * point + direction]: the neighbours; side**2 outside of the board"""
    column, row = np.divmod(np.arange(side**2), side)
    found = []
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        x, y = column + dx, row + dy
        inside = (x >= 0) & (x < side) & (y >= 0) & (y < side)
        found.append(np.where(inside, x * side + y, side**2))
    return np.stack(found, axis=1).astype(np.uint8).ravel()


@functools.cache
def _board(side: int) -> Board:
    x, y = grid(side, side)
    labels = names_beside(side, side, 0.3)
    return Board(x, y, float(side), float(side), "crossing", labels=labels)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first_of(board: GoBoard, point: cython.int) -> cython.int:
    """The first stone of the group of a stone."""
    while board._parents[point] != point:
        board._parents[point] = board._parents[board._parents[point]]
        point = board._parents[point]
    return point


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _last_liberty(board: GoBoard, first: cython.int) -> cython.int:
    """The only liberty of a group, NONE when it has several."""
    count: cython.int = board._pairs[3 * first]
    total: cython.int = board._pairs[3 * first + 1]
    if count * board._pairs[3 * first + 2] != total * total:
        return NONE
    return total // count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _look_again(board: GoBoard, point: cython.int) -> cython.void:
    """See whether a stone of each player would have a liberty at a free point, and capture."""
    bit: cython.ulonglong = _ONE << (point & 63)
    word: cython.int = point >> 6
    breathes_0: cython.bint = False
    breathes_1: cython.bint = False
    captures_0: cython.bint = False
    captures_1: cython.bint = False
    direction: cython.int
    stone: cython.int
    beside: cython.int
    for direction in range(4):
        beside = board._beside[4 * point + direction]
        stone = board.stones[beside]
        if stone == _OUTSIDE:
            continue
        if stone == _FREE:
            breathes_0 = True
            breathes_1 = True
        elif _last_liberty(board, _first_of(board, beside)) == NONE:
            if stone == 1:
                breathes_0 = True
            else:
                breathes_1 = True
        elif stone == 1:
            captures_1 = True
        else:
            captures_0 = True
    if not breathes_0:
        board.breathing[word] &= ~bit
    if not breathes_1:
        board.breathing[2 + word] &= ~bit
    if captures_0:
        board.capturing[word] |= bit
    if captures_1:
        board.capturing[2 + word] |= bit


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _look_around(board: GoBoard, action: cython.int, first: cython.int) -> cython.void:
    """Look again at the points that a stone may have changed something for."""
    direction: cython.int
    beside: cython.int
    stone: cython.int
    point: cython.int = _last_liberty(board, first)
    if point != NONE:
        _look_again(board, point)
    for direction in range(4):
        beside = board._beside[4 * action + direction]
        stone = board.stones[beside]
        if stone == _FREE:
            _look_again(board, beside)
        elif stone == board.to_play + 1:
            point = _last_liberty(board, _first_of(board, beside))
            if point != NONE:
                _look_again(board, point)


@cython.cclass
class GoBoard(State):
    """What the games on such a board share; who has no legal move has lost.

    A game sets `legal` after each stone that it puts.
    """

    def __init__(self, side: int) -> None:
        points = side**2
        super().__init__(num_players=2, max_plies=points, max_actions=points)
        self.side = side
        self.num_points = points
        self._beside = view(neighbours(side))
        self._keys = view(_STONE_KEYS)
        self._hash = 0
        self.stones = view(np.append(np.zeros(points, np.uint8), np.uint8(3)))
        self._parents = view(np.arange(points, dtype=np.uint8))
        self._pairs = view(np.zeros(3 * points, np.int32))
        words = [(1 << points) - 1 & 0xFFFFFFFFFFFFFFFF, (1 << points) - 1 >> 64]
        self.breathing = view(np.array([*words, *words], np.uint64))
        self.capturing = view(np.zeros(4, np.uint64))
        self.legal = view(np.array([*words, *words], np.uint64))

    has_keys = True
    has_features = True

    # --- C level ---

    def copy_from(self, other):
        i: cython.int
        self.to_play = other.to_play
        self._hash = cython.cast(GoBoard, other)._hash
        for i in range(self.num_points):
            self.stones[i] = cython.cast(GoBoard, other).stones[i]
        for i in range(self.num_points):
            self._parents[i] = cython.cast(GoBoard, other)._parents[i]
        for i in range(3 * self.num_points):
            self._pairs[i] = cython.cast(GoBoard, other)._pairs[i]
        for i in range(4):
            self.breathing[i] = cython.cast(GoBoard, other).breathing[i]
            self.capturing[i] = cython.cast(GoBoard, other).capturing[i]
            self.legal[i] = cython.cast(GoBoard, other).legal[i]

    def occupy(self, point):
        """Lay a stone of the player to move on a point, whatever lies around; the turn passes."""
        word: cython.int = point >> 6
        others: cython.ulonglong = ~(_ONE << (point & 63))
        self.stones[point] = self.to_play + 1
        self.breathing[word] &= others
        self.breathing[2 + word] &= others
        self.capturing[word] &= others
        self.capturing[2 + word] &= others
        self._hash ^= self._keys[2 * point + self.to_play]
        self.to_play ^= 1

    def put(self, point):
        """Put a stone of the player to move where it leaves all groups a liberty."""
        own: cython.int = self.to_play + 1
        first: cython.int = point
        count: cython.int = 0
        total: cython.int = 0
        squares: cython.int = 0
        direction: cython.int
        beside: cython.int
        stone: cython.int
        other: cython.int
        self.occupy(point)
        for direction in range(4):
            beside = self._beside[4 * point + direction]
            stone = self.stones[beside]
            if stone == _FREE:
                count += 1
                total += beside
                squares += beside * beside
            elif stone != _OUTSIDE:
                other = _first_of(self, beside)
                self._pairs[3 * other] -= 1
                self._pairs[3 * other + 1] -= point
                self._pairs[3 * other + 2] -= point * point
                if stone == own and other != first:
                    # its stones join those found so far
                    if first != point:
                        count += self._pairs[3 * first]
                        total += self._pairs[3 * first + 1]
                        squares += self._pairs[3 * first + 2]
                        self._pairs[3 * first] = 0
                        self._pairs[3 * first + 1] = 0
                        self._pairs[3 * first + 2] = 0
                    self._parents[first] = other
                    first = other
        if first == point:
            self._pairs[3 * point] = 0
            self._pairs[3 * point + 1] = 0
            self._pairs[3 * point + 2] = 0
        self._pairs[3 * first] += count
        self._pairs[3 * first + 1] += total
        self._pairs[3 * first + 2] += squares
        _look_around(self, point, first)

    def fill_actions(self, actions):
        legal: cython.ulonglong
        word: cython.int
        count: cython.int = 0
        for word in range(2):
            legal = self.legal[2 * self.to_play + word]
            while legal:
                actions.items[count] = 64 * word + ctz(legal)
                legal &= legal - 1
                count += 1
        actions.count = count
        return count

    def num_legal(self, player):
        """How many moves a player has, or would have if it were the player's turn."""
        return popcount(self.legal[2 * player]) + popcount(self.legal[2 * player + 1])

    def features_of(self, action):
        """The up to four points beside."""
        found: cython.ulonglong = 0
        direction: cython.int
        stone: cython.int
        for direction in range(4):
            stone = self.stones[self._beside[4 * action + direction]]
            if stone != _FREE and stone != _OUTSIDE:
                found |= (_ONE if stone == self.to_play + 1 else _ONE << 1) << 2 * direction
        return found

    def random_move(self, rng, avoid):
        low: cython.ulonglong = self.legal[2 * self.to_play]
        high: cython.ulonglong = self.legal[2 * self.to_play + 1]
        num_low: cython.int = popcount(low)
        count: cython.int = num_low + popcount(high)
        action: cython.int
        if count == 0:
            return NONE
        count = next_below(rng, count)
        action = nth_bit(low, count) if count < num_low else 64 + nth_bit(high, count - num_low)
        self.apply(action)
        return action

    def value(self):
        if self.legal[2 * self.to_play] | self.legal[2 * self.to_play + 1]:
            return 0.5
        return 1.0 if self.to_play == 1 else 0.0

    def key(self):
        """A hash (Zobrist 1970): two positions in 2**64 are taken for one another."""
        return self._hash

    # --- Python level ---

    @property
    def board(self) -> Board:
        return _board(self.side)

    def cells(self) -> np.ndarray:
        """int8 [side * side], index column * side + row: 0 free, 1 player 0, 2 player 1"""
        return np.array([self.stones[point] for point in range(self.num_points)], np.int8)

    def action_cells(self, action: int) -> list:
        return [action]

    def forbidden_cells(self) -> list:
        legal = self.legal_actions()
        return [point for point in np.flatnonzero(self.cells() == 0).tolist() if point not in legal]

    def action_name(self, action: int) -> str:
        """Column letter and row number, a1 at the bottom left."""
        return f"{'abcdefghi'[action // self.side]}{action % self.side + 1}"

    def parse_action(self, name: str) -> int:
        """The action of a point's name; ValueError when nobody may play there."""
        return self.normalize(self._point_named(name))

    def _point_named(self, name: str) -> int:
        text = name.strip().lower()
        letters = "abcdefghi"[: self.side]
        if not re.fullmatch(f"[{letters}][1-{self.side}]", text):
            last = self.action_name(self.num_points - 1)
            raise ValueError(f"{name[:20]!r} names no point; give one from a1 to {last}")
        return letters.index(text[0]) * self.side + int(text[1]) - 1

    def stones_in_turn(self, cells: np.ndarray) -> list[int]:
        """The points of the stones of a board, as from `cells()`, as if put in turn from player 0.

        Raises ValueError for numbers of stones that can't come from alternate moves.
        """
        stones = [np.flatnonzero(cells == value).tolist() for value in (1, 2)]
        check_turns(len(stones[0]), len(stones[1]))
        return [stones[i % 2][i // 2] for i in range(len(stones[0]) + len(stones[1]))]

    def __str__(self) -> str:
        """The board as text, top row first: "....... / ... / ..xo..."."""
        rows = self.cells().reshape(self.side, self.side).T[::-1]
        return " / ".join("".join(".xo"[mark] for mark in row) for row in rows.tolist())
