from mcsearch.engine.episode cimport Episode
from mcsearch.engine.state cimport Actions, State
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.numerics.rng cimport Rng


cdef class Policy:
    cdef readonly bint learns
    cdef readonly bint reads_keys
    cdef void begin(self, State state, Rng rng) noexcept nogil
    cdef int move(self, State state, Rng rng) noexcept nogil
    cdef void playout(self, State state, Rng rng, Actions trail) noexcept nogil
    cdef void learn(self, Episode episode, StateStack stack, Actions line, Actions trail, double value) noexcept nogil
