"""Morpion Solitaire on crossings of a grid; a move adds a point and the line that it completes.

A line has 5 points (4 in the variants 4T and 4D), straight or diagonal. Lines of one direction may
share an end in the touching variants T, and no point in the disjoint variants D. The moves of a
position are kept from one to the next: a move takes those away that it bars, and adds lines through
its point.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.picture import Picture
from mcsearch.games.morpion.grid import DIRECTIONS, SIDE, cross, point_name
from mcsearch.games.morpion.picture import picture_of
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, Choices, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.hashing import mix, spread
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below
else:
    from mcsearch.engine.state import Actions, Choices, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.hashing import mix, spread
    from mcsearch.numerics.rng import Rng, next_below

# moves that no game exceeds: 4D and 4T have 35 and 62 at most, found by enumerating all games
# (Michael Quist 2008); 5D at most 121 (Kawamura et al. 2013), 5T 485 (Michalewski et al. 2015)
LONGEST = {"5T": 485, "5D": 121, "4T": 62, "4D": 35}
_SIDE = cython.declare(cython.int, SIDE)
_AIR = cython.declare(
    cython.int, 4
)  # rows around the grid without a game, so that no line has to look where the grid ends
_WIDTH = cython.declare(cython.int, 48)  # of the grid with them, whose crossings are called spots
_STEPS = np.array([column + 48 * row for column, row in DIRECTIONS], np.int32)
_SPOTS = np.add.outer(48 * (np.arange(SIDE) + _AIR), np.arange(SIDE) + _AIR).ravel()
# moves at once: there are 28 at the beginning, and no game met more than 40
_MOST_LEGAL = cython.declare(cython.int, 160)
_PLACED = cython.declare(cython.uchar, 16)  # beside a bit for each direction
_OUTSIDE = cython.declare(cython.uchar, 32)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _spot_of(point: cython.int) -> cython.int:
    return point % _SIDE + _AIR + _WIDTH * (point // _SIDE + _AIR)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mixed(action: cython.int) -> cython.ulonglong:
    """64 bits of an action, as splitmix64 mixes them; positions are the sums of their moves'."""
    return mix(spread(action + 1))


