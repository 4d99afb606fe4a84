"""Differences: by hand, against independent formulas, and over races of equal entrants."""

import itertools
import json
import math
import statistics
from pathlib import Path

import numpy as np
import pytest
from measure_verdicts import measure

from mcsearch.runs import race_words
from mcsearch.runs.statistics.differences import (
    LIKE_THESE,
    SCOPES,
    THESE,
    default_scope,
    differences,
    fewest,
    lasting_level,
    level_of,
    smallest,
)
from mcsearch.runs.statistics.student import critical

ROOT = Path(__file__).parents[4]
STORED = ROOT / "webapp" / "explorer" / "pages" / "results" / "stored" / "standard20.json"


def of_two(pairs: list[list[float]], scope: str):
    """The only difference of two entrants whose paired differences are given, board by board."""
    scores = np.array([pairs, np.zeros_like(pairs)])
    (found,) = differences(scores, scope)
    return found


def test_boards_like_these_have_the_interval_of_their_means():
    """Four boards whose means are 2, 4, 6, 8: t of three degrees of freedom is 3.1824."""
    found = of_two([[1.0, 3.0], [4.0, 4.0], [7.0, 5.0], [8.0, 8.0]], LIKE_THESE)
    half = 3.182446 * statistics.stdev([2, 4, 6, 8]) / 2
    assert found.interval == pytest.approx((5 - half, 5 + half), rel=1e-6)


def test_these_boards_have_the_interval_of_their_rounds():
    """One board in three rounds: t of two degrees of freedom is 4.3027."""
    found = of_two([[1.0, 2.0, 6.0]], THESE)
    half = 4.302653 * statistics.stdev([1, 2, 6]) / math.sqrt(3)
    assert found.interval == pytest.approx((3 - half, 3 + half), rel=1e-6)


def test_boards_of_one_spread_have_the_degrees_of_freedom_of_all_their_rounds():
    pairs = [[level - 1.0, level, level + 1.0] for level in (0.0, 50.0, 10.0)]
    found = of_two(pairs, THESE)
    half = critical(0.05, 6.0) / 3.0
    assert found.interval == pytest.approx((20 - half, 20 + half))


@pytest.mark.parametrize("scope", SCOPES)
def test_one_pair_is_never_decided_and_has_no_interval(scope):
    found = of_two([[964.0]], scope)
    assert found.mean == 964.0
    assert not found.is_decided
    assert all(map(math.isnan, (*found.interval, *found.lasting, *found.probability_interval)))


def test_alike_pairs_are_decided_by_their_number_alone():
    few, many = (of_two([[1.0] * rounds], THESE) for rounds in (5, 20))
    assert (few.is_decided, many.is_decided) == (False, True)
    assert math.isnan(many.interval.low)
    assert not of_two([[0.0] * 20], THESE).is_decided


def test_every_comparison_has_the_level_of_all_together():
    assert level_of(2) == pytest.approx(0.05)
    assert 1 - (1 - level_of(4)) ** 6 == pytest.approx(0.05)
    rng = np.random.default_rng(0)
    scores = rng.normal(0, 1, (4, 10, 3))
    pair = scores[[0, 1]]
    (alone,) = differences(pair, LIKE_THESE)
    together = next(d for d in differences(scores, LIKE_THESE) if {d.first, d.second} == {0, 1})
    wider = (together.interval.high - together.mean) / (alone.interval.high - alone.mean)
    assert wider == pytest.approx(critical(level_of(4), 9) / critical(0.05, 9))


def test_the_boundary_is_crossed_by_a_walk_as_rarely_as_promised():
    """5000 random walks of 3000 steps, looked at after every one."""
    rng = np.random.default_rng(5)
    means = np.cumsum(rng.normal(0, 1, (5000, 3000)), axis=1)
    steps = np.arange(1, 3001)
    z = np.abs(means) / np.sqrt(steps)
    normal = statistics.NormalDist()
    bound = np.array([-normal.inv_cdf(lasting_level(0.05, int(n)) / 2) for n in steps])
    assert 0.01 <= (z > bound).any(1).mean() <= 0.05


