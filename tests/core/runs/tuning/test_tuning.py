"""The tuner finds known optima, goes on where it was, and says what it can't tune."""

import itertools

import numpy as np
import pytest
from measure_tuning import CURVES, tune

from mcsearch.engine.parameter import RecipeError
from mcsearch.recipe import Recipe
from mcsearch.runs.match import Fixture
from mcsearch.runs.statistics.sprt import Sprt
from mcsearch.runs.tuning.report import Verdict
from mcsearch.runs.tuning.space import space_of, split_ranges
from mcsearch.runs.tuning.surface import Surface
from mcsearch.runs.tuning.trials import VERDICT, BoardTrials, PairTrials
from mcsearch.runs.tuning.tuner import Tuner

UCT = Recipe("connect4", "", "uct")


def test_a_known_optimum_is_found():
    curve, optimum = CURVES["parabola, 100 Elo at a factor of e"]
    found = [tune(curve, seed) for seed in (101, 102, 103)]
    assert sum(abs(value / optimum - 1) <= 0.2 for value, _, _ in found) >= 2
    assert all(low < high for _, low, high in found)


def test_two_parameters_at_once():
    space = space_of(UCT, [("exploration", "0.1..3"), ("secure_weight", "0..9")])
    places, values = space.places()
    assert places.shape == (len(values), 2)
    tuner = Tuner(places, 300)
    random = np.random.default_rng(8)
    target = np.array([0.6, 0.3])
    while waiting := tuner.waiting():
        for number, place in waiting:
            distance = ((places[place] - target) ** 2).sum()
            tuner.add(number, float(-distance + random.normal(0, 0.1)))
    assert np.abs(places[tuner.best().place] - target).max() < 0.15


def test_the_posterior_is_that_of_all_the_formulas_at_once():
    """With one length and amplitude: the textbook's equations with an explicit inverse."""
    places = np.linspace(0, 1, 7)[:, None]
    counts, means = np.array([3, 0, 2, 1, 0, 4, 2.0]), np.array([0.1, 0, 0.5, 0.6, 0, 0.4, 0.2])
    found = Surface(places, counts, means, 0.05)
    seen = counts > 0
    offset = np.average(means[seen], weights=counts[seen])
    noise, y = 0.05 / counts[seen], means[seen] - offset
    scale = np.sqrt(max(np.average(y**2 - noise, weights=counts[seen]), 0.05 / counts.sum()))
    candidates = []
    for length, amplitude in itertools.product((0.15, 0.3, 0.6), (0.02, 0.3, 1.0)):
        x = places[:, 0]
        k = amplitude**2 * np.exp(-0.5 * (x[:, None] - x) ** 2 / length**2)
        u = 2 * x - 1
        basis = np.stack([np.ones(7), np.sqrt(2) * u, u**2])
        k = scale**2 * (k + 9.0 * basis.T @ basis)
        inverse = np.linalg.inv(k[np.ix_(seen, seen)] + np.diag(noise + 1e-9 * scale**2))
        evidence = -0.5 * y @ inverse @ y + 0.5 * np.linalg.slogdet(inverse)[1]
        mean = k[:, seen] @ inverse @ y + offset
        candidates.append((evidence, mean, k - k[:, seen] @ inverse @ k[seen]))
    _, mean, covariance = max(candidates, key=lambda candidate: candidate[0])
    np.testing.assert_allclose(found.mean, mean, atol=1e-6)
    np.testing.assert_allclose(found.covariance, covariance, atol=1e-6)


def test_the_same_trials_whatever_order_results_come_in_and_more_go_on():
    places = np.linspace(0, 1, 21)[:, None]

    def course(order: int, num_trials: int) -> list[int]:
        tuner = Tuner(places, num_trials, seed=5)
        while waiting := tuner.waiting():
            for number, place in waiting[::order]:
                tuner.add(number, float(np.sin(3 * places[place, 0]) + (number * 7919 % 13) / 13))
        return tuner.tried

    assert course(1, 60) == course(-1, 60) == course(1, 90)[:60]


def test_a_level_response_claims_nothing():
    """Without any difference the interval is nearly the whole range."""
    widths = []
    for seed in range(5):
        value, low, high = tune(lambda exploration: 0.0, seed, 400)
        assert 0.1 <= value <= 3.0
        widths.append(high / low)
    assert sum(width > 10 for width in widths) >= 4


def test_ranges():
    text, ranges = split_ranges("uct:exploration=0.1..3,solver=on,secure-weight=0..9")
    assert (text, ranges) == (
        "uct:solver=on",
        [("exploration", "0.1..3"), ("secure_weight", "0..9")],
    )
    one, other = space_of(UCT, ranges).axes
    assert (one.is_log, other.is_log) == (True, False)
    assert one.value(0.5) == pytest.approx(0.548)
    nested = space_of(Recipe("samegame", "", "nmcs"), [("level", "1..3")])
    assert [values["level"] for values in nested.places()[1]] == [1, 2, 3]


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        ([("exploration", "3..0.1")], "a smaller and a larger"),
        ([("exploration", "low..3")], "'low' is not valid"),
        ([("exploration", "0.1..1e9")], "is not valid"),
        ([("explore", "0.1..3")], "did you mean exploration"),
        ([("iterations", "10..100")], "other than the budget"),
        ([("solver", "0..1")], "it can't be tuned"),
        ([], "0 can't be tuned"),
    ],
)
def test_what_can_not_be_tuned_is_told(ranges, message):
    with pytest.raises(RecipeError, match=message):
        space_of(UCT, ranges)


def test_each_trial_has_openings_boards_and_seeds_of_its_own():
    tuned = UCT.with_parameters({"exploration": 0.5})
    trials = PairTrials(UCT, 1)
    numbers = [0, 1, 2, VERDICT, VERDICT + 1]
    fixtures = [Fixture.from_json(job) for n in numbers for job in trials.jobs(n, tuned)]
    assert len({fixture.seed for fixture in fixtures}) == 10
    assert len({fixture.opening for fixture in fixtures}) == 5
    assert trials.jobs(2, tuned) == PairTrials(UCT, 1).jobs(2, tuned)
    assert trials.result([1.0, 0.0]) == 0.0  # the default began the first game and won both
    assert trials.result([0.5, 1.0]) == 0.75
    boards = BoardTrials(Recipe("samegame", "", "nmcs"), lambda number: f"5x5x3:{number + 1}", 1)
    mine, theirs = (boards.jobs(n, Recipe("samegame", "", "spmcts")) for n in (0, VERDICT))
    assert not set(mine) & set(theirs)
    assert (boards.result([10.0, 12.0]), boards.score([10.0, 12.0])) == (2.0, 1.0)


def test_the_verdict_stops_where_the_sprt_does():
    verdict = Verdict(Sprt(0.0, 50.0))
    for _ in range(1000):
        verdict.add(0.75)
    assert verdict.decision == "H1"
    assert verdict.is_over(10_000)
    assert verdict.num_pairs < 200
    assert Verdict(Sprt(0.0, 50.0), scores=[0.5] * 8).is_over(8)
