from mcsearch.engine.state cimport Actions, State
from mcsearch.engine.tree cimport Tree
from mcsearch.numerics.rng cimport Rng


cdef class Priors:
    cdef double[::1] _of_actions
    cdef void fill(self, Tree tree, int node, State state, Actions actions) noexcept nogil


cdef class RootNoise:
    cdef readonly double share
    cdef double _shape
    cdef readonly int count
    cdef double[::1] _drawn
    cdef double[::1] _halves
    cdef void draw(self, Tree tree, Rng rng) noexcept nogil
    cdef double mixed(self, double prior, int place) noexcept nogil
