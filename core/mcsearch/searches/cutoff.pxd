from mcsearch.engine.policy cimport Policy
from mcsearch.engine.state cimport Actions, State
from mcsearch.numerics.rng cimport Rng


cpdef enum:
    BY_PLIES = 1
    BY_EVALUATION = 2


cdef class CutOff:
    cdef int _plies
    cdef double _lead
    cdef bint _evaluates
    cdef readonly bint is_used
    cdef int play_on(self, Policy policy, State state, Rng rng, Actions trail, Actions legal) noexcept nogil
