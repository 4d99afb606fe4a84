cimport cython

from mcsearch.engine.replay cimport Replay
from mcsearch.games.samegame.tileboard cimport TileBoard


@cython.final
cdef class TileReplay(Replay):
    cdef bint _has_bonus
    cdef bint _has_penalty
    cdef TileBoard _board
    cdef int _num_words
    cdef int _num_planes
    cdef int _per_word
    cdef int _lane
    cdef bint _is_common
    cdef int _first
    # [(entry * planes + plane) * words + word] the board there
    cdef unsigned long long[::1] _plane
    # [entry * words + word] the root's tiles that last, and [entry] its columns that do, as bits
    cdef unsigned long long[::1] _rest
    cdef int[::1] _columns
    # [entry]
    cdef int[::1] _num_tiles
    cdef int[::1] _score
    # [entry * 10 + colour] tiles left; [entry] the points that they would bring if those of a colour
    # were one group, and the colours with a single tile left
    cdef short[::1] _counts
    cdef int[::1] _potential
    cdef int[::1] _num_single
    # [ply]: the entries of the line and of the changed line, where it is not the line's own
    cdef int[::1] _line_entry
    cdef int[::1] _tried_entry
    cdef int[::1] _free_entry
    cdef int _entry(self) noexcept nogil
    cdef int _gain(self) noexcept nogil
    cdef void _keep_rest(self, int shift, int gain) noexcept nogil
    cdef unsigned long long _lasting(self, int entry, int column) noexcept nogil
    cdef int _name_at(self, int entry, int word, int bit) noexcept nogil
    cdef void _load(self, int entry) noexcept nogil
