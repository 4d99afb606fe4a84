# Compiled twin of hashing.py, inlined: a call from another module costs as much as the work.
cdef extern from *:
    """
    #define MCSEARCH_GOLDEN 0x9E3779B97F4A7C15ULL
    """
    const unsigned long long GOLDEN "MCSEARCH_GOLDEN"


cdef inline unsigned long long spread(unsigned long long key) noexcept nogil:
    return key * GOLDEN


cdef inline unsigned long long mix(unsigned long long z) noexcept nogil:
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL
    return z ^ (z >> 31)
