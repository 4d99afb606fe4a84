"""What a person's `bias(action)` gives, checked: a number, or a dict of numbers by name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from mcsearch.engine import checks
from mcsearch.engine.problem_error import ProblemError

_LARGEST = 1e6


def names_of(name: str, value: Any) -> tuple[str, ...]:
    """The names of the biases; a number alone is called "bias"."""
    if not isinstance(value, Mapping):
        return ("bias",)
    if not value or not all(isinstance(key, str) and key for key in value):
        raise ProblemError(
            f"bias() of {name} gave {checks.short(value)}; give a number, or a dict of numbers by "
            'name, such as {"size": 3}'
        )
    return tuple(value)


def row(name: str, value: Any, names: tuple[str, ...]) -> list[float]:
    """The biases of an action in the order of their names."""
    values = value if isinstance(value, Mapping) else {"bias": value}
    if set(values) != set(names):
        raise ProblemError(
            f"bias() of {name} gave {checks.short(value)}, and {', '.join(names)} for another "
            "action; give the same names for every action"
        )
    found = [checks.as_float(values[each]) for each in names]
    if not all(math.isfinite(number) and abs(number) <= _LARGEST for number in found):
        raise ProblemError(
            f"bias() of {name} gave {checks.short(value)}; give numbers from -1,000,000 to "
            "1,000,000"
        )
    return found
