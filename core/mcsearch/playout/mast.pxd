from mcsearch.engine.episode cimport Episode
from mcsearch.engine.keyed_rows cimport KeyedRows
from mcsearch.engine.state cimport Actions, Moves, State
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.numerics.rng cimport Rng
from mcsearch.playout.learned cimport LearnedPolicy


cdef class Mast(LearnedPolicy):
    cdef bint _is_gibbs
    cdef double _epsilon
    cdef double _temperature
    # visits, sum of returns and exp(mean / temperature) of each move
    cdef KeyedRows _means
    cdef double _mean(self, unsigned long long key) noexcept nogil
    cdef void _count(self, KeyedRows rows, unsigned long long key, double value) noexcept nogil
    cdef int _choose(self, State state, Rng rng, Moves moves) noexcept nogil
    cdef void learn(self, Episode episode, StateStack stack, Actions line, Actions trail, double value) noexcept nogil
