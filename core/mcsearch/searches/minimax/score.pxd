cpdef enum:
    LOSS = -2
    WIN = 3
    UNKNOWN = 8


cdef bint is_decided(double score) noexcept nogil
cdef int plies_of(double score) noexcept nogil
cdef double as_return(double score) noexcept nogil
cdef double farther(double score) noexcept nogil
cdef double nearer(double score) noexcept nogil
