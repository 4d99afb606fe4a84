"""What hash tables and generators of random numbers share: the interpreted twin of hashing.pxd."""

from __future__ import annotations

import numpy as np

GOLDEN = 0x9E3779B97F4A7C15
"""2^64 over the golden ratio, made odd."""

_MASK = 0xFFFFFFFFFFFFFFFF


def spread(key: int) -> int:
    """Fibonacci hashing (Knuth, volume 3, section 6.4): the upper bits tell near keys apart."""
    return key * GOLDEN & _MASK


def keys(count: int) -> np.ndarray:
    """uint64 [number]: far apart, so that their sums without carries tell sets of numbers apart.

    Such are positions by what lies where (Zobrist 1970).
    """
    return np.array([mix(spread(number + 1)) for number in range(count)], np.uint64)


def mix(z: int) -> int:
    """The mix of splitmix64 (Steele, Lea and Flood 2014): any bit may change any other."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return z ^ (z >> 31)
