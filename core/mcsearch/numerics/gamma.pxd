from mcsearch.numerics.rng cimport Rng


cdef double gamma(Rng rng, double shape) noexcept nogil
cdef void fill_dirichlet(Rng rng, double shape, double[::1] halves, double[::1] shares, int count) noexcept nogil