@pytest.mark.parametrize(
    ("kind", "entrants", "boards", "rounds"),
    [
        ("normal", 4, 5, 10),
        ("skewed", 2, 2, 10),
        ("rare bonus", 4, 10, 5),
        ("80 % ties", 4, 3, 20),
        ("boards matter", 2, 10, 10),
    ],
)
def test_equal_entrants_are_rarely_decided_and_intervals_hold(kind, entrants, boards, rounds):
    """A sample of `measure_verdicts.py`."""
    for cell in measure(kind, entrants, boards, rounds, races=400).values():
        assert cell.decided <= 0.06
        assert cell.covered >= 0.92


def test_the_measuring_counts_what_races_are_told():
    """Its arrays and `differences` on the same scores, race by race."""
    from measure_verdicts import look, pairwise, scores_of

    rng = np.random.default_rng(2)
    for kind, scope in itertools.product(("normal", "80 % ties"), SCOPES):
        scores, _ = scores_of(kind, (60, 3, 3, 4), rng)
        scores[:, 0] += rng.choice((0.0, 8.0), (60, 1, 1))
        pairs = pairwise(scores)
        decided, _ = look(pairs, np.zeros((60, 3)), scope, 3)
        told = [any(d.is_decided for d in differences(race, scope)) for race in scores]
        assert decided.tolist() == told


def test_what_more_boards_would_show_is_shown_by_them():
    """The number that is told is the first that decides the same mean and spread."""
    effect, level = 0.4, 0.05
    found = fewest(effect, level, 5, lambda boards: boards - 1.0)
    for boards, shows in ((found - 1, False), (found, True)):
        bound = critical(lasting_level(level, 5 * boards), boards - 1.0)
        assert (effect * math.sqrt(boards) > bound) is shows
    assert smallest(found, 5, 2) < effect < smallest(found - 1, 5, 2)
    assert fewest(1e-4, level, 5, lambda boards: boards - 1.0) is None


def test_a_race_says_how_many_boards_it_wants():
    rng = np.random.default_rng(1)
    base = rng.normal(0.5, 1.0, (8, 1))
    found = of_two(base.tolist(), LIKE_THESE)
    assert not found.is_decided
    assert found.wanted > 8


@pytest.mark.parametrize("base", [[[1.0, 2.0], [2.0, 1.0]], [[1, 9], [9, 1.5], [8, 1], [1, 8.5]]])
def test_boards_that_are_nearly_alike_want_what_the_verdict_counts_with(base):
    """The spread within the boards is the larger one, and more such boards do decide."""
    found = of_two(base, LIKE_THESE)
    assert not found.is_decided
    told = race_words.verdict(found, LIKE_THESE, len(base), len(base[0]))
    assert "would show a difference of this size" in told
    times = math.ceil(found.wanted / len(base))
    assert times > 1
    assert of_two(times * base, LIKE_THESE).is_decided
    if len(set(np.mean(base, axis=1))) == 1:
        assert not of_two((times - 1) * base, LIKE_THESE).is_decided


def test_the_order_and_ties():
    scores = np.array([[[3.0, 5.0], [1.0, 1.0]], [[3.0, 1.0], [1.0, 2.0]]])
    (found,) = differences(scores, THESE)
    assert (found.first, found.pairs_won, found.pairs_tied, found.probability) == (0, 1, 2, 0.5)
    assert differences(np.zeros((3, 4, 0)), LIKE_THESE) == []
    assert [default_scope(n) for n in (1, 2)] == [THESE, LIKE_THESE]
    with pytest.raises(ValueError, match="scope: 'all' is not known; give like-these or these"):
        differences(scores, "all")


def test_nrpa_beats_sp_mcts_in_ten_seconds_on_the_standard_boards():
    table = json.loads(STORED.read_text(encoding="utf-8"))
    place = table["columns"].index("score")
    lines = {line["label"]: [row[place] for row in line["rows"]] for line in table["lines"]}
    chosen = [lines[name] for name in ("SP-MCTS, 10 s", "NMCS, 10 s", "NRPA, 10 s")]
    best, *_ = differences(np.array(chosen, float)[:, :, None], LIKE_THESE)
    assert (best.first, best.second, best.is_decided) == (2, 0, True)
    assert best.interval.low > 800
    assert (best.pairs_won, best.probability) == (20, 1.0)
