"""The values that are tried: ranges of parameters, and places in them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from mcsearch.engine.parameter import RecipeError, Value
from mcsearch.recipe import Recipe, choose

MOST_AXES = 4
_LOG_FROM = 10.0  # a positive range that spans so many times its low end is one of ratios
_ALONG_ONE = 61  # places along the range of one parameter
_MANY = 400  # places where there are more
_DIGITS = 3  # significant ones of a value
_BASES = (2, 3, 5, 7)  # of Halton's sequence
_BUDGETS = ("iterations", "seconds")


@dataclass(frozen=True)
class Axis:
    """The range of one parameter; `is_log`: its ratios count, not its differences."""

    name: str
    low: float
    high: float
    is_log: bool
    is_whole: bool

    def value(self, share: float) -> Value:
        """The value at 0 (the low end) to 1, rounded."""
        if self.is_log:
            value = self.low * (self.high / self.low) ** share
        else:
            value = self.low + share * (self.high - self.low)
        if self.is_whole:
            return round(value)
        return min(max(float(f"{value:.{_DIGITS}g}"), self.low), self.high)


@dataclass(frozen=True)
class Space:
    """Some parameters of a search with their ranges, all others as in `default`."""

    default: Recipe
    axes: tuple[Axis, ...]

    def places(self) -> tuple[np.ndarray, list[dict[str, Value]]]:
        """Where results are wanted: float64 [places, axes] from 0 to 1, and the values there.

        Evenly along one range, by Halton's sequence over more; each combination of values once.
        """
        if len(self.axes) == 1:
            shares = np.linspace(0.0, 1.0, _ALONG_ONE)[:, None]
        else:
            shares = np.array(
                [[_halton(i, _BASES[a]) for a in range(len(self.axes))] for i in range(1, _MANY)]
            )
        found: dict[tuple[Value, ...], np.ndarray] = {}
        for place in shares:
            values = tuple(
                axis.value(float(share)) for axis, share in zip(self.axes, place, strict=True)
            )
            found.setdefault(values, place)
        names = [axis.name for axis in self.axes]
        return np.array(list(found.values())), [dict(zip(names, v, strict=True)) for v in found]

    def recipe(self, values: dict[str, Value]) -> Recipe:
        """The default with other values."""
        return self.default.with_parameters(values)


def space_of(default: Recipe, ranges: Sequence[tuple[str, str]]) -> Space:
    """The space of names with ranges such as "0.1..3"; RecipeError names what is wrong."""
    if not 0 < len(ranges) <= MOST_AXES:
        raise RecipeError(
            f"ranges: {len(ranges)} can't be tuned; give 1 to {MOST_AXES}, such as "
            "uct:exploration=0.1..3"
        )
    declared = {parameter.name: parameter for parameter in default.declarations}
    axes = []
    for name, text in ranges:
        choose("parameter", name, declared)
        parameter = declared[name]
        if parameter.kind not in ("int", "float") or name in _BUDGETS:
            raise RecipeError(
                f"{name}: it can't be tuned; give the range of a number other than the budget"
            )
        low, high = (float(parameter.parse(end.strip())) for end in text.split("..", 1))
        if not low < high:
            raise RecipeError(f"{name}: {text!r} is not valid; give a smaller and a larger value")
        is_log = low > 0.0 and high / low >= _LOG_FROM
        axes.append(Axis(name, low, high, is_log, parameter.kind == "int"))
    return Space(default, tuple(axes))


def split_ranges(text: str) -> tuple[str, list[tuple[str, str]]]:
    """An entrant's text without its ranges, and these: "uct:exploration=0.1..3,solver=on"."""
    search, _, changes = text.partition(":")
    kept, ranges = [], []
    for change in filter(None, changes.split(",")):
        name, _, value = change.partition("=")
        if ".." in value:
            ranges.append((name.strip().replace("-", "_"), value))
        else:
            kept.append(change)
    return ":".join([search, ",".join(kept)] if kept else [search]), ranges


def _halton(number: int, base: int) -> float:
    """The number's digits behind the point, in reverse (Halton 1960)."""
    value, part = 0.0, 1.0
    for _ in range(math.ceil(math.log(number + 1, base)) + 1):
        part /= base
        value += part * (number % base)
        number //= base
    return value
