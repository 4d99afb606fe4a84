cdef class Columns:
    cdef int _num_slots
    cdef int _num_used
    cdef list _records
    cdef dict _columns
