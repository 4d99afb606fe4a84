"""Weak Schur numbers: 1, 2, 3, ... are put into colours; none may hold x, y and x + y, x < y.

The largest number so reached with k colours is at most WS(k), the weak Schur number: 2, 8, 23, 66
for 1 to 4 colours, at least 196 for 5 (Blanchard, Harary and Reis 2006; Eliahou et al. 2012). With
the rule below it is 2, 7, 21, 61, 180 at most, as trying everything shows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.engine.picture import Picture
from mcsearch.games import Game
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng, next_below

MOST_COLOURS = 9
LONGEST = (2, 8, 23, 66, 400, 2000, 5000, 10_000, 20_000)
"""Numbers that a partition into 1, 2, ... colours is followed to: WS(k) up to 4 colours, for more
what no search here comes near."""
_TREE_PLIES = 1000  # each state that a tree's path keeps has 65 kB with nine colours
_MOST_COLOURS = cython.declare(cython.int, 9)
_ALL = cython.declare(cython.ulonglong, 0xFFFF_FFFF_FFFF_FFFF)  # bits of a word
_CELL, _ROW, _SHOWN = 20, 10, 100  # of the drawing: units of a cell, cells of a row, numbers
_FILLS = ("#F28E6B", "#7DB0E3", "#F2DC7A", "#4FBF9B", "#B79AD9", "#E59AC0", "#9FCB6A", "#C9A27A",
          "#9AA3AE")  # fmt: skip
_GLYPHS = "●◆■▲✚★▼◗⬟"
_ACCENT = "#5B5FD6"  # to be seen on light and on dark


@cython.final
@cython.cclass
class WeakSchur(State):
    """The colours of 1 to n; an action is the colour of the next number, from 0.

    With the rule "as the number before where that is allowed" (Cazenave's course slides on Monte
    Carlo search) that colour is the only action. The score is n.
    """

    colours = cython.declare(cython.int, visibility="readonly")
    rule = cython.declare(cython.bint, visibility="readonly")
    _longest: cython.int
    _of: cython.uchar[::1]  # the colour of each number
    _words: cython.int  # of 64 numbers, in a set of numbers
    _held: cython.ulonglong[::1]  # of each colour the set of its numbers
    _barred: cython.ulonglong[::1]  # of each colour the set of its sums
    _count: cython.int

    def __init__(self, colours: int, rule: bool) -> None:
        super().__init__(1, LONGEST[colours - 1], colours)
        self.colours = colours
        self.rule = rule
        self._longest = self.max_plies
        self._of = view(np.zeros(self._longest + 1, np.uint8))
        self._words = (self._longest + 1) // 64 + 1
        self._held = view(np.zeros(colours * self._words, np.uint64))
        self._barred = view(np.zeros(colours * self._words, np.uint64))
        self._count = 0

    max_tree_plies = _TREE_PLIES

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self._take(cython.cast(WeakSchur, other))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, source: WeakSchur) -> cython.void:
        i: cython.int
        k: cython.int
        first: cython.int
        most: cython.int = max(self._count, source._count)
        for i in range(source._count + 1):
            self._of[i] = source._of[i]
        for k in range(self.colours):
            first = k * self._words
            for i in range(first, first + most // 64 + 1):
                self._held[i] = source._held[i]
            # sums reach to twice the largest number: what lies beyond is free in both
            for i in range(first, first + min(2 * most // 64 + 1, self._words)):
                self._barred[i] = source._barred[i]
        self._count = source._count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        number: cython.int = self._count + 1
        first: cython.int = action * self._words
        jump: cython.int = number // 64
        shift: cython.int = number % 64
        word: cython.ulonglong
        i: cython.int
        # the sums with the number: the colour's set moved up by it, as far as there is room
        for i in range(min(jump + 1, self._words - jump)):
            word = self._held[first + i]
            self._barred[first + i + jump] |= (word << shift) & _ALL
            if shift and i + jump + 1 < self._words:
                self._barred[first + i + jump + 1] |= word >> (64 - shift)
        word = 1
        self._held[first + jump] |= word << shift
        self._of[number] = action
        self._count = number

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_free(self, colour: cython.int) -> cython.bint:
        number: cython.int = self._count + 1
        return not (self._barred[colour * self._words + number // 64] >> (number % 64)) & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        colour: cython.int
        actions.count = 0
        if self._count == self._longest:
            return 0
        if self.rule and self._count > 0 and self._is_free(self._of[self._count]):
            actions.items[0] = self._of[self._count]
            actions.count = 1
            return 1
        for colour in range(self.colours):
            if self._is_free(colour):
                actions.items[actions.count] = colour
                actions.count += 1
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def code_of(self, action: cython.int) -> cython.ulonglong:
        """The number and its colour."""
        return 1 + _MOST_COLOURS * cython.cast(cython.ulonglong, self._count) + action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        free: cython.int = 0
        colour: cython.int
        if self._count == self._longest:
            return NONE
        if self.rule and self._count > 0 and self._is_free(self._of[self._count]):
            colour = self._of[self._count]
            self.apply(colour)
            return colour
        for colour in range(self.colours):
            free += self._is_free(colour)
        if free == 0:
            return NONE
        free = next_below(rng, free)
        for colour in range(self.colours):
            if self._is_free(colour):
                if free == 0:
                    break
                free -= 1
        self.apply(colour)
        return colour

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        return self._count

    # --- Python level ---

    def blank(self) -> WeakSchur:
        return WeakSchur(self.colours, self.rule)

    def partition(self) -> list:
        """The numbers of each colour."""
        found: list = [[] for _ in range(self.colours)]
        for number in range(1, self._count + 1):
            found[self._of[number]].append(number)
        return found

    @property
    def picture(self) -> Picture:
        colouring = [self._of[number] for number in range(1, self._count + 1)]
        return _picture_of(self.colours, colouring, self.legal_actions())

    def action_name(self, action: int) -> str:
        """The number and its colour, from 1: "57:2"."""
        return f"{self._count + 1}:{action + 1}"

    def parse_action(self, name: str) -> int:
        """The legal action of a name, or of a colour alone; else ValueError."""
        colour = name.strip().removeprefix(f"{self._count + 1}:")
        for action in self.legal_actions():
            if str(action + 1) == colour:
                return action
        legal = ", ".join(self.action_name(action) for action in self.legal_actions())
        raise ValueError(f"{name!r} is not legal here; legal actions: {legal or 'none'}")

    def __str__(self) -> str:
        """The text that `start` reads: the number of colours, and each number's colour from 1."""
        way = "".join(str(self._of[number] + 1) for number in range(1, self._count + 1))
        return f"{self.colours}: {way}" if way else str(self.colours)


