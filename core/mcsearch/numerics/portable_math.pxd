cdef double log(double x) noexcept nogil
cdef double exp_negative(double[::1] halves, double x) noexcept nogil
cdef double exp_small(double x) noexcept nogil
