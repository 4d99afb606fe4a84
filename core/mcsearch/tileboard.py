"""A board of coloured tiles as bits: groups are found, drawn and removed in a few operations.

There is a bit plane for each bit of the colour code (1 is the first colour, 0 is no tile). A word
of a plane holds a few columns side by side, each in a lane with one spare bit on top that is never
set, so that shifting by 1 moves rows and shifting by a lane moves columns. A cell is `column *
height + row`, row 0 at the bottom.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.arrays import view

if cython.compiled:
    from cython.cimports.mcsearch.bits import ctz, popcount
    from cython.cimports.mcsearch.tree import NONE
else:
    from mcsearch.bits import ctz, popcount
    from mcsearch.tree import NONE

# 20 columns take at most 7 words of 3 lanes; the eighth stays 0 as the right neighbour of the last
_WORDS = cython.declare(cython.int, 8)
_PLANES = cython.declare(cython.int, 4)


@cython.cclass
class TileBoard:
    """Tiles of colours 1 to 9 on at most 20x20 cells; a group is two or more connected equals."""

    def __init__(self, width: int, height: int, num_colours: int) -> None:
        i: cython.int
        one: cython.ulonglong = 1
        self.width = width
        self.height = height
        self.num_colours = num_colours
        self.num_tiles = 0
        self._num_columns = 0
        self._per_word = 4 if height <= 15 else 3
        self._lane = 16 if height <= 15 else 21
        self._num_words = 0
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

    def copy_from(self, other):
        """Become equal to a board of the same size."""
        p: cython.int
        k: cython.int
        self.num_tiles = other.num_tiles
        self._num_columns = other._num_columns
        for p in range(self._num_planes):
            for k in range(max(self._num_words, other._num_words)):
                self._plane[p * _WORDS + k] = other._plane[p * _WORDS + k]
        self._num_words = other._num_words

    def find_group(self, cell):
        """Find the tiles connected with a tile through its colour; return their number."""
        return self._find_group(cell // self.height // self._per_word, self._bit_of(cell))

    def colour(self, cell):
        """The colour of a cell, 0 for an empty one."""
        p: cython.int
        colour: cython.int = 0
        word: cython.int = cell // self.height // self._per_word
        bit: cython.int = self._bit_of(cell)
        for p in range(self._num_planes):
            if (self._plane[p * _WORDS + word] >> bit) & 1:
                colour |= 1 << p
        return colour

    def _bit_of(self, cell):
        """The bit of a cell in its word."""
        return cell // self.height % self._per_word * self._lane + cell % self.height

    def next_group(self, start):
        """Find the groups one by one, in the order of `first_cell`; 0 when there is no other."""
        k: cython.int
        j: cython.int
        size: cython.int
        if start:
            self._find_groups()
        for k in range(self._num_words):
            if self._first_of[k]:
                size = self._find_group(k, ctz(self._first_of[k]))
                for j in range(self._low, self._high):
                    self._first_of[j] &= ~self._group[j]
                return size
        return 0

    def draw_group(self, rng, avoid):
        """Find a uniformly drawn group; return its size, 0 when there is none.

        Groups of colour `avoid` are drawn only when no other is left. They are not listed: a tile
        that begins a group is drawn and accepted with probability one over the number of such
        tiles in its group, which is nearly always one.
        """
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
                return 0
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
                return size

    def remove_group(self, size):
        """Take the group that was found last off the board: tiles fall, empty columns close."""
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

    def first_cell(self):
        """The lowest cell of the leftmost column of the group that was found last."""
        bit: cython.int = ctz(self._group[self._low])
        column: cython.int = self._low * self._per_word + bit // self._lane
        return column * self.height + bit % self._lane

    def count(self, colour):
        """The number of tiles of a colour."""
        k: cython.int
        found: cython.int = 0
        self._find_colour(colour)
        for k in range(self._num_words):
            found += popcount(self._same[k])
        return found

    def _find_groups(self):
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

    def _find_colour(self, colour):
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

    def _column_of(self, column, colour):
        """The tiles of a colour in one column, in the first lane."""
        p: cython.int
        plane: cython.ulonglong
        found: cython.ulonglong = self._column
        for p in range(self._num_planes):
            plane = self._plane[p * _WORDS + column // self._per_word]
            plane = plane >> (column % self._per_word * self._lane)
            found &= plane if (colour >> p) & 1 else ~plane
        return found

    def _find_group(self, word, bit):
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

    def _find_wide_group(self, word, bit, colour):
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

    def _close_columns(self):
        """Move columns left over those that the group found last has left empty."""
        p: cython.int
        source: cython.int
        target: cython.int = self._low * self._per_word
        word: cython.int
        shift: cython.int
        lane: cython.ulonglong
        tiles: cython.ulonglong
        for source in range(target, self._num_columns):
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
        self._num_words = (target + self._per_word - 1) // self._per_word

    # --- Python level ---

    def cells(self) -> np.ndarray:
        """int8 [width * height], index column * height + row: the colour, 0 for an empty cell"""
        cells = np.zeros(self.width * self.height, np.int8)
        colours: cython.schar[::1] = view(cells)
        cell: cython.int
        for cell in range(self.width * self.height):
            colours[cell] = self.colour(cell)
        return cells

    def set_cells(self, cells: np.ndarray) -> None:
        """Put tiles on the board; they fall, and empty columns close.

        `cells` is an int array [width * height] as from `cells()`.
        """
        i: cython.int
        p: cython.int
        colour: cython.int
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
                if (colour >> p) & 1:
                    self._plane[p * _WORDS + i // self.height // self._per_word] |= (
                        one << self._bit_of(i)
                    )
        self._num_columns = len(columns)
        self._num_words = (len(columns) + self._per_word - 1) // self._per_word
        self.num_tiles = int(np.count_nonzero(cells))

    def group_cells(self, cell: int) -> list:
        """The cells of the group that a cell belongs to (just the cell when it has no equal)."""
        other: cython.int
        word: cython.int
        if self.colour(cell) == 0:
            return []
        self.find_group(cell)
        found = []
        for other in range(self.width * self.height):
            word = other // self.height // self._per_word
            if self._low <= word < self._high and (self._group[word] >> self._bit_of(other)) & 1:
                found.append(other)
        return found