@cython.final
@cython.cclass
class Morpion(State):
    """A Morpion Solitaire position of a variant: "5T", "5D", "4T" or "4D".

    An action is (point * 4 + direction) * length + place: the new point, its line's direction and
    which point of the line, from its first, it is. The score is the number of moves.
    """

    variant = cython.declare(object, visibility="readonly")
    length = cython.declare(cython.int, visibility="readonly")  # points of a line
    # how many of a line's points, from its first, bar those of its direction: the last one may be
    # the end of another line that touches
    _barring: cython.int
    _steps: cython.int[::1]
    _grid: cython.uchar[::1]  # of each spot: directions of the lines that bar it, and _PLACED
    _played: cython.int[::1]  # the actions so far
    _count: cython.int
    # of each legal move: its action, its spot, direction and the first spot of its line
    _legal: cython.int[::1]
    _spots: cython.int[::1]
    _directions: cython.int[::1]
    _firsts: cython.int[::1]
    _num_legal: cython.int
    _stayed: cython.int[::1]  # of the moves that the last one left, their places before it
    _num_stayed: cython.int
    _key: cython.ulonglong

    def __init__(self, variant: str) -> None:
        super().__init__(num_players=1, max_plies=LONGEST[variant], max_actions=_MOST_LEGAL)
        self.variant = variant
        self.length = int(variant[0])
        self._barring = self.length - (variant[1] == "T")
        self._steps = view(_STEPS)
        self._grid = view(np.full(_WIDTH * _WIDTH, _OUTSIDE, np.uint8))
        self._played = view(np.zeros(self.max_plies, np.int32))
        self._legal = view(np.zeros(_MOST_LEGAL, np.int32))
        self._spots = view(np.zeros(_MOST_LEGAL, np.int32))
        self._directions = view(np.zeros(_MOST_LEGAL, np.int32))
        self._firsts = view(np.zeros(_MOST_LEGAL, np.int32))
        self._stayed = view(np.zeros(_MOST_LEGAL, np.int32))
        self._count = 0
        self._num_legal = 0
        self._num_stayed = 0
        self._key = 0

    has_keys = True
    moves_stay = True

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self._take(cython.cast(Morpion, other))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, source: Morpion) -> cython.void:
        i: cython.int
        self._count = source._count
        self._num_legal = source._num_legal
        self._key = source._key
        for i in range(_WIDTH * _WIDTH):
            self._grid[i] = source._grid[i]
        for i in range(self._count):
            self._played[i] = source._played[i]
        for i in range(self._num_legal):
            self._legal[i] = source._legal[i]
            self._spots[i] = source._spots[i]
            self._directions[i] = source._directions[i]
            self._firsts[i] = source._firsts[i]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        place: cython.int = action % self.length
        direction: cython.int = (action // self.length) & 3
        spot: cython.int = _spot_of(action // (4 * self.length))
        step: cython.int = self._steps[direction]
        at: cython.int = spot - place * step
        i: cython.int
        for i in range(self._barring):
            self._grid[at + i * step] |= 1 << direction
        self._grid[spot] |= _PLACED
        self._played[self._count] = action
        self._count += 1
        self._key = (self._key + _mixed(action)) & _MASK
        self._drop(spot, direction)
        for direction in range(4):
            self._add_through(spot, direction)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _drop(self, spot: cython.int, direction: cython.int) -> cython.void:
        """Take away the moves that a new point and its line, of this direction, bar."""
        kept: cython.int = 0
        i: cython.int
        for i in range(self._num_legal):
            if self._spots[i] == spot:
                continue
            if self._directions[i] == direction and self._is_barred(self._firsts[i], direction):
                continue
            self._legal[kept] = self._legal[i]
            self._spots[kept] = self._spots[i]
            self._directions[kept] = self._directions[i]
            self._firsts[kept] = self._firsts[i]
            self._stayed[kept] = i
            kept += 1
        self._num_legal = kept
        self._num_stayed = kept

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_barred(self, first: cython.int, direction: cython.int) -> cython.bint:
        step: cython.int = self._steps[direction]
        lines: cython.int = 0
        i: cython.int
        for i in range(self._barring):
            lines |= self._grid[first + i * step]
        return (lines >> direction) & 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_through(self, spot: cython.int, direction: cython.int) -> cython.void:
        """Add the moves whose lines of a direction run through a point that is placed."""
        step: cython.int = self._steps[direction]
        first: cython.int = spot - (self.length - 1) * step
        num_free: cython.int = 0  # of the points of the line that ends here
        i: cython.int
        for i in range(2 * self.length - 1):
            num_free += not self._grid[first + i * step] & _PLACED
            if i >= self.length - 1:
                if num_free == 1:
                    self._add(first + (i - self.length + 1) * step, direction)
                num_free -= not self._grid[first + (i - self.length + 1) * step] & _PLACED

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _add(self, first: cython.int, direction: cython.int) -> cython.void:
        """Add the move that completes a line of which one point is missing, if it may be drawn."""
        step: cython.int = self._steps[direction]
        place: cython.int = 0
        spot: cython.int
        point: cython.int
        if self._is_barred(first, direction) or self._num_legal == _MOST_LEGAL:
            return
        while self._grid[first + place * step] & _PLACED:
            place += 1
        spot = first + place * step
        if self._grid[spot] & _OUTSIDE:
            return
        point = spot % _WIDTH - _AIR + _SIDE * (spot // _WIDTH - _AIR)
        self._legal[self._num_legal] = (point * 4 + direction) * self.length + place
        self._spots[self._num_legal] = spot
        self._directions[self._num_legal] = direction
        self._firsts[self._num_legal] = first
        self._num_legal += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        i: cython.int
        for i in range(self._num_legal):
            actions.items[i] = self._legal[i]
        actions.count = self._num_legal
        return self._num_legal

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_choice(self, choices: Choices, place: cython.int, avoid: cython.int) -> cython.void:
        """The moves that stay keep their numbers, only new ones are noted."""
        i: cython.int
        self.apply(choices.items[choices.legal[place]])
        for i in range(self._num_stayed):
            choices.legal[i] = choices.legal[self._stayed[i]]
        for i in range(self._num_stayed, self._num_legal):
            choices.legal[i] = choices.note(self._legal[i], self.code_of(self._legal[i]), NONE, 0)
        choices.count = self._num_legal

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        action: cython.int
        if self._num_legal == 0:
            return NONE
        action = self._legal[next_below(rng, self._num_legal)]
        self.apply(action)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        return self._count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def key(self) -> cython.ulonglong:
        return self._key

    # --- Python level ---

    def begin(self) -> None:
        """Become the cross with which a game begins."""
        grid = np.full(_WIDTH * _WIDTH, _OUTSIDE, np.uint8)
        grid[_SPOTS] = 0
        grid[_SPOTS[list(cross(self.length))]] = _PLACED
        self._grid = view(grid)
        placed = grid == _PLACED
        for direction, step in enumerate(_STEPS):
            lines = placed[np.add.outer(_SPOTS, step * np.arange(self.length))]
            for first in _SPOTS[lines.sum(1) == self.length - 1]:
                self._add(first, direction)

    def blank(self) -> Morpion:
        return Morpion(self.variant)

    def played(self) -> list:
        """The actions so far."""
        return [self._played[i] for i in range(self._count)]

    def parts_of(self, action: int) -> tuple[int, int, int]:
        """The new point of an action, and the first and last point of its line."""
        point = action // (4 * self.length)
        column, row = DIRECTIONS[action // self.length % 4]
        step = column + SIDE * row
        first = point - action % self.length * step
        return point, first, first + (self.length - 1) * step

    def action_at(self, point: int, direction: int, place: int) -> int:
        """The number of the move that adds a point as the so many one of its line, from 0."""
        return (point * 4 + direction) * self.length + place

    @property
    def picture(self) -> Picture:
        played = [self.parts_of(action) for action in self.played()]
        legal = [self.parts_of(action) for action in self.legal_actions()]
        return picture_of(cross(self.length), played, legal)

    def action_name(self, action: int) -> str:
        """The new point and the two ends of its line: "f5:c5-g5"."""
        point, first, last = map(point_name, self.parts_of(action))
        return f"{point}:{first}-{last}"

    def parse_action(self, name: str) -> int:
        """The legal action of a name, also with a dash or spaces; else ValueError."""
        parts = re.split(r"[\s:–-]+", name.strip().lower())
        for action in self.legal_actions():
            point, *ends = map(point_name, self.parts_of(action))
            if parts[:1] == [point] and sorted(parts[1:]) == sorted(ends):
                return action
        legal = ", ".join(self.action_name(action) for action in self.legal_actions()[:12])
        raise ValueError(f"{name!r} is not legal here; legal actions: {legal or 'none'}")

    def __str__(self) -> str:
        """The text that `start` reads: "5D: f5:c5-g5, ..."."""
        names = ", ".join(self.action_name(action) for action in self.played())
        return f"{self.variant}: {names}" if names else self.variant


def beginning(variant: str) -> Morpion:
    """The cross of a variant, with which its games begin."""
    state = Morpion(variant)
    state.begin()
    return state


def start(position: str, values: Mapping[str, Any]) -> Morpion:
    """The state of a position's text; or RecipeError.

    The text is a variant, and the moves played, such as "5D: f5:c5-g5, f6:f5-f9".
    """
    variant, _, moves = position.strip().partition(":")
    variant = variant.strip().upper()
    if variant not in LONGEST:
        raise RecipeError(
            f"morpion position: {variant[:20]!r} is no variant; give 5T, 5D, 4T or 4D, and after "
            "a colon the moves, such as '5D: n13:j13-n13'"
        )
    state = beginning(variant)
    for number, name in enumerate(filter(None, map(str.strip, re.split("[,;\n]", moves))), 1):
        try:
            action = state.parse_action(name)
        except ValueError as error:
            raise RecipeError(f"morpion position: move {number}: {error}") from None
        state = state.play(action)
    return state
