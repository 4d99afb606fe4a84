"""Scores on boards: against slow references, stored scores, and equal entrants."""

import itertools
import json
import random
import statistics
from pathlib import Path

import numpy as np
import pytest

from mcsearch.numerics.rng import Rng
from mcsearch.runs.statistics import bootstrap

ROOT = Path(__file__).parents[4]
STORED = ROOT / "webapp" / "explorer" / "pages" / "results" / "stored" / "standard20.json"


@pytest.fixture(scope="module")
def standard() -> tuple[dict[str, int], np.ndarray]:
    """The stored scores of the standard boards: places of the searches, and [searches, 20, 1]."""
    table = json.loads(STORED.read_text(encoding="utf-8"))
    place = table["columns"].index("score")
    scores = [[row[place] for row in line["rows"]] for line in table["lines"]]
    labels = {line["label"]: i for i, line in enumerate(table["lines"])}
    return labels, np.array(scores, float)[:, :, None]


def slow_interval(pairs: np.ndarray, samples: int) -> tuple[float, float]:
    """The 95 % interval of a mean, drawing pair by pair; float64 [boards, rounds]."""
    rng = random.Random(3)
    boards = pairs.tolist() if pairs.shape[1] > 1 else [pairs[:, 0].tolist()]
    means = []
    for _ in range(samples):
        drawn = [rng.choices(board, k=len(board) - 1) for board in boards]
        means.append(statistics.fmean(map(statistics.fmean, drawn)))
    cuts = statistics.quantiles(means, n=40, method="inclusive")
    return cuts[0], cuts[-1]


@pytest.mark.parametrize("num_rounds", [1, 5])
def test_intervals_are_those_of_a_slow_bootstrap(num_rounds):
    rng = np.random.default_rng(2)
    scores = rng.gamma(3.0, 300.0, (2, 10, num_rounds)) + rng.normal(0, 500, (1, 10, 1))
    (found,) = bootstrap.differences(scores)
    pairs = scores[found.first] - scores[found.second]
    assert found.mean == pytest.approx(pairs.mean())
    width = found.high - found.low
    assert (found.low, found.high) == pytest.approx(slow_interval(pairs, 8000), abs=0.04 * width)
    wins = (pairs > 0).astype(float)
    low, high = slow_interval(wins, 8000)
    step = 1 / 9 if num_rounds == 1 else 1 / 40  # of what shares there are
    near = pytest.approx((low, high), abs=1.01 * step)
    assert (found.probability_low, found.probability_high) == near


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


def test_an_interval_of_equal_entrants_contains_0_as_often_as_it_says():
    """600 races of equals on 10 boards in 5 rounds, the boards far apart."""
    rng = np.random.default_rng(6)
    levels = rng.normal(2000.0, 400.0, (1, 10, 1))
    contained = 0
    for _ in range(600):
        scores = levels + 150.0 * rng.gamma(2.0, 1.0, (2, 10, 5))
        (found,) = bootstrap.differences(scores, samples=1000)
        contained += not found.is_certain
    assert 0.93 <= contained / 600 <= 0.97


def test_nrpa_beats_sp_mcts_in_ten_seconds_on_the_standard_boards(standard):
    labels, scores = standard
    chosen = scores[[labels["SP-MCTS, 10 s"], labels["NMCS, 10 s"], labels["NRPA, 10 s"]]]
    best, *_ = bootstrap.differences(chosen)
    assert (best.first, best.second) == (2, 0)
    assert best.is_certain
    assert best.low > 900
    assert best.pairs_won == 20
    assert best.probability == 1.0


def test_ties_count_half():
    (found,) = bootstrap.differences(np.array([[[3.0, 5.0], [1.0, 1.0]], [[3.0, 1.0], [1.0, 2.0]]]))
    assert (found.pairs_won, found.pairs_tied) == (1, 2)
    assert found.probability == 0.5


def test_the_same_scores_have_the_same_intervals():
    scores = np.random.default_rng(1).random((3, 4, 3))
    assert bootstrap.differences(scores) == bootstrap.differences(scores)
    assert len(bootstrap.differences(scores)) == 3


def test_without_a_finished_round_there_are_no_differences():
    assert bootstrap.differences(np.zeros((3, 4, 0))) == []


def test_a_single_pair_has_no_interval():
    (found,) = bootstrap.differences(np.array([[[7.0]], [[4.0]]]))
    assert (found.mean, found.low, found.high) == (3.0, 3.0, 3.0)


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
