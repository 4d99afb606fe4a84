from hypothesis import given
from hypothesis import strategies as st

from mcsearch.numerics.bits import ctz, nth_bit, popcount


@given(st.sets(st.integers(0, 63), min_size=1))
def test_bits_are_counted_and_found(places):
    word = sum(1 << place for place in places)
    assert popcount(word) == len(places)
    assert ctz(word) == min(places)
    assert [nth_bit(word, n) for n in range(len(places))] == sorted(places)
