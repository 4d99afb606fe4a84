"""Ratings against a slow maximum likelihood, and their errors against repeated tournaments."""

import itertools
import math

import numpy as np
import pytest

from mcsearch.runs.statistics.pairs import Pairs
from mcsearch.runs.statistics.ratings import ratings


def pairs_of(*by_points: int) -> Pairs:
    return Pairs(tuple(by_points))


ROUND_ROBIN = {
    (0, 1): pairs_of(3, 5, 12, 9, 11),
    (0, 2): pairs_of(1, 2, 10, 9, 18),
    (0, 3): pairs_of(9, 7, 14, 6, 4),
    (1, 2): pairs_of(6, 3, 15, 8, 8),
    (1, 3): pairs_of(14, 9, 11, 4, 2),
    (2, 3): pairs_of(19, 6, 9, 5, 1),
}


def slow_ratings(size: int, matches: dict[tuple[int, int], Pairs]) -> np.ndarray:
    """Hunter's minorization-maximization (2004) on the strengths, game by game."""
    points, games = np.zeros(size), np.zeros((size, size))
    for (a, b), found in matches.items():
        gained = sum(i * count for i, count in enumerate(found.by_points)) / 2
        points[b] += gained
        points[a] += 2 * found.num_pairs - gained
        games[a, b] = games[b, a] = 2 * found.num_pairs
    strength = np.ones(size)
    for _ in range(20_000):
        for i in range(size):
            whole = sum(games[i, j] / (strength[i] + strength[j]) for j in range(size) if j != i)
            strength[i] = points[i] / whole
        strength /= np.exp(np.log(strength).mean())
    return 400 * np.log10(strength)


def test_ratings_are_the_likeliest():
    found = ratings(4, ROUND_ROBIN)
    assert found.elos == pytest.approx(slow_ratings(4, ROUND_ROBIN), abs=1e-6)
    assert found.elos.sum() == pytest.approx(0.0, abs=1e-9)
    assert found.is_bounded


def test_a_gauntlet_rates_those_who_have_not_met():
    gauntlet = {pair: found for pair, found in ROUND_ROBIN.items() if pair[0] == 0}
    found = ratings(4, gauntlet)
    assert found.elos == pytest.approx(slow_ratings(4, gauntlet), abs=1e-6)
    for other in (1, 2, 3):
        assert found.elos[other] - found.elos[0] == pytest.approx(gauntlet[0, other].elo)


def test_two_entrants_have_the_elo_and_the_error_of_a_match():
    pairs = ROUND_ROBIN[0, 2]
    found = ratings(2, {(0, 1): pairs})
    assert found.elos[1] - found.elos[0] == pytest.approx(pairs.elo)
    slope = 400 / math.log(10) / (pairs.score * (1 - pairs.score))
    assert found.error_between(0, 1) == pytest.approx(slope * pairs.score_error)
    assert found.superiority(1, 0) == pytest.approx(pairs.superiority, abs=0.02)


def test_intervals_cover_the_ratings_of_simulated_tournaments():
    """400 round robins of four with openings that favour a side, 60 pairs each match."""
    rng = np.random.default_rng(8)
    truth = np.array([-60.0, -10.0, 10.0, 60.0])
    covered = np.zeros(4)
    for _ in range(400):
        matches = {}
        for a, b in itertools.combinations(range(4), 2):
            expected = 1 / (1 + 10 ** ((truth[a] - truth[b]) / 400))
            favour = rng.uniform(-0.35, 0.35, 60)
            wins = (rng.random((2, 60)) < np.array([expected + favour, expected - favour])).sum(0)
            matches[a, b] = pairs_of(*(int((2 * wins == i).sum()) for i in range(5)))
        found = ratings(4, matches)
        covered += np.abs(found.elos - truth) <= found.errors
    assert covered.min() / 400 >= 0.92
    assert covered.max() / 400 <= 0.98


def test_who_loses_everything_has_a_finite_rating_and_it_is_told():
    matches = {(0, 1): pairs_of(0, 0, 0, 0, 10), (1, 2): pairs_of(2, 0, 6, 0, 2)}
    found = ratings(3, matches)
    assert not found.is_bounded
    assert np.isfinite(found.elos).all()
    assert found.elos[0] < min(found.elos[1:])


def test_who_has_not_played_has_no_rating():
    assert ratings(3, {(0, 1): ROUND_ROBIN[0, 1]}) is None
    assert ratings(3, {(0, 1): ROUND_ROBIN[0, 1], (1, 2): Pairs()}) is None


@pytest.mark.parametrize("results", [(0, 0, 0, 1, 0), (0, 0, 5, 0, 0)])
def test_pairs_that_do_not_scatter_tell_no_error(results):
    """A gauntlet of one pair each is fitted exactly, whatever happened."""
    found = ratings(3, {(0, 1): pairs_of(*results), (0, 2): pairs_of(*results[::-1])})
    assert found.is_bounded
    assert np.isnan(found.errors).all()
    assert math.isnan(found.superiority(1, 2))
