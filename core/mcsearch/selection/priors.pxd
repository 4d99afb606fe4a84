from mcsearch.engine.state cimport Actions, State
from mcsearch.engine.tree cimport Tree


cdef class Priors:
    cdef double[::1] _of_actions
    cdef void fill(self, Tree tree, int node, State state, Actions actions) noexcept nogil
