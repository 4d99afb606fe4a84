"""Student's t against printed tables, and intervals of shares against simulation."""

import math

import numpy as np
import pytest

from mcsearch.runs.statistics.pairs import Outcomes, Pairs
from mcsearch.runs.statistics.student import critical, share_interval, two_sided


@pytest.mark.parametrize(
    ("level", "df", "t"),
    [
        (0.05, 1, 12.7062047),
        (0.05, 2, 4.30265273),
        (0.05, 9, 2.26215716),
        (0.05, 30, 2.04227246),
        (0.01, 4, 4.60409487),
        (0.001, 10, 4.58689386),
        (0.05, 1e6, 1.95996635),
        (1e-4, 1, 6366.19767),
    ],
)
def test_quantiles_are_those_of_the_tables(level, df, t):
    assert critical(level, df) == pytest.approx(t, rel=1e-7)
    assert two_sided(t, df) == pytest.approx(level, rel=1e-6)


def test_two_degrees_of_freedom_have_a_formula():
    for t in (0.1, 1.0, 5.0, 300.0):
        assert two_sided(t, 2) == pytest.approx(1 - t / math.sqrt(2 + t * t), rel=1e-9)


@pytest.mark.parametrize(("level", "df"), [(0.0, 3), (1.0, 3), (0.05, 0)])
def test_what_has_no_quantile(level, df):
    with pytest.raises(ValueError, match="give a level in"):
        critical(level, df)


PENTANOMIAL = {
    "even": [0.05, 0.1, 0.7, 0.1, 0.05],
    "won or lost": [0.4, 0.0, 0.2, 0.0, 0.4],
    "strong": [0.0, 0.02, 0.08, 0.1, 0.8],
    "very strong": [0.0, 0.0, 0.02, 0.0, 0.98],
    "drawn": [0.01, 0.04, 0.9, 0.04, 0.01],
}


@pytest.mark.parametrize("name", PENTANOMIAL)
@pytest.mark.parametrize("count", [5, 10, 30, 100])
def test_the_interval_of_a_score_covers_it(name, count):
    """2000 matches; the normal distribution covered 18 % of the very strong at ten pairs."""
    rng = np.random.default_rng(count)
    values = np.arange(5) / 4
    shares = np.array(PENTANOMIAL[name])
    truth = float(values @ shares)
    covered = 0
    for counts in rng.multinomial(count, shares, 2000):
        mean = float(values @ counts) / count
        low, high = share_interval(mean, float(counts @ (values - mean) ** 2), count)
        covered += low <= truth <= high
    assert covered / 2000 >= 0.935


def test_few_values_have_a_wide_interval_and_one_has_none():
    low, high = share_interval(0.5, 0.0, 3)
    assert low < 0.1
    assert high > 0.9
    assert all(map(math.isnan, share_interval(1.0, 0.0, 1)))
    assert share_interval(1.0, 0.0, 30).low > 0.8
    assert share_interval(1.0, 0.0, 30).high == 1.0


def test_elos_interval_has_the_ends_of_the_scores():
    pairs = Pairs((0, 0, 4, 4, 22), Outcomes(28, 2, 0), Outcomes(24, 4, 2))
    ends = [400 * math.log10(end / (1 - end)) for end in pairs.score_interval]
    assert pairs.elo_interval == pytest.approx(ends)
    won = Pairs((0, 0, 0, 0, 30), Outcomes(30, 0, 0), Outcomes(30, 0, 0))
    assert won.elo_interval.high == math.inf
    assert 250 < won.elo_interval.low < 500
    assert all(map(math.isnan, Pairs().elo_interval))
