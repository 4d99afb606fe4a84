cdef class Positions:
    cdef int _shift
    cdef int _last
    cdef int[::1] _table
    cdef unsigned long long[::1] _key
    cdef int[::1] holder
    cdef int[::1] visits
    cdef double[::1] value_sum
    cdef readonly int count
    cdef int _place(self, unsigned long long key) noexcept nogil
    cdef int find_or_add(self, unsigned long long key, int node) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void compact(self, int[::1] keep, int[::1] moved_to) noexcept nogil
