cdef class Positions:
    cdef int _shift
    cdef int _last
    cdef int[::1] _table
    cdef unsigned long long[::1] _key
    cdef int[::1] holder
    cdef int[::1] visits
    cdef double[::1] value_sum
    cdef readonly int count
    # [slot] with bounds only
    cdef int[::1] next_way
    cdef int[::1] _last_way
    # [position] the number of the last path that has met it, and how many paths there have been
    cdef int[::1] _met
    cdef int _paths
    # [position] a list of those noted: the one noted before, plus 2
    cdef int[::1] _waits
    cdef int _last_noted
    cdef void join(self, int position, int node) noexcept nogil
    cdef void move(self, int position, int source, int target) noexcept nogil
    cdef void begin_path(self, int position) noexcept nogil
    cdef bint meet(self, int position) noexcept nogil
    cdef void note(self, int position) noexcept nogil
    cdef int next_noted(self) noexcept nogil
    cdef int _place(self, unsigned long long key) noexcept nogil
    cdef int find_or_add(self, unsigned long long key, int node) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void compact(self, int[::1] keep, int[::1] moved_to) noexcept nogil
