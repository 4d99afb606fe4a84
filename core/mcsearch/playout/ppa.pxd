from mcsearch.engine.episode cimport Episode
from mcsearch.engine.keyed_rows cimport KeyedRows
from mcsearch.engine.state cimport Actions, Moves, State
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.numerics.rng cimport Rng
from mcsearch.playout.learned cimport LearnedPolicy


cdef class Ppa(LearnedPolicy):
    cdef double _step
    # of each move: weight, e^weight, change by the adaptation at work, and whether there is one
    cdef KeyedRows _weights
    # the rows that the adaptation at work has changed
    cdef int[::1] _changed
    cdef int _num_changed
    # of the last playout, [3 * ply]: who moved, how many moves there were, the place of the one played
    cdef int[::1] _plies
    cdef int _num_plies
    # [ply, move] one after another
    cdef int[::1] _rows
    cdef int _num_rows
    cdef State _state
    cdef void _name(self, State state, Moves moves) noexcept nogil
    cdef void _look_up(self, State state, Moves moves, KeyedRows weights, double[::1] scores) noexcept nogil
    cdef void _adapt(self, double[::1] values, int[::1] rows, double[::1] scores, int count, int place) noexcept nogil
    cdef void _adapt_position(self, State state, Moves moves, int action) noexcept nogil
    cdef void _note_changed(self, int row) noexcept nogil
    cdef void _adapt_noted(self, int winner) noexcept nogil
    cdef void _adapt_trail(self, State state, StateStack stack, int depth, Actions trail, int winner) noexcept nogil
    cdef void _adapt_line(self, StateStack stack, Actions line, int depth, int winner) noexcept nogil
    cdef void _take_over(self, KeyedRows weights) noexcept nogil
    cdef int _choose(self, State state, Rng rng, Moves moves) noexcept nogil
    cdef void begin(self, State state, Rng rng) noexcept nogil
    cdef void learn(self, Episode episode, StateStack stack, Actions line, Actions trail, double value) noexcept nogil
