"""Othello on bitboards, 4x4 to 8x8: a stone turns over what it encloses in straight lines.

A cell's name is its column's letter and its row's number, a1 at the upper left. Cell = bit = action
= row * side + column; the action after the last cell is a pass, legal where no stone can be put
though the opponent can put one.

All lines of a direction are looked at together: stones of the opponent that follow upon one's own
are found by shifting the set by one cell, then by two (as Richard Delorme's program Edax does).
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.board import Board
from mcsearch.engine.parameter import Parameter
from mcsearch.games import Game
from mcsearch.games.move_text import drawn, position_and_mover

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.games.surroundings import surroundings
    from cython.cimports.mcsearch.numerics.bits import ctz, nth_bit, popcount
    from cython.cimports.mcsearch.numerics.hashing import mix, spread
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.games.surroundings import surroundings
    from mcsearch.numerics.bits import ctz, nth_bit, popcount
    from mcsearch.numerics.hashing import mix, spread
    from mcsearch.numerics.rng import Rng, next_below

_COLUMNS = "abcdefgh"

_ONE = cython.declare(cython.ulonglong, 1)
_CORNER = cython.declare(cython.double, 10.0)  # moves that a corner is worth
_CALM = cython.declare(cython.double, 20.0)


@functools.cache
def _board(side: int) -> Board:
    row, column = np.divmod(np.arange(side**2), side)
    letters = [(place + 0.5, side + 0.35, _COLUMNS[place]) for place in range(side)]
    numbers = [(-0.35, side - place - 0.5, str(place + 1)) for place in range(side)]
    return Board(column + 0.5, side - row - 0.5, side, side, labels=(*letters, *numbers))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _later(
    stones: cython.ulonglong, between: cython.ulonglong, step: cython.int
) -> cython.ulonglong:
    """The up to six of some cells that follow upon stones, each a step after the one before."""
    pairs: cython.ulonglong = between & (between << step)
    run: cython.ulonglong = between & (stones << step)
    run |= between & (run << step)
    run |= pairs & (run << 2 * step)
    return run | (pairs & (run << 2 * step))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _earlier(
    stones: cython.ulonglong, between: cython.ulonglong, step: cython.int
) -> cython.ulonglong:
    """The same the other way."""
    pairs: cython.ulonglong = between & (between >> step)
    run: cython.ulonglong = between & (stones >> step)
    run |= between & (run >> step)
    run |= pairs & (run >> 2 * step)
    return run | (pairs & (run >> 2 * step))


@cython.final
@cython.cclass
class Othello(State):
    """An Othello position. Player 0 plays x and moves first."""

    side = cython.declare(cython.int, visibility="readonly")
    _pass: cython.int
    _cells: cython.ulonglong  # all of them
    _inner: cython.ulonglong  # those that are in neither the first nor the last column
    _corners: cython.ulonglong
    _first: cython.ulonglong  # stones of player 0
    _second: cython.ulonglong  # stones of player 1
    _legal: cython.ulonglong  # where the player to move may put a stone
    _is_over: cython.bint

    def __init__(self, side: int) -> None:
        # a pass comes before a stone
        super().__init__(num_players=2, max_plies=2 * (side**2 - 4), max_actions=side**2)
        self.side = side
        self._pass = side**2
        self._cells = (1 << side**2) - 1
        ends = sum(1 << side * row | 1 << side * row + side - 1 for row in range(side))
        self._inner = self._cells ^ ends
        self._corners = 1 | 1 << side - 1 | 1 << side * (side - 1) | 1 << side * side - 1
        upper = (side // 2 - 1) * (side + 1)  # the upper left of the four in the middle
        self._first = 1 << upper + 1 | 1 << upper + side
        self._second = 1 << upper | 1 << upper + side + 1
        self._look()

    has_keys = True
    has_features = True

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self.to_play = other.to_play
        self._first = cython.cast(Othello, other)._first
        self._second = cython.cast(Othello, other)._second
        self._legal = cython.cast(Othello, other)._legal
        self._is_over = cython.cast(Othello, other)._is_over

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _puts(self, own: cython.ulonglong, other: cython.ulonglong) -> cython.ulonglong:
        """Where a player may put a stone."""
        side: cython.int = self.side
        inner: cython.ulonglong = other & self._inner
        found: cython.ulonglong = _later(own, inner, 1) << 1 | _earlier(own, inner, 1) >> 1
        found |= _later(own, other, side) << side | _earlier(own, other, side) >> side
        found |= _later(own, inner, side - 1) << (side - 1)
        found |= _earlier(own, inner, side - 1) >> (side - 1)
        found |= _later(own, inner, side + 1) << (side + 1)
        found |= _earlier(own, inner, side + 1) >> (side + 1)
        return found & (self._cells ^ (own | other))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _turned_along(
        self,
        stone: cython.ulonglong,
        own: cython.ulonglong,
        between: cython.ulonglong,
        step: cython.int,
    ) -> cython.ulonglong:
        """The stones of a line, both ways, that lie between a new one and one's own."""
        later: cython.ulonglong = _later(stone, between, step)
        earlier: cython.ulonglong = _earlier(stone, between, step)
        if ((later | stone) << step) & own == 0:
            later = 0
        if ((earlier | stone) >> step) & own == 0:
            earlier = 0
        return later | earlier

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _turned(
        self, stone: cython.ulonglong, own: cython.ulonglong, other: cython.ulonglong
    ) -> cython.ulonglong:
        """The other's stones that a new one turns over."""
        inner: cython.ulonglong = other & self._inner
        return (
            self._turned_along(stone, own, inner, 1)
            | self._turned_along(stone, own, other, self.side)
            | self._turned_along(stone, own, inner, self.side - 1)
            | self._turned_along(stone, own, inner, self.side + 1)
        )

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _look(self) -> cython.void:
        """See where the player to move may put a stone, and whether the game is over."""
        own: cython.ulonglong = self._second if self.to_play else self._first
        other: cython.ulonglong = self._first if self.to_play else self._second
        self._legal = self._puts(own, other)
        self._is_over = self._legal == 0 and self._puts(other, own) == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        stone: cython.ulonglong
        turned: cython.ulonglong
        if action != self._pass:
            stone = _ONE << action
            if self.to_play:
                turned = self._turned(stone, self._second, self._first)
                self._second |= stone
            else:
                turned = self._turned(stone, self._first, self._second)
                self._first |= stone
            self._first ^= turned
            self._second ^= turned
        self.to_play ^= 1
        self._look()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        legal: cython.ulonglong = self._legal
        actions.clear()
        while legal:
            actions.append(ctz(legal))
            legal &= legal - 1
        if actions.count == 0 and not self._is_over:
            actions.append(self._pass)
        return actions.count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _drawn(self, rng: Rng) -> cython.int:
        """A uniformly drawn action of an open position."""
        if self._legal == 0:
            return self._pass
        return nth_bit(self._legal, next_below(rng, popcount(self._legal)))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        action: cython.int = NONE
        if not self._is_over:
            action = self._drawn(rng)
            self.apply(action)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_randomly(self, rng: Rng, trail: Actions) -> cython.void:
        action: cython.int
        while not self._is_over:
            action = self._drawn(rng)
            trail.append(action)
            self.apply(action)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def features_of(self, action: cython.int) -> cython.ulonglong:
        """The up to eight cells around; a pass has none."""
        own: cython.ulonglong = self._second if self.to_play else self._first
        other: cython.ulonglong = self._first if self.to_play else self._second
        if action == self._pass:
            return 0
        return surroundings(own, other, action, self.side, self.side)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _lead(self) -> cython.int:
        """How many stones player 0 has more."""
        return popcount(self._first) - popcount(self._second)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        lead: cython.int = self._lead()
        if not self._is_over or lead == 0:
            return 0.5
        return 1.0 if lead > 0 else 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        """A hash: two positions in 2**64 are taken for one another."""
        return mix(spread(self._first) ^ mix(spread(self._second) + self.to_play))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """Compares corners, which are never turned over, and where each could put a stone."""
        lead: cython.double
        if self._is_over:
            return self.value()
        lead = popcount(self._puts(self._first, self._second))
        lead -= popcount(self._puts(self._second, self._first))
        lead += _CORNER * popcount(self._first & self._corners)
        lead -= _CORNER * popcount(self._second & self._corners)
        return 0.5 + 0.5 * lead / (_CALM + abs(lead))

    # --- Python level ---

    def blank(self) -> Othello:
        return Othello(self.side)

    @property
    def board(self) -> Board:
        return _board(self.side)

    def cells(self) -> np.ndarray:
        """int8 [side * side], row by row from the top: 0 empty, 1 player 0, 2 player 1"""
        first, second = self._first, self._second
        marks = [(first >> cell & 1) + 2 * (second >> cell & 1) for cell in range(self._pass)]
        return np.array(marks, np.int8)

    def set_cells(self, cells: np.ndarray, to_play: int) -> None:
        """Put stones on the board and say whose turn it is.

        Raises ValueError for a board that no game can come to.
        """
        middle = cells.reshape(self.side, self.side)[self.side // 2 - 1 :, self.side // 2 - 1 :]
        if not middle[:2, :2].all():
            raise ValueError("the four cells in the middle always have a stone; put one on each")
        self._first, self._second = (
            sum(1 << i for i in np.flatnonzero(cells == value).tolist()) for value in (1, 2)
        )
        self.to_play = to_play
        self._look()

    def action_cells(self, action: int) -> list:
        """The cell where a stone is put, then those that are turned over; of a pass none."""
        if action == self._pass:
            return []
        own, other = self._first, self._second
        if self.to_play:
            own, other = other, own
        turned = self._turned(1 << action, own, other)
        return [action, *(cell for cell in range(self._pass) if turned >> cell & 1)]

    def pointed_cells(self, action: int) -> list:
        """Where a stone is put."""
        return [] if action == self._pass else [action]

    def ending(self) -> str:
        if not self._is_over:
            return ""
        counts = sorted((self._first.bit_count(), self._second.bit_count()))
        return f"nobody can put a stone any more, {counts[1]} stones against {counts[0]}"

    def action_name(self, action: int) -> str:
        """Column letter and row number, a1 at the upper left; or "pass"."""
        if action == self._pass:
            return "pass"
        return f"{_COLUMNS[action % self.side]}{action // self.side + 1}"

    def parse_action(self, name: str) -> int:
        """The action of a cell's name or "pass"; ValueError when it is not legal."""
        return super().parse_action(name.strip().lower())

    def __str__(self) -> str:
        """The board as text, top row first, and who moves: ".... / .ox. / .xo. / .... x"."""
        return drawn(self.cells().reshape(self.side, self.side), self.to_play)


def start(position: str, values: Mapping[str, Any]) -> Othello:
    """The state of a position's text; or RecipeError.

    The text is moves from the beginning, such as "d3 c5", or a drawn board as from `str`.
    """
    return position_and_mover("othello", Othello(int(values["side"])), position)


GAME = Game(
    name="othello",
    title="Othello",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="the moves played, such as d3 c5, or rows of x, o and '.', the top one first, "
    "and who moves",
    source="Goro Hasegawa (1971), after Reversi (1883)",
    start=start,
    mirrors="all",
    rules="Players take turns to put a stone where it encloses stones of the other's between "
    "itself and stones of one's own, in a straight line any way: crosses begin. "
    "All that are enclosed are turned over. "
    "Who can put none passes; when neither can, whoever has more stones wins.",
    parameters=(
        Parameter("side", "choice", "8", "Side", "cells along a side", choices=("4", "6", "8")),
    ),
)
