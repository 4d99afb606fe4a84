from mcsearch.engine.copied cimport Copied
from mcsearch.engine.halt cimport Halt
from mcsearch.numerics.rng cimport Rng
from mcsearch.engine.state cimport Actions, State
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.engine.policy cimport Policy
from mcsearch.engine.tree cimport Tree


# why compiled code has ended a search
cpdef enum:
    GOES_ON = 0
    FINISHED = 1
    FULL = 2
    ON_TARGET = 3
    OVER = 4
    PROVEN = 5
    FAILED = 6


cdef class Search(Copied):
    cdef object __weakref__
    cdef object _error
    cdef readonly Halt halt
    cdef readonly dict values
    cdef readonly State root
    cdef readonly Policy policy
    cdef readonly Tree tree
    cdef readonly Rng rng
    cdef readonly object seed
    cdef readonly int phase
    cdef readonly long long iterations
    cdef readonly double seconds
    cdef readonly str stopped
    cdef readonly double playout_return
    cdef int _stop_code
    cdef bint _has_result
    cdef double _best_score
    cdef double _target_score
    cdef int _num_players
    cdef int _depth
    cdef int _num_new
    cdef int[::1] _path
    # of the last iteration, while a selection is at work that may be discarded
    cdef int _kept_depth
    cdef int _kept_new
    cdef int[::1] _kept_path
    cdef Actions _kept_line
    cdef StateStack _stack
    cdef State _scratch
    cdef Actions _legal
    cdef Actions _line
    cdef Actions _trail
    cdef Actions _best
    cdef int _num_improvements
    cdef bint _stops_at_best
    cdef int _num_replayed
    cdef list _improved
    cdef void _select(self) noexcept nogil
    cdef void _expand(self) noexcept nogil
    cdef void _simulate(self) noexcept nogil
    cdef void _backpropagate(self) noexcept nogil
    cdef void _do(self, int phase) noexcept nogil
    cdef bint _pauses(self, int may) noexcept nogil
    cdef void _iterate(self, int count) noexcept nogil
    cdef void _keep_path(self, Actions line, Actions kept) noexcept nogil
    cdef void _take_back_path(self, Actions line, Actions kept) noexcept nogil
    cdef void _remember(self, int plies) noexcept nogil
    cdef void _add_return(self, Tree tree, int depth) noexcept nogil
