from mcsearch.engine.episode cimport Episode
from mcsearch.engine.keyed_rows cimport KeyedRows
from mcsearch.engine.state cimport Actions, Moves, State
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.numerics.rng cimport Rng
from mcsearch.playout.learned cimport LearnedPolicy


cdef class Ppa(LearnedPolicy):
    cdef double _step
    # of each move: weight, e^weight, change by the adaptation at work, and whether there is one
    cdef KeyedRows _weights
    # the rows that the adaptation at work has changed
    cdef int[::1] _changed
    cdef int _num_changed
    cdef State _state
    cdef unsigned long long _key(self, State state, Moves moves, int place) noexcept nogil
    cdef double _factor(self, State state, Moves moves, int place) noexcept nogil
    cdef void _adapt(self, State state, Moves moves, int action) noexcept nogil
    cdef void _change(self, unsigned long long key, double step) noexcept nogil
    cdef void _adapt_trail(self, State state, StateStack stack, int depth, Actions trail, int winner) noexcept nogil
    cdef void _adapt_line(self, StateStack stack, Actions line, int depth, int winner) noexcept nogil
    cdef void _take_over(self) noexcept nogil
    cdef int _choose(self, State state, Rng rng, Moves moves) noexcept nogil
    cdef void learn(self, Episode episode, StateStack stack, Actions line, Actions trail, double value) noexcept nogil
