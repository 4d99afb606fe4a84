"""The random number generator of every search: the same draws in every build."""

import cython

_MASK = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)
_MIX_1 = cython.declare(cython.ulonglong, 0xBF58476D1CE4E5B9)
_MIX_2 = cython.declare(cython.ulonglong, 0x94D049BB133111EB)


@cython.cclass
class Rng:
    """SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, one multiply-xor mix a draw."""

    def __init__(self, seed: int = 0) -> None:
        self.state = seed & 0xFFFFFFFFFFFFFFFF

    def next(self):
        """The next 64 random bits."""
        self.state = (self.state + _GOLDEN) & _MASK
        z: cython.ulonglong = self.state
        z = ((z ^ (z >> 30)) * _MIX_1) & _MASK
        z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
        return z ^ (z >> 31)

    def below(self, bound):
        """A whole number in [0, bound), by multiply and shift; the bias is under bound / 2**32."""
        high: cython.ulonglong = self.next() >> 32
        return cython.cast(cython.int, (high * cython.cast(cython.ulonglong, bound)) >> 32)

    def uniform(self):
        """A float in [0, 1) with 53 random bits."""
        return cython.cast(cython.double, self.next() >> 11) * (1.0 / 9007199254740992.0)

    def draws(self, bound: int, count: int) -> list:
        """`count` whole numbers in [0, bound)."""
        return [self.below(bound) for _ in range(count)]
