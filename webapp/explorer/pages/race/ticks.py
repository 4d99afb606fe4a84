"""Marked places of an axis, and what is written there."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RaceTick:
    """A marked place of an axis."""

    at: float
    text: str


def multiples(step: float, low: float, high: float) -> list[float]:
    """Those of a step between two ends."""
    return [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
