from mcsearch.engine.state cimport Actions, State
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.numerics.rng cimport Rng


cdef class Replay:
    cdef int _plies
    # the line, its number of moves, and of each ply the move's name and action
    cdef readonly int count
    cdef int[::1] names
    cdef int[::1] actions
    # the changed line, which begins with `kept` moves of the line: as the line
    cdef readonly int kept
    cdef readonly int num_tried
    cdef int[::1] tried_names
    cdef int[::1] tried_actions
    # the names to play after those that are kept
    cdef int[::1] _plan
    cdef int _planned
    cdef int _next
    # from which index on the plan is the line from `_shift` plies later on
    cdef int _same_from
    cdef int _shift
    # the ply of the changed line at which it has met the line, NONE before, and the line's ply
    cdef int _met_at
    cdef int _met_ply
    cdef public int near
    # of the general form only
    cdef StateStack _stack
    cdef State _state
    cdef Actions _legal
    cdef void begin(self, Actions sequence) noexcept nogil
    cdef void change(self, Rng rng) noexcept nogil
    cdef int step(self, Rng rng, int avoid) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef void go_to(self, int ply) noexcept nogil
    cdef int play(self, int name) noexcept nogil
    cdef int draw_name(self, Rng rng, int avoid) noexcept nogil
    cdef int any_name(self, Rng rng, int ply) noexcept nogil
    cdef int name_of(self, int action) noexcept nogil
    cdef bint meets(self, int ply) noexcept nogil
    cdef void keep_positions(self) noexcept nogil
    cdef double value(self) noexcept nogil
    cdef double most(self) noexcept nogil
    cdef bint is_over(self) noexcept nogil
    cdef void _meet_from(self, int index, int ply) noexcept nogil
    cdef bint _meets_line(self) noexcept nogil
    cdef void _plan_one(self, int name) noexcept nogil
    cdef void _plan_rest(self, int first, int end) noexcept nogil
    cdef void _copy_line(self, int first, int end) noexcept nogil
