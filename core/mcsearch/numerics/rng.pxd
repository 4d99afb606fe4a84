from mcsearch.numerics.hashing cimport GOLDEN, mix


cdef class Rng:
    cdef public unsigned long long state
    cdef unsigned long long next(self) noexcept nogil
    cdef int below(self, int bound) noexcept nogil
    cdef double uniform(self) noexcept nogil


# Inlined twins of the functions in rng.py: a call from another module costs as much as the draw.
cdef inline unsigned long long next_bits(Rng rng) noexcept nogil:
    rng.state += GOLDEN
    return mix(rng.state)


cdef inline int next_below(Rng rng, int bound) noexcept nogil:
    return <int> (((next_bits(rng) >> 32) * <unsigned long long> bound) >> 32)
