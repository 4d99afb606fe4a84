from mcsearch.engine.state cimport State


cdef class GoBoard(State):
    cdef readonly int side
    cdef int num_points
    cdef unsigned char[::1] _beside
    cdef unsigned long long[::1] _keys
    cdef unsigned long long _hash
    # [point], and one outside
    cdef unsigned char[::1] stones
    # [point] towards the first stone of the group
    cdef unsigned char[::1] _parents
    # [3 * first stone] of a group's pairs: their number, sum of points, sum of squares
    cdef int[::1] _pairs
    # [2 * player + word] points by player, 64 a word: where a stone would have a liberty, where it
    # would take the opponent's last one, and where it may be put
    cdef unsigned long long[::1] breathing
    cdef unsigned long long[::1] capturing
    cdef unsigned long long[::1] legal
    cdef void occupy(self, int point) noexcept nogil
    cdef void put(self, int point) noexcept nogil
    cdef int num_legal(self, int player) noexcept nogil
