from mcsearch.engine.state cimport Actions


# what a level does next: try another action; or with the one tried last play out to evaluate it,
# enter the level below, play out for its result
cdef enum:
    TRY = 0
    EVALUATE = 1
    ENTER = 2
    PLAY_OUT = 3


cdef class Frame:
    cdef readonly int level
    cdef readonly Frame below
    # of the position where the level's walk stands, from the root
    cdef int ply
    cdef Actions actions
    cdef int num_tried
    cdef double[::1] results
    # the remembered sequence, from the root
    cdef bint has_best
    cdef double best_score
    cdef Actions best
    # how many results equalled the remembered one
    cdef int num_equal
    # the best sequence that the walk has strayed from
    cdef bint has_strayed
    cdef double forgone_score
    cdef Actions forgone
    # what is next, and the playouts that have evaluated the action tried last
    cdef int next
    cdef int num_evaluations
    cdef double evaluation_sum
    cdef void begin(self) noexcept nogil
    cdef void remember(self, double score, Actions sequence) noexcept nogil
    cdef void stray(self, int index, bint keeps) noexcept nogil
    cdef void _write(self, Actions source, Actions target) noexcept nogil
