"""A board of coloured tiles as bits: groups are found, drawn and removed in a few operations.

There is a bit plane for each bit of the colour code (1 is the first colour, 0 is no tile). A word
of a plane holds a few columns side by side, each in a lane with one spare bit on top that is never
set, so that shifting by 1 moves rows and shifting by a lane moves columns. A cell is `column *
height + row`, row 0 at the bottom.

The module is long because its loops call each other: a compiler inlines within a module only.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.bits import ctz, nth_bit, popcount
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.bits import ctz, nth_bit, popcount
    from mcsearch.numerics.rng import Rng

if not cython.compiled:
    # 20 columns take at most 7 words of 3 lanes; the eighth stays 0 as the right one's neighbour
    _WORDS = 8
_PLANES = cython.declare(cython.int, 4)
_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_MIX_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


@cython.final
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
        self._is_common = self._lane == 16 and self._num_planes == 3
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
            self._count_of = [0] * _WORDS
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
            self.mark_groups(NONE)
        for k in range(self._num_words):
            if self._first_of[k]:
                size = self._find_group(k, ctz(self._first_of[k]))
                for j in range(self._low, self._high):
                    self._first_of[j] &= ~self._group[j]
                return size
        return 0

    def begin_groups(self, avoid):
        """Begin as `next_group(True)`, without the groups of a colour if there are others."""
        if self.mark_groups(avoid) == 0 and avoid != NONE:
            self.mark_groups(NONE)
        return self.next_group(False)

    def mark_groups(self, avoid):
        """Mark the tiles that begin groups not of a colour; return their number."""
        if self._is_common:
            return _mark(self, False, avoid, 16, 3)
        return _mark(self, False, avoid, self._lane, self._num_planes)

    def mark_grouped(self, avoid):
        """Mark the tiles of all groups not of a colour; return their number."""
        if self._is_common:
            return _mark(self, True, avoid, 16, 3)
        return _mark(self, True, avoid, self._lane, self._num_planes)

    def draw_group(self, rng, avoid):
        """Find a uniformly drawn group; return its size, 0 when there is none.

        Groups of colour `avoid` are drawn only when no other is left. They are not listed: a tile
        that begins a group is drawn and accepted with probability one over the number of such
        tiles in its group, which is nearly always one.
        """
        if self._is_common:
            return _draw_group(self, rng, avoid, 16, 3)
        return _draw_group(self, rng, avoid, self._lane, self._num_planes)

    def first_group(self, avoid):
        """Find the group with the topmost, then leftmost tile of those not of colour `avoid`.

        Returns its size, 0 when there is none.
        """
        if self._is_common:
            return _first_group(self, avoid, 16, 3)
        return _first_group(self, avoid, self._lane, self._num_planes)

    def remove_group(self, size):
        """Take the group that was found last off the board: tiles fall, empty columns close."""
        if self._is_common:
            _remove_group(self, 16, 3)
        else:
            _remove_group(self, self._lane, self._num_planes)
        self.num_tiles -= size

    def first_cell(self):
        """The lowest cell of the leftmost column of the group that was found last."""
        bit: cython.int = ctz(self._group[self._low])
        if self._is_common:
            return (self._low * 4 + bit // 16) * self.height + bit % 16
        return (self._low * self._per_word + bit // self._lane) * self.height + bit % self._lane

    def group_code(self):
        """A number for the cells and the colour of the group that was found last; never 0.

        The words are mixed in one by one, so that the codes of different groups practically never
        agree.
        """
        k: cython.int
        code: cython.ulonglong = cython.cast(cython.ulonglong, self.group_colour() + 16 * self._low)
        code = (code * _MIX_1) & _MASK
        for k in range(self._low, self._high):
            code = ((code ^ self._group[k]) * _MIX_2) & _MASK
            code ^= code >> 32
        return code | 1

    def group_colour(self):
        """The colour of the group that was found last."""
        p: cython.int
        colour: cython.int = 0
        for p in range(self._num_planes):
            if self._plane[p * _WORDS + self._low] & self._group[self._low]:
                colour |= 1 << p
        return colour

    def count(self, colour):
        """The number of tiles of a colour."""
        k: cython.int
        found: cython.int = 0
        for k in range(self._num_words):
            found += popcount(_of_colour(self, k, colour, self._num_planes))
        return found

    def _find_group(self, word, bit):
        """Set `_group` to the tiles connected with the one at a word's bit; return their number."""
        if self._is_common:
            return _flood(self, word, bit, 16, 3)
        return _flood(self, word, bit, self._lane, self._num_planes)

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
        for k in range(self._num_words):
            self._same[k] = _of_colour(self, k, colour, self._num_planes)
            self._group[k] = 0
        self._group[word] = one << bit
        while changed:
            changed = False
            for k in range(self._num_words):
                group = self._group[k]
                if k > 0:
                    group |= self._group[k - 1] >> edge
                if k + 1 < self._num_words:
                    group |= self._group[k + 1] << edge
                group &= self._same[k]
                grown = 0
                while grown != group:
                    grown = group
                    group |= (group << 1) | (group >> 1) | (group << lane) | (group >> lane)
                    group &= self._same[k]
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

    def _close_column(self, column):
        """Move the columns to the right of an empty one to the left."""
        p: cython.int
        k: cython.int
        i: cython.int
        lane: cython.int = self._lane
        edge: cython.int = lane * (self._per_word - 1)
        word: cython.int = column // self._per_word
        one: cython.ulonglong = 1
        stays: cython.ulonglong = (one << (column % self._per_word * lane)) - 1
        plane: cython.ulonglong
        for p in range(self._num_planes):
            i = p * _WORDS
            plane = self._plane[i + word]
            self._plane[i + word] = plane & stays
            self._plane[i + word] |= (plane >> lane) & ~stays
            self._plane[i + word] |= (self._plane[i + word + 1] & self._column) << edge
            for k in range(word + 1, self._num_words):
                self._plane[i + k] >>= lane
                self._plane[i + k] |= (self._plane[i + k + 1] & self._column) << edge
        self._num_columns -= 1
        self._num_words = (self._num_columns + self._per_word - 1) // self._per_word

    # --- Python level ---

    @property
    def num_words(self) -> int:
        """Words that hold the whole width."""
        return (self.width + self._per_word - 1) // self._per_word

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


