from mcsearch.engine.episode cimport Episode
from mcsearch.engine.keyed_rows cimport KeyedRows
from mcsearch.engine.state cimport Actions, Moves, State
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.numerics.rng cimport Rng
from mcsearch.playout.mast cimport Mast


cdef class Nst(Mast):
    # as in Mast, of each pair
    cdef KeyedRows _pairs
    cdef double _least
    # the key of the playout's last move, 0 at its beginning
    cdef unsigned long long _before
    cdef void begin(self, State state, Rng rng) noexcept nogil
    cdef double _value_of(self, unsigned long long key) noexcept nogil
    cdef int _choose(self, State state, Rng rng, Moves moves) noexcept nogil
    cdef void learn(self, Episode episode, StateStack stack, Actions line, Actions trail, double value) noexcept nogil
