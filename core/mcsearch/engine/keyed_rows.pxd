cdef class KeyedRows:
    cdef readonly int count
    cdef int _width
    cdef int _limit
    cdef int _shift
    cdef unsigned long long[::1] _keys
    cdef int[::1] _rows
    # [row * width + column]
    cdef double[::1] values
    cdef int _place(self, unsigned long long[::1] keys, unsigned long long key) noexcept nogil
    cdef void _enter(self, unsigned long long[::1] keys, int[::1] rows) noexcept nogil
    cdef int find(self, unsigned long long key) noexcept nogil
    cdef int row_of(self, unsigned long long key) noexcept nogil
