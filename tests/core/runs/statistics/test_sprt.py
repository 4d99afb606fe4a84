"""The sequential test: public ratios, its own condition, and its errors over many matches."""

import itertools
import math

import numpy as np
import pytest

from mcsearch import RecipeError
from mcsearch.runs.statistics import sprt
from mcsearch.runs.statistics.pairs import NORMALIZED
from mcsearch.runs.statistics.sprt import Sprt

POINTS = np.arange(5) / 4


@pytest.mark.parametrize(
    ("origin", "counts", "test", "ratio"),
    [
        ("fastchess 783", (379, 10170, 21828, 10640, 343), Sprt(0, 2), 2.946),
        ("cinder 727", (50, 287, 610, 387, 73), Sprt(0, 5), 2.97),
        ("cinder 879", (115, 1156, 2443, 1233, 141), Sprt(-3, 1, beta=0.1), 2.90),
        ("fishtest", (369, 12695, 27124, 12664, 332), Sprt(0, 2), -2.94),
        ("a self-match of 60 games", (2, 3, 14, 3, 8), Sprt(0, 10, model="logistic"), 0.44),
        ("a random mover against another", (71, 1382, 8067, 1385, 60), Sprt(0, 5), -2.98),
    ],
)
def test_ratios_that_were_printed(origin, counts, test, ratio):
    digits = 2 if ratio == round(ratio, 2) else 3
    assert test.ratio(counts) == pytest.approx(ratio, abs=0.51 * 10**-digits)


def test_bounds():
    test = Sprt(0, 5)
    assert (test.lower, test.upper) == pytest.approx((-math.log(19), math.log(19)))
    assert Sprt(0, 5, alpha=0.05, beta=0.1).lower == pytest.approx(-2.2513, abs=1e-4)


def extremes() -> np.ndarray:
    """Counts of all kinds of matches, most of them one-sided."""
    found = itertools.product((0, 1, 20, 500), repeat=5)
    return np.array([counts for counts in found if any(counts)], float)


@pytest.mark.parametrize("elo", [-500, -100, 0, 5, 300])
def test_the_fitted_distribution_has_the_strength_and_is_the_likeliest(elo):
    counts = extremes()
    strength = elo * math.sqrt(2) / NORMALIZED
    fitted = sprt._with_strength(counts, strength)
    mean = fitted @ POINTS
    deviation = np.sqrt((fitted * (POINTS - mean[:, None]) ** 2).sum(1))
    assert fitted.sum(1) == pytest.approx(1.0)
    assert mean - 0.5 == pytest.approx(strength * deviation, abs=1e-7)
    # moves along the condition make it less likely, and so do random ones that are brought to it
    likelihood = likelihood_of(counts, fitted)
    rng = np.random.default_rng(1)
    for width in (0.01, 0.1, 1.0):
        other = fitted * np.exp(width * rng.standard_normal(fitted.shape))
        other = on_condition(other / other.sum(1, keepdims=True), strength)
        assert (likelihood_of(counts, other) <= likelihood + 1e-6).all()


def likelihood_of(counts: np.ndarray, shares: np.ndarray) -> np.ndarray:
    return (np.where(counts == 0, 1e-3, counts) * np.log(shares)).sum(1)


def on_condition(shares: np.ndarray, strength: float) -> np.ndarray:
    """Distributions of a strength, by tilting others until they have it."""
    low, high = np.full((2, len(shares), 1), [[[-60.0]], [[60.0]]])
    for _ in range(80):
        middle = (low + high) / 2
        tilted = shares * np.exp(middle * (POINTS - 0.5))
        tilted /= tilted.sum(1, keepdims=True)
        mean = tilted @ POINTS
        deviation = np.sqrt((tilted * (POINTS - mean[:, None]) ** 2).sum(1))
        is_weak = (mean - 0.5 < strength * deviation)[:, None]
        low, high = np.where(is_weak, middle, low), np.where(is_weak, high, middle)
    return np.maximum(tilted, 1e-300)


def test_the_fitted_distribution_with_a_mean_score():
    counts = extremes()
    fitted = sprt._with_score(counts, 0.6)
    assert fitted.sum(1) == pytest.approx(1.0)
    assert fitted @ POINTS == pytest.approx(0.6, abs=1e-9)


