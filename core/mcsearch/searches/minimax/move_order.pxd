from mcsearch.engine.state cimport Actions


cdef class MoveOrder:
    # [2 * depth]: the two actions that have cut off here last
    cdef int[::1] _killer
    # [2 * 1024], by player and action: how much its cut-offs have saved
    cdef long long[::1] _history
    # [num_actions], while a list is sorted
    cdef long long[::1] _worth
    cdef void sort(self, Actions legal, int first, int depth, int player, int[::1] moves, int begin) noexcept nogil
    cdef void cuts_off(self, int action, int depth, int player, int remaining) noexcept nogil
