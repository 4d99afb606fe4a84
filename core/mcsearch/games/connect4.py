"""Connect Four on bitboards, 7x6 or any size that fits 64 bits. Action = column, from 0.

Each column is a lane of height + 1 bits, the lowest for its bottom cell; the topmost stays empty,
so that lines never run from one column into the next. Adding a lane's lowest bit to the occupied
cells carries into the column's first empty cell.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.board import Board, grid
from mcsearch.engine.parameter import RecipeError
from mcsearch.games import Game
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.games.line_evaluation import outlook
    from cython.cimports.mcsearch.numerics.bits import popcount
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.games.line_evaluation import outlook
    from mcsearch.numerics.bits import popcount
    from mcsearch.numerics.rng import Rng, next_below

WIDTH, HEIGHT = 7, 6
MIN_SIDE = 4
MAX_WIDTH = 9  # columns are numbered with one digit

_ONE = cython.declare(cython.ulonglong, 1)

_OPEN = cython.declare(cython.int, 0)
_WON = cython.declare(cython.int, 1)  # the player who has just moved has four in a row
_DRAWN = cython.declare(cython.int, 2)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _has_four(stones: cython.ulonglong, lane: cython.int) -> cython.bint:
    """Whether four stones lie in a row: in a column, a row or a diagonal."""
    upright: cython.ulonglong = stones & (stones >> 1)
    across: cython.ulonglong = stones & (stones >> lane)
    rising: cython.ulonglong = stones & (stones >> (lane + 1))
    falling: cython.ulonglong = stones & (stones >> (lane - 1))
    return (
        (upright & (upright >> 2))
        | (across & (across >> (2 * lane)))
        | (rising & (rising >> (2 * (lane + 1))))
        | (falling & (falling >> (2 * (lane - 1))))
    ) != 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fours_with(stones: cython.ulonglong, lane: cython.int) -> cython.ulonglong:
    """The bits that would make four in a row, also those that are no free cells."""
    found: cython.ulonglong = (stones << 1) & (stones << 2) & (stones << 3)
    pair: cython.ulonglong
    step: cython.int
    for step in range(lane - 1, lane + 2):
        pair = (stones << step) & (stones << (2 * step))
        found |= pair & ((stones << (3 * step)) | (stones >> step))
        pair = (stones >> step) & (stones >> (2 * step))
        found |= pair & ((stones >> (3 * step)) | (stones << step))
    return found


@functools.cache
def _fours(width: int, height: int) -> np.ndarray:
    """uint64 [num_fours]: the cells of every four in a row, as bits."""
    lane = height + 1
    cells = {column * lane + row for column in range(width) for row in range(height)}
    return np.array(
        [
            sum(1 << bit for bit in four)
            for step in (1, lane - 1, lane, lane + 1)
            for first in sorted(cells)
            if cells.issuperset(four := range(first, first + 4 * step, step))
        ],
        np.uint64,
    )


@functools.cache
def _board(width: int, height: int) -> Board:
    numbers = tuple((column + 0.5, -0.35, str(column + 1)) for column in range(width))
    x, y = grid(width, height)
    return Board(x, y, width, height, drops=True, labels=numbers, row_lengths=(4,))


@cython.final
@cython.cclass
class ConnectFour(State):
    """A Connect Four position. Player 0 plays x in text and moves first."""

    width = cython.declare(cython.int, visibility="readonly")
    height = cython.declare(cython.int, visibility="readonly")
    # `_own` and `_taken` lie apart: a compiler would copy neighbours with one wide load, which has
    # to wait for the two stores that came just before
    _own: cython.ulonglong  # discs of the player to move
    _bottoms: cython.ulonglong  # the lowest cell of each column
    _taken: cython.ulonglong  # discs of both
    _tops: cython.ulonglong  # the bit above each column
    _lane: cython.int
    _outcome: cython.int  # _OPEN, _WON or _DRAWN
    _fours: cython.ulonglong[::1]  # cells of every four in a row

    def __init__(self, width: int, height: int) -> None:
        super().__init__(num_players=2, max_plies=width * height, max_actions=width)
        self.width = width
        self.height = height
        self._lane = height + 1
        self._bottoms = sum(1 << column * (height + 1) for column in range(width))
        self._tops = self._bottoms << height
        self._own = 0
        self._taken = 0
        self._outcome = _OPEN
        self._fours = view(_fours(width, height))

    has_keys = True
    has_features = True
    solver = "connect4"

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self.to_play = other.to_play
        self._own = cython.cast(ConnectFour, other)._own
        self._taken = cython.cast(ConnectFour, other)._taken
        self._outcome = cython.cast(ConnectFour, other)._outcome

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _drop(self, taken: cython.ulonglong) -> cython.void:
        """Play the disc that makes `taken` of the occupied cells."""
        other: cython.ulonglong = self._own ^ self._taken
        stones: cython.ulonglong = other ^ taken
        self._own = other
        self._taken = taken
        self.to_play ^= 1
        # the shifts of the common height are constants, which is faster
        if _has_four(stones, 7) if self._lane == 7 else _has_four(stones, self._lane):
            self._outcome = _WON
        elif taken + self._bottoms == self._tops:
            self._outcome = _DRAWN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        self._drop(self._taken | (self._taken + (_ONE << (action * self._lane))))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        # from left to right: with the centre tried first, UCT of 1,500 to 16,000 iterations won no
        # more games, only that of 500 did
        column: cython.int
        count: cython.int = 0
        if self._outcome == _OPEN:
            for column in range(self.width):
                if not (self._taken >> (column * self._lane + self.height - 1)) & 1:
                    actions.items[count] = column
                    count += 1
        actions.count = count
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def code_of(self, action: cython.int) -> cython.ulonglong:
        """The cell where the disc comes to lie: the same column is another move each time."""
        column: cython.ulonglong = self._taken >> (action * self._lane)
        return action * self._lane + popcount(column & ((_ONE << self.height) - 1)) + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def features_of(self, action: cython.int) -> cython.ulonglong:
        """The cells below, beside and across: above there is nothing yet."""
        bit: cython.int = cython.cast(cython.int, self.code_of(action)) - 1
        other: cython.ulonglong = self._own ^ self._taken
        found: cython.ulonglong = 0
        step: cython.int
        beside: cython.int
        place: cython.int = 0
        at: cython.int
        for step in range(-1, 2):
            for beside in range(-1, 2):
                at = bit + beside * self._lane + step
                if 0 <= at < 64:
                    found |= (((self._own >> at) & 1) | (((other >> at) & 1) << 1)) << place
                place += 2
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        column: cython.int
        taken: cython.ulonglong
        if self._outcome != _OPEN:
            return NONE
        # a full column is drawn again: every other one stays equally likely
        column = next_below(rng, self.width)
        taken = self._taken | (self._taken + (_ONE << (column * self._lane)))
        while taken & self._tops:
            column = next_below(rng, self.width)
            taken = self._taken | (self._taken + (_ONE << (column * self._lane)))
        self._drop(taken)
        return column

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_randomly(self, rng: Rng, trail: Actions) -> cython.void:
        # the shifts of the common height are constants, which is faster
        if self._lane == 7:
            self._play_randomly(rng, trail, 7)
        else:
            self._play_randomly(rng, trail, self._lane)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _play_randomly(self, rng: Rng, trail: Actions, lane: cython.int) -> cython.void:
        own: cython.ulonglong = self._own
        taken: cython.ulonglong = self._taken
        after: cython.ulonglong
        stones: cython.ulonglong
        width: cython.int = self.width
        count: cython.int = trail.count
        moved: cython.int = 0
        outcome: cython.int = self._outcome
        column: cython.int
        while outcome == _OPEN:
            column = next_below(rng, width)
            after = taken | (taken + (_ONE << (column * lane)))
            if after & self._tops:
                continue
            trail.items[count] = column
            count += 1
            moved ^= 1
            own ^= taken
            stones = own ^ after
            taken = after
            if _has_four(stones, lane):
                outcome = _WON
            elif after + self._bottoms == self._tops:
                outcome = _DRAWN
        trail.count = count
        self._own = own
        self._taken = taken
        self._outcome = outcome
        self.to_play ^= moved

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_decisive(self, actions: Actions) -> cython.int:
        column: cython.int
        free: cython.ulonglong = (self._tops - self._bottoms) & ~self._taken
        legal: cython.ulonglong = (self._taken + self._bottoms) & free
        chosen: cython.ulonglong = fours_with(self._own, self._lane) & legal
        threats: cython.ulonglong
        actions.clear()
        if self._outcome != _OPEN:
            return 0
        if chosen == 0:
            threats = fours_with(self._own ^ self._taken, self._lane) & free
            chosen = threats & legal
            if chosen & (chosen - 1):  # the opponent wins in one of two columns
                return 0
            if chosen == 0:
                chosen = legal
            chosen &= ~(threats >> 1)  # the opponent would win on top of it
            if chosen == legal:
                return 0
        for column in range(self.width):
            if (chosen >> (column * self._lane)) & ((_ONE << self.height) - 1):
                actions.append(column)
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        if self._outcome != _WON:
            return 0.5
        # the player who has just moved has the four
        return 1.0 if self.to_play == 1 else 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        # in each column a bit above the discs, so that their number is known; the players' numbers
        # of discs tell whose turn it is
        return self._own + self._taken + self._bottoms

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """Compares the fours that each player can still complete, by the discs already there."""
        other: cython.ulonglong = self._own ^ self._taken
        if self._outcome != _OPEN:
            return self.value()
        if self.to_play == 1:
            return outlook(self._fours, other, self._own, 20.0)
        return outlook(self._fours, self._own, other, 20.0)

    # --- Python level ---

    def blank(self) -> ConnectFour:
        return ConnectFour(self.width, self.height)

    @property
    def board(self) -> Board:
        return _board(self.width, self.height)

    def cells(self) -> np.ndarray:
        """int8 [width * height], index column * height + row: 0 empty, 1 player 0, 2 player 1"""
        own, other = self._own, self._own ^ self._taken
        first, second = (own, other) if self.to_play == 0 else (other, own)
        bits = [self._lane * column + row for column, row in np.ndindex(self.width, self.height)]
        marks = [(first >> bit & 1) + 2 * (second >> bit & 1) for bit in bits]
        return np.array(marks, np.int8)

    def set_cells(self, cells: np.ndarray) -> None:
        """Put discs on the board, as from `cells()`; player 0 moves when both have as many.

        Raises ValueError for a board that can't come from alternate moves.
        """
        for column, marks in enumerate(cells.reshape(self.width, self.height).tolist()):
            if any(marks[marks.index(0) :] if 0 in marks else ()):
                raise ValueError(
                    f"a disc in column {column + 1} has nothing below it; let the discs fall"
                )
        cell_bits = [
            (cell, self._lane * (cell // self.height) + cell % self.height)
            for cell in range(self.width * self.height)
        ]
        stones = [sum(1 << bit for cell, bit in cell_bits if cells[cell] == who) for who in (1, 2)]
        counts = [stones[0].bit_count(), stones[1].bit_count()]
        if counts[0] - counts[1] not in (0, 1):
            raise ValueError(
                f"{counts[0]} x and {counts[1]} o can't come from alternate moves; "
                "x has as many discs as o, or one more"
            )
        to_play = counts[0] - counts[1]
        if _has_four(stones[to_play], self._lane):
            raise ValueError(
                f"{'xo'[to_play]} has four in a row and would be to move; "
                "take away what was played after the win"
            )
        self.to_play = to_play
        self._own = stones[to_play]
        self._taken = stones[0] | stones[1]
        if _has_four(stones[1 - to_play], self._lane):
            self._outcome = _WON
        elif sum(counts) == self.width * self.height:
            self._outcome = _DRAWN
        else:
            self._outcome = _OPEN

    def action_cells(self, action: int) -> list:
        """The cell where the disc lands; none in a full column."""
        column = slice(action * self.height, (action + 1) * self.height)
        row = int(np.count_nonzero(self.cells()[column]))
        return [action * self.height + row] if row < self.height else []

    def ending(self) -> str:
        return ("", "four in a row", "the board is full")[self._outcome]

    def pointed_cells(self, action: int) -> list:
        """The whole column: wherever in it a disc is put, it falls."""
        return list(range(action * self.height, (action + 1) * self.height))

    def action_name(self, action: int) -> str:
        """The column's number, 1 for the leftmost."""
        return str(action + 1)

    def parse_action(self, name: str) -> int:
        """The action of a column's number; ValueError when it names no open column."""
        text = name.strip()
        if re.fullmatch("[1-9]", text) and int(text) <= self.width:
            return self.normalize(int(text) - 1)
        raise ValueError(f"{name!r} names no column; give one from 1 to {self.width}")

    def __str__(self) -> str:
        """The board as text, top row first: "....... / ... / ..xo..."."""
        rows = self.cells().reshape(self.width, self.height).T[::-1]
        return " / ".join("".join(".xo"[mark] for mark in row) for row in rows.tolist())