def _picture_of(colours: int, colouring: list[int], legal: list[int]) -> Picture:
    """The last hundred numbers in rows of ten, and below which colours the next one may have."""
    begin = max(0, (len(colouring) - _SHOWN + _ROW) // _ROW * _ROW)
    rows = max(6, -(-(len(colouring) + 1 - begin) // _ROW))
    found = []
    for number in range(begin + 1, begin + rows * _ROW + 1):
        column, row = (number - begin - 1) % _ROW, (number - begin - 1) // _ROW
        x, y = column * _CELL, row * _CELL
        known = number <= len(colouring)
        fill = _FILLS[colouring[number - 1]] if known else "currentColor"
        edge = ""
        if number == len(colouring):
            edge = ' stroke="currentColor" stroke-width="1.6"'
        elif number == len(colouring) + 1:
            edge = f' stroke="{_ACCENT}" stroke-width="1.6" stroke-opacity="1"'
        opacity = "" if known else ' fill-opacity="0.06"'
        found.append(
            f'<rect x="{x + 1}" y="{y + 1}" width="18" height="18" rx="2.4" fill="{fill}"'
            f"{opacity}{edge}/>"
        )
        ink = "#1A1C21" if known else "currentColor"
        size = 6.4 if number < 1000 else 5
        found.append(
            f'<text x="{x + 10}" y="{y + (9 if known else 12.5)}" font-size="{size}" fill="{ink}" '
            f'text-anchor="middle">{number}</text>'
        )
        if known:
            found.append(
                f'<text x="{x + 10}" y="{y + 16.6}" font-size="5.6" fill="{ink}" '
                f'fill-opacity="0.7" text-anchor="middle">{_GLYPHS[colouring[number - 1]]}</text>'
            )
    foot = rows * _CELL + 6
    places = []
    step = _ROW * _CELL / colours
    for colour in range(colours):
        middle = (colour + 0.5) * step
        free = colour in legal
        edge = f'stroke="{_ACCENT}" stroke-dasharray="2 1.6"' if free else 'stroke="none"'
        found.append(
            f'<rect x="{middle - 8:.1f}" y="{foot}" width="16" height="16" rx="2.4" '
            f'fill="{_FILLS[colour]}" fill-opacity="{1 if free else 0.3}" {edge}/>'
            f'<text x="{middle:.1f}" y="{foot + 11}" font-size="8" fill="#1A1C21" '
            f'text-anchor="middle">{_GLYPHS[colour] if free else "×"}</text>'
        )
        if free:
            places.append(((round(middle), foot + 8),))
    return Picture(
        svg=f'<svg viewBox="0 0 {_ROW * _CELL} {foot + 20}">{"".join(found)}</svg>',
        places=tuple(places),
        side=_CELL,
    )


def start(position: str, values: Mapping[str, Any]) -> WeakSchur:
    """The state of a position's text; or RecipeError.

    The text is the number of colours, and after a colon the colour of each number from 1 on, such
    as "3: 112".
    """
    colours, _, way = position.strip().partition(":")
    if colours.strip() not in {str(k) for k in range(1, MOST_COLOURS + 1)}:
        raise RecipeError(
            f"weak-schur position: {colours.strip()[:20]!r} is no number of colours; give 1 to "
            f"{MOST_COLOURS}, and after a colon each number's colour, such as '3: 112'"
        )
    state = WeakSchur(int(colours), bool(values["rule"]))
    for number, colour in enumerate(re.sub(r"[\s,]", "", way), 1):
        try:
            action = state.parse_action(colour)
        except ValueError as error:
            raise RecipeError(f"weak-schur position: number {number}: {error}") from None
        state = state.play(action)
    return state


GAME = Game(
    name="weak-schur",
    title="Weak Schur numbers",
    num_players=1,
    kind="drawing",
    has_kinds=False,
    default_position="4",
    position_help="the number of colours, 1 to 9, and after a colon each number's colour from 1 "
    "on, such as 3: 112",
    source="Schur 1916; the search by Eliahou et al. 2012; Cazenave's course slides",
    start=start,
    positions=tuple(str(colours) for colours in range(1, MOST_COLOURS + 1)),
    positions_label="Colours",
    parameters=(
        Parameter(
            "rule",
            "bool",
            True,
            "As the number before",
            "a number gets the colour of the number before it where that is allowed",
        ),
    ),
    rules="Put 1, 2, 3 and so on each into a colour. "
    "No colour may hold two different numbers and their sum. "
    "The game ends when the next number fits no colour; the score is the last number placed.",
)
