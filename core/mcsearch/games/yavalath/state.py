"""Yavalath: four in a row win, three in a row without four lose; hexagonal board of side 5.

A cell's name is the letter of its row, a at the bottom, and its place along the row from the left,
from 1: row a is a1 to a5, row e is e1 to e9, row i is i1 to i5, the centre is e5. Cell = action =
index in the order of the names, a1 = 0 to i5 = 60; action 61 is the swap of the pie rule.

Each player's stones are kept three times, numbered along each of the three directions, so that the
cells of a line are always neighbouring bits. The board looks alike from the three directions: one
mask tells for all which bits have their neighbour in the same line.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.board import Board
from mcsearch.engine.parameter import RecipeError
from mcsearch.games import PIE_RULE, Game
from mcsearch.games.yavalath.cells import (
    CELL_BITS,
    CELL_OF,
    ENDS,
    FOURS,
    NUM_CELLS,
    PLACES,
    SWAP,
    action_named,
    in_order,
    yavalath_board,
)
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.games.line_evaluation import outlook
    from cython.cimports.mcsearch.numerics.bits import ctz
    from cython.cimports.mcsearch.numerics.rng import Rng, next_bits
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.games.line_evaluation import outlook
    from mcsearch.numerics.bits import ctz
    from mcsearch.numerics.rng import Rng, next_bits

_ONE = cython.declare(cython.ulonglong, 1)
_JOINED = cython.declare(cython.ulonglong, sum(1 << i for i in range(NUM_CELLS) if i not in ENDS))
_NO_CELLS = cython.declare(cython.ulonglong, 0xE000000000000000)  # bits that are no cells
_ALL_TAKEN = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_SWAP = cython.declare(cython.int, SWAP)
_SWAP_BIT = cython.declare(cython.ulonglong, 1 << 61)
_MIX_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)
_DICE_END = cython.declare(cython.ulonglong, 1 << 60)

_OPEN = cython.declare(cython.int, 0)
_WON = cython.declare(cython.int, 1)  # the player who has just moved has four in a row
_LOST = cython.declare(cython.int, 2)  # the player who has just moved has only three
_DRAWN = cython.declare(cython.int, 3)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _threes_of(stones: cython.ulonglong) -> cython.ulonglong:
    """The cells along a direction where three stones begin; two such neighbours are four."""
    pairs: cython.ulonglong = stones & (stones >> 1) & _JOINED
    return pairs & (pairs >> 1)


@cython.final
@cython.cclass
class Yavalath(State):
    """A Yavalath position.

    With `pie_rule` the second player's first move may be "swap": the stone becomes theirs, and the
    first player moves.
    """

    pie_rule = cython.declare(cython.bint, visibility="readonly")
    # [2 * (3 * player + direction)]; every other word is unused: a compiler would copy neighbours
    # with one wide load, which has to wait for the narrow store that came just before
    _stones: cython.ulonglong[::1]
    _taken: cython.ulonglong  # cells with a stone, and the bits that are no cells
    _outcome: cython.int  # _OPEN, _WON, _LOST or _DRAWN
    _cell_bits: cython.ulonglong[::1]
    _windows: cython.ulonglong[::1]  # cells of every four in a row
    _cell_of: cython.uchar[::1]
    # where a stone would make four or more in a row, and where it would make three or more
    _fours: cython.ulonglong
    _threes: cython.ulonglong

    def __init__(self, pie_rule: bool) -> None:
        super().__init__(num_players=2, max_plies=NUM_CELLS + pie_rule, max_actions=NUM_CELLS)
        self.pie_rule = pie_rule
        self._stones = view(np.zeros(12, np.uint64))
        self._taken = _NO_CELLS
        self._outcome = _OPEN
        self._cell_bits = view(CELL_BITS)
        self._windows = view(FOURS)
        self._cell_of = view(CELL_OF)

    has_keys = True
    has_features = True

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        i: cython.int
        self.to_play = other.to_play
        for i in range(6):
            self._stones[2 * i] = cython.cast(Yavalath, other)._stones[2 * i]
        self._taken = cython.cast(Yavalath, other)._taken
        self._outcome = cython.cast(Yavalath, other)._outcome

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, cell: cython.int) -> cython.void:
        """Put a stone of the player to move."""
        first: cython.int = 6 * self.to_play
        direction: cython.int
        stones: cython.ulonglong
        lines: cython.ulonglong
        threes: cython.ulonglong = 0
        fours: cython.ulonglong = 0
        for direction in range(3):
            stones = self._stones[first + 2 * direction] | self._cell_bits[3 * cell + direction]
            self._stones[first + 2 * direction] = stones
            lines = _threes_of(stones)
            threes |= lines
            fours |= lines & (lines >> 1)
        self._taken |= _ONE << cell
        self.to_play ^= 1
        if threes:
            self._outcome = _WON if fours else _LOST
        elif self._taken == _ALL_TAKEN:
            self._outcome = _DRAWN

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _swap(self) -> cython.void:
        """Give player 0's stones to player 1."""
        direction: cython.int
        for direction in range(3):
            self._stones[6 + 2 * direction] = self._stones[2 * direction]
            self._stones[2 * direction] = 0
        self.to_play = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _barred(self) -> cython.ulonglong:
        """The actions that may not be played in an open position, as a set."""
        stones: cython.ulonglong = self._taken ^ _NO_CELLS
        if self.pie_rule and self.to_play == 1 and stones & (stones - 1) == 0:
            return self._taken ^ _SWAP_BIT
        return self._taken

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        if action == _SWAP:
            self._swap()
        else:
            self._place(action)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        legal: cython.ulonglong
        count: cython.int = 0
        if self._outcome == _OPEN:
            legal = self._barred() ^ _ALL_TAKEN
            while legal:
                actions.items[count] = ctz(legal)
                legal &= legal - 1
                count += 1
        actions.count = count
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def features_of(self, action: cython.int) -> cython.ulonglong:
        """The cells before and after along each direction; a swap has none."""
        found: cython.ulonglong = 0
        own: cython.ulonglong
        other: cython.ulonglong
        direction: cython.int
        bit: cython.int
        if action == _SWAP:
            return 0
        for direction in range(3):
            own = self._stones[6 * self.to_play + 2 * direction]
            other = self._stones[6 - 6 * self.to_play + 2 * direction]
            bit = ctz(self._cell_bits[3 * action + direction])
            if bit > 0 and (_JOINED >> (bit - 1)) & 1:
                found |= (((own >> (bit - 1)) & 1) | (((other >> (bit - 1)) & 1) << 1)) << (
                    4 * direction
                )
            if (_JOINED >> bit) & 1:
                found |= (((own >> (bit + 1)) & 1) | (((other >> (bit + 1)) & 1) << 1)) << (
                    4 * direction + 2
                )
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        barred: cython.ulonglong
        dice: cython.ulonglong
        action: cython.int
        if self._outcome != _OPEN:
            return NONE
        barred = self._barred()
        # ten dice of 64 sides a draw, the first that shows a legal action counts
        dice = (next_bits(rng) >> 4) | _DICE_END
        action = dice & 63
        while (barred >> action) & 1:
            dice >>= 6
            if dice == 1:
                dice = (next_bits(rng) >> 4) | _DICE_END
            action = dice & 63
        if action == _SWAP:
            self._swap()
        else:
            self._place(action)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_randomly(self, rng: Rng, trail: Actions) -> cython.void:
        # the stones of the side to move along each direction, and those of the other side
        own_0: cython.ulonglong
        own_1: cython.ulonglong
        own_2: cython.ulonglong
        other_0: cython.ulonglong
        other_1: cython.ulonglong
        other_2: cython.ulonglong
        threes_0: cython.ulonglong
        threes_1: cython.ulonglong
        threes_2: cython.ulonglong
        placed: cython.ulonglong
        dice: cython.ulonglong
        taken: cython.ulonglong
        own: cython.int
        other: cython.int
        cell: cython.int
        count: cython.int
        outcome: cython.int = self._outcome
        # only while there is a stone at most can a move be a swap
        while self.pie_rule and (self._taken ^ _NO_CELLS) & ((self._taken ^ _NO_CELLS) - 1) == 0:
            trail.append(self.random_move(rng, NONE))
        own = 6 * self.to_play
        other = 6 - own
        own_0, own_1, own_2 = self._stones[own], self._stones[own + 2], self._stones[own + 4]
        other_0, other_1, other_2 = (
            self._stones[other],
            self._stones[other + 2],
            self._stones[other + 4],
        )
        taken = self._taken
        count = trail.count
        while outcome == _OPEN:
            # the draws of `random_move`
            dice = (next_bits(rng) >> 4) | _DICE_END
            cell = dice & 63
            while (taken >> cell) & 1:
                dice >>= 6
                if dice == 1:
                    dice = (next_bits(rng) >> 4) | _DICE_END
                cell = dice & 63
            trail.items[count] = cell
            count += 1
            taken |= _ONE << cell
            placed = own_0 | self._cell_bits[3 * cell]
            own_0, other_0 = other_0, placed
            threes_0 = _threes_of(placed)
            placed = own_1 | self._cell_bits[3 * cell + 1]
            own_1, other_1 = other_1, placed
            threes_1 = _threes_of(placed)
            placed = own_2 | self._cell_bits[3 * cell + 2]
            own_2, other_2 = other_2, placed
            threes_2 = _threes_of(placed)
            own, other = other, own
            if threes_0 | threes_1 | threes_2:
                outcome = _LOST
                if (
                    threes_0 & (threes_0 >> 1)
                    | threes_1 & (threes_1 >> 1)
                    | threes_2 & (threes_2 >> 1)
                ):
                    outcome = _WON
            elif taken == _ALL_TAKEN:
                outcome = _DRAWN
        trail.count = count
        self._stones[own], self._stones[own + 2], self._stones[own + 4] = own_0, own_1, own_2
        self._stones[other] = other_0
        self._stones[other + 2] = other_1
        self._stones[other + 4] = other_2
        self._taken = taken
        self._outcome = outcome
        self.to_play = 1 if own else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cells_of(self, bits: cython.ulonglong, direction: cython.int) -> cython.ulonglong:
        """The cells of bits in the numbering along a direction."""
        found: cython.ulonglong = 0
        while bits:
            found |= _ONE << self._cell_of[64 * direction + ctz(bits)]
            bits &= bits - 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_lines(self, player: cython.int) -> cython.void:
        """Set `_fours` and `_threes` to the free cells where a player would make such a line."""
        direction: cython.int
        stones: cython.ulonglong
        free: cython.ulonglong
        # cells with at least so many stones of the player in a row on one side
        left_1: cython.ulonglong
        left_2: cython.ulonglong
        right_1: cython.ulonglong
        right_2: cython.ulonglong
        fours: cython.ulonglong
        threes: cython.ulonglong
        self._fours = 0
        self._threes = 0
        for direction in range(3):
            stones = self._stones[6 * player + 2 * direction]
            free = ~(stones | self._stones[6 - 6 * player + 2 * direction] | _NO_CELLS)
            left_1 = (stones & _JOINED) << 1
            left_2 = (left_1 & stones & _JOINED) << 1
            right_1 = (stones >> 1) & _JOINED
            right_2 = ((right_1 & stones) >> 1) & _JOINED
            threes = left_2 | right_2 | (left_1 & right_1)
            fours = (left_2 & right_1) | (left_1 & right_2)
            fours |= (left_2 & stones & _JOINED) << 1
            fours |= ((right_2 & stones) >> 1) & _JOINED
            self._fours |= self._cells_of(fours & free, direction)
            self._threes |= self._cells_of(threes & free, direction)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_decisive(self, actions: Actions) -> cython.int:
        legal: cython.ulonglong = self._taken ^ _ALL_TAKEN
        stones: cython.ulonglong = self._taken ^ _NO_CELLS
        chosen: cython.ulonglong
        losing: cython.ulonglong
        actions.clear()
        if self._outcome != _OPEN or stones & (stones - 1) == 0:
            return 0
        self._find_lines(self.to_play)
        chosen = self._fours
        if chosen == 0:
            losing = self._threes
            self._find_lines(1 - self.to_play)
            chosen = self._fours
            if chosen & (chosen - 1):  # the opponent wins on one of two cells
                return 0
            if chosen == 0:
                chosen = legal
            chosen &= ~losing
            if chosen == legal:
                return 0
        while chosen:
            actions.append(ctz(chosen))
            chosen &= chosen - 1
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        if self._outcome == _WON:
            return 1.0 if self.to_play == 1 else 0.0
        if self._outcome == _LOST:
            return 1.0 if self.to_play == 0 else 0.0
        return 0.5

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        """A hash: two positions in 2**64 are taken for one another."""
        mixed: cython.ulonglong = self._stones[0] * _MIX_1 & _ALL_TAKEN
        mixed = ((mixed ^ (mixed >> 31)) + self._stones[6]) * _MIX_2 & _ALL_TAKEN
        return ((mixed ^ (mixed >> 29)) + self.to_play) * _MIX_1 & _ALL_TAKEN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """Compares the fours that each player can still complete, by the stones already there."""
        if self._outcome != _OPEN:
            return self.value()
        return outlook(self._windows, self._stones[0], self._stones[6], 30.0)

    # --- Python level ---

    def blank(self) -> Yavalath:
        return Yavalath(self.pie_rule)

    @property
    def board(self) -> Board:
        return yavalath_board()

    def cells(self) -> np.ndarray:
        """int8 [61], in the order of the names: 0 empty, 1 player 0, 2 player 1"""
        first, second = self._stones[0], self._stones[6]
        marks = [(first >> cell & 1) + 2 * (second >> cell & 1) for cell in range(NUM_CELLS)]
        return np.array(marks, np.int8)

    def action_cells(self, action: int) -> list:
        """The action's cell; the cell of the stone that a swap takes over."""
        return np.flatnonzero(self.cells()).tolist() if action == SWAP else [action]

    @property
    def pie_swap(self) -> Any:
        return SWAP if SWAP in self.legal_actions() else None

    def ending(self) -> str:
        if self._outcome == _WON:
            return "four in a row"
        if self._outcome == _LOST:
            return "three in a row without a fourth, which loses"
        return "the board is full" if self._outcome == _DRAWN else ""

    def action_name(self, action: int) -> str:
        """Row letter and place along the row, or "swap"."""
        if action == SWAP:
            return "swap"
        row, place = PLACES[action]
        return f"{'abcdefghi'[row]}{place + 1}"

    def parse_action(self, name: str) -> int:
        """The action of a cell's name or "swap"; ValueError when it is not legal."""
        return self.normalize(action_named(name))

    def __str__(self) -> str:
        """Moves that lead here, such as "a1 e5 a2"."""
        marks = self.cells()
        first, second = (in_order(np.flatnonzero(marks == mark).tolist()) for mark in (1, 2))
        actions = []
        if len(second) > len(first) - self.to_play:
            actions = [second[0], SWAP]
            second = second[1:]
        for pair in itertools.zip_longest(first, second):
            actions += [action for action in pair if action is not None]
        return " ".join(self.action_name(action) for action in actions)


