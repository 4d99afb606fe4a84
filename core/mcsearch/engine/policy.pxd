from mcsearch.numerics.rng cimport Rng
from mcsearch.engine.state cimport Actions, State


cdef class Policy:
    cdef void begin(self, State state, Rng rng) noexcept nogil
    cdef int move(self, State state, Rng rng) noexcept nogil
    cdef void playout(self, State state, Rng rng, Actions trail) noexcept nogil
