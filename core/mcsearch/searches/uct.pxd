from mcsearch.engine.state cimport State
from mcsearch.engine.tree cimport Tree
from mcsearch.numerics.rng cimport Rng
from mcsearch.searches.cutoff cimport CutOff
from mcsearch.searches.mcts cimport Mcts


cdef class UctSearch(Mcts):
    cdef readonly object final_move
    cdef CutOff _cut_off
    # what has ended the playout, see `CUT_OFFS`
    cdef int _cut
    # for final moves, apart from that of the phases
    cdef Rng _dice
    cdef void _hold_root(self, Tree tree, State root)
