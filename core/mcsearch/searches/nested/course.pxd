cdef class Lessons:
    cdef int _plies
    cdef int[::1] _num_results
    cdef double[::1] _score
    cdef double[::1] _best
    cdef int[::1] _num_rows
    cdef int[::1] _row
    cdef int[::1] _number
    cdef double[::1] _row_best
    cdef int[::1] _length
    cdef double[::1] _probability
    cdef void begin(self, int level) noexcept nogil
    cdef void put(self, int level, double score, double best) noexcept nogil
    cdef void begin_row(self, int level, double best) noexcept nogil
    cdef void put_probability(self, int level, double probability) noexcept nogil
