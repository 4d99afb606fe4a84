from mcsearch.searches.nested.policy cimport Sequences
from mcsearch.searches.nested.weights cimport Weights


cdef class Beams:
    # of sequences and of tables: those of all elements, and number 0
    cdef readonly int num_rows
    cdef int _diversity
    # [level + 1]: elements that a level may have, and its first row and table
    cdef int[::1] _width
    cdef int[::1] _first
    # [level + 1], searches that a policy makes in a step
    cdef int[::1] _searches
    # [level + 1]: elements, completed steps, searches left in the step, policies that make them
    cdef int[::1] _count
    cdef int[::1] _steps
    cdef int[::1] _left
    cdef int[::1] _num_workers
    # [num_rows], at a level's first row and on: the tables that the step's searches begin from
    cdef int[::1] _worker
    # [num_rows], at a level's first row and on: the rows of its elements, best first
    cdef int[::1] _order
    # [num_rows], of an element's row: its score, the table of its policy or of the one that it was
    # found with, whether it is a result of the present step
    cdef double[::1] _score
    cdef int[::1] _table
    cdef int[::1] _is_new
    # [num_rows], the element that a table has been given to
    cdef int[::1] _owner
    cdef void begin(self, int level) noexcept nogil
    cdef int at_work(self, int level) noexcept nogil
    cdef int row(self, int level, int rank) noexcept nogil
    cdef double best_score(self, int level) noexcept nogil
    cdef void admit(self, int level, double score, int source, Sequences sequences) noexcept nogil
    cdef int _place_for(self, int level, double score, int source, Sequences sequences) noexcept nogil
    cdef bint ends_step(self, int level) noexcept nogil
    cdef void settle(self, int level, Weights weights) noexcept nogil
