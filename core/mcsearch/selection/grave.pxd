from mcsearch.engine.keyed_rows cimport KeyedRows
from mcsearch.engine.tree cimport Tree
from mcsearch.selection.scored cimport ScoredRule


cdef class Grave(ScoredRule):
    cdef Tree _tree
    cdef int _reference
    cdef double _bias
    # the node of this descent whose statistics score the children
    cdef int _lender
    cdef int _num_tables
    # moves by their key: 1 + the ply at which the line at work has come to the move last
    cdef KeyedRows _moves
    # by the number of a node's table and that of a move: playouts and sum of returns
    cdef KeyedRows _amaf
    # of the line at work: the moves, and the ply at which each was made before, -1 without
    cdef int[::1] _line
    cdef int[::1] _before
    cdef object _forget(self, Tree tree)
    cdef int _entry(self, Tree tree, int lender, int child) noexcept nogil
