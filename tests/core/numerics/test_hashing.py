from itertools import pairwise
from math import isqrt

from mcsearch.numerics.hashing import GOLDEN, mix, spread


def test_the_mix_is_that_of_splitmix64():
    # the published generator with seed 1234567 begins with these 64-bit words
    words = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [mix(1234567 + n * GOLDEN & 2**64 - 1) for n in (1, 2, 3)] == words


def test_keys_are_spread_by_the_golden_ratio():
    assert (isqrt(5 << 128) - (1 << 64)) >> 1 == GOLDEN
    gaps = sorted(spread(key) for key in range(144))  # a Fibonacci number: two lengths of gaps
    assert max(b - a for a, b in pairwise(gaps)) < 2 * 2**64 / 144
