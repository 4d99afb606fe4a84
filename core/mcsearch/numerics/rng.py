"""The random number generator of every search: the same draws in every build."""

from __future__ import annotations

import random
from typing import Any

import cython

if not cython.compiled:
    from mcsearch.numerics.hashing import GOLDEN, mix

    def next_bits(rng: Rng) -> int:
        """The next 64 random bits."""
        rng.state = (rng.state + GOLDEN) & 0xFFFFFFFFFFFFFFFF
        return mix(rng.state)

    def next_below(rng: Rng, bound: int) -> int:
        """A whole number in [0, bound), by multiply and shift; the bias is under bound / 2**32."""
        return ((next_bits(rng) >> 32) * bound) >> 32


@cython.cclass
class Rng:
    """SplitMix64 (Steele, Lea and Flood 2014): 64 bits of state, one multiply-xor mix a draw."""

    def __init__(self, seed: int = 0) -> None:
        self.state = seed & 0xFFFFFFFFFFFFFFFF

    def next(self):
        """The next 64 random bits."""
        return next_bits(self)

    def below(self, bound):
        """A whole number in [0, bound)."""
        return next_below(self, bound)

    def uniform(self):
        """A float in [0, 1) with 53 random bits."""
        return cython.cast(cython.double, next_bits(self) >> 11) * (1.0 / 9007199254740992.0)

    def draws(self, bound: int, count: int) -> list:
        """`count` whole numbers in [0, bound)."""
        return [next_below(self, bound) for _ in range(count)]


class PythonRandom(random.Random):
    """Python's random functions on the draws of a search's own generator, `source`."""

    def __init__(self, source: Rng | None = None) -> None:
        self.source: Any = source
        super().__init__(0)

    def seed(self, *arguments: Any, **options: Any) -> None:
        """Nothing: the search has its seed."""

    def random(self) -> float:
        rng: Rng = self.source
        return rng.uniform()

    def getrandbits(self, k: int) -> int:
        rng: Rng = self.source
        bits = 0
        for _ in range((k + 63) // 64):
            bits = bits << 64 | rng.next()
        return bits >> (-k % 64)
