cdef class OpenPositions:
    cdef readonly int stride
    # [depth]: the window now and when the position was opened, the best score so far and its action,
    # whether an estimate may be in it, the position's key, who is to play, moves and how many are tried
    cdef double[::1] alpha
    cdef double[::1] beta
    cdef double[::1] alpha0
    cdef double[::1] beta0
    cdef double[::1] score
    cdef int[::1] choice
    cdef int[::1] is_estimated
    cdef unsigned long long[::1] key
    cdef int[::1] player
    cdef int[::1] count
    cdef int[::1] next
    # [depth * stride + place]
    cdef int[::1] moves
    # [depth * rooms + ply] the best line from a depth on, and [depth] its plies
    cdef int[::1] variation
    cdef int[::1] variation_plies
    cdef void open(self, int depth, int player, int count, double low, double high) noexcept nogil
    cdef int tried(self, int depth) noexcept nogil
    cdef bint offer(self, int depth, int action, double score) noexcept nogil
