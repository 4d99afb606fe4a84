from mcsearch.engine.search cimport Search
from mcsearch.engine.state cimport Choices, State
from mcsearch.engine.tree cimport Tree
from mcsearch.searches.nested.beams cimport Beams
from mcsearch.searches.nested.course cimport Lessons
from mcsearch.searches.nested.policy cimport Sequences
from mcsearch.searches.nested.weights cimport Weights


cdef class Nrpa(Search):
    # completed runs of the top level
    cdef readonly int runs
    cdef readonly Weights weights
    cdef readonly Lessons lessons
    cdef readonly Beams beams
    # the highest level that this iteration's result has made adapt its policy; 0: none
    cdef readonly int adapted
    cdef int _level
    # the level that the next iteration goes on with
    cdef int _current
    cdef int _began_at
    cdef int _num_completed
    cdef int _repeats
    cdef int _stability
    cdef bint _restarts
    # the names of the biases that can be other than 0, and their places among the root's
    cdef readonly tuple bias_names
    cdef list _shown_biases
    cdef bint _learns_biases
    # the kind of action that is kept for last, and the same where that is the game's own matter;
    # NONE without one
    cdef int _tabu
    cdef int _avoided
    cdef object _turns
    cdef Sequences _sequences
    # place of the move drawn and not yet played
    cdef int _next
    # [level + 1]
    cdef int[::1] _done
    # [level + 1], how often a level has met its best sequence again
    cdef int[::1] _num_met
    cdef int _repetitions
    # adaptations that a run after the first begins with
    cdef int _warm
    # the best score of all runs, -inf before the first has ended
    cdef double _known_best
    cdef void _enter_levels(self, Weights weights, Lessons lessons, Beams beams) noexcept nogil
    cdef void _follow_record(self, Tree tree, State state, Sequences sequences, Choices choices) noexcept nogil
    cdef void _record(self, Tree tree, State state, Sequences sequences, Choices choices) noexcept nogil
    cdef void _note_legal(self, Tree tree, State state, int node, Choices choices) noexcept nogil
    cdef void _play_out(self, State state, Sequences sequences, Choices choices) noexcept nogil
    cdef void _climb(self, double result, Beams beams, Sequences sequences, Lessons lessons) noexcept nogil
    cdef void _adapt_beam(self, int level, Beams beams, Weights weights) noexcept nogil
    cdef void _adapt(self, int row, int table, int level, double score) noexcept nogil
    cdef bint _has_ended(self, int level, Beams beams) noexcept nogil
    cdef void _count_met(self, int level, double result, int source, Beams beams, Sequences sequences) noexcept nogil
    cdef void _make_room_for(self, int table, Weights weights, int count) noexcept nogil
    cdef void _finish(self, Weights weights) noexcept nogil
    cdef void _begin_anew(self, Weights weights, Beams beams, Sequences sequences) noexcept nogil
