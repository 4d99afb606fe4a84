"""Scores on boards, against slow references."""

import itertools
import statistics

import numpy as np
import pytest

from mcsearch.numerics.rng import Rng
from mcsearch.runs.statistics import bootstrap


def test_intervals_are_those_of_every_possible_sample():
    """Two boards of three rounds: 9 equally likely samples of two rounds each, and so 81."""
    scores = np.array([[[5.0, 1.0, 9.0], [2.0, 2.5, 7.0]], np.zeros((2, 3))])
    drawn = bootstrap.weights(2, 3, 40_000)
    assert drawn.sum(1) == pytest.approx(1.0)
    means = drawn @ scores[0].ravel()
    exact = [
        (sum(a) + sum(b)) / 4
        for a in itertools.product(scores[0, 0], repeat=2)
        for b in itertools.product(scores[0, 1], repeat=2)
    ]
    assert means.mean() == pytest.approx(statistics.fmean(exact), abs=0.03)
    assert means.std() == pytest.approx(statistics.pstdev(exact), rel=0.02)
    for cut in (10, 25, 50, 75, 90):
        assert (means <= np.percentile(exact, cut) + 1e-9).mean() == pytest.approx(
            np.mean(np.array(exact) <= np.percentile(exact, cut) + 1e-9), abs=0.02
        )


def test_the_variance_of_a_mean_is_not_too_small():
    rng = np.random.default_rng(4)
    pairs = rng.normal(0.0, 1.0, (6, 4))
    expected = (pairs.var(1, ddof=1) / 4).sum() / 36
    assert (bootstrap.weights(6, 4) @ pairs.ravel()).var() == pytest.approx(expected, rel=0.05)


def test_bands_are_free_of_the_boards_levels():
    spread = np.array([[-10.0, 0.0, 10.0]])
    levels = np.array([[1000.0], [2000.0], [6000.0]])
    scores = np.stack([levels + spread + 50.0, levels + spread - 50.0])
    low, middle, high = bootstrap.bands(scores)[0]
    assert (low, middle, high) == pytest.approx((3040.0, 3050.0, 3060.0))
    raw = np.percentile(scores[0], [25.0, 75.0])
    assert raw[1] - raw[0] > 4000.0


def test_a_performance_profile():
    scores = np.array([[[100.0, 80.0]], [[50.0, 100.0]]])
    assert bootstrap.gaps(scores)[0, 0] == pytest.approx([0.0, 0.2])
    lengths = np.array([[[-100.0, -125.0]], [[-150.0, -100.0]]])
    assert bootstrap.gaps(lengths)[:, 0] == pytest.approx(np.array([[0.0, 0.25], [0.5, 0.0]]))
    assert bootstrap.gaps(np.array([[[0.0]], [[-5.0]]])).ravel().tolist() == [0.0, 0.0]
    found = bootstrap.profile(scores, np.array([0.0, 0.2, 0.5]))
    assert found.tolist() == [[0.5, 1.0, 1.0], [0.5, 0.5, 1.0]]


def test_ranks_of_a_pair():
    scores = np.array([[[5.0]], [[9.0]], [[5.0]]])
    assert bootstrap.ranks(scores).ravel().tolist() == [2, 1, 2]


def test_samples_are_drawn_by_the_generator_of_the_searches():
    """So that a browser, whose NumPy has no random numbers, draws the same."""
    count = 50
    expected = Rng(0).draws(7, count)
    assert bootstrap._draws(0, count, 7).tolist() == expected
    assert bootstrap._draws(20, count, 7).tolist() == expected[20:]
    drawn = bootstrap.weights(2, 8, 3) * 14
    first = np.bincount(Rng(0).draws(8, 7), minlength=8)
    assert drawn[0, :8] == pytest.approx(first)


def test_many_boards_are_drawn_in_parts_alike(monkeypatch):
    whole = bootstrap.weights(4, 5, 30)
    monkeypatch.setattr(bootstrap, "_AT_ONCE", 7)
    assert (bootstrap.weights(4, 5, 30) == whole).all()


def test_an_interquartile_mean_leaves_out_the_outer_quarters():
    """By hand: of 8 scores the middle four; of 6 the middle three, two of them by half."""
    scores = np.array([[[8.0, 1.0, 7.0, 2.0], [6.0, 3.0, 5.0, 400.0]]])
    assert bootstrap.interquartile_means(scores)[0].mean == pytest.approx((3 + 5 + 6 + 7) / 4)
    six = np.array([[[1.0, 2.0, 3.0, 4.0, 5.0, 60.0]]])
    assert bootstrap.interquartile_means(six)[0].mean == pytest.approx((1 + 3 + 4 + 2.5) / 3)


def test_an_interquartile_mean_has_the_interval_of_a_slow_bootstrap():
    rng = np.random.default_rng(3)
    scores = rng.gamma(2.0, 100.0, (1, 8, 6))
    (found,) = bootstrap.interquartile_means(scores)
    slow = []
    for _ in range(3000):
        drawn = [rng.choice(board, 5) for board in scores[0]]
        flat = np.sort(np.concatenate(drawn))
        slow.append(flat[10:30].mean())
    low, high = np.percentile(slow, (2.5, 97.5))
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.06 * (high - low))
    assert found.low < found.mean < found.high


def test_an_optimality_gap_counts_what_is_missing_and_no_surplus():
    scores = np.array([[[90.0, 130.0], [50.0, 100.0]]])
    assert bootstrap.optimality_gaps(scores, 100.0)[0].mean == pytest.approx((10 + 0 + 50 + 0) / 4)