# What a playout spends its time in. The common board's lane and number of planes come as constants,
# and the compiler makes a version for them without divisions and inner loops.


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _tiles(board: TileBoard, word: cython.int, num_planes: cython.int) -> cython.ulonglong:
    """The cells of a word that are not empty."""
    p: cython.int
    tiles: cython.ulonglong = 0
    for p in range(num_planes):
        tiles |= board._plane[p * _WORDS + word]
    return tiles


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _equal_above(board: TileBoard, word: cython.int, num_planes: cython.int) -> cython.ulonglong:
    """The tiles of a word that equal the tile above them."""
    p: cython.int
    plane: cython.ulonglong
    differs: cython.ulonglong = 0
    for p in range(num_planes):
        plane = board._plane[p * _WORDS + word]
        differs |= plane ^ (plane >> 1)
    return _tiles(board, word, num_planes) & ~differs


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _equal_right(
    board: TileBoard, word: cython.int, lane: cython.int, num_planes: cython.int
) -> cython.ulonglong:
    """The tiles of a word that equal the tile to the right of them."""
    p: cython.int
    edge: cython.int = lane * (64 // lane - 1)
    plane: cython.ulonglong
    right: cython.ulonglong
    differs: cython.ulonglong = 0
    for p in range(num_planes):
        plane = board._plane[p * _WORDS + word]
        right = (plane >> lane) | (board._plane[p * _WORDS + word + 1] << edge)
        differs |= plane ^ right
    return _tiles(board, word, num_planes) & ~differs


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _mark(
    board: TileBoard,
    whole: cython.bint,
    avoid: cython.int,
    lane: cython.int,
    num_planes: cython.int,
) -> cython.int:
    """Mark in `_first_of` the tiles of the groups, but for a colour; return their number.

    All of them (`whole`), which have an equal neighbour, or those that begin a group: they equal
    the one above or to the right of them but not the one below or to the left. The lowest tile of a
    group's leftmost column is one; a group may have more.
    """
    k: cython.int
    total: cython.int = 0
    edge: cython.int = lane * (64 // lane - 1)
    above: cython.ulonglong
    right: cython.ulonglong
    tiles: cython.ulonglong
    others: cython.ulonglong
    carry: cython.ulonglong = 0
    for k in range(board._num_words):
        above = _equal_above(board, k, num_planes)
        right = _equal_right(board, k, lane, num_planes)
        tiles = above | right
        others = (above << 1) | ((right << lane) & board._full) | carry
        tiles = tiles | others if whole else tiles & ~others
        carry = right >> edge
        if avoid != NONE:
            tiles &= ~_of_colour(board, k, avoid, num_planes)
        board._first_of[k] = tiles
        board._count_of[k] = popcount(tiles)
        total += board._count_of[k]
    return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _of_colour(
    board: TileBoard, word: cython.int, colour: cython.int, num_planes: cython.int
) -> cython.ulonglong:
    """The tiles of a colour in a word."""
    p: cython.int
    found: cython.ulonglong = board._full
    for p in range(num_planes):
        if (colour >> p) & 1:
            found &= board._plane[p * _WORDS + word]
        else:
            found &= ~board._plane[p * _WORDS + word]
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _draw_group(
    board: TileBoard, rng: Rng, avoid: cython.int, lane: cython.int, num_planes: cython.int
) -> cython.int:
    k: cython.int
    index: cython.int
    size: cython.int
    dice: cython.ulonglong
    firsts: cython.ulonglong
    low_half: cython.ulonglong = 0xFFFFFFFF
    total: cython.int = _mark(board, False, avoid, lane, num_planes)
    if total == 0:
        return board.draw_group(rng, NONE) if avoid != NONE else 0
    while True:
        dice = rng.next()
        index = cython.cast(cython.int, ((dice >> 32) * cython.cast(cython.ulonglong, total)) >> 32)
        k = 0
        while index >= board._count_of[k]:
            index -= board._count_of[k]
            k += 1
        size = _flood(board, k, nth_bit(board._first_of[k], index), lane, num_planes)
        index = 0
        for k in range(board._low, board._high):
            firsts = board._first_of[k] & board._group[k]
            while firsts:
                index += 1
                firsts &= firsts - 1
        if ((dice & low_half) * cython.cast(cython.ulonglong, index)) >> 32 == 0:
            return size


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _first_group(
    board: TileBoard, avoid: cython.int, lane: cython.int, num_planes: cython.int
) -> cython.int:
    k: cython.int
    i: cython.int
    row: cython.int = 0
    tiles: cython.ulonglong
    rows: cython.ulonglong = 0  # the rows with such tiles, in the first lane
    if _mark(board, True, avoid, lane, num_planes) == 0:
        return 0
    for k in range(board._num_words):
        for i in range(64 // lane):
            rows |= board._first_of[k] >> (i * lane)
    rows &= board._column
    while rows > 1:
        rows >>= 1
        row += 1
    k = 0
    tiles = board._first_of[0] & (board._floor << row)
    while tiles == 0:
        k += 1
        tiles = board._first_of[k] & (board._floor << row)
    return _flood(board, k, ctz(tiles), lane, num_planes)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _flood(
    board: TileBoard, word: cython.int, bit: cython.int, lane: cython.int, num_planes: cython.int
) -> cython.int:
    """Set `_group` to the tiles connected with the one at a word's bit; return their number.

    Most groups are small: they grow in a window as wide as a word that begins one column left
    of the tile, and only a group that leaves the window grows on the whole board.
    """
    per_word: cython.int = 64 // lane
    span: cython.int = lane * per_word
    column: cython.int = word * per_word + bit // lane
    left: cython.int = max(column - 1, 0)
    right: cython.int = left + per_word
    first: cython.int = left // per_word
    shift: cython.int = left % per_word * lane
    p: cython.int
    colour: cython.int = 0
    one: cython.ulonglong = 1
    place: cython.int = (column - left) * lane + bit % lane
    group: cython.ulonglong = one << place
    own: cython.ulonglong
    same: cython.ulonglong = board._full
    grown: cython.ulonglong = 0
    plane: cython.ulonglong
    for p in range(num_planes):
        plane = board._plane[p * _WORDS + first] >> shift
        # in two steps: no shift is as long as a word
        plane |= (board._plane[p * _WORDS + first + 1] << (span - 1 - shift)) << 1
        # the tile's own bit in all places: which colour it has can't be predicted, so no branch
        own = (plane >> place) & 1
        colour |= cython.cast(cython.int, own) << p
        own = 0 - own
        same &= ~(plane ^ own)
    while grown != group:
        grown = group
        # two steps before a look: most groups are done then
        group |= (group << 1) | (group >> 1) | (group << lane) | (group >> lane)
        group &= same
        group |= (group << 1) | (group >> 1) | (group << lane) | (group >> lane)
        group &= same
    if (
        left > 0
        and group & board._column
        and group & _column_of(board, left - 1, colour, lane, num_planes)
    ):
        return board._find_wide_group(word, bit, colour)
    grown = group >> (span - lane)
    if (
        right < board._num_columns
        and grown
        and grown & _column_of(board, right, colour, lane, num_planes)
    ):
        return board._find_wide_group(word, bit, colour)
    board._group[first] = (group << shift) & board._full
    board._group[first + 1] = (group >> 1) >> (span - 1 - shift)
    board._low = first if board._group[first] else first + 1
    board._high = first + 2 if board._group[first + 1] else first + 1
    return popcount(group)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _column_of(
    board: TileBoard,
    column: cython.int,
    colour: cython.int,
    lane: cython.int,
    num_planes: cython.int,
) -> cython.ulonglong:
    """The tiles of a colour in one column, in the first lane."""
    p: cython.int
    plane: cython.ulonglong
    found: cython.ulonglong = board._column
    for p in range(num_planes):
        plane = board._plane[p * _WORDS + column // (64 // lane)] >> (column % (64 // lane) * lane)
        found &= plane if (colour >> p) & 1 else ~plane
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _remove_group(board: TileBoard, lane: cython.int, num_planes: cython.int) -> cython.void:
    p: cython.int
    k: cython.int
    gone: cython.ulonglong
    lowest: cython.ulonglong
    below: cython.ulonglong
    plane: cython.ulonglong
    tiles: cython.ulonglong
    for k in range(board._high - 1, board._low - 1, -1):
        gone = board._group[k]
        while gone:
            # borrow from each lane's spare bit: per lane, the bits below its lowest gone tile
            below = (gone | board._guard) - board._floor
            lowest = gone & ~below
            below &= ~gone & ~board._guard
            for p in range(num_planes):
                plane = board._plane[p * _WORDS + k]
                board._plane[p * _WORDS + k] = (plane & below) | (
                    (plane >> 1) & ~below & ~board._guard
                )
            gone = ((gone & ~lowest) >> 1) & ~below
        tiles = 0
        for p in range(num_planes):
            tiles |= board._plane[p * _WORDS + k]
        # a column is empty when its bottom cell is; closing it moves those to the right of it
        gone = board._group[k] & board._floor & ~tiles
        while gone:
            board._close_column(k * (64 // lane) + ctz(gone) // lane)
            gone = (gone & (gone - 1)) >> lane
