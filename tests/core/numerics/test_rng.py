import math
from collections import Counter

from mcsearch.numerics.rng import Rng


def test_draws_are_those_of_splitmix64():
    # the published generator with seed 1234567 begins with these 64-bit words
    words = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert Rng(1234567).draws(2**31 - 1, 3) == [(w >> 32) * (2**31 - 1) >> 32 for w in words]


def test_draws_are_uniform():
    counts = Counter(Rng(1).draws(7, 70_000))
    assert sorted(counts) == list(range(7))
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert chi_square < 22.5  # 6 degrees of freedom, p = 0.001


def test_a_seed_of_any_size_is_taken():
    assert Rng(2**64 + 5).state == Rng(5).state
    assert math.isclose(sum(Rng(2**63 - 1).draws(100, 10_000)) / 10_000, 49.5, rel_tol=0.02)
