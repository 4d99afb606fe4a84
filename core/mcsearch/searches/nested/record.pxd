from mcsearch.engine.state cimport Actions


cdef class SequencePool:
    cdef int _num_slots
    cdef int _room
    cdef int[::1] _used
    cdef int[::1] _starts
    cdef int[::1] _lengths
    cdef int[::1] _pool
    cdef void clear(self, int group) noexcept nogil
    cdef void put(self, int group, int slot, Actions sequence) noexcept nogil
    cdef void put_from(self, int group, int slot, SequencePool other, int source, int source_slot) noexcept nogil


cdef class Subtree:
    cdef int _top
    cdef int _width
    cdef int _plies
    cdef int _most_steps
    cdef int _reply_width
    cdef int[::1] _ply
    cdef int[::1] _num_actions
    cdef int[::1] _num_results
    cdef int[::1] _chosen
    cdef int[::1] _is_over
    cdef int[::1] _path
    cdef int[::1] _actions
    cdef double[::1] _results
    cdef SequencePool _sequences
    cdef int[::1] _num_steps
    cdef double[::1] _walk
    cdef int[::1] _try_steps
    cdef double[::1] _try_walks
    cdef int[::1] _num_best
    cdef double[::1] _best_score
    cdef long long[::1] _improved_at
    cdef SequencePool _best
    cdef int[::1] _num_replies
    cdef int[::1] _reply_actions
    cdef double[::1] _reply_scores
    cdef SequencePool _reply_sequences
    cdef void enter(self, int level) noexcept nogil
    cdef void forget(self, int level) noexcept nogil
    cdef void begin_step(self, int level, int ply, int[::1] path, Actions actions) noexcept nogil
    cdef void put(self, int level, double result, Actions sequence) noexcept nogil
    cdef void improve(self, int level, double score, Actions sequence, long long iteration) noexcept nogil
    cdef void end_step(self, int level, int chosen) noexcept nogil
    cdef void _take_replies(self) noexcept nogil
    cdef void leave(self, int level) noexcept nogil
