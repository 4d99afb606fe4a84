cpdef enum:
    ROOT = 0
    NONE = -1


cdef class Tree:
    cdef readonly int capacity
    cdef readonly int size
    cdef readonly bint full
    cdef readonly bint keeps_scores
    cdef readonly bint whole_runs
    cdef int _num_slots
    cdef int _num_used
    cdef dict _columns
    cdef float[::1] _base
    cdef int[::1] _visits
    cdef double[::1] _value_sum
    cdef int[::1] _first
    cdef int[::1] _parent
    cdef short[::1] _action
    cdef short[::1] _num_children
    cdef short[::1] _num_legal
    cdef double[::1] _square_sum
    cdef float[::1] _top_score
    cdef float[::1] _bound
    cdef short[::1] _choice
    cdef int[::1] _free_runs
    cdef void _reset(self, int node, int parent, int action) noexcept nogil
    cdef void _move(self, int source, int target) noexcept nogil
    cdef int _allocate(self, int length) noexcept nogil
    cdef void _release(self, int first, int length) noexcept nogil
    cdef int add_child(self, int node, int action) noexcept nogil
