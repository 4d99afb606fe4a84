from mcsearch.engine.state cimport Actions, State
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.engine.tree cimport Tree
from mcsearch.numerics.rng cimport Rng
from mcsearch.selection.rule cimport Rule


cdef class Chance:
    cdef int[::1] _movers
    cdef int descend(self, int[::1] path, Rng rng, Tree tree, Rule rule, StateStack stack, Actions line) noexcept nogil
    cdef int draw(self, StateStack stack, int depth, Rng rng) noexcept nogil
    cdef void back_up(self, Tree tree, int[::1] path, int depth, double value) noexcept nogil
