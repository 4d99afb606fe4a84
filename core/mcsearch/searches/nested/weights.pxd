cdef enum:
    NONE = -1


cdef class Weights:
    cdef readonly int capacity
    cdef int _num_tables
    # the largest factor, 1: no limit
    cdef double _limit
    cdef int _num_slots
    cdef int _num_biases
    # [biases + 1] and [tables * biases + 1]
    cdef double[::1] _initial
    cdef double[::1] _coefficients
    cdef int _shift
    cdef unsigned long long[::1] _codes
    cdef double[::1] _factors
    cdef int[::1] _used
    cdef int[::1] _counts
    cdef int _place(self, int table, unsigned long long code) noexcept nogil
    cdef int find(self, int table, unsigned long long code) noexcept nogil
    cdef bint has_room(self, int table, int count) noexcept nogil
    cdef int enter(self, int table, unsigned long long code) noexcept nogil
    cdef void clamp(self, int slot) noexcept nogil
    cdef void scale(self, int slot, double factor) noexcept nogil
    cdef void clear(self, int table) noexcept nogil
    cdef double coefficient(self, int table, int bias) noexcept nogil
    cdef void move_coefficient(self, int table, int bias, double step) noexcept nogil
    cdef void copy(self, int source, int target) noexcept nogil
