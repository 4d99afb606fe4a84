import pytest

from mcsearch.engine.wording import decimals_of, spaced, text_of


@pytest.mark.parametrize(
    ("value", "text"), [(True, "on"), (False, "off"), (1, "1"), (1.5, "1.5"), ("uct", "uct")]
)
def test_a_value_is_written_as_a_flag_takes_it(value, text):
    assert text_of(value) == text


@pytest.mark.parametrize(
    ("number", "form", "text"),
    [
        (999, "", "999"),
        (1_234_567, "", "1 234 567"),
        (1234.56, ".1f", "1 234.6"),
        (2e9, ".10g", "2 000 000 000"),
    ],
)
def test_a_number_is_written_in_groups_of_three_digits(number, form, text):
    assert spaced(number, form) == text


@pytest.mark.parametrize(
    ("size", "digits", "decimals"),
    [(1543.2, 3, 0), (99.96, 3, 1), (3.14, 3, 2), (0.0421, 3, 4), (1e-12, 3, 9), (0.0, 3, 0),
     (float("inf"), 3, 0), (float("nan"), 3, 0), (12.0, 5, 3)],
)  # fmt: skip
def test_significant_digits_are_told_by_the_size(size, digits, decimals):
    assert decimals_of(size, digits) == decimals
