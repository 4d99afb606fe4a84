cdef unsigned long long surroundings(
    unsigned long long own, unsigned long long other, int cell, int width, int height
) noexcept nogil
