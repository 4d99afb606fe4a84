"""Tic-Tac-Toe on a 3x3 board. Cell 0 is the top left one, action = cell."""

from __future__ import annotations

import functools
import re

import cython
import numpy as np

from mcsearch.engine.board import Board, names_beside
from mcsearch.games import Game
from mcsearch.games.move_text import check_turns, position_of
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.games.line_evaluation import outlook
    from cython.cimports.mcsearch.numerics.bits import ctz, popcount
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.games.line_evaluation import outlook
    from mcsearch.numerics.bits import ctz, popcount
    from mcsearch.numerics.rng import Rng, next_below

LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
_HAS_LINE = np.array([any(s & line == line for line in LINES) for s in range(512)], np.uint8)
_FULL = cython.declare(cython.int, 0o777)


@functools.cache
def _board() -> Board:
    row, column = np.divmod(np.arange(9), 3)
    labels = names_beside(3, 3, 0.3)
    return Board(column + 0.5, 2.5 - row, 3.0, 3.0, labels=labels, row_lengths=(3,))


@cython.cclass
class TicTacToe(State):
    """A Tic-Tac-Toe position: nine bits of stones for each player. Player 0 plays x."""

    _own: cython.int  # stones of the player to move
    _other: cython.int
    _has_line: cython.uchar[::1]
    _lines: cython.ulonglong[::1]

    def __init__(self) -> None:
        super().__init__(num_players=2, max_plies=9, max_actions=9)
        self._own = 0
        self._other = 0
        self._has_line = view(_HAS_LINE)
        self._lines = view(np.array(LINES, np.uint64))

    has_keys = True
    has_features = True
    solver = "tictactoe"

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self.to_play = other.to_play
        self._own = cython.cast(TicTacToe, other)._own
        self._other = cython.cast(TicTacToe, other)._other

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        stones: cython.int = self._own | (1 << action)
        self._own = self._other
        self._other = stones
        self.to_play ^= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _free(self) -> cython.int:
        """The cells that may be played: none when the game is won."""
        if self._has_line[self._other]:
            return 0
        return _FULL & ~(self._own | self._other)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        free: cython.int = self._free()
        actions.clear()
        while free:
            actions.append(ctz(free))
            free &= free - 1
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        free: cython.int = self._free()
        index: cython.int
        if free == 0:
            return NONE
        index = next_below(rng, popcount(free))
        while index > 0:
            free &= free - 1
            index -= 1
        index = ctz(free)
        self.apply(index)
        return index

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def features_of(self, action: cython.int) -> cython.ulonglong:
        """The up to eight cells around, row by row."""
        found: cython.ulonglong = 0
        row: cython.int
        column: cython.int
        at: cython.int
        place: cython.int = 0
        for row in range(action // 3 - 1, action // 3 + 2):
            for column in range(action % 3 - 1, action % 3 + 2):
                if 0 <= row < 3 and 0 <= column < 3:
                    at = 3 * row + column
                    found |= (((self._own >> at) & 1) | (((self._other >> at) & 1) << 1)) << place
                place += 2
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_decisive(self, actions: Actions) -> cython.int:
        free: cython.int = self._free()
        cell: cython.int
        threat: cython.int = NONE
        num_threats: cython.int = 0
        actions.clear()
        for cell in range(9):
            if (free >> cell) & 1:
                if self._has_line[self._own | (1 << cell)]:
                    actions.append(cell)
                if self._has_line[self._other | (1 << cell)]:
                    threat = cell
                    num_threats += 1
        if actions.count == 0 and num_threats == 1 and free & (free - 1):
            actions.append(threat)
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        if not self._has_line[self._other]:
            return 0.5
        # the player who has just moved has the line
        return 1.0 if self.to_play == 1 else 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        return (self.to_play << 18) | (self._own << 9) | self._other

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """Compares the lines that each player can still complete, by the stones already there."""
        if self._free() == 0:
            return self.value()
        if self.to_play == 1:
            return outlook(self._lines, self._other, self._own, 4.0)
        return outlook(self._lines, self._own, self._other, 4.0)

    # --- Python level ---

    def blank(self) -> TicTacToe:
        return TicTacToe()

    @property
    def board(self) -> Board:
        return _board()

    def cells(self) -> np.ndarray:
        """int8 [9], row by row from the top left: 0 empty, 1 player 0, 2 player 1"""
        first, second = (self._own, self._other)[:: 1 if self.to_play == 0 else -1]
        bits = np.arange(9)
        return ((first >> bits & 1) + 2 * (second >> bits & 1)).astype(np.int8)

    def set_cells(self, cells: np.ndarray) -> None:
        """Put stones on the board; player 0 moves when both have as many.

        Raises ValueError for a board that no game can come to.
        """
        first, second = (sum(1 << i for i in range(9) if cells[i] == who) for who in (1, 2))
        check_turns(first.bit_count(), second.bit_count())
        to_play = first.bit_count() - second.bit_count()
        own, other = (second, first) if to_play else (first, second)
        if self._has_line[own]:
            raise ValueError("it goes on after a line; the game ends with the first three in a row")
        self.to_play, self._own, self._other = to_play, own, other

    def action_cells(self, action: int) -> list:
        return [action]

    def ending(self) -> str:
        if self.legal_actions():
            return ""
        return "the board is full" if self.value() == 0.5 else "three in a row"

    def action_name(self, action: int) -> str:
        """Column letter and row number, a1 at the bottom left."""
        return f"{'abc'[action % 3]}{3 - action // 3}"

    def parse_action(self, name: str) -> int:
        """The action of a cell's name; ValueError when it names no free cell."""
        text = name.strip().lower()
        if not re.fullmatch("[abc][123]", text):
            raise ValueError(f"{name!r} names no cell; give a cell from a1 to c3")
        return self.normalize("abc".index(text[0]) + 3 * (3 - int(text[1])))

    def __str__(self) -> str:
        """The board as text: "xx. / oo. / ..."."""
        text = "".join(".xo"[cell] for cell in self.cells().tolist())
        return " / ".join(text[i : i + 3] for i in (0, 3, 6))


GAME = Game(
    name="tictactoe",
    title="Tic-Tac-Toe",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="three rows of x, o and '.', such as 'xx. / oo. / ...'",
    source="the traditional game on 3 x 3 cells",
    start=lambda position, values: position_of("tictactoe", TicTacToe(), position),
    mirrors="all",
    rules="Players take turns to put a stone on a free cell, crosses first. "
    "Three of one's own in a row, straight or diagonal, win. "
    "A full board without such a row is a draw.",
)
