"""Domineering on bitboards, 4x4 to 8x8: dominoes, one player's upright, the other's lying.

Cell = bit = row * side + column, from the lower left. An action is twice the lower or left cell of
a domino, plus 1 for a lying one: a number is one move whoever's turn it is.
"""

from __future__ import annotations

import functools
import re

import cython
import numpy as np

from mcsearch.engine.board import Board, names_beside
from mcsearch.engine.parameter import Parameter
from mcsearch.games import Game
from mcsearch.games.move_text import check_turns, position_of

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
_UPRIGHT, _LYING = (0.0, 1.0), (1.0, 0.0)

_ONE = cython.declare(cython.ulonglong, 1)
# A domino takes up to three places from its own player, itself among them, and up to four from the
# other
_OWN_TAKEN = cython.declare(cython.int, 3)
_OTHER_TAKEN = cython.declare(cython.int, 4)
_CALM = cython.declare(cython.double, 6.0)


@functools.cache
def _board(side: int) -> Board:
    row, column = np.divmod(np.arange(side**2), side)
    labels = names_beside(side, side, 0.35)
    return Board(column + 0.5, row + 0.5, side, side, dominoes=(_UPRIGHT, _LYING), labels=labels)


@cython.final
@cython.cclass
class Domineering(State):
    """A Domineering position. Player 0 puts upright dominoes and moves first.

    Who can't move loses, in `misere` play wins.
    """

    side = cython.declare(cython.int, visibility="readonly")
    misere = cython.declare(cython.bint, visibility="readonly")
    _upright: cython.ulonglong  # cells of player 0's dominoes
    _lying: cython.ulonglong  # cells of player 1's
    _all: cython.ulonglong  # the board's cells
    _not_right: cython.ulonglong  # those that have a neighbour to the right

    def __init__(self, side: int, misere: bool) -> None:
        super().__init__(num_players=2, max_plies=side**2 // 2, max_actions=side * (side - 1))
        self.side = side
        self.misere = misere
        self._all = (1 << side**2) - 1
        self._not_right = sum((1 << side - 1) - 1 << side * row for row in range(side))
        self._upright = 0
        self._lying = 0

    has_keys = True
    has_features = True

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self.to_play = other.to_play
        self._upright = cython.cast(Domineering, other)._upright
        self._lying = cython.cast(Domineering, other)._lying

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _places(self, player: cython.int) -> cython.ulonglong:
        """The lower or left cells of the dominoes that a player has room for."""
        free: cython.ulonglong = self._all & ~(self._upright | self._lying)
        if player:
            return free & (free >> 1) & self._not_right
        return free & (free >> self.side)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _cells_of(self, action: cython.int) -> cython.ulonglong:
        step: cython.int = 1 if action & 1 else self.side
        return (_ONE << (action >> 1)) | (_ONE << ((action >> 1) + step))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        if self.to_play:
            self._lying |= self._cells_of(action)
        else:
            self._upright |= self._cells_of(action)
        self.to_play ^= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        places: cython.ulonglong = self._places(self.to_play)
        count: cython.int = 0
        while places:
            actions.items[count] = 2 * ctz(places) + self.to_play
            places &= places - 1
            count += 1
        actions.count = count
        return count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _drawn(self, rng: Rng) -> cython.int:
        """A uniformly drawn action, NONE at the game's end."""
        places: cython.ulonglong = self._places(self.to_play)
        if places == 0:
            return NONE
        return 2 * nth_bit(places, next_below(rng, popcount(places))) + self.to_play

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        action: cython.int = self._drawn(rng)
        if action != NONE:
            self.apply(action)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_randomly(self, rng: Rng, trail: Actions) -> cython.void:
        action: cython.int = self._drawn(rng)
        while action != NONE:
            trail.append(action)
            self.apply(action)
            action = self._drawn(rng)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def features_of(self, action: cython.int) -> cython.ulonglong:
        """The up to twelve cells around the domino and its own two, row by row."""
        own: cython.ulonglong = self._lying if self.to_play else self._upright
        other: cython.ulonglong = self._upright if self.to_play else self._lying
        found: cython.ulonglong = 0
        first: cython.int = action >> 1
        row: cython.int
        column: cython.int
        at: cython.int
        place: cython.int = 0
        for row in range(first // self.side - 1, first // self.side + 3 - (action & 1)):
            for column in range(first % self.side - 1, first % self.side + 2 + (action & 1)):
                if 0 <= row < self.side and 0 <= column < self.side:
                    at = row * self.side + column
                    found |= (((own >> at) & 1) | (((other >> at) & 1) << 1)) << place
                place += 2
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_decisive(self, actions: Actions) -> cython.int:
        own: cython.int = popcount(self._places(self.to_play))
        other: cython.int = popcount(self._places(1 - self.to_play))
        # neither a domino nor one and its answer can take all the places that there are
        if other > _OTHER_TAKEN and own > _OWN_TAKEN + _OTHER_TAKEN:
            actions.clear()
            return 0
        return self.fill_decisive_by_trial(actions)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        if self._places(self.to_play):
            return 0.5
        return 1.0 if (self.to_play == 1) != self.misere else 0.0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        """A hash: two positions in 2**64 are taken for one another.

        Whose a domino is does not matter for the rest of the game.
        """
        return mix(spread(self._upright | self._lying) + self.to_play)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """Compares the places that each player has left."""
        lead: cython.double = popcount(self._places(0)) - popcount(self._places(1))
        if not self._places(self.to_play):
            return self.value()
        if self.misere:
            lead = -lead
        return 0.5 + 0.5 * lead / (_CALM + abs(lead))

    # --- Python level ---

    def blank(self) -> Domineering:
        return Domineering(self.side, self.misere)

    @property
    def board(self) -> Board:
        return _board(self.side)

    def cells(self) -> np.ndarray:
        """int8 [side * side], row by row from the bottom: 0 empty, 1 player 0, 2 player 1"""
        upright, lying = self._upright, self._lying
        bits = range(self.side**2)
        return np.array([(upright >> bit & 1) + 2 * (lying >> bit & 1) for bit in bits], np.int8)

    def set_cells(self, cells: np.ndarray) -> None:
        """Put dominoes on the board, as from `cells()`; player 0 moves when both have as many.

        Raises ValueError for a board that can't come from alternate moves.
        """
        values = cells.reshape(self.side, self.side)
        for value, lines in ((1, values.T), (2, values)):
            for line in lines.tolist():
                runs = "".join(str(int(cell == value)) for cell in line).split("0")
                if any(len(run) % 2 for run in runs):
                    raise ValueError(
                        f"{' xo'[value]} can't be cut into {('upright', 'lying')[value - 1]} "
                        "dominoes; put two cells for each"
                    )
        counts = [int(np.count_nonzero(cells == value)) // 2 for value in (1, 2)]
        check_turns(counts[0], counts[1], "dominoes")
        self._upright, self._lying = (
            sum(1 << cell for cell in np.flatnonzero(cells == value).tolist()) for value in (1, 2)
        )
        self.to_play = counts[0] - counts[1]

    def action_cells(self, action: int) -> list:
        """The lower or left cell of the domino, and the other one."""
        first = action >> 1
        return [first, first + (1 if action & 1 else self.side)]

    def ending(self) -> str:
        if not self.is_terminal():
            return ""
        return "no move is left, which wins" if self.misere else "no move is left"

    def action_name(self, action: int) -> str:
        """The two cells of the domino: "a1-a2"."""
        return "-".join(
            f"{_COLUMNS[cell % self.side]}{cell // self.side + 1}"
            for cell in self.action_cells(action)
        )

    def parse_action(self, name: str) -> int:
        """The action of a name such as "a1-a2" (or "a2a1"); ValueError when it is not legal."""
        found = re.fullmatch(r"([a-h][1-8])-?([a-h][1-8])", name.strip().lower())
        if not found:
            raise ValueError(
                f"{name[:20]!r} names no domino; give its two cells, such as "
                f"{self.action_name(self.to_play)}"
            )
        named = {self.action_name(action): action for action in self.legal_actions()}
        text = "-".join(sorted(found.groups()))
        if text not in named:
            some = ", ".join([*named][:12]) or "none, the game is over"
            raise ValueError(f"{text!r} is not legal here; legal actions: {some}")
        return named[text]

    def __str__(self) -> str:
        """The board as text, top row first: ".... / x... / xoo. / ....", x upright and o lying."""
        rows = self.cells().reshape(self.side, self.side)[::-1].tolist()
        return " / ".join("".join(".xo"[mark] for mark in row) for row in rows)


GAME = Game(
    name="domineering",
    title="Domineering",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="the moves played, such as a1-a2 c1-d1, or rows of x, o and '.', where x is "
    "upright",
    source="Göran Andersson (1973), as told by Martin Gardner",
    start=lambda position, values: position_of(
        "domineering", Domineering(values["side"], values["misere"]), position
    ),
    mirrors="sides",
    rules="Players take turns to put a domino on two free cells: crosses put theirs upright and "
    "begin, rings lay theirs flat. "
    "A domino is never moved. "
    "Who has no room for one loses, and in misère play wins.",
    parameters=(
        Parameter("side", "int", 8, "Side", "cells along a side of the board", 4, 8),
        Parameter("misere", "bool", False, "Misère", "who has no room for a domino wins"),
    ),
)
