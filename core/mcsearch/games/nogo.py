"""NoGo: Go stones that may capture nothing; who has no move left has lost.

A point's name is its column's letter and its row's number, a1 at the bottom left. Point = action =
column * side + row.

A group's liberties are known by three sums over the pairs of a stone and a free point beside it:
how many there are, the sum of the points and the sum of their squares. All pairs have the same
point exactly if the first times the third is the square of the second. A move that is not allowed
to a player never will be, since a group can grow only at its liberties: each player's moves are a
set that only loses points, and a stone changes it at few.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.board import Board, grid
from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.games import Game
from mcsearch.games.move_text import after_moves
from mcsearch.numerics.hashing import GOLDEN, mix
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.bits import ctz, nth_bit, popcount
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.bits import ctz, nth_bit, popcount
    from mcsearch.numerics.rng import Rng, next_below

SIDE = 7
MIN_SIDE = 3
MAX_SIDE = 9

_ONE = cython.declare(cython.ulonglong, 1)
# what a point has: nothing, a stone of player 0 or 1, or it lies outside
_FREE = cython.declare(cython.int, 0)
_OUTSIDE = cython.declare(cython.int, 3)
# A move takes from the opponent's moves its own point, up to four free points beside it, and the
# last liberties of its own group and of up to three of the opponent's
_MOST_TAKEN = cython.declare(cython.int, 9)
_CALM = cython.declare(cython.double, 6.0)

# uint64 [2 * point + player]
_STONE_KEYS = np.array(
    [mix((number + 1) * GOLDEN & 0xFFFFFFFFFFFFFFFF) for number in range(2 * MAX_SIDE**2)],
    np.uint64,
)


@functools.cache
def _beside(side: int) -> np.ndarray:
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
    letters = [(place + 0.5, -0.3, letter) for place, letter in enumerate("abcdefghi"[:side])]
    numbers = [(-0.3, place + 0.5, str(place + 1)) for place in range(side)]
    return Board(x, y, float(side), float(side), "crossing", labels=(*letters, *numbers))


@cython.final
@cython.cclass
class NoGo(State):
    """A NoGo position."""

    side = cython.declare(cython.int, visibility="readonly")
    _num_points: cython.int
    _beside: cython.uchar[::1]
    _keys: cython.ulonglong[::1]
    _hash: cython.ulonglong
    _stones: cython.uchar[::1]  # [point], and one outside
    _parents: cython.uchar[::1]  # [point] towards the first stone of the group
    # [3 * first stone] of a group's pairs: their number, sum of points, sum of squares
    _pairs: cython.int[::1]
    _legal: cython.ulonglong[::1]  # [2 * player + word] the moves of each player, 64 points a word

    def __init__(self, side: int) -> None:
        points = side**2
        super().__init__(num_players=2, max_plies=points, max_actions=points)
        self.side = side
        self._num_points = points
        self._beside = view(_beside(side))
        self._keys = view(_STONE_KEYS)
        self._hash = 0
        self._stones = view(np.append(np.zeros(points, np.uint8), np.uint8(3)))
        self._parents = view(np.arange(points, dtype=np.uint8))
        self._pairs = view(np.zeros(3 * points, np.int32))
        words = [(1 << points) - 1 & 0xFFFFFFFFFFFFFFFF, (1 << points) - 1 >> 64]
        self._legal = view(np.array([*words, *words], np.uint64))

    has_keys = True
    has_features = True

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        i: cython.int
        self.to_play = other.to_play
        self._hash = cython.cast(NoGo, other)._hash
        for i in range(self._num_points):
            self._stones[i] = cython.cast(NoGo, other)._stones[i]
        for i in range(self._num_points):
            self._parents[i] = cython.cast(NoGo, other)._parents[i]
        for i in range(3 * self._num_points):
            self._pairs[i] = cython.cast(NoGo, other)._pairs[i]
        for i in range(4):
            self._legal[i] = cython.cast(NoGo, other)._legal[i]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_of(self, point: cython.int) -> cython.int:
        """The first stone of the group of a stone."""
        while self._parents[point] != point:
            self._parents[point] = self._parents[self._parents[point]]
            point = self._parents[point]
        return point

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _last_liberty(self, first: cython.int) -> cython.int:
        """The only liberty of a group, NONE when it has several."""
        count: cython.int = self._pairs[3 * first]
        total: cython.int = self._pairs[3 * first + 1]
        if count * self._pairs[3 * first + 2] != total * total:
            return NONE
        return total // count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _forbid(self, player: cython.int, point: cython.int) -> cython.void:
        self._legal[2 * player + (point >> 6)] &= ~(_ONE << (point & 63))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_again(self, point: cython.int) -> cython.void:
        """Forbid a free point to whoever would capture there, or be captured."""
        # whether a stone of the player would have a liberty, and would take the opponent's last
        breathes_0: cython.bint = False
        breathes_1: cython.bint = False
        captures_0: cython.bint = False
        captures_1: cython.bint = False
        direction: cython.int
        stone: cython.int
        beside: cython.int
        for direction in range(4):
            beside = self._beside[4 * point + direction]
            stone = self._stones[beside]
            if stone == _OUTSIDE:
                continue
            if stone == _FREE:
                breathes_0 = True
                breathes_1 = True
            elif self._last_liberty(self._first_of(beside)) == NONE:
                if stone == 1:
                    breathes_0 = True
                else:
                    breathes_1 = True
            elif stone == 1:
                captures_1 = True
            else:
                captures_0 = True
        if captures_0 or not breathes_0:
            self._forbid(0, point)
        if captures_1 or not breathes_1:
            self._forbid(1, point)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        own: cython.int = self.to_play + 1
        first: cython.int = action
        count: cython.int = 0
        total: cython.int = 0
        squares: cython.int = 0
        direction: cython.int
        beside: cython.int
        stone: cython.int
        other: cython.int
        self._stones[action] = own
        self._forbid(0, action)
        self._forbid(1, action)
        self._hash ^= self._keys[2 * action + self.to_play]
        self.to_play ^= 1
        for direction in range(4):
            beside = self._beside[4 * action + direction]
            stone = self._stones[beside]
            if stone == _FREE:
                count += 1
                total += beside
                squares += beside * beside
            elif stone != _OUTSIDE:
                other = self._first_of(beside)
                self._pairs[3 * other] -= 1
                self._pairs[3 * other + 1] -= action
                self._pairs[3 * other + 2] -= action * action
                if stone == own and other != first:
                    # its stones join those found so far
                    if first != action:
                        count += self._pairs[3 * first]
                        total += self._pairs[3 * first + 1]
                        squares += self._pairs[3 * first + 2]
                        self._pairs[3 * first] = 0
                        self._pairs[3 * first + 1] = 0
                        self._pairs[3 * first + 2] = 0
                    self._parents[first] = other
                    first = other
        if first == action:
            self._pairs[3 * action] = 0
            self._pairs[3 * action + 1] = 0
            self._pairs[3 * action + 2] = 0
        self._pairs[3 * first] += count
        self._pairs[3 * first + 1] += total
        self._pairs[3 * first + 2] += squares
        self._look_around(action, first)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _look_around(self, action: cython.int, first: cython.int) -> cython.void:
        """Look again at the points whose moves a stone may have changed."""
        direction: cython.int
        beside: cython.int
        stone: cython.int
        point: cython.int = self._last_liberty(first)
        if point != NONE:
            self._look_again(point)
        for direction in range(4):
            beside = self._beside[4 * action + direction]
            stone = self._stones[beside]
            if stone == _FREE:
                self._look_again(beside)
            elif stone == self.to_play + 1:
                point = self._last_liberty(self._first_of(beside))
                if point != NONE:
                    self._look_again(point)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        legal: cython.ulonglong
        word: cython.int
        count: cython.int = 0
        for word in range(2):
            legal = self._legal[2 * self.to_play + word]
            while legal:
                actions.items[count] = 64 * word + ctz(legal)
                legal &= legal - 1
                count += 1
        actions.count = count
        return count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _num_legal(self, player: cython.int) -> cython.int:
        return popcount(self._legal[2 * player]) + popcount(self._legal[2 * player + 1])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def features_of(self, action: cython.int) -> cython.ulonglong:
        """The up to eight points around, column by column."""
        found: cython.ulonglong = 0
        column: cython.int
        row: cython.int
        stone: cython.int
        place: cython.int = 0
        for column in range(action // self.side - 1, action // self.side + 2):
            for row in range(action % self.side - 1, action % self.side + 2):
                if 0 <= row < self.side and 0 <= column < self.side:
                    stone = self._stones[column * self.side + row]
                    if stone != _FREE:
                        found |= (_ONE if stone == self.to_play + 1 else _ONE << 1) << place
                place += 2
        return found

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _draw(self, rng: Rng) -> cython.int:
        low: cython.ulonglong = self._legal[2 * self.to_play]
        high: cython.ulonglong = self._legal[2 * self.to_play + 1]
        num_low: cython.int = popcount(low)
        count: cython.int = num_low + popcount(high)
        if count == 0:
            return NONE
        count = next_below(rng, count)
        return nth_bit(low, count) if count < num_low else 64 + nth_bit(high, count - num_low)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        action: cython.int = self._draw(rng)
        if action != NONE:
            self.apply(action)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_decisive(self, actions: Actions) -> cython.int:
        own: cython.int = self._num_legal(self.to_play)
        # neither a move nor a move and its answer can take as many as there are
        if self._num_legal(1 - self.to_play) > _MOST_TAKEN and own > 2 * _MOST_TAKEN:
            actions.clear()
            return 0
        return self.fill_decisive_by_trial(actions)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        if self._legal[2 * self.to_play] | self._legal[2 * self.to_play + 1]:
            return 0.5
        return 1.0 if self.to_play == 1 else 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        """A hash (Zobrist 1970): two positions in 2**64 are taken for one another."""
        return self._hash

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """Compares the moves that each player has left."""
        lead: cython.double = self._num_legal(0) - self._num_legal(1)
        if not self._legal[2 * self.to_play] | self._legal[2 * self.to_play + 1]:
            return self.value()
        return 0.5 + 0.5 * lead / (_CALM + abs(lead))

    # --- Python level ---

    def blank(self) -> NoGo:
        return NoGo(self.side)

    @property
    def board(self) -> Board:
        return _board(self.side)

    def cells(self) -> np.ndarray:
        """int8 [side * side], index column * side + row: 0 free, 1 player 0, 2 player 1"""
        return np.array([self._stones[point] for point in range(self._num_points)], np.int8)

    def set_cells(self, cells: np.ndarray) -> None:
        """Put stones on the board, as from `cells()`; player 0 moves when both have as many.

        Raises ValueError for a board that can't come from alternate moves. Without its later stones
        every group has as many liberties and more: any order will do.
        """
        stones = [np.flatnonzero(cells == value).tolist() for value in (1, 2)]
        if len(stones[0]) - len(stones[1]) not in (0, 1):
            raise ValueError(
                f"{len(stones[0])} x and {len(stones[1])} o can't come from alternate moves; "
                "x has as many stones as o, or one more"
            )
        state: NoGo = self.blank()
        for number in range(len(stones[0]) + len(stones[1])):
            point = stones[number % 2][number // 2]
            if point not in state.legal_actions():
                raise ValueError(
                    "a group has no liberty, and in this game nothing is captured; leave a free "
                    "point beside every group"
                )
            state.apply(point)
        self.copy_from(state)

    def action_cells(self, action: int) -> list:
        return [action]

    def forbidden_cells(self) -> list:
        legal = self.legal_actions()
        return [point for point in np.flatnonzero(self.cells() == 0).tolist() if point not in legal]

    def ending(self) -> str:
        return "no move is allowed" if self.is_terminal() else ""

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
            last = self.action_name(self._num_points - 1)
            raise ValueError(f"{name[:20]!r} names no point; give one from a1 to {last}")
        return letters.index(text[0]) * self.side + int(text[1]) - 1

    def __str__(self) -> str:
        """The board as text, top row first: "....... / ... / ..xo..."."""
        rows = self.cells().reshape(self.side, self.side).T[::-1]
        return " / ".join("".join(".xo"[mark] for mark in row) for row in rows.tolist())


def _error(message: str) -> RecipeError:
    return RecipeError(f"nogo position: {message}")


def start(position: str, values: Mapping[str, Any]) -> NoGo:
    """The state of a position's text; or RecipeError.

    The text is the moves from the empty board, such as "d4 c3"; or a drawn board as from `str`,
    x moved first.
    """
    state = NoGo(values["side"])
    text = position.strip().lower()
    rows = [re.sub(r"\s", "", row) for row in re.split(r"[/;\n]", text)]
    if len(rows) < 2:
        return after_moves("nogo", state, text)
    side = state.side
    if len(rows) != side or not all(re.fullmatch(f"[xo.]{{{side}}}", row) for row in rows):
        raise _error(
            f"{position[:64]!r} is no board of side {side}; give {side} rows of {side} x, o and "
            "'.', or moves such as 'd4 c3'"
        )
    marks = np.array([[".xo".index(mark) for mark in row] for row in rows], np.int8)
    try:
        state.set_cells(marks[::-1].T.ravel())
    except ValueError as error:
        raise _error(str(error)) from None
    return state


GAME = Game(
    name="nogo",
    title="NoGo",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="the moves played, such as d4 c3, or rows of x, o and '.'",
    source="Neil McKay's AntiAtariGo (2011), by the name of its tournaments",
    start=start,
    mirrors="all",
    rules="Players take turns to put a stone on a free point of the lines. "
    "Nothing may be captured: a move that takes the last free point beside any group of connected "
    "stones, one's own or the opponent's, is not allowed. "
    "Who has no move left loses.",
    parameters=(Parameter("side", "int", SIDE, "Side", "points along a side", MIN_SIDE, MAX_SIDE),),
)
