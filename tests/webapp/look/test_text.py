"""Numbers as words of the page."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.look import text


@pytest.mark.parametrize(
    ("value", "decimals", "expected"),
    [
        (0, 0, "0"),
        (1164.2, 0, "1\u202f164"),
        (1_000_000, 0, "1\u202f000\u202f000"),
        (-3.04, 1, "−3.0"),
        (-0.01, 1, "0.0"),
        (math.nan, 0, "–"),
        (math.inf, 3, "∞"),
        (-math.inf, 3, "−∞"),
    ],
)
def test_number(value, decimals, expected):
    assert text.number(value, decimals) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "0"),
        (91, "91"),
        (46.87, "46.9"),
        (607.1, "607"),
        (1921, "1\u202f921"),
        (3.14, "3.14"),
        (-0.5, "−0.500"),
        (0.0421, "0.0421"),
        (4.2e-5, "0.0000420"),
        (1e-12, "0.000000000"),
        (math.nan, "–"),
        (-math.inf, "−∞"),
    ],
)
def test_score(value, expected):
    assert text.score(value) == expected


@pytest.mark.parametrize(
    ("count", "expected"),
    [(7, "7"), (999, "999"), (1402, "1.4k"), (9_949, "9.9k"), (9_950, "10k"), (13_757, "14k"),
     (1_234_567, "1.2M")],
)  # fmt: skip
def test_short_count(count, expected):
    assert text.short_count(count) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (99_452_113, "99.45\u202fM"),
        (1543.2, "1\u202f543"),
        (379, "379"),
        (100.0, "100"),
        (0.98, "0.98"),
        (1.41, "1.41"),
        (709.04, "709"),
    ],
)
def test_large(value, expected):
    assert text.large(value) == expected


def test_percent():
    assert text.percent(0.523) == "52%"
    assert text.percent(math.nan) == "–"
    assert text.result(0.5, as_percent=True) == "50%"
    assert text.result(0.5, as_percent=False) == "0.500"


def test_plural():
    assert text.plural(1, "move") == "1 move"
    assert text.plural(1200, "move") == "1\u202f200 moves"


@pytest.mark.parametrize(
    ("probability", "expected"),
    [(0.0, "0.0%"), (0.0004, "<0.1%"), (0.0005, "0.1%"), (0.4121, "41.2%"), (0.9994, "99.9%"),
     (0.9999, ">99.9%"), (1.0, "100%")],
)  # fmt: skip
def test_a_chance_is_neither_never_nor_always_unless_it_is(probability, expected):
    assert text.chance(probability) == expected


@pytest.mark.parametrize(
    ("value", "expected"), [(0.884, "+0.88"), (-0.31, "−0.31"), (0.004, "±0.00"), (-0.004, "±0.00")]
)
def test_signed(value, expected):
    assert text.signed(value) == expected


def test_gained():
    told = [text.gained(points) for points in (16, 0, -341, 0.25)]
    assert told == ["+16", "+0", "−341", "+0.250"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0183156, "0.0183"), (3.4966, "3.50"), (49.2, "49.2"), (28_434.2, "28\u202f434"), (0, "0")],
)
def test_figures(value, expected):
    assert text.figures(value) == expected


def test_round_ends_hold_all_values():
    assert text.round_ends([]) == (0.0, 1.0)
    assert text.round_ends([44.0]) == (44.0, 45.0)
    assert text.round_ends([43.0, 44.0]) == (43.0, 45.0)
    assert text.round_ends([0.25, 0.75]) == (0.2, pytest.approx(0.8))
    assert text.round_ends([212.0, 1814.0]) == (200.0, 2000.0)


@given(st.floats(1e-6, 1e9), st.integers(1, 30))
def test_a_nice_step_fits_often_enough_and_is_no_smaller_than_needed(span, steps):
    step = text.nice_step(span, steps)
    digit = step / 10 ** math.floor(math.log10(step) + 1e-9)
    assert min(abs(digit - d) for d in (1, 2, 5)) < 1e-6
    assert span / step >= steps * (1 - 1e-6)
    assert span / step < 2.5 * steps * (1 + 1e-6)


@pytest.mark.parametrize(
    ("value", "step", "expected"),
    [
        (1500.0, 500.0, "1\u202f500"),
        (0.3, 0.05, "0.30"),
        (-0.006, 0.002, "−0.006"),
        (0.0, 0.1, "0.0"),
    ],
)
def test_a_tick_has_the_digits_of_its_step(value, step, expected):
    assert text.tick(value, step) == expected


def test_points_are_told_with_their_digits():
    assert [text.in_points(value) for value in (1.0, 0.25, 12.0)] == [
        "1 point", "0.250 points", "12 points",
    ]  # fmt: skip
    assert text.gained(math.nan) == ""
