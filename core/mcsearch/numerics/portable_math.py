"""Logarithm and exponential with the same bits in every build.

The C library's may differ in the last bit from one build to the next, and with it a decision.
"""

import cython

_LN2 = cython.declare(cython.double, 0.6931471805599453)
_LOG2E = cython.declare(cython.double, 1.4426950408889634)


def log(x):
    """Natural logarithm of x >= 1, by the series of artanh."""
    exponent: cython.double = 0.0
    while x > 1.4142135623730951:
        x *= 0.5
        exponent += 1.0
    s: cython.double = (x - 1.0) / (x + 1.0)
    square: cython.double = s * s
    total: cython.double = 1.0 / 21.0
    total = total * square + 1.0 / 19.0
    total = total * square + 1.0 / 17.0
    total = total * square + 1.0 / 15.0
    total = total * square + 1.0 / 13.0
    total = total * square + 1.0 / 11.0
    total = total * square + 1.0 / 9.0
    total = total * square + 1.0 / 7.0
    total = total * square + 1.0 / 5.0
    total = total * square + 1.0 / 3.0
    total = total * square + 1.0
    return exponent * _LN2 + 2.0 * s * total


def exp_negative(halves, x):
    """e**x of x <= 0, by its series; 0 below -40, where added to 1 it would leave 1.

    `halves` has the powers of 1/2, from 0 to at least 58.
    """
    shift: cython.int
    total: cython.double
    if x < -40.0:
        return 0.0
    shift = cython.cast(cython.int, 0.5 - x * _LOG2E)
    x += shift * _LN2
    total = 1.0 + x * (1.0 / 12.0)
    total = 1.0 + x * (1.0 / 11.0) * total
    total = 1.0 + x * (1.0 / 10.0) * total
    total = 1.0 + x * (1.0 / 9.0) * total
    total = 1.0 + x * (1.0 / 8.0) * total
    total = 1.0 + x * (1.0 / 7.0) * total
    total = 1.0 + x * (1.0 / 6.0) * total
    total = 1.0 + x * (1.0 / 5.0) * total
    total = 1.0 + x * (1.0 / 4.0) * total
    total = 1.0 + x * (1.0 / 3.0) * total
    total = 1.0 + x * 0.5 * total
    total = 1.0 + x * total
    return total * halves[shift]


def exp_small(x):
    """e**x of |x| <= 16, to 1e-9: faster, as (e**(x / 64))**64."""
    r: cython.double = x * 0.015625
    e: cython.double = 1.0 + r * (
        1.0
        + r
        * (
            0.5
            + r
            * (
                0.16666666666666666
                + r * (0.041666666666666664 + r * (0.008333333333333333 + r * 0.001388888888888889))
            )
        )
    )
    e *= e
    e *= e
    e *= e
    e *= e
    e *= e
    e *= e
    return e
