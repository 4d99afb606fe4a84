from mcsearch.engine.policy cimport Policy
from mcsearch.engine.state cimport Actions, State
from mcsearch.numerics.rng cimport Rng
from mcsearch.searches.cutoff cimport CutOff


cdef class Descent:
    # the actions from the root, those of the selection, and of an expansion
    cdef Actions line
    cdef int num_selected
    cdef int num_new
    # whether the leaf's value needs no playout
    cdef bint is_known
    cdef State state
    cdef Rng rng
    cdef Policy policy
    cdef Actions trail
    cdef Actions legal
    cdef int cut
    cdef double value
    cdef void play(self, CutOff cut_off) noexcept nogil
    cdef void _play(self, CutOff cut_off, Policy policy, State state) noexcept nogil
