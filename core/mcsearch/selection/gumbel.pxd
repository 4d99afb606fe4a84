from mcsearch.engine.state cimport Actions
from mcsearch.engine.tree cimport Tree
from mcsearch.selection.priors cimport Priors
from mcsearch.selection.rounds cimport RoundRule


cdef class Gumbel(RoundRule):
    cdef int _most
    cdef double _noise_weight
    cdef double _visit_weight
    cdef double _value_weight
    # of the children of the root: the noise
    cdef double[::1] _noise
    cdef Priors _priors
    cdef double[::1] _halves
    # playouts of the action that the next one is for
    cdef long long _due
    cdef Tree _tree
    cdef void _draw_noise(self, int count) noexcept nogil
    cdef double _scale_at(self, Tree tree, int node) noexcept nogil
    cdef double _mixed_at(self, Tree tree, int node) noexcept nogil
    cdef double _scaled(self, Tree tree, int child, double scale, double unvisited) noexcept nogil
    cdef double _weight(self, Tree tree, int child, double scale, double unvisited, double largest) noexcept nogil
    cdef int _num_considered(self) noexcept nogil
    cdef int _go_to(self, long long played) noexcept nogil
    cdef int _select_at_root(self, Tree tree, double scale, double unvisited) noexcept nogil
