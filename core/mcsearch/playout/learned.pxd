from mcsearch.engine.policy cimport Policy
from mcsearch.engine.state cimport Moves, State
from mcsearch.numerics.rng cimport Rng


cdef class LearnedPolicy(Policy):
    cdef Moves _moves
    # [move of the position]
    cdef double[::1] _scores
    cdef int _play(self, State state, Rng rng, Moves moves) noexcept nogil
    cdef int _choose(self, State state, Rng rng, Moves moves) noexcept nogil
    cdef int _draw(self, Rng rng, int count) noexcept nogil
    cdef int _draw_best(self, Rng rng, int count) noexcept nogil


cdef unsigned long long key_of(unsigned long long code, int player) noexcept nogil
