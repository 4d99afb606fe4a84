"""Marked places of an axis, and what is written there."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from explorer.look.text import number


@dataclass(frozen=True, slots=True)
class RaceTick:
    """A marked place of an axis."""

    at: float
    text: str


def multiples(step: float, low: float, high: float) -> list[float]:
    """Those of a step between two ends."""
    return [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def marked_places(x: np.ndarray) -> list[float]:
    """Where markers and ticks are: 1 and 3 times the powers of ten, and the end of the axis."""
    low, high = float(x[0]), float(x[-1])
    power = math.floor(math.log10(low))
    found = [
        digit * 10.0**exponent
        for exponent in range(power, math.ceil(math.log10(high)) + 1)
        for digit in (1.0, 3.0)
    ]
    inside = [at for at in found if low * 0.999 <= at < high * 0.75]
    return [*inside, high]


def axis_text(value: float, is_whole: bool) -> str:
    """A place on the axis."""
    return number(value) if is_whole else f"{value:.3g}"
