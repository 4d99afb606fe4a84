cdef unsigned long long fours_with(unsigned long long stones, int lane) noexcept nogil
