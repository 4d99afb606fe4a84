from mcsearch.engine.transpositions cimport Positions
from mcsearch.engine.episode cimport Episode
from mcsearch.numerics.rng cimport Rng
from mcsearch.engine.state cimport Actions, State
from mcsearch.engine.tree cimport Tree


cdef double root_log(Rule rule, int n) noexcept nogil
cdef int select_by(Rule rule, Tree tree, int node, double factor) noexcept nogil


cdef class Rule:
    cdef readonly dict parameters_in_use
    cdef readonly Rng rng
    cdef bint _needs_state
    cdef readonly bint learns
    cdef readonly bint expands_all
    cdef double _exploration
    cdef double _exploration_given
    cdef double _least
    cdef double _range
    cdef double[::1] _root_log
    cdef double[::1] _inverse_root
    cdef void expanded(self, Tree tree, int node, State state) noexcept nogil
    cdef void opened(self, Tree tree, int node, State state, Actions actions) noexcept nogil
    cdef void learn(self, Tree tree, int[::1] path, int count, Episode episode, double value) noexcept nogil
    cdef void set_range(self, double least, double width) noexcept nogil
    cdef void update(self, Tree tree, int node) noexcept nogil
    cdef void refute(self, Tree tree, int node) noexcept nogil
    cdef void update_path(self, Tree tree, int[::1] path, int depth) noexcept nogil
    cdef void number_proofs(self, Tree tree, int[::1] path, int depth) noexcept nogil
    cdef int select(self, Tree tree, int node) noexcept nogil
    cdef int _look_up_means(self, Tree tree, Positions positions, int node) noexcept nogil
    cdef int _select_shared(self, Tree tree, Positions positions, int node) noexcept nogil
