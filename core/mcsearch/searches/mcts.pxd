from mcsearch.engine.episode cimport Episode
from mcsearch.engine.transpositions cimport Positions
from mcsearch.engine.search cimport Search
from mcsearch.selection.rule cimport Rule
from mcsearch.engine.state cimport Actions
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.engine.tree cimport Tree
from mcsearch.searches.chance cimport Chance
from mcsearch.searches.shortest cimport Shortest


cdef class Mcts(Search):
    cdef readonly Rule rule
    cdef bint _stops_when_full
    cdef bint _expands_all
    cdef bint _is_decisive
    cdef bint _has_ended
    # with transpositions: whether the path ends with a position that it has met before, and whether
    # the expansion has met one that another way leads to
    cdef bint _comes_back
    cdef bint _meets_known
    # whether the policy or the rule learns from whole lines
    cdef bint _teaches
    cdef Episode _episode
    cdef Chance _chance
    cdef Shortest _shortest
    cdef int _leaf
    cdef int _expanded
    cdef int _most_plies
    # progressive widening, k and a; no limit while k is 0
    cdef double _widening
    cdef double _widening_power
    cdef int _descend(self, Tree tree, Rule rule, StateStack stack, Actions line) noexcept nogil
    cdef void _expand_leaf(self, Tree tree, Rule rule, StateStack stack, Actions legal) noexcept nogil
    cdef bint _may_widen(self, Tree tree, int node) noexcept nogil
    cdef int _draw_untried(self, Tree tree, int node, Actions legal) noexcept nogil
    cdef void _back_up(self) noexcept nogil
    cdef void _teach(self, Episode episode, Rule rule, StateStack stack, Actions line, Actions trail) noexcept nogil
    cdef int _mover(self, int depth) noexcept nogil
    cdef bint _knows_leaf(self) noexcept nogil
    cdef void _check_end(self, StateStack stack) noexcept nogil
    cdef void _note_end(self, Tree tree) noexcept nogil
    cdef bint _comes_back_to(self, Positions positions, int position, int depth) noexcept nogil
    cdef bint _is_too_long(self) noexcept nogil
    cdef void _refuse(self, int known, int found) noexcept nogil
    cdef void _prove_shared(self, Tree tree, Positions positions, Rule rule, Shortest shortest) noexcept nogil
    cdef void _tighten_shared(self, Tree tree, Positions positions, Rule rule, int node) noexcept nogil
    cdef void _prove(self, Tree tree, Rule rule, Shortest shortest) noexcept nogil
    cdef void _end_proven(self) noexcept nogil
    cdef void _shun_refuted(self, Tree tree, Rule rule, int node, bint maximizes) noexcept nogil
    cdef void _expand_outcomes(self, Tree tree, StateStack stack, Actions legal, int outcome) noexcept nogil
    cdef void _go_on_to(self, Tree tree, int child) noexcept nogil
    cdef int _add_child(self, Tree tree, Rule rule, StateStack stack, int action) noexcept nogil
    cdef void _back_up_score(self, Tree tree, Rule rule) noexcept nogil
    cdef void _back_up_return(self, Tree tree, Rule rule) noexcept nogil
    cdef void _back_up_shared(self, Tree tree, Positions positions) noexcept nogil
