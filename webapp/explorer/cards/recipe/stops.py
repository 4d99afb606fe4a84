"""The values a slider can stand on: round ones, and those that are in use."""

from __future__ import annotations

import math

from explorer.look.text import number
from mcsearch.engine.parameter import Parameter

_MANTISSAS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0)
_DECADES = 6  # shown of a logarithmic range that begins at 0
_MOST_STOPS = 100


def stops(parameter: Parameter, high: float, *used: float) -> list[float]:
    """All values from a parameter's lower bound to `high` that its slider offers, in order."""
    if parameter.log:
        values = _round_values(parameter.low, high)
    else:
        values = _even_values(parameter.low, high, parameter.kind == "int")
    if parameter.kind == "int":
        return sorted({int(value) for value in (*values, *used) if value == int(value)})
    return sorted({*values, *used})


def _round_values(low: float, high: float) -> list[float]:
    """Low, high and about ten values a power of ten between them."""
    last = math.floor(math.log10(high))
    first = math.floor(math.log10(low)) if low > 0 else last - _DECADES
    between = (float(f"{m}e{power}") for power in range(first, last + 1) for m in _MANTISSAS)
    return [low, *(value for value in between if low < value < high), high]


def _even_values(low: float, high: float, whole: bool) -> list[float]:
    span = high - low
    count = min(_MOST_STOPS, int(span)) if whole else _MOST_STOPS
    values = [low + span * step / count for step in range(count + 1)]
    return [float(round(value)) if whole else round(value, 6) for value in values]


def value_text(value: object) -> str:
    """A parameter's value as the page writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, int):
        return number(value)
    if isinstance(value, float):
        text = number(value, 6 if abs(value) < 1 else 2)
        return text.rstrip("0").rstrip(".") if "." in text else text
    return str(value)
