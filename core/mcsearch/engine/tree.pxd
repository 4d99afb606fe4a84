from mcsearch.engine.columns cimport Columns
from mcsearch.engine.transpositions cimport Positions

cpdef enum:
    ROOT = 0
    NONE = -1


cdef class Tree(Columns):
    cdef readonly int capacity
    cdef readonly int size
    cdef readonly bint full
    cdef readonly bint keeps_scores
    cdef readonly bint whole_runs
    cdef readonly bint keeps_priors
    cdef readonly bint keeps_order
    cdef readonly bint keeps_amaf
    cdef readonly bint keeps_bounds
    cdef readonly bint keeps_closed
    cdef readonly bint keeps_proof_numbers
    cdef readonly double lowest
    cdef readonly double highest
    cdef readonly double first_score
    cdef readonly double least_score
    cdef readonly double greatest_score
    cdef readonly Positions positions
    cdef float[:] _base
    cdef int[:] _visits
    cdef double[:] _value_sum
    cdef int[:] _first
    cdef int[:] _parent
    cdef short[:] _action
    cdef short[:] _num_children
    cdef short[:] _num_legal
    cdef double[:] _square_sum
    cdef float[:] _top_score
    cdef float[:] _bound
    cdef short[:] _choice
    cdef float[::1] _prior
    cdef short[::1] _order
    cdef double[::1] _weight_sum
    cdef int[::1] _known_as
    cdef int[::1] _table
    cdef double[::1] _lower
    cdef double[::1] _upper
    cdef short[::1] _plies
    cdef short[::1] _soonest
    cdef unsigned char[::1] _to_play
    cdef float[::1] _proof_first
    cdef float[::1] _proof_second
    cdef int[::1] _position
    cdef int[::1] _free_runs
    cdef void _reset(self, int node, int parent, int action) noexcept nogil
    cdef void _forget_bounds(self, int node) noexcept nogil
    cdef void copy_bounds(self, int source, int target) noexcept nogil
    cdef bint is_closed(self, int node) noexcept nogil
    cdef void note_score(self, double score) noexcept nogil
    cdef double score_range(self) noexcept nogil
    cdef double closed_value(self, int node) noexcept nogil
    cdef bint is_open(self, int node) noexcept nogil
    cdef bint is_proven(self, int node) noexcept nogil
    cdef void _move(self, int source, int target) noexcept nogil
    cdef void _move_position(self, Positions positions, int source, int target) noexcept nogil
    cdef void hold(self, Positions positions, int node, unsigned long long key) noexcept nogil
    cdef int home(self, int node) noexcept nogil
    cdef int _home(self, Positions positions, int node) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef int _run_length(self, int node) noexcept nogil
    cdef int _allocate(self, int length) noexcept nogil
    cdef void _release(self, int first, int length) noexcept nogil
    cdef bint set_num_legal(self, int node, int count) noexcept nogil
    cdef int add_child(self, int node, int action) noexcept nogil
    cdef int find_child(self, int node, int action) noexcept nogil


cdef extern from *:
    """
    #if defined(__GNUC__)
    #define mcsearch_prefetch(address) __builtin_prefetch(address, 1)
    #else
    #define mcsearch_prefetch(address) ((void)0)
    #endif
    """
    void mcsearch_prefetch(const void *) noexcept nogil


# the interpreted twin, in tree.py, does nothing
cdef inline void prefetch(Tree tree, int node) noexcept nogil:
    mcsearch_prefetch(&tree._base[node])
