"""Best-so-far on an axis: sampled, averaged, and where lines cross."""

import numpy as np
import pytest

from explorer.pages.race.lines import Lines, axis, crossings, leads, sampled
from mcsearch.runs.statistics import aggregates


@pytest.mark.parametrize(("budget", "first"), [(10_000, 30), (1000, 3), (100, 1), (1, 1)])
def test_the_axis_goes_from_a_small_part_of_the_budget_to_all_of_it(budget, first):
    x = axis(float(budget), is_whole=True)
    assert (x[0], x[-1]) == (first, budget)
    assert (np.diff(x) >= 1).all()


def test_seconds_have_an_axis_too():
    x = axis(0.5, is_whole=False)
    assert 0.0 < x[0] < 0.01
    assert x[-1] == pytest.approx(0.5)


def test_a_run_is_known_from_its_first_result_to_where_it_is():
    x = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    samples = [(2.0, 10.0), (4.0, 30.0)]
    expected = [np.nan, 10.0, 10.0, np.nan, np.nan]
    np.testing.assert_array_equal(sampled(x, samples, 3.0, is_over=False), expected)
    expected = [np.nan, 10.0, 10.0, 30.0, 30.0]
    np.testing.assert_array_equal(sampled(x, samples, 4.0, is_over=True), expected)
    assert np.isnan(sampled(x, [], 3.0, is_over=True)).all()


def test_left_of_the_playhead_all_pairs_count_and_right_of_it_finished_rounds():
    rng = np.random.default_rng(1)
    lines = Lines(2, 3, 2, np.array([1.0, 10.0, 100.0]))
    lines.best[:, :, 0] = rng.uniform(0, 9, (2, 3, 3))
    lines.advance([0, 1], 0, 100.0)
    lines.begin_round()
    lines.best[:, :, 1, :2] = rng.uniform(0, 9, (2, 3, 2))
    lines.advance([0, 1], 1, 12.0)
    assert lines.passed == 2
    both, first = lines.best[:, :, :, 1], lines.best[:, :, :1, 2]
    assert lines.mean[:, 1] == pytest.approx(both.mean((1, 2)))
    assert lines.mean[:, 2] == pytest.approx(first.mean((1, 2)))
    assert lines.low[:, 1] == pytest.approx(aggregates.bands(both)[:, 0])
    assert lines.high[:, 2] == pytest.approx(aggregates.bands(first)[:, 2])
    assert lines.leads[:, 1].sum() == pytest.approx(1.0)


def test_who_is_out_has_no_line_and_the_bands_are_those_of_the_others():
    lines = Lines(3, 2, 1, np.array([1.0, 10.0]))
    lines.best[:] = np.random.default_rng(2).uniform(0, 9, lines.best.shape)
    lines.advance([0, 1, 2], 0, 10.0)
    lines.recount([0, 2], 0)
    assert np.isnan(lines.mean[1]).all()
    others = lines.best[[0, 2]][:, :, :, 1]
    assert lines.high[[0, 2], 1] == pytest.approx(aggregates.bands(others)[:, 2])


def test_who_is_tied_shares_the_lead():
    scores = np.array([[[3.0], [1.0]], [[3.0], [2.0]], [[0.0], [2.0]]])
    assert leads(scores) == pytest.approx([0.25, 0.5, 0.25])


def test_lines_cross_where_one_comes_from_below():
    x = np.array([1.0, 10.0, 100.0, 1000.0])
    first = np.array([0.0, 1.0, 3.0, 1.0])
    second = np.array([2.0, 2.0, 2.0, 2.0])
    ((at, y),) = crossings(x, first, second)
    assert at == pytest.approx(10**1.5)
    assert y == pytest.approx(2.0)
    ((at, y),) = crossings(x, second, first)
    assert at == pytest.approx(10**2.5)
    assert y == pytest.approx(2.0)
    assert crossings(x, first, first) == []
    assert crossings(x, np.array([np.nan, 1.0, 2.0, 3.0]), second) == [(pytest.approx(100.0), 2.0)]
