from mcsearch.engine.search cimport Search
from mcsearch.engine.state cimport Actions, State
from mcsearch.engine.state_stack cimport StateStack
from mcsearch.engine.tree cimport Tree
from mcsearch.searches.minimax.move_order cimport MoveOrder
from mcsearch.searches.minimax.open_positions cimport OpenPositions
from mcsearch.searches.minimax.position_table cimport PositionTable


# what a way down ends with
cpdef enum:
    NO_LEAF = 0
    END = 1
    ESTIMATE = 2
    KNOWN = 3


cdef class AlphaBeta(Search):
    cdef readonly object final_move
    cdef PositionTable _table
    cdef bint _has_table
    cdef MoveOrder _order
    cdef bint _is_ordered
    cdef OpenPositions _open
    # the last limit, the one at work, the one that has been searched to its end
    cdef int _deepest
    cdef int _limit
    cdef int _completed
    # depth of the last position with a move left; NONE: the next limit begins
    cdef int _top
    cdef int _leaf_depth
    cdef int _leaf_kind
    cdef double _leaf_score
    cdef bint _leaf_is_certain
    # of the root, by an action's place among the legal ones
    cdef Actions _root_actions
    cdef double[::1] _root_score
    cdef int[::1] _root_kind
    cdef int[::1] _root_is_certain
    # the root's score so far
    cdef double _result
    cdef long long _num_cut_offs
    cdef long long _num_table_hits
    cdef long long _num_positions
    cdef void _start(self, Tree tree, State root)
    cdef void _go_down(self, Tree tree, StateStack stack, Actions line, Actions trail) noexcept nogil
    cdef bint _meets_leaf(self, Tree tree, State state, Actions legal, MoveOrder order, int depth) noexcept nogil
    cdef int _list(self, Actions legal, int first, int begin) noexcept nogil
    cdef int _known(self, PositionTable table, int depth, double low, double high) noexcept nogil
    cdef void _refuse(self, int known, int found) noexcept nogil
    cdef void _evaluate(self, State state) noexcept nogil
    cdef void _back_up(self, PositionTable table, MoveOrder order) noexcept nogil
    cdef bint _is_sure(self, int depth) noexcept nogil
    cdef void _take_variation(self, OpenPositions positions) noexcept nogil
    cdef void _note_root(self, int action, double score, int kind, bint is_certain) noexcept nogil
    cdef int _place_of(self, Actions actions, int action) noexcept nogil
    cdef void _count_visits(self, Tree tree) noexcept nogil
    cdef void _prove(self, Tree tree) noexcept nogil
    cdef void _complete(self) noexcept nogil
