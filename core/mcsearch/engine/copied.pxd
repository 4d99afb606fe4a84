cdef class Copied:
    pass
