"""Numbers as the page writes them."""

from __future__ import annotations

import math

from mcsearch.engine.bounds import Bounds
from mcsearch.engine.wording import decimals_of

NARROW_SPACE = "\u202f"  # a number stays on one line
MISSING = "–"

_SCALE_STEPS = 5  # at least so many round values fit between the ends of a scale


def number(value: float, decimals: int = 0) -> str:
    """1164.2 as "1 164": thousands apart by a thin space, a true minus sign."""
    if math.isnan(value):
        return MISSING
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    text = f"{abs(value):,.{decimals}f}".replace(",", NARROW_SPACE)
    return f"−{text}" if value < 0 and text.strip("0.") else text


def ordinal(place: int) -> str:
    """1 as "1st"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{number(place)}{'th' if 10 < place % 100 < 20 else ending}"


def decimals_for(largest: float) -> int:
    """How many decimals a column shows whose largest absolute value this is."""
    if not math.isfinite(largest) or largest >= 1000:
        return 0
    return 1 if largest >= 10 else max(3, decimals_of(largest))


def measure(value: float) -> str:
    """A number on its own, with the decimals its size needs: 1 543 and 13.0 and 0.524."""
    return number(value, decimals_for(abs(value)))


def score(value: float) -> str:
    """A score or a mean of scores: whole when it is, else with three significant digits at least.

    Results of a problem may well be chances, or smaller.
    """
    if not math.isfinite(value):
        return number(value)
    return number(value, 0 if value == int(value) else decimals_of(abs(value)))


def in_points(points: float) -> str:
    """A score with its unit: "1 point", "8.5 points"."""
    return f"{score(points)} point{'' if points == 1 else 's'}"


def percent(value: float) -> str:
    """0.523 as "52%"."""
    return MISSING if math.isnan(value) else f"{number(100 * value)}%"


def result(value: float, as_percent: bool) -> str:
    """A mean result: a win rate or a score."""
    return percent(value) if as_percent else score(value)


def proven_mark(bounds: Bounds) -> int:
    """1 for a proven loss, 2 for a draw, 3 for a win, 0 for everything else."""
    return ("loss", "draw", "win").index(bounds.outcome) + 1 if bounds.outcome else 0


def outcome(own: float) -> str:
    """What a return is for its player: "win", "draw" or "loss"; "" for one between these."""
    return {1.0: "win", 0.5: "draw", 0.0: "loss"}.get(own, "")


def short_count(count: int) -> str:
    """1402 as "1.4k": for the inside of a node."""
    if count < 1_000:
        return str(count)
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if count >= size:
            value = count / size
            return f"{value:.1f}{unit}" if value < 9.95 else f"{value:.0f}{unit}"
    raise AssertionError(count)


def large(value: float) -> str:
    """A number inside a formula: 99 452 113 as "99.45 M", 379 and 1 543.2 as they are."""
    if abs(value) >= 1e6:
        return f"{number(value / 1e6, 2)}{NARROW_SPACE}M"
    if value == int(value):
        return number(value)
    if abs(value) >= 1000:
        return number(value)
    decimals = 1 if abs(value) >= 100 else max(3, decimals_of(abs(value)))
    return number(value, decimals).rstrip("0").rstrip(".")


def plural(count: int, word: str) -> str:
    """ "1 move", "7 moves"."""
    return f"{number(count)} {word}{'' if count == 1 else 's'}"


def nice_step(span: float, steps: int) -> float:
    """The largest of 1, 2, 5 times a power of ten of which at least `steps` fit into the span."""
    if not span > 0:
        return 1.0
    raw = span / steps
    power = 10.0 ** math.floor(math.log10(raw))
    return next(factor * power for factor in (5.0, 2.0, 1.0) if factor * power <= raw * (1 + 1e-9))


def tick(value: float, step: float) -> str:
    """A multiple of a round step, with the digits that it needs."""
    return number(value, decimals_of(step, 1))


def round_ends(values: list[float]) -> tuple[float, float]:
    """Round ends of a scale that holds all values."""
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    step = nice_step(high - low, _SCALE_STEPS) if high > low else 1.0
    if all(value.is_integer() for value in values):
        step = max(step, 1.0)
    return math.floor(low / step) * step, math.ceil((high + 1e-9) / step) * step


def chance(probability: float) -> str:
    """0.4121 as "41.2%"; what is neither 0 nor 1 is not written so."""
    if 0.0 < probability < 0.0005:
        return "<0.1%"
    if 0.9995 <= probability < 1.0 - 1e-12:
        return ">99.9%"
    return f"{number(100 * probability, 1)}%".replace("100.0%", "100%")


def signed(value: float, decimals: int = 2) -> str:
    """A change: "+0.88", "−0.31", "±0.00"."""
    shown = number(value, decimals)
    if not shown.strip("−0."):
        return f"±{shown.lstrip('−')}"
    return shown if value < 0 else f"+{shown}"


def gained(points: float) -> str:
    """The points of a move: "+16", "+0", "−341"; "" where moves make none, nan."""
    if math.isnan(points):
        return ""
    return f"{'' if points < 0 else '+'}{score(points)}"


def figures(value: float, digits: int = 3) -> str:
    """A positive number with so many significant digits, without an exponent."""
    return number(value, decimals_of(value, digits))