def start(position: str, values: Mapping[str, Any]) -> Yavalath:
    """The state after moves from the empty board, such as "e5 d4"; or RecipeError."""
    state = Yavalath(values["pie_rule"])
    for number, name in enumerate(re.findall(r"[^\s,;]+", position), 1):
        where = f"yavalath position: move {number}"
        if state.is_terminal():
            raise RecipeError(
                f"{where}, {name[:20]!r}: the game is over before it; leave it and the rest out"
            )
        try:
            action = action_named(name)
        except ValueError as error:
            raise RecipeError(f"{where}: {error}") from None
        if action == SWAP and action not in state.legal_actions():
            raise RecipeError(
                f"{where}: 'swap' is not legal here; it is the second move, with pie_rule on"
            )
        if action not in state.legal_actions():
            raise RecipeError(f"{where}: {name!r} has a stone; give an empty cell")
        state = state.play(action)
    return state


GAME = Game(
    name="yavalath",
    title="Yavalath",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="the moves played, such as e5 d4: row from the bottom, place along the row",
    source="Cameron Browne's program Ludi (2007)",
    start=start,
    mirrors="all",
    rules="Players take turns to put a stone on a free cell: four of one's own in a row win, but "
    "three in a row without a fourth lose at once. "
    "By the pie rule, where it is on, the second player may take over the first stone instead of "
    "playing, so that nobody gains by too strong a first move. "
    "A full board is a draw.",
    parameters=(PIE_RULE,),
)
