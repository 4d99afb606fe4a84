cdef double outlook(
    const unsigned long long[::1] lines, unsigned long long first, unsigned long long second,
    double calm
) noexcept nogil
