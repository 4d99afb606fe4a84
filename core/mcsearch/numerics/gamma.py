"""Gamma and Dirichlet variates, with this package's logarithm so that all builds draw the same."""

from __future__ import annotations

import cython

if cython.compiled:
    from cython.cimports.libc.math import sqrt
    from cython.cimports.mcsearch.numerics.portable_math import exp_negative, log
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from math import sqrt

    from mcsearch.numerics.portable_math import exp_negative, log
    from mcsearch.numerics.rng import Rng


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _normal(rng: Rng) -> cython.double:
    """A standard normal variate (Marsaglia's polar method)."""
    x: cython.double
    y: cython.double
    square: cython.double
    while True:
        x = 2.0 * rng.uniform() - 1.0
        y = 2.0 * rng.uniform() - 1.0
        square = x * x + y * y
        if 0.0 < square < 1.0:
            return x * sqrt(2.0 * log(1.0 / square) / square)


def gamma(rng, shape):
    """A gamma variate of a shape of at least 1 (Marsaglia and Tsang 2000)."""
    d: cython.double = shape - 1.0 / 3.0
    c: cython.double = 1.0 / sqrt(9.0 * d)
    x: cython.double
    v: cython.double
    u: cython.double
    while True:
        x = _normal(rng)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        u = rng.uniform()
        if u <= 0.0:
            continue
        # ln u < x**2 / 2 + d - d v + d ln v, with the logarithms of numbers from 1 up
        if -log(1.0 / u) < 0.5 * x * x + d - d * v + d * _log(v):
            return d * v


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _log(x: cython.double) -> cython.double:
    return log(x) if x >= 1.0 else -log(1.0 / x)


def fill_dirichlet(rng, shape, halves, shares, count):
    """Put a symmetric Dirichlet variate of any shape above 0 into the first of `shares`.

    `halves` are those of `exp_negative`. A gamma variate of shape a is one of shape a + 1 times
    u**(1 / a), u uniform (Marsaglia and Tsang 2000, section 6): in logarithms, since those of a
    small shape are smaller than a number can be.
    """
    i: cython.int
    largest: cython.double = -1e300
    total: cython.double = 0.0
    for i in range(count):
        shares[i] = _log(gamma(rng, shape + 1.0)) - log(1.0 / (1.0 - rng.uniform())) / shape
        largest = max(largest, shares[i])
    for i in range(count):
        shares[i] = exp_negative(halves, shares[i] - largest)
        total += shares[i]
    for i in range(count):
        shares[i] /= total
