"""SameGame: remove groups of equal tiles; a group of n scores (n - 2)**2.

The board is a set of bit planes of the colour code (1 is the first colour, 0 is empty). A word
holds a few columns side by side, each in a lane with one spare bit on top that is never set, so
that shifting by 1 moves rows and shifting by a lane moves columns. Cell (column, row), row 0 at the
bottom, is action `column * height + row`; a group's action is the lowest cell of its leftmost
column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch import boards
from mcsearch.games import Game
from mcsearch.parameter import Parameter
from mcsearch.state import Geometry

if cython.compiled:
    from cython.cimports.mcsearch.bits import ctz, popcount
    from cython.cimports.mcsearch.rng import Rng
    from cython.cimports.mcsearch.state import Actions, State
    from cython.cimports.mcsearch.tree import NONE
else:
    from mcsearch.bits import ctz, popcount
    from mcsearch.rng import Rng
    from mcsearch.state import Actions, State
    from mcsearch.tree import NONE

SCORINGS = ("bonus", "plain", "penalty")
_BONUS = cython.declare(cython.int, 0)
_PLAIN = cython.declare(cython.int, 1)
_PENALTY = cython.declare(cython.int, 2)

# 20 columns take at most 7 words of 3 lanes; the eighth stays 0 as the right neighbour of the last
_WORDS = cython.declare(cython.int, 8)
_PLANES = cython.declare(cython.int, 4)


@cython.cclass
class SameGame(State):
    """A SameGame position, up to 20x20 cells and 9 colours.

    Scoring "plain" adds nothing, "bonus" adds 1000 for clearing the board, "penalty" also takes
    (n - 2)**2 at the end for each colour with n > 2 tiles left.
    """

    width = cython.declare(cython.int, visibility="readonly")
    height = cython.declare(cython.int, visibility="readonly")
    num_colours = cython.declare(cython.int, visibility="readonly")
    score = cython.declare(cython.int, visibility="readonly")
    num_tiles = cython.declare(cython.int, visibility="readonly")
    _scoring: cython.int
    _num_columns: cython.int  # those that are not empty; they stand at the left
    _num_words: cython.int
    _num_planes: cython.int
    _per_word: cython.int
    _lane: cython.int
    _full: cython.ulonglong  # every bit of every lane
    _floor: cython.ulonglong  # the bottom bit of every lane
    _guard: cython.ulonglong  # the spare bit of every lane
    _column: cython.ulonglong  # every bit of the first lane
    _plane: cython.ulonglong[32]  # [plane * _WORDS + word]
    _first_of: cython.ulonglong[8]  # at least one cell of every group, see _find_groups
    _same: cython.ulonglong[8]  # the tiles of one colour
    _group: cython.ulonglong[8]  # the tiles of one group, all of them in the words ...
    _low: cython.int  # ... from this
    _high: cython.int  # ... to before this

    def __init__(self, width: int, height: int, num_colours: int, scoring: str) -> None:
        super().__init__(1, width * height // 2 + 1, width * height // 2 + 1)
        i: cython.int
        one: cython.ulonglong = 1
        self.width = width
        self.height = height
        self.num_colours = num_colours
        self.score = 0
        self.num_tiles = 0
        self._scoring = SCORINGS.index(scoring)
        self._num_columns = 0
        self._per_word = 4 if height <= 15 else 3
        self._lane = 16 if height <= 15 else 21
        self._num_words = (width + self._per_word - 1) // self._per_word
        self._num_planes = num_colours.bit_length()
        self._column = (one << self._lane) - 1
        self._floor = 0
        for i in range(self._per_word):
            self._floor |= one << (i * self._lane)
        self._full = self._floor * self._column
        self._guard = self._floor << (self._lane - 1)
        if not cython.compiled:
            self._plane = [0] * (_PLANES * _WORDS)
            self._first_of = [0] * _WORDS
            self._same = [0] * _WORDS
            self._group = [0] * _WORDS
        for i in range(_PLANES * _WORDS):
            self._plane[i] = 0

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self._copy_from(cython.cast(SameGame, other))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _copy_from(self, other: SameGame) -> cython.void:
        p: cython.int
        k: cython.int
        self._scoring = other._scoring
        self.score = other.score
        self.num_tiles = other.num_tiles
        self._num_columns = other._num_columns
        for p in range(self._num_planes):
            for k in range(self._num_words):
                self._plane[p * _WORDS + k] = other._plane[p * _WORDS + k]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_groups(self) -> cython.void:
        """Mark in `_first_of` the tiles that begin a group.

        Such a tile equals the one above or to the right of it but not the one below or to the left.
        The lowest tile of a group's leftmost column is one; a group may have more.
        """
        p: cython.int
        k: cython.int
        lane: cython.int = self._lane
        edge: cython.int = lane * (self._per_word - 1)
        tiles: cython.ulonglong
        plane: cython.ulonglong
        above: cython.ulonglong
        right: cython.ulonglong
        carry: cython.ulonglong = 0
        for k in range(self._num_words):
            tiles = 0
            above = 0
            right = 0
            for p in range(self._num_planes):
                plane = self._plane[p * _WORDS + k]
                tiles |= plane
                above |= plane ^ (plane >> 1)
                right |= plane ^ (
                    (plane >> lane) | ((self._plane[p * _WORDS + k + 1] << edge) & self._full)
                )
            above = tiles & ~above
            right = tiles & ~right
            self._first_of[k] = (above | right) & ~(
                (above << 1) | ((right << lane) & self._full) | carry
            )
            carry = right >> edge

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_colour(self, colour: cython.int) -> cython.void:
        """Set `_same` to the tiles of a colour."""
        p: cython.int
        k: cython.int
        for k in range(self._num_words):
            self._same[k] = self._full
            for p in range(self._num_planes):
                if (colour >> p) & 1:
                    self._same[k] &= self._plane[p * _WORDS + k]
                else:
                    self._same[k] &= ~self._plane[p * _WORDS + k]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _column_of(self, column: cython.int, colour: cython.int) -> cython.ulonglong:
        """The tiles of a colour in one column, in the first lane."""
        p: cython.int
        plane: cython.ulonglong
        found: cython.ulonglong = self._column
        for p in range(self._num_planes):
            plane = self._plane[p * _WORDS + column // self._per_word]
            plane = plane >> (column % self._per_word * self._lane)
            found &= plane if (colour >> p) & 1 else ~plane
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_group(self, word: cython.int, bit: cython.int) -> cython.int:
        """Set `_group` to the tiles connected with the one at a word's bit; return their number.

        Most groups are small: they grow in a window as wide as a word that begins one column left
        of the tile, and only a group that leaves the window grows on the whole board.
        """
        lane: cython.int = self._lane
        span: cython.int = lane * self._per_word
        column: cython.int = word * self._per_word + bit // lane
        left: cython.int = max(column - 1, 0)
        right: cython.int = left + self._per_word
        first: cython.int = left // self._per_word
        shift: cython.int = left % self._per_word * lane
        p: cython.int
        colour: cython.int = 0
        one: cython.ulonglong = 1
        group: cython.ulonglong = one << ((column - left) * lane + bit % lane)
        same: cython.ulonglong = self._full
        grown: cython.ulonglong = 0
        plane: cython.ulonglong
        for p in range(self._num_planes):
            plane = self._plane[p * _WORDS + first] >> shift
            if shift > 0:
                plane |= (self._plane[p * _WORDS + first + 1] << (span - shift)) & self._full
            if plane & group:
                colour |= 1 << p
                same &= plane
            else:
                same &= ~plane
        while grown != group:
            grown = group
            group |= (group << 1) | (group >> 1) | ((group << lane) & self._full) | (group >> lane)
            group &= same
        if left > 0 and group & self._column and group & self._column_of(left - 1, colour):
            return self._find_wide_group(word, bit, colour)
        grown = group >> (span - lane)
        if right < self._num_columns and grown and grown & self._column_of(right, colour):
            return self._find_wide_group(word, bit, colour)
        self._low = first
        self._high = first + 1
        self._group[first] = (group << shift) & self._full
        if shift > 0 and group >> (span - shift):
            self._group[first + 1] = group >> (span - shift)
            self._high = first + 2
            if self._group[first] == 0:
                self._low = first + 1
        return popcount(group)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _find_wide_group(self, word: cython.int, bit: cython.int, colour: cython.int) -> cython.int:
        """What `_find_group` does, for a group of any width."""
        lane: cython.int = self._lane
        edge: cython.int = lane * (self._per_word - 1)
        k: cython.int
        size: cython.int = 0
        one: cython.ulonglong = 1
        group: cython.ulonglong
        grown: cython.ulonglong
        changed: cython.bint = True
        self._find_colour(colour)
        for k in range(self._num_words):
            self._group[k] = 0
        self._group[word] = one << bit
        while changed:
            changed = False
            for k in range(self._num_words):
                group = self._group[k]
                if k > 0:
                    group |= self._group[k - 1] >> edge
                if k + 1 < self._num_words:
                    group |= (self._group[k + 1] << edge) & self._full
                group &= self._same[k]
                grown = 0
                while grown != group:
                    grown = group
                    group = self._same[k] & (
                        group
                        | (group << 1)
                        | (group >> 1)
                        | ((group << lane) & self._full)
                        | (group >> lane)
                    )
                if group != self._group[k]:
                    self._group[k] = group
                    changed = True
        self._low = self._num_words
        self._high = 0
        for k in range(self._num_words):
            if self._group[k]:
                size += popcount(self._group[k])
                self._low = min(self._low, k)
                self._high = k + 1
        return size

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remove_group(self, size: cython.int) -> cython.void:
        """Take `_group` off the board: score it, let tiles fall, close empty columns."""
        p: cython.int
        k: cython.int
        gone: cython.ulonglong
        lowest: cython.ulonglong
        below: cython.ulonglong
        plane: cython.ulonglong
        tiles: cython.ulonglong
        closes: cython.bint = False
        first: cython.int
        for k in range(self._low, self._high):
            gone = self._group[k]
            while gone:
                # borrow from each lane's spare bit: per lane, the bits below its lowest gone tile
                below = (gone | self._guard) - self._floor
                lowest = gone & ~below
                below &= ~gone & ~self._guard
                for p in range(self._num_planes):
                    plane = self._plane[p * _WORDS + k]
                    self._plane[p * _WORDS + k] = (plane & below) | (
                        (plane >> 1) & ~below & ~self._guard
                    )
                gone = ((gone & ~lowest) >> 1) & ~below
            tiles = 0
            for p in range(self._num_planes):
                tiles |= self._plane[p * _WORDS + k]
            first = k * self._per_word
            if popcount(tiles & self._floor) < min(self._per_word, self._num_columns - first):
                closes = True
        if closes:
            self._close_columns()
        self.num_tiles -= size
        self.score += (size - 2) * (size - 2)
        if self.num_tiles == 0 and self._scoring != _PLAIN:
            self.score += 1000

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _close_columns(self) -> cython.void:
        """Move columns left over empty ones."""
        p: cython.int
        source: cython.int
        target: cython.int = 0
        word: cython.int
        shift: cython.int
        lane: cython.ulonglong
        tiles: cython.ulonglong
        for source in range(self._num_columns):
            word = source // self._per_word
            shift = source % self._per_word * self._lane
            tiles = 0
            for p in range(self._num_planes):
                tiles |= (self._plane[p * _WORDS + word] >> shift) & 1
            if tiles == 0:
                continue
            if target != source:
                for p in range(self._num_planes):
                    lane = (self._plane[p * _WORDS + word] >> shift) & self._column
                    self._plane[p * _WORDS + word] &= ~(self._column << shift)
                    self._plane[p * _WORDS + target // self._per_word] |= lane << (
                        target % self._per_word * self._lane
                    )
            target += 1
        self._num_columns = target

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_cell(self) -> cython.int:
        """The lowest cell of `_group`'s leftmost column."""
        bit: cython.int = ctz(self._group[self._low])
        column: cython.int = self._low * self._per_word + bit // self._lane
        return column * self.height + bit % self._lane

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        column: cython.int = action // self.height
        self._remove_group(
            self._find_group(
                column // self._per_word,
                column % self._per_word * self._lane + action % self.height,
            )
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        k: cython.int
        j: cython.int
        actions.clear()
        self._find_groups()
        for k in range(self._num_words):
            while self._first_of[k]:
                self._find_group(k, ctz(self._first_of[k]))
                for j in range(self._low, self._high):
                    self._first_of[j] &= ~self._group[j]
                actions.append(self._first_cell())
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        """Uniform over groups without listing them: draw a tile that begins a group and accept it
        with probability one over the number of such tiles in its group (nearly always one)."""
        k: cython.int
        total: cython.int = 0
        index: cython.int
        size: cython.int
        firsts: cython.int
        dice: cython.ulonglong
        word: cython.ulonglong
        low_half: cython.ulonglong = 0xFFFFFFFF
        self._find_groups()
        if avoid != NONE:
            self._find_colour(avoid)
            for k in range(self._num_words):
                total += popcount(self._first_of[k] & ~self._same[k])
            if total > 0:
                for k in range(self._num_words):
                    self._first_of[k] &= ~self._same[k]
        if total == 0:
            for k in range(self._num_words):
                total += popcount(self._first_of[k])
            if total == 0:
                return NONE
        while True:
            dice = rng.next()
            index = cython.cast(
                cython.int, ((dice >> 32) * cython.cast(cython.ulonglong, total)) >> 32
            )
            k = 0
            size = popcount(self._first_of[0])
            while index >= size:
                index -= size
                k += 1
                size = popcount(self._first_of[k])
            word = self._first_of[k]
            while index > 0:
                word &= word - 1
                index -= 1
            size = self._find_group(k, ctz(word))
            firsts = 0
            for k in range(self._low, self._high):
                firsts += popcount(self._first_of[k] & self._group[k])
            if ((dice & low_half) * cython.cast(cython.ulonglong, firsts)) >> 32 == 0:
                break
        index = self._first_cell()
        self._remove_group(size)
        return index

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def frequent_kind(self) -> cython.int:
        best: cython.int = NONE
        most: cython.int = 0
        colour: cython.int
        k: cython.int
        count: cython.int
        for colour in range(1, self.num_colours + 1):
            self._find_colour(colour)
            count = 0
            for k in range(self._num_words):
                count += popcount(self._same[k])
            if count > most:
                most = count
                best = colour
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        k: cython.int
        colour: cython.int
        count: cython.int
        penalty: cython.int = 0
        groups: cython.ulonglong = 0
        if self._scoring == _PENALTY:
            self._find_groups()
            for k in range(self._num_words):
                groups |= self._first_of[k]
            if groups == 0:
                for colour in range(1, self.num_colours + 1):
                    self._find_colour(colour)
                    count = 0
                    for k in range(self._num_words):
                        count += popcount(self._same[k])
                    if count > 2:
                        penalty += (count - 2) * (count - 2)
        return cython.cast(cython.double, self.score - penalty)

    # --- Python level ---

    def blank(self) -> SameGame:
        return SameGame(self.width, self.height, self.num_colours, self.scoring)

    @property
    def scoring(self) -> str:
        return SCORINGS[self._scoring]

    @property
    def geometry(self) -> Geometry:
        column, row = np.divmod(np.arange(self.width * self.height), self.height)
        return Geometry(column + 0.5, row + 0.5, "square", self.width, self.height)

    def cells(self) -> np.ndarray:
        """int8 [width * height], index column * height + row: the colour, 0 for an empty cell"""
        cells = np.zeros(self.width * self.height, np.int8)
        for action in range(len(cells)):
            column, row = divmod(action, self.height)
            word, shift = divmod(column, self._per_word)
            shift = shift * self._lane + row
            for p in range(self._num_planes):
                cells[action] |= ((self._plane[p * _WORDS + word] >> shift) & 1) << p
        return cells

    def set_cells(self, cells: np.ndarray) -> None:
        """Put tiles on the board; they fall, and empty columns close, before the score begins at 0.

        `cells` is an int array [width * height] as from `cells()`.
        """
        i: cython.int
        p: cython.int
        one: cython.ulonglong = 1
        for i in range(_PLANES * _WORDS):
            self._plane[i] = 0
        fallen = np.zeros_like(cells).reshape(self.width, self.height)
        columns = [column[column > 0] for column in cells.reshape(self.width, self.height)]
        columns = [column for column in columns if len(column)]
        for x, tiles in enumerate(columns):
            fallen[x, : len(tiles)] = tiles
        for i, colour in enumerate(fallen.ravel().tolist()):
            for p in range(self._num_planes):
                if colour >> p & 1:
                    column, row = divmod(i, self.height)
                    word, shift = divmod(column, self._per_word)
                    self._plane[p * _WORDS + word] |= one << (shift * self._lane + row)
        self._num_columns = len(columns)
        self.num_tiles = int(np.count_nonzero(cells))
        self.score = 0

    def action_cells(self, action: int) -> list:
        """The cells of the group that a cell belongs to (just the cell when it has no equal)."""
        column, row = divmod(action, self.height)
        if self.cells()[action] == 0:
            return []
        self._find_group(column // self._per_word, column % self._per_word * self._lane + row)
        found = []
        for cell in range(self.width * self.height):
            column, row = divmod(cell, self.height)
            word, shift = divmod(column, self._per_word)
            bit = shift * self._lane + row
            if self._low <= word < self._high and self._group[word] >> bit & 1:
                found.append(cell)
        return found

    def normalize(self, action: int) -> int:
        cells = self.action_cells(action) if 0 <= action < self.width * self.height else []
        return State.normalize(self, min(cells) if len(cells) > 1 else action)

    def action_name(self, action: int) -> str:
        """Column letter and row number of the group's lowest, then leftmost cell: "L4"."""
        cells = self.action_cells(action) or [action]
        row, column = min(divmod(cell, self.height)[::-1] for cell in cells)
        return f"{chr(ord('A') + column)}{row + 1}"

    def move_of(self, action: int) -> list:
        """[column, row], from 0, row 0 at the bottom."""
        return list(divmod(action, self.height))

    def parse_action(self, name: str) -> int:
        """The action of a cell's name; ValueError when it names no group."""
        text = name.strip().upper()
        if text[:1].isalpha() and text[1:].isdigit():
            column, row = ord(text[0]) - ord("A"), int(text[1:]) - 1
            if 0 <= column < self.width and 0 <= row < self.height:
                return self.normalize(column * self.height + row)
        last = f"{chr(ord('A') + self.width - 1)}{self.height}"
        raise ValueError(f"{name!r} names no cell; give a cell from A1 to {last}")

    def __str__(self) -> str:
        """The board as text, top row first, "." for empty cells."""
        rows = self.cells().reshape(self.width, self.height).T[::-1]
        return "\n".join("".join(str(c) if c else "." for c in row) for row in rows.tolist())


def start(position: str, values: Mapping[str, Any]) -> SameGame:
    """The state of a position's text, see `boards.parse`."""
    cells, num_colours = boards.parse(position)
    width, height = cells.shape
    state = SameGame(width, height, num_colours, values["scoring"])
    state.set_cells(cells.ravel())
    return state


GAME = Game(
    name="samegame",
    title="SameGame",
    num_players=1,
    kind="tiles",
    has_kinds=True,
    default_position="15x15x5:1",
    position_help="WIDTHxHEIGHTxCOLOURS:SEED, or rows of colours, the top row first",
    source="Kuniaki Moribe, Chain Shot! (1985); scoring of Schadd et al. 2008",
    start=start,
    parameters=(
        Parameter(
            "scoring",
            "choice",
            "bonus",
            "Scoring",
            "bonus: +1000 for clearing the board; plain: no bonus; penalty: bonus, and "
            "-(n - 2)**2 for each colour left at the end",
            choices=SCORINGS,
        ),
    ),
)
