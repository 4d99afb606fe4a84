from mcsearch.searches.nested.course cimport Lessons
from mcsearch.numerics.rng cimport Rng
from mcsearch.engine.state cimport Actions, Choices, State
from mcsearch.searches.nested.weights cimport Weights


cdef class Sequences:
    cdef int _plies
    cdef int _width
    cdef int _num_biases
    cdef bint _learns
    cdef bint _is_relative
    cdef double _alpha
    cdef int _tabu_size
    cdef int _tabu_ply
    cdef readonly Choices choices
    # [width], shares of the current moves, added up
    cdef double[::1] _running
    # [width], of each choice that may be drawn its place among all
    cdef int[::1] _places
    # [plies], probability of each move of the playout
    cdef double[::1] _drawn
    # of the weights that the playout's moves are drawn by
    cdef int _table
    # [rows]: a sequence's plies, the entries of all its plies, the moves that they number
    cdef int[::1] _length
    cdef int[::1] _entries
    cdef int[::1] _known
    # [rows, plies]: the action, its place among the legal moves and their number
    cdef int[::1] _action
    cdef int[::1] _place
    cdef int[::1] _count
    # [rows, plies * width]: the numbers of the legal moves, ply after ply, and of each number
    # its code and the factor of its bias
    cdef int[::1] _number
    cdef unsigned long long[::1] _code
    cdef double[::1] _bias
    # [rows * plies * width * biases + 1] where coefficients are learnt: the biases of each number;
    # [biases + 1]: the coefficients before the last adaptation, and its steps
    cdef double[::1] _values
    cdef double[::1] _earlier
    cdef double[::1] _lesson
    # [plies * width]: slot, exp(weight + bias) and step of a number
    cdef int[::1] _slot
    cdef double[::1] _share
    cdef double[::1] _step
    cdef void begin(self, int table) noexcept nogil
    cdef int draw(self, State state, Rng rng, Weights weights) noexcept nogil
    cdef void copy(self, int source, int target) noexcept nogil
    cdef void adapt(self, int row, Weights weights, int table, Lessons lessons, int level, double score) noexcept nogil
    cdef int _permit(self, int ply, int at) noexcept nogil
    cdef int _largest_kept(self, int num_kept, int ply) noexcept nogil
    cdef void write(self, int row, Actions actions) noexcept nogil
    cdef bint is_same(self, int source, int target) noexcept nogil
    cdef double _exponent(self, Weights weights, int table, double[::1] values, int number) noexcept nogil
    cdef void _set_biases(self, Weights weights, int table, double[::1] values, int first, int count) noexcept nogil
    cdef void _begin_lesson(self, int row, Weights weights, int table) noexcept nogil
    cdef void _learn(self, int first, int at, int count, int chosen, double scale) noexcept nogil
