cdef class Rng:
    cdef public unsigned long long state
    cdef unsigned long long next(self) noexcept nogil
    cdef int below(self, int bound) noexcept nogil
    cdef double uniform(self) noexcept nogil
