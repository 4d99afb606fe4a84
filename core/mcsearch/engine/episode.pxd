from mcsearch.engine.state cimport Actions, State
from mcsearch.engine.state_stack cimport StateStack


cdef unsigned long long move_key(State state, int action) noexcept nogil


cdef class Episode:
    cdef readonly int count
    cdef readonly int depth
    cdef unsigned long long[::1] keys
    cdef State _state
    cdef void record(self, StateStack stack, Actions line, int depth, Actions trail) noexcept nogil
    cdef void _record_trail(self, State state, StateStack stack, Actions trail) noexcept nogil
