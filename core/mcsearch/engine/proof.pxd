from mcsearch.engine.tree cimport Tree

cdef void settle(Tree tree, int node, double value) noexcept nogil
cdef bint tighten(Tree tree, int node, bint maximizes) noexcept nogil
cdef int plies_to_end(Tree tree, int node, bint maximizes) noexcept nogil
cdef int surest_child(Tree tree, int node, bint maximizes) noexcept nogil
cdef bint is_refuted(Tree tree, int child, int surest, bint maximizes) noexcept nogil
