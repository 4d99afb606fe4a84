"""Formulas as MathML: well-formed, complete, and with the right numbers in them."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from explorer.cards.why.formula import STATISTICS, numbers, symbols
from mcsearch.selection import RULES

EXPRESSIONS = sorted({text for rule in RULES.values() for text in
                      (term.expression for term in
                       (*rule.terms_in_order, *getattr(rule, "terms_at_root", ())))})  # fmt: skip
VALUES = {"v": 1543.25, "n": 379, "n_p": 598, "S": 1.0021e9, "t": 2957.0, "C": 100.0,
          "D": 10_000.0, "w": 0.02, "M": 5_000.0, "mu_0": 2957.0, "mu_i": 2811.0, "sigma_0": 118.5,
          "sigma_i": 131.25, "i": 3, "N": 41, "h": 1781.0,
          "P": 0.25, "r": 2911.0, "b": 17, "G": 0.5, "pess": 0.25, "opti": 0.75,
          "q": 0.75, "x": 0.5, "m": 0.25, "alpha": 0.5, "zeta": 0.5, "c": 0.5, "W": 0.5,
          "F": 0.5, "z": 0.5, "beta": 0.25, "a": 0.75, "g": 0.5,
          "j": 1, "k": 13}  # fmt: skip


def tags(mathml):
    return [element.tag for element in ElementTree.fromstring(mathml).iter()]


def shown(mathml):
    """The text of the formula from left to right, without white space."""
    return re.sub(r"\s|\u2062", "", "".join(ElementTree.fromstring(mathml).itertext()))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_every_rule_can_be_drawn(expression):
    for mathml in (symbols(expression), numbers(expression, VALUES)):
        names = tags(mathml)
        assert names.count("msqrt") == expression.count("sqrt(")
        assert names.count("mfrac") == expression.count("/")
        assert shown(mathml).count("ln") == expression.count("log(")
    assert "mn" in tags(numbers(expression, VALUES))
    # with the numbers in, no name is left but those of the logarithm and its base
    identifiers = ElementTree.fromstring(numbers(expression, VALUES)).iter("mi")
    assert {element.text for element in identifiers} <= {"ln", "e", "min"}


def test_symbols_of_exploration():
    assert shown(symbols("C * sqrt(log(n_p) / n)")) == "Clnnpn"
    assert tags(symbols("C * sqrt(log(n_p) / n)")).count("msub") == 1


def test_numbers_of_exploration():
    assert shown(numbers("C * sqrt(log(n_p) / n)", VALUES)) == "100ln598379"


def test_a_sum_of_measurements_is_one_number():
    # 1.0021e9 - 379 * 1543.25**2 = 99,452,118.9
    assert shown(numbers("sqrt((S - n * v**2 + D) / n)", VALUES)) == "99.47M+10000379"
    assert pytest.approx(99.47e6, rel=1e-4) == 1.0021e9 - 379 * 1543.25**2


def test_parameters_alone_are_one_number_and_two_numbers_have_a_sign_between():
    assert shown(numbers("(1 - w) * v", VALUES)) == "0.98·1543"


def test_brackets_stay_where_they_are_needed():
    assert shown(symbols("(C + D) * n")) == "(C+D)n"
    assert shown(symbols("C + D * n")) == "C+Dn"
    assert shown(symbols("n - (C - D)")) == "n−(C−D)"
    assert shown(symbols("(C - D) / n")) == "C−Dn"
    assert shown(symbols("(n + C)**2")) == "(n+C)2"
    assert shown(symbols("-(C + D)")) == "−(C+D)"
    assert shown(symbols("log(C * n)")) == "ln(Cn)"


def test_a_power_of_e():
    assert shown(symbols("exp(-10 * mu_0)")) == "e−10μ0"
    assert tags(symbols("exp(-10 * mu_0)")).count("msup") == 1


def test_the_smaller_of_two():
    assert shown(symbols("C * min(1 / 4, n)")) == "Cmin(14,n)"


def test_greek_names_and_indexes():
    assert shown(symbols("mu_0 - sigma")) == "μ0−σ"


@pytest.mark.parametrize("expression", ["f(x)", "x if y else z", "x @ y", "'text'", "x[0]"])
def test_what_is_no_formula_is_refused(expression):
    with pytest.raises(ValueError, match="cannot be drawn"):
        symbols(expression)


def test_the_statistics_are_what_rules_measure():
    parameters = {symbol for rule in RULES.values() for symbol in rule.symbols}
    assert not parameters & STATISTICS
