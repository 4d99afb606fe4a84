"""Hex on rhombi of side 3 to 11: whoever joins the two own sides of the board wins.

A cell's name is its column's letter and its row's number, a1 at the upper left; player 0 joins the
columns at the left and the right, player 1 the rows at the top and the bottom. Cell = action = row
* side + column; one action more is the swap of the pie rule. Sets of cells take two words.

Each player's stones that hang together with the first of the two sides are known. A stone beside
them, or at that side, joins them and brings those that it touches, so that each stone is looked
at once in a game.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy as np

from mcsearch.engine.board import Board
from mcsearch.games.hex.cells import (
    cell_name,
    cell_named,
    chain_of,
    check_stones,
    rhombus,
    tables,
    words,
)
from mcsearch.games.move_text import drawn
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.bits import ctz, nth_bit, popcount
    from cython.cimports.mcsearch.numerics.hashing import mix, spread
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.bits import ctz, nth_bit, popcount
    from mcsearch.numerics.hashing import mix, spread
    from mcsearch.numerics.rng import Rng, next_below

_ONE = cython.declare(cython.ulonglong, 1)
_OPEN = cython.declare(cython.int, -1)  # nobody has won
_CALM = cython.declare(cython.double, 2.0)


@cython.final
@cython.cclass
class Hex(State):
    """A Hex position.

    With `pie_rule` the second player's first move may be "swap": the stone becomes theirs, on the
    cell with row and column exchanged, where it is to them what it was to the first player, who
    moves.
    """

    side = cython.declare(cython.int, visibility="readonly")
    pie_rule = cython.declare(cython.bint, visibility="readonly")
    winner = cython.declare(cython.int, visibility="readonly")  # -1: nobody yet
    _num_cells: cython.int
    _beside: cython.ulonglong[::1]
    _ends: cython.ulonglong[::1]
    # each [2 * player + word]: stones, and those that hang together with the player's first side
    _stones: cython.ulonglong[::1]
    _joined: cython.ulonglong[::1]
    _free_low: cython.ulonglong
    _free_high: cython.ulonglong
    # what `_flood` and `_around` write
    _low: cython.ulonglong
    _high: cython.ulonglong

    def __init__(self, side: int, pie_rule: bool) -> None:
        cells = side**2
        super().__init__(num_players=2, max_plies=cells + pie_rule, max_actions=cells)
        beside, ends = tables(side)
        self.side = side
        self.pie_rule = pie_rule
        self.winner = _OPEN
        self._num_cells = cells
        self._beside = view(beside)
        self._ends = view(ends)
        self._stones = view(np.zeros(4, np.uint64))
        self._joined = view(np.zeros(4, np.uint64))
        self._free_low, self._free_high = words(range(cells))

    has_keys = True
    has_features = True

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        i: cython.int
        self.to_play = other.to_play
        self.winner = cython.cast(Hex, other).winner
        self._free_low = cython.cast(Hex, other)._free_low
        self._free_high = cython.cast(Hex, other)._free_high
        for i in range(4):
            self._stones[i] = cython.cast(Hex, other)._stones[i]
            self._joined[i] = cython.cast(Hex, other)._joined[i]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _flood(
        self,
        low: cython.ulonglong,
        high: cython.ulonglong,
        own_low: cython.ulonglong,
        own_high: cython.ulonglong,
    ) -> cython.void:
        """Set `_low` and `_high` to some cells and all of one's own that hang together with them.

        own_low, own_high: those that are not among the cells.
        """
        cell: cython.int
        more_low: cython.ulonglong
        more_high: cython.ulonglong
        new_low: cython.ulonglong = low
        new_high: cython.ulonglong = high
        while new_low | new_high:
            if new_low:
                cell = ctz(new_low)
                new_low &= new_low - 1
            else:
                cell = 64 + ctz(new_high)
                new_high &= new_high - 1
            more_low = self._beside[2 * cell] & own_low
            more_high = self._beside[2 * cell + 1] & own_high
            own_low ^= more_low
            own_high ^= more_high
            low |= more_low
            high |= more_high
            new_low |= more_low
            new_high |= more_high
        self._low = low
        self._high = high

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, cell: cython.int) -> cython.void:
        """Put a stone of the player to move."""
        first: cython.int = 2 * self.to_play
        low: cython.ulonglong = 0
        high: cython.ulonglong = 0
        joined_low: cython.ulonglong = self._joined[first]
        joined_high: cython.ulonglong = self._joined[first + 1]
        if cell < 64:
            low = _ONE << cell
        else:
            high = _ONE << (cell - 64)
        self._free_low ^= low
        self._free_high ^= high
        self._stones[first] |= low
        self._stones[first + 1] |= high
        self.to_play ^= 1
        if (
            (self._beside[2 * cell] & joined_low)
            | (self._beside[2 * cell + 1] & joined_high)
            | (self._ends[2 * first] & low)
            | (self._ends[2 * first + 1] & high)
        ) == 0:
            return
        self._flood(
            low,
            high,
            self._stones[first] & ~(joined_low | low),
            self._stones[first + 1] & ~(joined_high | high),
        )
        self._joined[first] = joined_low | self._low
        self._joined[first + 1] = joined_high | self._high
        if (self._low & self._ends[2 * first + 2]) | (self._high & self._ends[2 * first + 3]):
            self.winner = first >> 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _swap(self) -> cython.void:
        """Take over the first stone, which lies at its mirrored cell then."""
        i: cython.int
        cell: cython.int = 64 + ctz(self._stones[1]) if self._stones[1] else ctz(self._stones[0])
        self._free_low |= self._stones[0]
        self._free_high |= self._stones[1]
        for i in range(2):
            self._stones[i] = 0
            self._joined[i] = 0
        self._place(cell % self.side * self.side + cell // self.side)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _can_swap(self) -> cython.bint:
        num_free: cython.int = popcount(self._free_low) + popcount(self._free_high)
        return self.pie_rule and self.to_play == 1 and num_free == self._num_cells - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        if action == self._num_cells:
            self._swap()
        else:
            self._place(action)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _write(
        self, actions: Actions, low: cython.ulonglong, high: cython.ulonglong
    ) -> cython.void:
        """Write the actions of a set of cells."""
        count: cython.int = 0
        while low:
            actions.items[count] = ctz(low)
            low &= low - 1
            count += 1
        while high:
            actions.items[count] = 64 + ctz(high)
            high &= high - 1
            count += 1
        actions.count = count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        actions.clear()
        if self.winner == _OPEN:
            self._write(actions, self._free_low, self._free_high)
            if self._can_swap():
                actions.append(self._num_cells)
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def features_of(self, action: cython.int) -> cython.ulonglong:
        """The six cells around, from the upper left; a swap has none."""
        found: cython.ulonglong = 0
        row: cython.int
        column: cython.int
        cell: cython.int
        own: cython.int = 2 * self.to_play
        place: cython.int = 0
        if action == self._num_cells:
            return 0
        for row in range(action // self.side - 1, action // self.side + 2):
            for column in range(action % self.side - 1, action % self.side + 2):
                if (row - action // self.side) == (column - action % self.side):
                    continue  # itself, and the two cells that a square would have there
                if 0 <= row < self.side and 0 <= column < self.side:
                    cell = row * self.side + column
                    if (self._stones[own + (cell >> 6)] >> (cell & 63)) & 1:
                        found |= _ONE << place
                    elif (self._stones[(own ^ 2) + (cell >> 6)] >> (cell & 63)) & 1:
                        found |= _ONE << (place + 1)
                place += 2
        return found

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _drawn(self, rng: Rng) -> cython.int:
        """A uniformly drawn action of an open position."""
        num_low: cython.int = popcount(self._free_low)
        count: cython.int = num_low + popcount(self._free_high)
        place: cython.int = next_below(rng, count + (1 if self._can_swap() else 0))
        if place < num_low:
            return nth_bit(self._free_low, place)
        if place < count:
            return 64 + nth_bit(self._free_high, place - num_low)
        return self._num_cells

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        action: cython.int
        if self.winner != _OPEN:
            return NONE
        action = self._drawn(rng)
        self.apply(action)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_randomly(self, rng: Rng, trail: Actions) -> cython.void:
        action: cython.int
        while self.winner == _OPEN:
            action = self._drawn(rng)
            trail.append(action)
            self.apply(action)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _around(self, low: cython.ulonglong, high: cython.ulonglong) -> cython.void:
        """Set `_low` and `_high` to the neighbours of some cells."""
        self._low = 0
        self._high = 0
        while low:
            self._low |= self._beside[2 * ctz(low)]
            self._high |= self._beside[2 * ctz(low) + 1]
            low &= low - 1
        while high:
            self._low |= self._beside[128 + 2 * ctz(high)]
            self._high |= self._beside[128 + 2 * ctz(high) + 1]
            high &= high - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reach(self, player: cython.int, end: cython.int) -> cython.void:
        """Set `_low` and `_high` to the free cells where a stone would be joined to an end."""
        own_low: cython.ulonglong = self._stones[2 * player]
        own_high: cython.ulonglong = self._stones[2 * player + 1]
        end_low: cython.ulonglong = self._ends[4 * player + 2 * end]
        end_high: cython.ulonglong = self._ends[4 * player + 2 * end + 1]
        self._flood(
            own_low & end_low, own_high & end_high, own_low & ~end_low, own_high & ~end_high
        )
        self._around(self._low, self._high)
        self._low = (self._low | end_low) & self._free_low
        self._high = (self._high | end_high) & self._free_high

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _wins_at(self, player: cython.int) -> cython.void:
        """Set `_low` and `_high` to the free cells where a stone would join a player's ends."""
        low: cython.ulonglong
        high: cython.ulonglong
        self._reach(player, 0)
        low = self._low
        high = self._high
        self._reach(player, 1)
        self._low &= low
        self._high &= high

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_decisive(self, actions: Actions) -> cython.int:
        count: cython.int
        actions.clear()
        if self.winner != _OPEN or self._can_swap():
            return 0
        self._wins_at(self.to_play)
        if self._low | self._high:
            self._write(actions, self._low, self._high)
            return actions.count
        self._wins_at(1 - self.to_play)
        count = popcount(self._low) + popcount(self._high)
        # the opponent's only one is taken, if there is another choice
        if count == 1 and popcount(self._free_low) + popcount(self._free_high) > 1:
            self._write(actions, self._low, self._high)
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        return 0.5 if self.winner == _OPEN else 1.0 - self.winner

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        """A hash: two positions in 2**64 are taken for one another."""
        found: cython.ulonglong = mix(spread(self.to_play))  # whose bits are those of no few cells
        i: cython.int
        for i in range(4):
            found = mix(spread(found ^ self._stones[i]))
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _distance(self, player: cython.int) -> cython.int:
        """How many stones more a player needs at least, if the other puts none."""
        low: cython.ulonglong = 0  # what is reached with so many stones
        high: cython.ulonglong = 0
        own_low: cython.ulonglong = self._stones[2 * player]
        own_high: cython.ulonglong = self._stones[2 * player + 1]
        end: cython.int = 4 * player + 2
        count: cython.int = 0
        self._reach(player, 0)
        while True:
            count += 1
            low |= self._low
            high |= self._high
            self._flood(low, high, own_low & ~low, own_high & ~high)
            low = self._low
            high = self._high
            if (low & self._ends[end]) | (high & self._ends[end + 1]):
                return count
            self._around(low, high)
            self._low &= self._free_low
            self._high &= self._free_high

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """Compares how many stones each player needs more, if the other puts none."""
        lead: cython.double
        if self.winner != _OPEN:
            return self.value()
        # who is to move is half a stone ahead
        lead = self._distance(1) - self._distance(0) + 0.5 - self.to_play
        return 0.5 + 0.5 * lead / (_CALM + abs(lead))

    # --- Python level ---

    def blank(self) -> Hex:
        return Hex(self.side, self.pie_rule)

    @property
    def board(self) -> Board:
        return rhombus(self.side)

    def cells(self) -> np.ndarray:
        """int8 [side * side], row by row from the top: 0 empty, 1 player 0, 2 player 1"""
        cell: cython.int
        found = np.zeros(self._num_cells, np.int8)
        for cell in range(self._num_cells):
            if (self._stones[cell >> 6] >> (cell & 63)) & 1:
                found[cell] = 1
            elif (self._stones[2 + (cell >> 6)] >> (cell & 63)) & 1:
                found[cell] = 2
        return found

    def set_cells(self, cells: np.ndarray, to_play: int) -> None:
        """Put stones on the board and say whose turn it is.

        Raises ValueError for a board that no game can come to.
        """
        check_stones(cells, to_play, self.side, self.pie_rule)
        state: Hex = self.blank()
        for cell in np.flatnonzero(cells).tolist():
            state.to_play = cells[cell] - 1
            state._place(cell)
        state.to_play = to_play
        self.copy_from(state)

    def action_cells(self, action: int) -> list:
        """The action's cell; of a swap where the stone lies then, and where it lay."""
        if action != self._num_cells:
            return [action]
        cell = int(np.flatnonzero(self.cells())[0])
        row, column = divmod(cell, self.side)
        return [cell] if row == column else [column * self.side + row, cell]

    def pointed_cells(self, action: int) -> list:
        """The action's cell; of a swap the one with the stone."""
        return [action] if action != self._num_cells else np.flatnonzero(self.cells()).tolist()

    @property
    def pie_swap(self) -> Any:
        return self._num_cells if self._can_swap() else None

    def ending(self) -> str:
        if self.winner == _OPEN:
            return ""
        sides = ("the left and the right side", "the top and the bottom")[self.winner]
        return f"{sides} are joined"

    def ending_cells(self) -> list:
        """A shortest chain of stones that joins the winner's sides."""
        if self.winner == _OPEN:
            return []
        return sorted(chain_of(self.cells(), self.winner, self.side))

    def action_name(self, action: int) -> str:
        """Column letter and row number, a1 at the upper left; or "swap"."""
        return "swap" if action == self._num_cells else cell_name(action, self.side)

    def parse_action(self, name: str) -> int:
        """The action of a cell's name or "swap"; ValueError when it is not legal."""
        if name.strip().lower() != "swap":
            return self.normalize(cell_named(name, self.side))
        if not self._can_swap():
            raise ValueError("'swap' is not legal here; it is the second move, with pie_rule on")
        return self._num_cells

    def __str__(self) -> str:
        """The board as text, top row first, and who moves: "x.. / .o. / ... x"."""
        return drawn(self.cells().reshape(self.side, self.side), self.to_play)
