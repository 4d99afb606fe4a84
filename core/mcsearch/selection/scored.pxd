from mcsearch.engine.tree cimport Tree
from mcsearch.selection.rule cimport Rule


cdef bint is_refuted(Tree tree, int child) noexcept nogil


cdef class ScoredRule(Rule):
    cdef double _unvisited
    cdef void begin_selection(self, Tree tree, int node) noexcept nogil
    cdef double score_of_unvisited(self, Tree tree, int node, int child, double log_parent) noexcept nogil
    cdef double score_of(self, Tree tree, int node, int child, double log_parent) noexcept nogil
