"""Scores on boards, by hand."""

import numpy as np
import pytest

from mcsearch.runs.statistics import aggregates


def test_bands_are_free_of_the_boards_levels():
    spread = np.array([[-10.0, 0.0, 10.0]])
    levels = np.array([[1000.0], [2000.0], [6000.0]])
    scores = np.stack([levels + spread + 50.0, levels + spread - 50.0])
    low, middle, high = aggregates.bands(scores)[0]
    assert (low, middle, high) == pytest.approx((3040.0, 3050.0, 3060.0))
    raw = np.percentile(scores[0], [25.0, 75.0])
    assert raw[1] - raw[0] > 4000.0


def test_a_performance_profile():
    scores = np.array([[[100.0, 80.0]], [[50.0, 100.0]]])
    assert aggregates.gaps(scores)[0, 0] == pytest.approx([0.0, 0.2])
    lengths = np.array([[[-100.0, -125.0]], [[-150.0, -100.0]]])
    assert aggregates.gaps(lengths)[:, 0] == pytest.approx(np.array([[0.0, 0.25], [0.5, 0.0]]))
    below_0 = np.array([[[0.0]], [[-5.0]], [[0.0]]])
    assert aggregates.gaps(below_0).ravel().tolist() == [0.0, np.inf, 0.0]
    assert aggregates.profile(below_0, np.array([0.0, 1.0])).tolist() == [[1, 1], [0, 0], [1, 1]]
    found = aggregates.profile(scores, np.array([0.0, 0.2, 0.5]))
    assert found.tolist() == [[0.5, 1.0, 1.0], [0.5, 0.5, 1.0]]


def test_ranks_of_a_pair():
    scores = np.array([[[5.0]], [[9.0]], [[5.0]]])
    assert aggregates.ranks(scores).ravel().tolist() == [2, 1, 2]


def test_an_interquartile_mean_leaves_out_the_outer_quarters():
    """By hand: of 8 scores the middle four; of 6 the middle three, two of them by half."""
    scores = np.array([[[8.0, 1.0, 7.0, 2.0], [6.0, 3.0, 5.0, 400.0]]])
    assert aggregates.interquartile_means(scores)[0] == pytest.approx((3 + 5 + 6 + 7) / 4)
    six = np.array([[[1.0, 2.0, 3.0, 4.0, 5.0, 60.0]]])
    assert aggregates.interquartile_means(six)[0] == pytest.approx((1 + 3 + 4 + 2.5) / 3)


def test_an_optimality_gap_counts_what_is_missing_and_no_surplus():
    scores = np.array([[[90.0, 130.0], [50.0, 100.0]]])
    assert aggregates.optimality_gaps(scores, 100.0)[0] == pytest.approx((10 + 0 + 50 + 0) / 4)
