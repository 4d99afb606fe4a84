from mcsearch.tree cimport Tree


cdef class Rule:
    cdef readonly dict parameters_in_use
    cdef double _exploration
    cdef double[::1] _root_log
    cdef double[::1] _inverse_root
    cdef void update(self, Tree tree, int node) noexcept nogil
    cdef int select(self, Tree tree, int node) noexcept nogil
