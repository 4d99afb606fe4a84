from mcsearch.engine.tree cimport Tree
from mcsearch.selection.rounds cimport RoundRule


cdef class SequentialHalving(RoundRule):
    cdef int _num_rounds
    cdef int _left
    cdef long long _target
    # by child: how many rounds it has stayed in
    cdef int[::1] _rounds
    cdef int _select_at_root(self, Tree tree) noexcept nogil
    cdef void _begin(self, Tree tree, int count) noexcept nogil
    cdef long long _share(self) noexcept nogil
    cdef bint _comes_before(self, Tree tree, int place, int other) noexcept nogil
    cdef bint _is_complete(self, Tree tree) noexcept nogil
    cdef void _halve(self, Tree tree) noexcept nogil
