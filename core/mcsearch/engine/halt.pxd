# what a phase may be ended by: ITS_END is that of the whole search, ANYTHING also a pause
cpdef enum:
    NOTHING = 0
    ITS_END = 1
    ANYTHING = 2


cdef class Halt:
    cdef bint is_busy
    cdef public bint has_hooks
    cdef public bint cancelled
    cdef bint halted
    cdef bint kept
    cdef bint given_up
    cdef int may
    cdef object interrupt
    cdef double deadline
    cdef double end
    cdef object clock
    cpdef enter(self)
    cpdef leave(self)
    cpdef bint is_past_end(self) except -1
    cpdef bint is_past_deadline(self) except -1
    cpdef bint refuses(self) except -1
    cpdef bint pauses(self) except -1
    cpdef bint hear(self, interrupt) except -1
