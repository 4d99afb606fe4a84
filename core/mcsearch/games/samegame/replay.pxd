from mcsearch.engine.replay cimport Replay


cdef class TileReplay(Replay):
    cdef int _height
    # cells of a column with the empty one above it, and of all columns with one on either side
    cdef int _stride
    cdef int _cells
    cdef int _columns
    cdef bint _has_bonus
    cdef bint _has_penalty
    # [tile], which is named by the cell where it lies at the root; EMPTY is no tile, of no colour
    cdef short[::1] _colour
    # [entry * cells + cell] and [entry * cells + tile]; EMPTY: no tile there, and gone
    cdef short[::1] _tile
    cdef short[::1] _cell
    # [entry * columns + column], [entry]
    cdef short[::1] _tiles_in
    cdef int[::1] _num_columns
    cdef int[::1] _num_tiles
    cdef int[::1] _score
    # [ply]: which of its two entries is the line's
    cdef signed char[::1] _side
    # the tiles of the group that was found last, and who has been met
    cdef short[::1] _group
    cdef long long[::1] _met
    cdef long long _mark
    cdef short[::1] _places
    cdef int _entry(self) noexcept nogil
    cdef int _find_group(self, int entry, int tile) noexcept nogil
    cdef bint _is_grouped(self, int entry, int cell) noexcept nogil
    cdef void _copy_entry(self, int source, int target) noexcept nogil
    cdef void _remove(self, int entry, int size) noexcept nogil
    cdef void _close_columns(self, int entry) noexcept nogil
