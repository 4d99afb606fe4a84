"""SameGame lines that can be changed: a move is named by one of the tiles that it removes.

Tiles fall and columns close when an earlier move is left out or put in, but the tile is still the
same, and so in most cases is what the move was for.

Cells are numbered column by column, with an empty cell above each column and an empty column on
either side, so that every cell has four neighbours.
"""

from __future__ import annotations

import cython
import numpy as np

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

_NONE = cython.declare(cython.int, -1)
_EMPTY = cython.declare(cython.int, 0)
_MAX_COLOURS = cython.declare(cython.int, 9)
_TRIES = cython.declare(cython.int, 20)  # to hit a tile that has an equal neighbour


@cython.cclass
class TileReplay(Replay):
    """The positions along both lines as tiles; a ply has two entries, one for either line."""

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
        tiles[0] = np.where(colours > 0, np.arange(self._cells).reshape(colours.shape), 0).ravel()
        columns = np.zeros((entries, self._columns), np.int16)
        columns[0] = np.count_nonzero(colours, axis=1)
        self._colour = view(colours.ravel())
        self._tile = view(tiles.ravel())
        self._cell = view(tiles.ravel().copy())
        self._tiles_in = view(columns.ravel())
        self._num_columns = view(np.zeros(entries, np.int32))
        self._num_tiles = view(np.zeros(entries, np.int32))
        self._score = view(np.zeros(entries, np.int32))
        self._side = view(np.zeros(self._plies, np.int8))
        self._group = view(np.zeros(self._cells, np.int16))
        self._met = view(np.zeros(self._cells, np.int64))
        self._mark = 0
        self._places = view(np.zeros(self._cells, np.int16))
        self._num_columns[0] = int(np.count_nonzero(columns[0]))
        self._num_tiles[0] = root.num_tiles
        self._score[0] = root.score

    # --- C level; an entry is a position of either line ---

    def _entry(self):
        """The entry where the changed line stands: the line's own while nothing is changed."""
        side: cython.int = self._side[self.num_tried]
        return 2 * self.num_tried + (side if self.num_tried == self.kept else 1 - side)

    def go_to(self, ply):
        pass  # an entry is never written to while a line goes on from it

    def play(self, name):
        entry: cython.int = self._entry()
        first: cython.int = entry * self._cells
        cell: cython.int = self._cell[first + name]
        place: cython.int
        i: cython.int
        if cell == _EMPTY or not self._is_grouped(entry, cell):
            return _NONE
        size: cython.int = self._find_group(entry, name)
        for i in range(size):
            place = self._cell[first + self._group[i]]
            cell = min(cell, place)
        place = 2 * (self.num_tried + 1) + 1 - self._side[self.num_tried + 1]
        self._copy_entry(entry, place)
        self._remove(place, size)
        return cell // self._stride * self._height - self._height + cell % self._stride

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
                    if self._colour[self._tile[first + cell]] == avoid:
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
        entry: cython.int = 2 * ply + self._side[ply]
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

    def keep_positions(self):
        ply: cython.int
        for ply in range(self.kept + 1, self.num_tried + 1):
            self._side[ply] = 1 - self._side[ply]

    def value(self):
        entry: cython.int = self._entry()
        score: cython.int = self._score[entry]
        colour: cython.int
        count: cython.int
        cell: cython.int
        if self._has_penalty and self._num_tiles[entry] > 0:
            for colour in range(1, _MAX_COLOURS + 1):
                count = 0
                for cell in range(entry * self._cells, (entry + 1) * self._cells):
                    count += self._colour[self._tile[cell]] == colour
                if count > 2:
                    score -= (count - 2) * (count - 2)
        return cython.cast(cython.double, score)

    def _is_grouped(self, entry, cell):
        """Whether a tile has an equal neighbour."""
        at: cython.int = entry * self._cells + cell
        colour: cython.int = self._colour[self._tile[at]]
        return (
            self._colour[self._tile[at - 1]] == colour
            or self._colour[self._tile[at + 1]] == colour
            or self._colour[self._tile[at - self._stride]] == colour
            or self._colour[self._tile[at + self._stride]] == colour
        )

    def _find_group(self, entry, tile):
        """Set `_group` to the tiles connected with a tile; return their number."""
        first: cython.int = entry * self._cells
        colour: cython.int = self._colour[tile]
        size: cython.int = 1
        done: cython.int = 0
        way: cython.int
        at: cython.int
        other: cython.int
        self._mark += 1
        self._met[tile] = self._mark
        self._group[0] = cython.cast(cython.short, tile)
        while done < size:
            at = first + self._cell[first + self._group[done]]
            done += 1
            for way in range(4):
                if way < 2:
                    other = self._tile[at - 1 + 2 * way]
                elif way == 2:
                    other = self._tile[at - self._stride]
                else:
                    other = self._tile[at + self._stride]
                if self._colour[other] == colour and self._met[other] != self._mark:
                    self._met[other] = self._mark
                    self._group[size] = cython.cast(cython.short, other)
                    size += 1
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

    def _remove(self, entry, size):
        """Remove the group that was found last; tiles fall, and empty columns close."""
        first: cython.int = entry * self._cells
        lowest: cython.int = self._cells
        last: cython.int = 0
        i: cython.int
        column: cython.int
        start: cython.int
        end: cython.int
        cell: cython.int
        place: cython.int
        tile: cython.int
        has_empty: cython.bint = False
        for i in range(size):
            cell = self._cell[first + self._group[i]]
            self._cell[first + self._group[i]] = _EMPTY
            lowest = min(lowest, cell)
            last = max(last, cell)
        for column in range(lowest // self._stride, last // self._stride + 1):
            start = column * self._stride
            end = start + self._tiles_in[entry * self._columns + column]
            place = start
            for cell in range(start, end):
                tile = self._tile[first + cell]
                if self._cell[first + tile] != _EMPTY:
                    self._tile[first + place] = cython.cast(cython.short, tile)
                    self._cell[first + tile] = cython.cast(cython.short, place)
                    place += 1
            for cell in range(place, end):
                self._tile[first + cell] = _EMPTY
            place -= start
            self._tiles_in[entry * self._columns + column] = cython.cast(cython.short, place)
            has_empty = has_empty or place == 0
        if has_empty:
            self._close_columns(entry)
        self._num_tiles[entry] -= size
        self._score[entry] += (size - 2) * (size - 2)
        if self._num_tiles[entry] == 0 and self._has_bonus:
            self._score[entry] += 1000

    def _close_columns(self, entry):
        """Move columns to the left over the empty ones."""
        first: cython.int = entry * self._cells
        row: cython.int
        column: cython.int
        tile: cython.int
        cell: cython.int
        count: cython.int
        to: cython.int = 1
        for column in range(1, self._num_columns[entry] + 1):
            count = self._tiles_in[entry * self._columns + column]
            if count == 0:
                continue
            if to < column:
                for row in range(self._stride):
                    tile = self._tile[first + column * self._stride + row]
                    cell = to * self._stride + row
                    self._tile[first + cell] = cython.cast(cython.short, tile)
                    self._tile[first + column * self._stride + row] = _EMPTY
                    if tile != _EMPTY:
                        self._cell[first + tile] = cython.cast(cython.short, cell)
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
        self._side[:] = other._side
        self._group[:] = other._group
        self._met[:] = other._met
        self._mark = other._mark
        self._places[:] = other._places

    @property
    def num_bytes(self) -> int:
        """Bytes that a copy writes to."""
        return Replay.num_bytes.__get__(self) + num_bytes(self._tile, self._cell, self._tiles_in)
