"""SameGame lines that can be changed: a move is named by one of the tiles that it removes.

Tiles fall and columns close when an earlier move is left out or put in, but the tile is still the
same, and so in most cases is what the move was for.

A tile is known by the bit where it lies at the root: 64 times the word of a `TileBoard`, plus the
place in it. The tiles that last stay in their order, so which of them last tells the position, and
where each of them lies: as high as tiles last below it, as far to the right as columns before it.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.games.samegame.tileboard import TileBoard
from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.engine.replay import Replay
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.games.samegame.tileboard import _WORDS
    from cython.cimports.mcsearch.numerics.bits import ctz, nth_bit, popcount
    from cython.cimports.mcsearch.numerics.rng import next_below
else:
    from mcsearch.engine.replay import Replay
    from mcsearch.engine.state import State
    from mcsearch.engine.tree import NONE
    from mcsearch.games.samegame.tileboard import _WORDS
    from mcsearch.numerics.bits import ctz, nth_bit, popcount
    from mcsearch.numerics.rng import next_below

_COLOURS = cython.declare(cython.int, 10)  # with 0 for an empty cell
_TRIES = cython.declare(cython.int, 20)  # to hit a tile that has an equal neighbour


@cython.cclass
class TileReplay(Replay):
    """The positions along both lines as tiles.

    Each ply of either line has an entry. When the changed line becomes the line they change places.
    """

    def _prepare(self, root: State) -> None:
        cells = root.cells()
        self._board = TileBoard(root.width, root.height, int(cells.max(initial=1)))
        self._board.set_cells(cells)
        self._num_words = self._board.num_words
        self._num_planes = self._board._num_planes
        self._per_word = self._board._per_word
        self._lane = self._board._lane
        self._is_common = self._board._is_common and self._num_words <= 4
        if self._is_common:
            self._num_words = 4  # a constant where its moves are played
        entries = 2 * self._plies
        k: cython.int
        p: cython.int
        self._has_bonus = root.scoring != "plain"
        self._has_penalty = root.scoring == "penalty"
        self._plane = view(np.zeros(entries * self._num_planes * self._num_words, np.uint64))
        self._rest = view(np.zeros(entries * self._num_words, np.uint64))
        self._columns = view(np.zeros(entries, np.int32))
        self._num_tiles = view(np.zeros(entries, np.int32))
        self._score = view(np.zeros(entries, np.int32))
        self._line_entry = view(np.arange(self._plies, dtype=np.int32))
        self._tried_entry = view(np.arange(self._plies, entries, dtype=np.int32))
        self._free_entry = view(np.zeros(self._plies, np.int32))
        self._score[0] = root.score
        self._counts = view(np.zeros(entries * _COLOURS, np.int16))
        self._potential = view(np.zeros(entries, np.int32))
        self._num_single = view(np.zeros(entries, np.int32))
        # the first entry is the root, whose tiles all last
        for k in range(self._num_words):
            for p in range(self._num_planes):
                self._rest[k] |= self._board._plane[p * _WORDS + k]
        self._columns[0] = (1 << self._board._num_columns) - 1
        self._num_tiles[0] = self._board.num_tiles
        for k, count in enumerate(np.bincount(cells, minlength=_COLOURS)[1:].tolist(), 1):
            self._counts[k] = count
            self._potential[0] += (count - 2) * (count - 2) if count > 1 else 0
            self._num_single[0] += count == 1
        _save(self, self._board, 0, self._num_planes, self._num_words)

    # --- C level; an entry is a position of either line, the board that where moves are played ---

    def _entry(self):
        """The entry where the changed line stands: the line's own while nothing is changed."""
        if self.num_tried == self.kept:
            return self._line_entry[self.kept]
        return self._tried_entry[self.num_tried]

    def go_to(self, ply):
        self._load(self._line_entry[ply])

    def play(self, name):
        size: cython.int
        if self._is_common:
            size = _play(self, self._board, name, 16, 3, 4)
        else:
            size = _play(self, self._board, name, self._lane, self._num_planes, self._num_words)
        return NONE if size < 2 else self._first

    def draw_name(self, rng, avoid):
        k: cython.int = 0
        total: cython.int = self._board.mark_grouped(avoid)
        index: cython.int
        if total == 0 and avoid != NONE:
            total = self._board.mark_grouped(NONE)
        if total == 0:
            return NONE
        index = next_below(rng, total)
        while index >= self._board._count_of[k]:
            index -= self._board._count_of[k]
            k += 1
        return self._name_at(self._entry(), k, nth_bit(self._board._first_of[k], index))

    def any_name(self, rng, ply):
        entry: cython.int = self._line_entry[ply]
        total: cython.int = popcount(self._columns[entry])
        column: cython.int
        start: cython.int
        word: cython.int
        bit: cython.int
        _i: cython.int
        if total == 0:
            return NONE
        self._load(entry)
        self._board.mark_grouped(NONE)
        for _i in range(_TRIES):
            column = next_below(rng, total)
            start = nth_bit(self._columns[entry], column)
            word = column // self._per_word
            bit = column % self._per_word * self._lane
            bit += next_below(rng, popcount(self._lasting(entry, start)))
            if (self._board._first_of[word] >> bit) & 1:
                return self._name_at(entry, word, bit)
        return NONE

    def name_of(self, action):
        height: cython.int = self._board.height
        column: cython.int = action // height
        bit: cython.int = column % self._per_word * self._lane + action % height
        return self._name_at(self._entry(), column // self._per_word, bit)

    def meets(self, ply):
        k: cython.int
        a: cython.int = self._entry() * self._num_words
        b: cython.int = self._line_entry[ply] * self._num_words
        differs: cython.ulonglong = 0
        for k in range(self._num_words):
            differs |= self._rest[a + k] ^ self._rest[b + k]
        return differs == 0

    def keep_positions(self):
        ply: cython.int
        entry: cython.int
        end: cython.int = self.num_tried
        if self._met_at != NONE:
            self._keep_rest(self._met_at - self._met_ply, self._gain())
            end = self._met_at
        for ply in range(self.kept + 1, end + 1):
            entry = self._line_entry[ply]
            self._line_entry[ply] = self._tried_entry[ply]
            self._tried_entry[ply] = entry

    def _gain(self):
        """Points that the changed line has more than the line where it has met it."""
        if self._met_at == self.kept:
            return 0
        score: cython.int = self._score[self._tried_entry[self._met_at]]
        return score - self._score[self._line_entry[self._met_ply]]

    def _keep_rest(self, shift, gain):
        """Let the line's positions after that where it was met come `shift` plies later."""
        ply: cython.int
        first: cython.int = self._met_ply + 1
        if gain != 0:
            for ply in range(first, self.count + 1):
                self._score[self._line_entry[ply]] += gain
        if shift > 0:
            for ply in range(shift):
                self._free_entry[ply] = self._line_entry[self.count + 1 + ply]
            for ply in range(self.count, first - 1, -1):
                self._line_entry[ply + shift] = self._line_entry[ply]
            for ply in range(shift):
                self._line_entry[first + ply] = self._free_entry[ply]
        elif shift < 0:
            for ply in range(-shift):
                self._free_entry[ply] = self._line_entry[first + shift + ply]
            for ply in range(first, self.count + 1):
                self._line_entry[ply + shift] = self._line_entry[ply]
            for ply in range(-shift):
                self._line_entry[self.count + 1 + shift + ply] = self._free_entry[ply]

    def value(self):
        entry: cython.int = self._entry()
        score: cython.int
        if self._met_at == NONE:
            score = self._score[entry]
        else:
            entry = self._line_entry[self.count]
            score = self._score[entry] + self._gain()
        if self._has_penalty and (self._met_at != NONE or self.is_over()):
            score -= self._potential[entry]  # what is left costs what it could have brought
        return cython.cast(cython.double, score)

    def most(self):
        """Each colour in one group, and the board cleared if no colour has a single tile left."""
        entry: cython.int = self._entry()
        most: cython.int
        if self._met_at != NONE:
            return Replay.most(self)  # all that is left is known, and nothing is played for it
        most = self._score[entry] + self._potential[entry]
        if self._has_bonus and self._num_tiles[entry] > 0 and self._num_single[entry] == 0:
            most += 1000
        return cython.cast(cython.double, most)

    def is_over(self):
        return self._board.mark_grouped(NONE) == 0

    def _lasting(self, entry, column):
        """The tiles that last of a column of the root, in the first lane."""
        lasts: cython.ulonglong = self._rest[entry * self._num_words + column // self._per_word]
        return (lasts >> (column % self._per_word * self._lane)) & self._board._column

    def _name_at(self, entry, word, bit):
        """The name of the tile that lies at a word's bit in an entry."""
        column: cython.int = word * self._per_word + bit // self._lane
        column = nth_bit(self._columns[entry], column)
        bit = nth_bit(self._lasting(entry, column), bit % self._lane)
        return column // self._per_word * 64 + column % self._per_word * self._lane + bit

    def _load(self, entry):
        """Let the board have the tiles of an entry."""
        first: cython.int = entry * self._num_planes * self._num_words
        p: cython.int
        k: cython.int
        for p in range(self._num_planes):
            for k in range(self._num_words):
                self._board._plane[p * _WORDS + k] = self._plane[first + k]
            first += self._num_words
        self._board.num_tiles = self._num_tiles[entry]
        self._board._num_columns = popcount(self._columns[entry])
        self._board._num_words = (self._board._num_columns + self._per_word - 1) // self._per_word

    # --- Python level ---

    def _copy_positions(self, other: TileReplay) -> None:
        self._board.copy_from(other._board)
        self._plane[:] = other._plane
        self._rest[:] = other._rest
        self._columns[:] = other._columns
        self._num_tiles[:] = other._num_tiles
        self._score[:] = other._score
        self._counts[:] = other._counts
        self._potential[:] = other._potential
        self._num_single[:] = other._num_single
        self._line_entry[:] = other._line_entry
        self._tried_entry[:] = other._tried_entry
        self._free_entry[:] = other._free_entry

    @property
    def num_bytes(self) -> int:
        """Bytes that a copy writes to."""
        return Replay.num_bytes.__get__(self) + num_bytes(self._plane, self._rest)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _save(
    replay: TileReplay,
    board: TileBoard,
    entry: cython.int,
    num_planes: cython.int,
    num_words: cython.int,
) -> cython.void:
    """Let an entry have the tiles of the board."""
    first: cython.int = entry * num_planes * num_words
    p: cython.int
    k: cython.int
    for p in range(num_planes):
        for k in range(num_words):
            replay._plane[first + k] = board._plane[p * _WORDS + k]
        first += num_words


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_colours(
    replay: TileReplay,
    colour: cython.int,
    size: cython.int,
    entry: cython.int,
    place: cython.int,
) -> cython.void:
    """Count an entry's tiles by colour in another, without a group of a colour."""
    i: cython.int
    count: cython.int
    for i in range(_COLOURS):
        replay._counts[place * _COLOURS + i] = replay._counts[entry * _COLOURS + i]
    count = replay._counts[entry * _COLOURS + colour]
    replay._potential[place] = replay._potential[entry] - (count - 2) * (count - 2)
    count -= size
    replay._counts[place * _COLOURS + colour] = cython.cast(cython.short, count)
    replay._num_single[place] = replay._num_single[entry]
    if count > 1:
        replay._potential[place] += (count - 2) * (count - 2)
    elif count == 1:
        replay._num_single[place] += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _play(
    replay: TileReplay,
    board: TileBoard,
    name: cython.int,
    lane: cython.int,
    num_planes: cython.int,
    num_words: cython.int,
) -> cython.int:
    """Play the move of a tile; return the number of tiles removed, less than 2 where it can't be.

    Common boards have their lane and number of planes as constants, which spares divisions.
    """
    per_word: cython.int = 64 // lane
    entry: cython.int = replay._entry()
    a: cython.int = entry * num_words
    b: cython.int
    place: cython.int
    size: cython.int
    k: cython.int
    i: cython.int
    first: cython.int
    one: cython.ulonglong = 1
    lasts: cython.ulonglong = replay._rest[a + (name >> 6)]
    rest: cython.ulonglong
    group: cython.ulonglong
    lowest: cython.ulonglong
    gone: cython.ulonglong
    bit: cython.int = name & 63
    columns: cython.int = replay._columns[entry]
    column: cython.int
    if not (lasts >> bit) & 1:
        return 0
    # where it lies: so many columns and tiles last before it
    i = bit // lane
    column = popcount(columns & ((1 << ((name >> 6) * per_word + i)) - 1))
    bit = popcount((lasts & ((one << bit) - 1)) >> (i * lane))
    size = board._find_group(column // per_word, column % per_word * lane + bit)
    if size < 2:
        return size
    replay._first = board.first_cell()
    place = replay._tried_entry[replay.num_tried + 1]
    b = place * num_words
    for k in range(num_words):
        replay._rest[b + k] = replay._rest[a + k]
    replay._columns[place] = columns
    for k in range(board._low, board._high):
        rest = board._group[k]
        while rest:
            i = ctz(rest) // lane
            group = (rest >> (i * lane)) & board._column
            rest ^= group << (i * lane)
            column = nth_bit(columns, k * per_word + i)
            first = column % per_word * lane
            lasts = (replay._rest[a + column // per_word] >> first) & board._column
            if popcount(lasts) == popcount(group):
                replay._columns[place] ^= 1 << column
            # the n-th tile that lasts is gone where the n-th row is of the group
            gone = 0
            while group:
                lowest = lasts & (~lasts + 1)
                gone |= lowest & (~(group & 1) + 1)  # no branch: which rows can't be predicted
                lasts ^= lowest
                group >>= 1
            replay._rest[b + column // per_word] ^= gone << first
    _count_colours(replay, board.group_colour(), size, entry, place)
    board.remove_group(size)
    _save(replay, board, place, num_planes, num_words)
    replay._num_tiles[place] = replay._num_tiles[entry] - size
    replay._score[place] = replay._score[entry] + (size - 2) * (size - 2)
    if replay._num_tiles[place] == 0 and replay._has_bonus:
        replay._score[place] += 1000
    return size
