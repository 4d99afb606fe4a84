"""SameGame lines that can be changed: a move is named by one of the tiles that it removes.

Tiles fall and columns close when an earlier move is left out or put in, but the tile is still the
same, and so in most cases is what the move was for.

Cells are numbered column by column, with an empty cell above each column and an empty column on
either side, so that every cell has four neighbours. A tile is known by 16 times the cell where it
lies at the root, plus its colour: what is asked of a neighbour most often is its colour.
"""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.hashing import keys
from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.libc.string import memcpy
    from cython.cimports.mcsearch.engine.replay import Replay
    from cython.cimports.mcsearch.engine.state import State
    from cython.cimports.mcsearch.numerics.rng import next_below
else:
    from mcsearch.engine.replay import Replay
    from mcsearch.engine.state import State
    from mcsearch.numerics.rng import next_below

    _EMPTY = 0
    _BITS = 4  # of a tile for its colour
    _COLOUR = 15  # those bits

_NONE = cython.declare(cython.int, -1)
_MAX_COLOURS = cython.declare(cython.int, 9)
_TRIES = cython.declare(cython.int, 20)  # to hit a tile that has an equal neighbour


@cython.cclass
class TileReplay(Replay):
    """The positions along both lines as tiles.

    Each ply of either line has an entry. When the changed line becomes the line they change places.
    """

    def _prepare(self, root: State) -> None:
        width, height = root.width, root.height
        self._height = height
        self._stride = height + 1
        self._columns = width + 2
        self._cells = self._columns * self._stride
        entries = 2 * self._plies
        self._has_bonus = root.scoring != "plain"
        self._has_penalty = root.scoring == "penalty"
        colours = np.zeros((self._columns, self._stride), np.int16)
        colours[1:-1, :-1] = root.cells().reshape(width, height)
        tiles = np.zeros((entries, self._cells), np.int16)
        cells = np.arange(self._cells, dtype=np.int16)
        tiles[0] = np.where(colours.ravel() > 0, cells << _BITS | colours.ravel(), _EMPTY)
        columns = np.zeros((entries, self._columns), np.int16)
        columns[0] = np.count_nonzero(colours, axis=1)
        self._tile = view(tiles.ravel())
        self._cell = view((tiles >> _BITS).ravel())
        self._key = view(keys(self._cells))
        self._tiles_in = view(columns.ravel())
        self._num_columns = view(np.zeros(entries, np.int32))
        self._num_tiles = view(np.zeros(entries, np.int32))
        self._score = view(np.zeros(entries, np.int32))
        self._removed = view(np.zeros(entries, np.uint64))
        self._line_entry = view(np.arange(self._plies, dtype=np.int32))
        self._tried_entry = view(np.arange(self._plies, entries, dtype=np.int32))
        self._free_entry = view(np.zeros(self._plies, np.int32))
        self._group = view(np.zeros(self._cells, np.int16))
        self._met = view(np.zeros(self._cells, np.int64))
        self._mark = 0
        self._places = view(np.zeros(self._cells, np.int16))
        self._column_of = view((cells // self._stride).astype(np.int16))
        self._lowest_in = view(np.zeros(self._columns, np.int16))
        self._num_columns[0] = int(np.count_nonzero(columns[0]))
        self._num_tiles[0] = root.num_tiles
        self._score[0] = root.score

    # --- C level; an entry is a position of either line ---

    def _entry(self):
        """The entry where the changed line stands: the line's own while nothing is changed."""
        if self.num_tried == self.kept:
            return self._line_entry[self.kept]
        return self._tried_entry[self.num_tried]

    def go_to(self, ply):
        pass  # an entry is never written to while a line goes on from it

    def play(self, name):
        entry: cython.int = self._entry()
        first: cython.int = entry * self._cells
        cell: cython.int = self._cell[first + (name >> _BITS)]
        place: cython.int
        if cell == _EMPTY:
            return _NONE
        size: cython.int = self._find_group(entry, name)
        if size < 2:
            return _NONE
        place = self._tried_entry[self.num_tried + 1]
        self._copy_entry(entry, place)
        cell = self._remove(place, size)
        # the first of its cells as an action: one cell a column less, and no column before it
        return cell - self._column_of[cell] - self._height

    def draw_name(self, rng, avoid):
        entry: cython.int = self._entry()
        first: cython.int = entry * self._cells
        column: cython.int
        start: cython.int
        cell: cython.int
        count: cython.int = 0
        num_avoided: cython.int = 0
        for column in range(1, self._num_columns[entry] + 1):
            start = column * self._stride
            for cell in range(start, start + self._tiles_in[entry * self._columns + column]):
                if self._is_grouped(entry, cell):
                    # those of the avoided kind from the end on
                    if self._tile[first + cell] & _COLOUR == avoid:
                        num_avoided += 1
                        self._places[self._cells - num_avoided] = cython.cast(cython.short, cell)
                    else:
                        self._places[count] = cython.cast(cython.short, cell)
                        count += 1
        if count > 0:
            return self._tile[first + self._places[next_below(rng, count)]]
        if num_avoided == 0:
            return _NONE
        count = self._cells - 1 - next_below(rng, num_avoided)
        return self._tile[first + self._places[count]]

    def any_name(self, rng, ply):
        entry: cython.int = self._line_entry[ply]
        column: cython.int
        cell: cython.int
        _i: cython.int
        if self._num_columns[entry] == 0:
            return _NONE
        for _i in range(_TRIES):
            column = 1 + next_below(rng, self._num_columns[entry])
            cell = column * self._stride
            cell += next_below(rng, self._tiles_in[entry * self._columns + column])
            if self._is_grouped(entry, cell):
                return self._tile[entry * self._cells + cell]
        return _NONE

    def name_of(self, action):
        cell: cython.int = (action // self._height + 1) * self._stride + action % self._height
        return self._tile[self._entry() * self._cells + cell]

    def meets(self, ply):
        return self._removed[self._entry()] == self._removed[self._line_entry[ply]]

    def keep_positions(self):
        ply: cython.int
        entry: cython.int
        end: cython.int = self.num_tried
        if self._met_at != _NONE:
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
        colour: cython.int
        count: cython.int
        cell: cython.int
        if self._met_at == _NONE:
            score = self._score[entry]
        else:
            entry = self._line_entry[self.count]
            score = self._score[entry] + self._gain()
        if self._has_penalty and self._num_tiles[entry] > 0:
            for colour in range(1, _MAX_COLOURS + 1):
                count = 0
                for cell in range(entry * self._cells, (entry + 1) * self._cells):
                    count += self._tile[cell] & _COLOUR == colour
                if count > 2:
                    score -= (count - 2) * (count - 2)
        return cython.cast(cython.double, score)

    def _is_grouped(self, entry, cell):
        """Whether a tile has an equal neighbour."""
        at: cython.int = entry * self._cells + cell
        tile: cython.int = self._tile[at]
        return (
            (self._tile[at - 1] ^ tile) & _COLOUR == 0
            or (self._tile[at + 1] ^ tile) & _COLOUR == 0
            or (self._tile[at - self._stride] ^ tile) & _COLOUR == 0
            or (self._tile[at + self._stride] ^ tile) & _COLOUR == 0
        )

    def _find_group(self, entry, tile):
        """Set `_group` to the cells connected with a tile, in its colour; return their number."""
        first: cython.int = entry * self._cells
        size: cython.int = 1
        done: cython.int = 0
        cell: cython.int = self._cell[first + (tile >> _BITS)]
        self._mark += 1
        self._met[cell] = self._mark
        self._group[0] = cython.cast(cython.short, cell)
        while done < size:
            cell = self._group[done]
            done += 1
            size = self._join(first, cell - 1, tile, size)
            size = self._join(first, cell + 1, tile, size)
            size = self._join(first, cell - self._stride, tile, size)
            size = self._join(first, cell + self._stride, tile, size)
        return size

    def _join(self, first, cell, tile, size):
        """Let a cell be of the group if it has a tile of its colour; return the group's number."""
        if (self._tile[first + cell] ^ tile) & _COLOUR == 0 and self._met[cell] != self._mark:
            self._met[cell] = self._mark
            self._group[size] = cython.cast(cython.short, cell)
            return size + 1
        return size

    def _copy_entry(self, source, target):
        a: cython.int = source * self._cells
        b: cython.int = target * self._cells
        c: cython.int = source * self._columns
        d: cython.int = target * self._columns
        if cython.compiled:
            memcpy(cython.address(self._tile[b]), cython.address(self._tile[a]), 2 * self._cells)
            memcpy(cython.address(self._cell[b]), cython.address(self._cell[a]), 2 * self._cells)
            memcpy(
                cython.address(self._tiles_in[d]),
                cython.address(self._tiles_in[c]),
                2 * self._columns,
            )
        else:
            self._tile[b : b + self._cells] = self._tile[a : a + self._cells]
            self._cell[b : b + self._cells] = self._cell[a : a + self._cells]
            self._tiles_in[d : d + self._columns] = self._tiles_in[c : c + self._columns]
        self._num_columns[target] = self._num_columns[source]
        self._num_tiles[target] = self._num_tiles[source]
        self._score[target] = self._score[source]
        self._removed[target] = self._removed[source]

    def _remove(self, entry, size):
        """Remove the group that was found last; return the first of its cells.

        Tiles fall, and empty columns close.
        """
        first: cython.int = entry * self._cells
        first_column: cython.int = self._columns
        last_column: cython.int = 0
        i: cython.int
        column: cython.int
        end: cython.int
        cell: cython.int
        place: cython.int
        tile: cython.int
        lowest: cython.int
        has_empty: cython.bint = False
        for i in range(size):
            cell = self._group[i]
            column = self._column_of[cell]
            tile = self._tile[first + cell] >> _BITS
            self._tile[first + cell] = _EMPTY
            self._cell[first + tile] = _EMPTY
            self._removed[entry] ^= self._key[tile]
            if self._lowest_in[column] == _EMPTY or cell < self._lowest_in[column]:
                self._lowest_in[column] = cython.cast(cython.short, cell)
            first_column = min(first_column, column)
            last_column = max(last_column, column)
        lowest = self._lowest_in[first_column]
        for column in range(first_column, last_column + 1):
            end = column * self._stride + self._tiles_in[entry * self._columns + column]
            place = self._lowest_in[column]
            self._lowest_in[column] = _EMPTY
            for cell in range(place, end):
                tile = self._tile[first + cell]
                if tile != _EMPTY:
                    self._tile[first + cell] = _EMPTY
                    self._tile[first + place] = cython.cast(cython.short, tile)
                    self._cell[first + (tile >> _BITS)] = cython.cast(cython.short, place)
                    place += 1
            place -= column * self._stride
            self._tiles_in[entry * self._columns + column] = cython.cast(cython.short, place)
            has_empty = has_empty or place == 0
        if has_empty:
            self._close_columns(entry)
        self._num_tiles[entry] -= size
        self._score[entry] += (size - 2) * (size - 2)
        if self._num_tiles[entry] == 0 and self._has_bonus:
            self._score[entry] += 1000
        return lowest

    def _close_columns(self, entry):
        """Move columns to the left over the empty ones."""
        first: cython.int = entry * self._cells
        column: cython.int
        tile: cython.int
        cell: cython.int
        place: cython.int
        count: cython.int
        to: cython.int = 1
        for column in range(1, self._num_columns[entry] + 1):
            count = self._tiles_in[entry * self._columns + column]
            if count == 0:
                continue
            if to < column:
                place = to * self._stride
                for cell in range(column * self._stride, column * self._stride + count):
                    tile = self._tile[first + cell]
                    self._tile[first + cell] = _EMPTY
                    self._tile[first + place] = cython.cast(cython.short, tile)
                    self._cell[first + (tile >> _BITS)] = cython.cast(cython.short, place)
                    place += 1
                self._tiles_in[entry * self._columns + to] = cython.cast(cython.short, count)
                self._tiles_in[entry * self._columns + column] = 0
            to += 1
        self._num_columns[entry] = to - 1

    # --- Python level ---

    def _copy_positions(self, other: TileReplay) -> None:
        self._tile[:] = other._tile
        self._cell[:] = other._cell
        self._tiles_in[:] = other._tiles_in
        self._num_columns[:] = other._num_columns
        self._num_tiles[:] = other._num_tiles
        self._score[:] = other._score
        self._removed[:] = other._removed
        self._line_entry[:] = other._line_entry
        self._tried_entry[:] = other._tried_entry
        self._free_entry[:] = other._free_entry
        self._group[:] = other._group
        self._met[:] = other._met
        self._mark = other._mark
        self._places[:] = other._places

    @property
    def num_bytes(self) -> int:
        """Bytes that a copy writes to."""
        return Replay.num_bytes.__get__(self) + num_bytes(self._tile, self._cell, self._tiles_in)
