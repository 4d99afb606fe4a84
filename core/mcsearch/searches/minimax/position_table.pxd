cpdef enum:
    LOWER = 1
    UPPER = 2
    EXACT = 3


cdef class PositionTable:
    cdef int _shift
    # [2 ** bits], by entry: the position's key, its score, the plies below it that were searched,
    # what the score is (0: free; LOWER, UPPER, EXACT; 4 more when it is certain), the best action
    cdef unsigned long long[::1] _key
    cdef double[::1] _score
    cdef short[::1] _depth
    cdef unsigned char[::1] _kind
    cdef int[::1] _action
    # what `find` has found
    cdef readonly double score
    cdef readonly int depth
    cdef readonly int kind
    cdef readonly int action
    cdef readonly bint is_certain
    cdef bint find(self, unsigned long long key) noexcept nogil
    cdef void note(self, unsigned long long key, double score, int depth, int kind, bint is_certain, int action) noexcept nogil
    cdef int _entry(self, unsigned long long key) noexcept nogil
