"""What an SPRT is expected to take, against tests that are played."""

import math

import numpy as np
import pytest

from mcsearch.runs.statistics.pairs import NORMALIZED
from mcsearch.runs.statistics.plan import chance_of_verdict, expected_pairs
from mcsearch.runs.statistics.sprt import Sprt

EVEN = np.array([0.05, 0.15, 0.6, 0.15, 0.05])


def of_strength(elo: float) -> np.ndarray:
    """Shares of pairs with a normalized Elo, by tilting the even ones."""
    values = np.arange(5) / 4

    def shares(tilt: float) -> np.ndarray:
        weighted = EVEN * np.exp(tilt * values)
        return weighted / weighted.sum()

    def strength(tilt: float) -> float:
        found = shares(tilt)
        mean = found @ values
        return NORMALIZED * (mean - 0.5) / math.sqrt(2 * found @ (values - mean) ** 2)

    low, high = -20.0, 20.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if strength(middle) < elo else (low, middle)
    return shares(low)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_tests_take_as_many_pairs_as_expected(place):
    """200 tests of 0 against 40 normalized Elo, one share of draws of many."""
    test = Sprt(0, 40)
    expected = expected_pairs(test)[place]
    rng = np.random.default_rng(place)
    drawn = rng.choice(5, (200, 3 * expected.most), p=of_strength(expected.elo))
    lengths = np.full(200, drawn.shape[1])
    is_open = np.ones(200, bool)
    for looked in range(10, drawn.shape[1], 5):
        counts = np.stack([(drawn[is_open, :looked] == i).sum(1) for i in range(5)], 1)
        ratios = test.ratios(counts.astype(float))
        ended = (ratios >= test.upper) | (ratios <= test.lower)
        places = np.flatnonzero(is_open)[ended]
        lengths[places] = looked
        is_open[places] = False
        if not is_open.any():
            break
    assert np.median(lengths) == pytest.approx(expected.median, rel=0.25)
    assert 0.88 <= (lengths <= expected.most).mean() <= 1.0
    assert chance_of_verdict(test, expected.elo, expected.median) == pytest.approx(0.5, abs=0.01)


def test_narrow_tests_take_long_and_the_middle_longest():
    wide, narrow = expected_pairs(Sprt(0, 50)), expected_pairs(Sprt(0, 5))
    assert narrow[0].median == pytest.approx(100 * wide[0].median, rel=0.03)
    for at_0, between, at_1 in (wide, narrow):
        assert between.median > at_0.median == at_1.median
        assert at_0.median < at_0.most


def test_no_test_ends_before_there_can_be_a_verdict():
    test = Sprt(0, 300)
    assert test.verdict((0, 0, 0, 0, 9)) == ""
    assert chance_of_verdict(test, 300, 9) == 0.0
    assert chance_of_verdict(test, 300, 10) > 0.5
