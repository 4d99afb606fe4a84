from mcsearch.engine.tree cimport Tree
from mcsearch.selection.scored cimport ScoredRule


cdef class RoundRule(ScoredRule):
    cdef long long _budget
    # of the move at work: the root's children, and the round that is being played, from 0
    cdef int _count
    cdef int _round
    # by child: visits before the first round
    cdef int[::1] _before
    # by round that is over and child: playouts, mean, and what the ranks go by
    cdef int[::1] _known_plays
    cdef double[::1] _known_means
    cdef double[::1] _known_worths
    cdef double mean_of(self, Tree tree, int child) noexcept nogil
    cdef void begin_rounds(self, Tree tree, int count, int rounds, int counted) noexcept nogil
    cdef void note_round(self, Tree tree, double scale, double unvisited) noexcept nogil
    cdef int played(self, Tree tree, int place) noexcept nogil
    cdef double worth(self, Tree tree, int place, double scale, double unvisited) noexcept nogil
