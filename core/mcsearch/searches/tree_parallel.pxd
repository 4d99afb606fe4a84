from mcsearch.engine.state cimport Actions
from mcsearch.engine.tree cimport Tree
from mcsearch.searches.crew cimport Crew
from mcsearch.searches.descent cimport Descent
from mcsearch.searches.uct cimport UctSearch
from mcsearch.selection.rule cimport Rule


cdef class TreeParallel(UctSearch):
    cdef Crew _crew
    cdef int _most
    # of the batch: how many descents it has, and which of them is on show; all are over at the end
    cdef int _size
    cdef int _place
    # the actions that the states of the stack were made by
    cdef Actions _front
    cdef int[::1] _refuted
    cdef long long _budget
    cdef void _begin_batch(self, Crew crew) noexcept nogil
    cdef void _descend_to(self, Descent descent) noexcept nogil
    cdef void _show(self, Descent descent, Tree tree, bint is_expanded) noexcept nogil
    cdef void _take(self, Descent descent) noexcept nogil
    cdef void _update(self, Tree tree, Rule rule) noexcept nogil
    cdef void _end_batch(self) noexcept nogil
