from mcsearch.engine.state cimport Actions, State


cdef class StateStack:
    cdef list _states
    cdef void** _at
    cdef void copy_from(self, int depth, State state) noexcept nogil
    cdef void copy_to(self, int depth, State state) noexcept nogil
    cdef void step(self, int depth, int action) noexcept nogil
    cdef void apply(self, int depth, int action) noexcept nogil
    cdef int fill_actions(self, int depth, Actions actions) noexcept nogil
    cdef double value(self, int depth) noexcept nogil