def test_a_match_of_draws_is_no_evidence_of_strength():
    assert Sprt(0, 50).verdict((0, 0, 200, 0, 0)) == "H0"
    assert Sprt(0, 50).verdict((0, 0, 10, 0, 0)) == ""


def test_one_sided_matches_have_a_verdict():
    test = Sprt(0, 50)
    assert test.ratio((0, 0, 0, 0, 10)) == pytest.approx(-test.ratio((10, 0, 0, 0, 0)), rel=0.3)
    assert test.ratio((0, 0, 0, 0, 0)) == 0.0
    assert [test.verdict((0, 0, 3, 0, n)) for n in (5, 6, 60)] == ["", "", "H1"]
    assert test.verdict((60, 0, 3, 0, 0)) == "H0"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "sprt: 5 to 5 is not valid; give a smaller and a larger"),
        ({"elo0": 0, "elo1": 900}, "from -500 to 500"),
        ({"alpha": 0.5}, r"alpha: 0\.5 is not valid; give a risk between 0 and 0\.5"),
        ({"beta": 0}, "beta: 0 is not valid"),
        ({"model": "bayesian"}, "model: 'bayesian' is not known; give normalized or logistic"),
    ],
)
def test_a_test_that_is_none(values, message):
    with pytest.raises(RecipeError, match=message):
        Sprt(**values)


def simulated(test: Sprt, elos: tuple[float, ...], num_matches: int) -> dict[float, tuple]:
    """The share of H1 and the mean number of pairs of many matches at each of some strengths.

    A ratio far from its bounds, as a quick estimate has it, is not computed.
    """
    rng = np.random.default_rng(5)
    elo = np.repeat(elos, num_matches)
    counts, length, won = np.zeros((len(elo), 5)), np.zeros(len(elo)), np.zeros(len(elo), bool)
    usual = np.array([[0.1, 0.2, 0.4, 0.2, 0.1]]) * 1e6
    shift = math.sqrt(2) / NORMALIZED
    ladder = {each: sprt._with_strength(usual, each * shift)[0].cumsum() for each in elos}
    steps = np.array([ladder[each] for each in elo])[:, :4]
    active = np.arange(len(elo))
    for pairs in itertools.count(1):
        if not len(active):
            break
        drawn = (rng.random((len(active), 1)) > steps[active]).sum(1)
        counts[active, drawn] += 1
        if pairs < sprt.MIN_PAIRS:
            continue
        seen = counts[active]
        mean = seen @ POINTS / pairs
        deviation = np.sqrt((seen * (POINTS - mean[:, None]) ** 2).sum(1) / pairs)
        low, high = test.elo0 * shift, test.elo1 * shift
        quick = pairs * (high - low) * ((mean - 0.5) / deviation - (low + high) / 2)
        near = np.minimum(test.upper - quick, quick - test.lower) < 0.6
        ratios = test.ratios(seen[near])
        decided = (ratios >= test.upper) | (ratios <= test.lower)
        over = active[near][decided]
        won[over] = ratios[decided] > 0
        length[over] = pairs
        active = np.setdiff1d(active, over)
    return {each: (won[elo == each].mean(), length[elo == each].mean()) for each in elos}


def test_errors_and_lengths_over_a_thousand_matches_are_those_of_the_theory():
    """Wald's risks; lengths of a Brownian motion between bounds that lie 0.583 of a step's
    deviation further out, for what a step leads beyond them (Siegmund 1985, chapter 10)."""
    test = Sprt(0, 50)
    found = simulated(test, (0.0, 25.0, 50.0), 1000)
    step = 50 * math.sqrt(2) / NORMALIZED  # the deviation of a pair's part of the ratio
    bound = test.upper + 0.583 * step
    share = 1 / (1 + math.exp(-bound))  # that meets the right bound
    chance_error = 2 * math.sqrt(0.05 * 0.95 / 1000)
    assert found[0.0][0] <= test.alpha + chance_error
    assert 1 - found[50.0][0] <= test.beta + chance_error
    assert abs(found[25.0][0] - 0.5) <= 0.05
    at_ends = bound * (2 * share - 1) / (step**2 / 2)
    assert found[0.0][1] == pytest.approx(at_ends, rel=0.1)
    assert found[50.0][1] == pytest.approx(at_ends, rel=0.1)
    assert found[25.0][1] == pytest.approx(bound**2 / step**2, rel=0.1)