def _error(message: str) -> RecipeError:
    return RecipeError(f"connect4 position: {message}")


def _after_moves(width: int, height: int, moves: str) -> ConnectFour:
    """The state after the columns of `moves`, one digit each, from the empty board."""
    state = ConnectFour(width, height)
    for number, digit in enumerate(moves, 1):
        move = f"move {number} of {moves[:64]!r}"
        if state.is_terminal():
            raise _error(f"the game is over before {move}; leave out this move and the rest")
        column = int(digit) - 1
        if not 0 <= column < width:
            raise _error(f"{move} is column {digit}; the columns are 1 to {width}")
        if column not in state.legal_actions():
            names = ", ".join(str(action + 1) for action in state.legal_actions())
            raise _error(f"{move}: column {digit} is full; the open columns are {names}")
        state = state.play(column)
    return state


def _from_rows(rows: list[str]) -> ConnectFour:
    """The state of a drawn board."""
    for number, row in enumerate(rows, 1):
        if not re.fullmatch("[xo.]+", row):
            raise _error(f"row {number} is {row[:20]!r}; a row has only x, o and '.' for empty")
        if len(row) != len(rows[0]):
            raise _error(
                f"row {number} has {len(row)} cells, row 1 has {len(rows[0])}; "
                "give all rows the same length"
            )
    width, height = _checked_size(len(rows[0]), len(rows))
    state = ConnectFour(width, height)
    marks = np.array([[".xo".index(mark) for mark in row] for row in rows], np.int8)
    try:
        state.set_cells(marks[::-1].T.ravel())
    except ValueError as error:
        raise _error(str(error)) from None
    return state


