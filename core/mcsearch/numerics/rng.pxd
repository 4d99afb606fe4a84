cdef class Rng:
    cdef public unsigned long long state
    cdef unsigned long long next(self) noexcept nogil
    cdef int below(self, int bound) noexcept nogil
    cdef double uniform(self) noexcept nogil


# Inlined twins of the functions in rng.py: a call from another module costs as much as the draw.
cdef inline unsigned long long next_bits(Rng rng) noexcept nogil:
    cdef unsigned long long z
    rng.state += 0x9E3779B97F4A7C15ULL
    z = rng.state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef inline int next_below(Rng rng, int bound) noexcept nogil:
    return <int> (((next_bits(rng) >> 32) * <unsigned long long> bound) >> 32)
