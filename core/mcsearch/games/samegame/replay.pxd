cimport cython

from mcsearch.engine.replay cimport Replay


cdef enum:
    _EMPTY = 0
    _BITS = 4
    _COLOUR = 15


@cython.final
cdef class TileReplay(Replay):
    cdef int _height
    # cells of a column with the empty one above it, and of all columns with one on either side
    cdef int _stride
    cdef int _cells
    cdef int _columns
    cdef bint _has_bonus
    cdef bint _has_penalty
    # [entry * cells + cell] the tile there, and [entry * cells + the cell where a tile lies at the
    # root] the cell where it is; EMPTY: no tile there, and gone
    cdef short[::1] _tile
    cdef short[::1] _cell
    # [entry * columns + column], [entry]
    cdef short[::1] _tiles_in
    cdef int[::1] _num_columns
    cdef int[::1] _num_tiles
    cdef int[::1] _score
    # [entry]: the sum without carries of the removed tiles' keys, which tells positions apart
    cdef unsigned long long[::1] _removed
    cdef unsigned long long[::1] _key
    # [ply]: the entries of the line and of the changed line, where it is not the line's own
    cdef int[::1] _line_entry
    cdef int[::1] _tried_entry
    cdef int[::1] _free_entry
    # the cells of the group that was found last, and which have been met
    cdef short[::1] _group
    cdef long long[::1] _met
    cdef long long _mark
    cdef short[::1] _places
    # [cell], and [column] while a group is removed: the lowest of its cells, EMPTY without one
    cdef short[::1] _column_of
    cdef short[::1] _lowest_in
    cdef int _entry(self) noexcept nogil
    cdef int _gain(self) noexcept nogil
    cdef void _keep_rest(self, int shift, int gain) noexcept nogil
    cdef int _find_group(self, int entry, int tile) noexcept nogil
    cdef int _join(self, int first, int cell, int tile, int size) noexcept nogil
    cdef bint _is_grouped(self, int entry, int cell) noexcept nogil
    cdef void _copy_entry(self, int source, int target) noexcept nogil
    cdef int _remove(self, int entry, int size) noexcept nogil
    cdef void _close_columns(self, int entry) noexcept nogil
