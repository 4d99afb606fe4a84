"""What the numbers of a table say about the exploration constant, where they say it clearly."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from explorer.look.text import measure, number
from explorer.moment.children import Children

Named = Callable[[int], str]  # a child's name, by its place among the children

CLEARLY = 10.0  # so many times larger is what counts
_TENTH = 1.0 / CLEARLY
_FEWEST_VISITS = 10  # of every child, before "outweighs" is said
_EVEN = 1.25  # the most visited child has at most so many times the visits of the least visited
_ROUND = (1.0, 2.0, 5.0, 10.0)


class Advice(NamedTuple):
    """One sentence on the exploration constant C, and another C to try."""

    title: str
    sentence: str
    exploration: float


class Scores(NamedTuple):
    """The numbers of a node's children; rows are the children."""

    explore: np.ndarray  # float64 [num_children] the exploration terms, proportional to C
    rest: np.ndarray  # float64 [num_children] the sums of the other terms
    visits: np.ndarray  # int [num_children]
    error: np.ndarray  # float64 [num_children] standard errors of the means

    def choice(self, factor: float = 1.0) -> int:
        """Who has the best score when C is so many times as large."""
        return int(np.argmax(self.rest + factor * self.explore))


def advise(children: Children, named: Named) -> Advice | None:
    """What to say about C at a node; mostly nothing, as what was gathered of it tells."""
    told = children.scores
    if told is None or told.exploration is None:
        return None
    exploration = told.exploration
    explore = told.values[:, exploration.column]
    scores = Scores(explore, told.total - explore, children.visits, exploration.error)
    return hardly_counts(scores, exploration.constant, exploration.limit, named) or outweighs(
        scores, exploration.constant
    )


def hardly_counts(scores: Scores, exploration: float, limit: float, named: Named) -> Advice | None:
    """The best child leads by ten times the largest exploration term, or more, without that term.

    The C to try is the least one with which the same numbers would give another choice, that is
    the smallest of C (rest_best - rest_i) / (explore_i - explore_best), rounded up.
    """
    best = scores.choice(0.0)
    lead = float(scores.rest[best] - np.delete(scores.rest, best).max())
    largest = float(scores.explore.max())
    if lead < CLEARLY * largest:
        return None
    gained = scores.explore - scores.explore[best]
    able = gained > 0
    if not able.any():
        return None
    factor = float(((scores.rest[best] - scores.rest[able]) / gained[able]).min())
    tried = _rounded_up(exploration * factor)
    if tried > limit:
        return None
    other = scores.choice(tried / exploration)
    return Advice(
        "Exploration hardly counts",
        f"Exploration hardly counts here: it adds {measure(largest)} at most, and without it "
        f"{named(best)} leads by {measure(lead)}. With C = {_constant(tried)} the same numbers "
        f"would choose {named(other)}.",
        tried,
    )


def outweighs(scores: Scores, exploration: float) -> Advice | None:
    """Every exploration term is ten times the differences of the rest, or more, and these are real.

    Then all children are visited about equally often. The C to try is that with which the smallest
    exploration term would be as large as the differences, rounded down.
    """
    least = float(scores.explore.min())
    low, high = int(np.argmin(scores.rest)), int(np.argmax(scores.rest))
    spread = float(scores.rest[high] - scores.rest[low])
    fewest, most = int(scores.visits.min()), int(scores.visits.max())
    # two standard errors: else the differences may be chance, and nothing is to be gained
    noise = 2.0 * math.hypot(scores.error[low], scores.error[high])
    if fewest < _FEWEST_VISITS or most > _EVEN * fewest or spread <= noise:
        return None
    if spread > _TENTH * least:
        return None
    tried = _rounded_down(exploration * spread / least)
    return Advice(
        "Exploration outweighs the rest",
        f"Exploration outweighs the rest here: it adds {measure(least)} or more to every score, "
        f"the rest differs by {measure(spread)} at most, and each move has {number(fewest)} to "
        f"{number(most)} visits. With C = {_constant(tried)} exploration would add "
        f"{measure(least * tried / exploration)} or more.",
        tried,
    )


def _power(value: float) -> float:
    return float(10.0 ** math.floor(math.log10(value)))


def _rounded_up(value: float) -> float:
    """1, 2 or 5 times a power of ten, larger than the value."""
    power = _power(value)
    return next(round(m * power, 9) for m in (*_ROUND, 20.0) if m * power > value)


def _rounded_down(value: float) -> float:
    """1, 2 or 5 times a power of ten, not larger than the value."""
    power = _power(value)
    return next(round(m * power, 9) for m in reversed(_ROUND) if m * power <= value)


def _constant(value: float) -> str:
    return number(value) if value >= 1 else f"{value:.9f}".rstrip("0")
