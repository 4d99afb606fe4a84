from mcsearch.rng cimport Rng


cdef class Actions:
    cdef int[::1] items
    cdef readonly int count
    cdef void clear(self) noexcept nogil
    cdef void append(self, int action) noexcept nogil


cdef class State:
    cdef readonly int num_players
    cdef readonly int to_play
    cdef readonly int max_plies
    cdef readonly int max_actions
    cdef void copy_from(self, State other) noexcept nogil
    cdef void apply(self, int action) noexcept nogil
    cdef int fill_actions(self, Actions actions) noexcept nogil
    cdef int random_move(self, Rng rng, int avoid) noexcept nogil
    cdef double value(self) noexcept nogil
    cdef int frequent_kind(self) noexcept nogil


cdef class StateStack:
    cdef list _states
    cdef void** _at
    cdef void copy_from(self, int depth, State state) noexcept nogil
    cdef void copy_to(self, int depth, State state) noexcept nogil
    cdef void step(self, int depth, int action) noexcept nogil
    cdef void apply(self, int depth, int action) noexcept nogil
    cdef int fill_actions(self, int depth, Actions actions) noexcept nogil
    cdef double value(self, int depth) noexcept nogil