def _checked_size(width: int, height: int) -> tuple[int, int]:
    if not MIN_SIDE <= width <= MAX_WIDTH or height < MIN_SIDE or (height + 1) * width > 64:
        raise _error(
            f"{width}x{height} is no size; give {MIN_SIDE} to {MAX_WIDTH} columns, at least "
            f"{MIN_SIDE} rows, and (rows + 1) x columns at most 64"
        )
    return width, height


def start(position: str, values: Mapping[str, Any]) -> ConnectFour:
    """The state of a position's text; or RecipeError.

    The text is the columns played from the empty board, such as "4453", after the board's size
    where it is not 7x6, such as "8x7:4453"; or a drawn board as from `str`, x moved first.
    """
    text = position.strip().lower()
    size = re.match(r"(\d{1,3})x(\d{1,3})(?:\s*:\s*|\s+|$)", text)
    width, height = WIDTH, HEIGHT
    if size:
        width, height = _checked_size(int(size[1]), int(size[2]))
        text = text[size.end() :]
    moves = re.sub(r"\s", "", text)
    if re.fullmatch("[0-9]*", moves):
        return _after_moves(width, height, moves)
    rows = [re.sub(r"\s", "", row) for row in re.split(r"[/;\n]", text)]
    rows = [row for row in rows if row]
    if size or len(rows) < 2:
        raise _error(
            f"{position[:64]!r} is neither moves nor a board; give columns such as '4453', "
            "after a size such as '8x7:' for another than 7x6, or rows of x, o and '.'"
        )
    return _from_rows(rows)


GAME = Game(
    name="connect4",
    title="Connect Four",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="the columns played, such as 4453 (8x7:4453 on a board of another size), or rows "
    "of x, o and '.'",
    source="Howard Wexler and Ned Strongin (1974)",
    start=start,
    mirrors="sides",
    rules="Players take turns to drop a disc into a column, where it falls to the lowest free "
    "place. "
    "Four of one's own in a row, straight or diagonal, win. "
    "A full board without such a row is a draw.",
)
