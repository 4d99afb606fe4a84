from mcsearch.engine.state cimport Actions
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.engine.tree cimport Tree
from mcsearch.selection.rule cimport Rule


cdef class Shortest:
    cdef readonly bint is_sought
    cdef double _value
    cdef int _winner
    cdef bint _wins_first
    cdef bint goes_on(self, Tree tree, int to_play) noexcept nogil
    cdef void note(self, Tree tree, int node, bint maximizes) noexcept nogil
    cdef int _soonest(self, Tree tree, int child) noexcept nogil
    cdef int _latest(self, Tree tree, int child) noexcept nogil
    cdef int descend(self, int[::1] path, Tree tree, Rule rule, StateStack stack, Actions line) noexcept nogil
    cdef int _choose(self, Tree tree, Rule rule, int node, int plies, bint wins) noexcept nogil
