"""Breakthrough on bitboards, 4x4 to 8x8: stones go forwards and take diagonally.

Cell = bit = row * width + column, the first player's own row is row 0. An action is three times the
cell that a stone leaves, plus 0, 1 or 2 for a step to the left, straight ahead or to the right as
the board is seen; the second player's actions begin at 192, so that a number is one move whoever's
turn it is. Where the stones that may go are wanted, there is a set of them for each of these steps.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.board import Board, Steps, names_beside
from mcsearch.engine.parameter import Parameter
from mcsearch.games import Game
from mcsearch.games.move_text import drawn, position_and_mover

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

_COLUMNS = "abcdefgh"
_SECOND = 192

_ONE = cython.declare(cython.ulonglong, 1)
_OF_SECOND = cython.declare(cython.int, _SECOND)
_CALM = cython.declare(cython.double, 12.0)


@functools.cache
def _board(width: int, height: int) -> Board:
    row, column = np.divmod(np.arange(width * height), width)
    labels = names_beside(width, height, 0.35)
    return Board(column + 0.5, row + 0.5, width, height, moves=True, labels=labels)


@cython.final
@cython.cclass
class Breakthrough(State):
    """A Breakthrough position. Player 0 plays x, goes up and moves first.

    A player who reaches the other's own row, or takes the last stone, has broken through and wins;
    in `misere` play that player loses.
    """

    width = cython.declare(cython.int, visibility="readonly")
    height = cython.declare(cython.int, visibility="readonly")
    misere = cython.declare(cython.bint, visibility="readonly")
    _first: cython.ulonglong  # stones of player 0
    _left: cython.ulonglong  # the cells of the leftmost column
    _second: cython.ulonglong  # stones of player 1
    _right: cython.ulonglong  # the cells of the rightmost column
    _top: cython.ulonglong  # the cells of the second player's own row
    _bottom: cython.ulonglong  # the cells of the first player's own row
    _is_over: cython.bint  # the player who has just moved has broken through

    def __init__(self, width: int, height: int, misere: bool) -> None:
        # none but the last step reaches the other end
        steps = width * (height - 2) + width * (height - 3)
        super().__init__(num_players=2, max_plies=2 * steps + 1, max_actions=6 * width)
        self.width = width
        self.height = height
        self.misere = misere
        row = (1 << width) - 1
        self._left = sum(1 << width * place for place in range(height))
        self._right = self._left << (width - 1)
        self._bottom = row
        self._top = row << width * (height - 1)
        self._first = row | row << width
        self._second = self._top | row << width * (height - 2)
        self._is_over = False

    has_keys = True
    has_features = True

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self.to_play = other.to_play
        self._first = cython.cast(Breakthrough, other)._first
        self._second = cython.cast(Breakthrough, other)._second
        self._is_over = cython.cast(Breakthrough, other)._is_over

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _goers(self, step: cython.int) -> cython.ulonglong:
        """The stones of the player to move that may take a step: 0 left, 1 ahead, 2 right."""
        own: cython.ulonglong = self._second if self.to_play else self._first
        width: cython.int = self.width
        barred: cython.ulonglong  # where a stone would stand before the step
        if step == 1:
            barred = self._first | self._second
            return own & ~(barred << width if self.to_play else barred >> width)
        if step == 0:
            barred = own << (width + 1) if self.to_play else own >> (width - 1)
            return own & ~(barred | self._left)
        barred = own << (width - 1) if self.to_play else own >> (width + 1)
        return own & ~(barred | self._right)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _target(self, action: cython.int) -> cython.int:
        """The cell that a stone goes to."""
        if action >= _OF_SECOND:
            action -= _OF_SECOND
            return action // 3 - self.width + action % 3 - 1
        return action // 3 + self.width + action % 3 - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        origin: cython.int = action % _OF_SECOND // 3
        target: cython.ulonglong = _ONE << self._target(action)
        if self.to_play:
            self._second ^= (_ONE << origin) | target
            self._first &= ~target
            self._is_over = target & self._bottom != 0 or self._first == 0
        else:
            self._first ^= (_ONE << origin) | target
            self._second &= ~target
            self._is_over = target & self._top != 0 or self._second == 0
        self.to_play ^= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        left: cython.ulonglong = self._goers(0)
        ahead: cython.ulonglong = self._goers(1)
        right: cython.ulonglong = self._goers(2)
        goers: cython.ulonglong = left | ahead | right
        action: cython.int
        cell: cython.int
        i: cython.int
        count: cython.int = 0
        if self._is_over:
            goers = 0
        while goers:
            cell = ctz(goers)
            goers &= goers - 1
            action = _OF_SECOND * self.to_play + 3 * cell
            if (left >> cell) & 1:
                actions.items[count] = action
                count += 1
            if (ahead >> cell) & 1:
                actions.items[count] = action + 1
                count += 1
            if (right >> cell) & 1:
                actions.items[count] = action + 2
                count += 1
        if self.to_play:  # both begin with the stones that are farthest back
            for i in range(count // 2):
                action = actions.items[i]
                actions.items[i] = actions.items[count - 1 - i]
                actions.items[count - 1 - i] = action
        actions.count = count
        return count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _drawn(self, rng: Rng) -> cython.int:
        """A uniformly drawn action of an open position, in which there is always one."""
        left: cython.ulonglong = self._goers(0)
        ahead: cython.ulonglong = self._goers(1)
        right: cython.ulonglong = self._goers(2)
        num_left: cython.int = popcount(left)
        num_ahead: cython.int = popcount(ahead)
        place: cython.int = next_below(rng, num_left + num_ahead + popcount(right))
        step: cython.int = 0
        if place >= num_left:
            place -= num_left
            left = ahead
            step = 1
            if place >= num_ahead:
                place -= num_ahead
                left = right
                step = 2
        return _OF_SECOND * self.to_play + 3 * nth_bit(left, place) + step

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
        """What lies on the cell that the stone goes to: whether it takes one."""
        other: cython.ulonglong = self._first if self.to_play else self._second
        return ((other >> self._target(action)) & 1) << 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_decisive(self, actions: Actions) -> cython.int:
        own: cython.ulonglong = self._second if self.to_play else self._first
        other: cython.ulonglong = self._first if self.to_play else self._second
        far: cython.ulonglong = self._bottom if self.to_play else self._top
        near: cython.ulonglong = self._top if self.to_play else self._bottom
        last: cython.ulonglong = other if other & (other - 1) == 0 else 0
        threats: cython.ulonglong
        num_legal: cython.int
        if not self.misere and own & (own - 1) == 0:
            # the only stone may be taken
            return self.fill_decisive_by_trial(actions)
        # the steps that end the game, in misere play those that do not: they lose
        num_legal = self._keep(actions, far | last, not self.misere)
        if self.misere:
            return actions.count if actions.count < num_legal else self._none(actions)
        if actions.count:
            return actions.count
        # stones that need one step more
        threats = other & (near << self.width if self.to_play == 0 else near >> self.width)
        if threats == 0 or threats & (threats - 1):
            return 0
        self._keep(actions, threats, True)
        return actions.count if actions.count < num_legal else self._none(actions)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _none(self, actions: Actions) -> cython.int:
        actions.clear()
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _keep(self, actions: Actions, targets: cython.ulonglong, inside: cython.bint) -> cython.int:
        """Write the actions that go to one of some cells, or to none; return how many there are."""
        i: cython.int
        count: cython.int = 0
        action: cython.int
        num_legal: cython.int = self.fill_actions(actions)
        for i in range(num_legal):
            action = actions.items[i]
            if (targets >> self._target(action)) & 1 == inside:
                actions.items[count] = action
                count += 1
        actions.count = count
        return num_legal

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        if not self._is_over:
            return 0.5
        # the player who has just moved has broken through
        return 1.0 if (self.to_play == 1) != self.misere else 0.0

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
        """Compares how far the stones have come: a stone counts its steps and one, squared."""
        lead: cython.double = 0.0
        row: cython.int
        first: cython.int
        second: cython.int
        if self._is_over:
            return self.value()
        for row in range(self.height):
            first = popcount(self._first & (self._bottom << (row * self.width)))
            second = popcount(self._second & (self._bottom << (row * self.width)))
            lead += first * (row + 1) * (row + 1)
            lead -= second * (self.height - row) * (self.height - row)
        if self.misere:
            lead = -lead
        return 0.5 + 0.5 * lead / (_CALM * self.width + abs(lead))

    # --- Python level ---

    def blank(self) -> Breakthrough:
        return Breakthrough(self.width, self.height, self.misere)

    @property
    def board(self) -> Board:
        return _board(self.width, self.height)

    def cells(self) -> np.ndarray:
        """int8 [height * width], row by row from the bottom: 0 empty, 1 player 0, 2 player 1"""
        first, second = self._first, self._second
        bits = range(self.width * self.height)
        return np.array([(first >> bit & 1) + 2 * (second >> bit & 1) for bit in bits], np.int8)

    def set_cells(self, cells: np.ndarray, to_play: int) -> None:
        """Put stones on the board and say whose turn it is.

        Raises ValueError for a board that no game can come to.
        """
        stones = [sum(1 << i for i in range(len(cells)) if cells[i] == who) for who in (1, 2)]
        ends = (self._top, self._bottom)
        for who in (0, 1):
            if stones[who].bit_count() > 2 * self.width:
                raise ValueError(
                    f"{stones[who].bit_count()} {'xo'[who]} are too many; "
                    f"each player has at most {2 * self.width}"
                )
        if stones[to_play] & ends[to_play]:
            raise ValueError(
                f"{'xo'[to_play]} has broken through and would be to move; "
                "take away what was played after it"
            )
        if not stones[1 - to_play]:
            raise ValueError(f"{'ox'[to_play]}, who moved last, has no stone; put one at least")
        self.to_play = to_play
        self._first, self._second = stones
        self._is_over = bool(stones[1 - to_play] & ends[1 - to_play]) or not stones[to_play]

    def steps(self, action: int) -> Steps:
        return Steps((action % _SECOND // 3, self._target(action)), True)

    def ending(self) -> str:
        if not self._is_over:
            return ""
        reached = self._second & self._bottom or self._first & self._top
        ending = "a stone has reached the other end" if reached else "the last stone is taken"
        return f"{ending}, which loses" if self.misere else ending

    def ending_cells(self) -> list:
        """The stone that has reached the other end."""
        reached = self._second & self._bottom or self._first & self._top
        return [ctz(reached)] if reached else []

    def action_name(self, action: int) -> str:
        """The cell that the stone leaves and the one that it goes to: "a2-b3"."""
        return "-".join(
            f"{_COLUMNS[cell % self.width]}{cell // self.width + 1}"
            for cell in self.steps(action).cells
        )

    def parse_action(self, name: str) -> int:
        """The action of a name such as "a2-b3" (or "a2b3"); ValueError when it is not legal."""
        found = re.fullmatch(r"([a-h][1-8])[-x]?([a-h][1-8])", name.strip().lower())
        if not found:
            raise ValueError(
                f"{name[:20]!r} names no move; give the cell that a stone leaves and the one that "
                "it goes to, such as a2-b3"
            )
        named = {self.action_name(action): action for action in self.legal_actions()}
        text = f"{found[1]}-{found[2]}"
        if text not in named:
            some = ", ".join([*named][:12]) or "none, the game is over"
            raise ValueError(f"{text!r} is not legal here; legal actions: {some}")
        return named[text]

    def __str__(self) -> str:
        """The board as text, top row first, and who moves: "oooo / .o.. / .x.. / xxxx x"."""
        return drawn(self.cells().reshape(self.height, self.width)[::-1], self.to_play)


def start(position: str, values: Mapping[str, Any]) -> Breakthrough:
    """The state of a position's text; or RecipeError.

    The text is moves from the beginning, such as "a2-b3 h7-h6", or a drawn board as from `str`.
    """
    side = values["side"]
    state = Breakthrough(side, side, values["misere"])
    return position_and_mover("breakthrough", state, position)


GAME = Game(
    name="breakthrough",
    title="Breakthrough",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="the moves played, such as a2-b3 h7-h6, or rows of x, o and '.', the top one "
    "first, and who moves",
    source="Dan Troyka (2000)",
    start=start,
    mirrors="sides",
    rules="Players take turns to move a stone one step forwards, straight or diagonally: crosses "
    "go up and begin. "
    "A straight step needs a free cell; a diagonal one may also take a stone of the other's. "
    "Whoever first reaches the other end of the board, or takes the last stone, wins, and in "
    "misère play loses.",
    parameters=(
        Parameter("side", "int", 8, "Side", "cells along a side of the board", 4, 8),
        Parameter(
            "misere",
            "bool",
            False,
            "Misère",
            "whoever reaches the other end, or takes the last stone, loses",
        ),
    ),
)
