"""Which C explains choices: for each the interval in which a rule picks that child.

Their intersection over all choices is the C in use. Where it is empty, the C that explains the most
choices is told, and the first choice that it does not explain.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mcsearch.check.convention import Convention
from mcsearch.check.forms import Form
from mcsearch.check.steps import Choice

_TIE = 1e-9
_SOME = 1e-6  # of C: rounding alone lets a C of nothing explain ties
COUNTS = ("node", "children", "node + 1")
"""Whose visits N are: the node's, those of its children together, or the node's after this one."""


Turns = tuple[bool, bool, bool, bool]
"""For the first and second player at the root's own levels, then at the other levels."""


def turn_of(choice: Choice) -> int:
    return 2 * (not choice.is_roots) + choice.chooser


@dataclass(frozen=True)
class Fit:
    """A rule with the C that explain all choices, from `low` to `high`; none where it is empty.

    `turns`: whether the mean is taken of the other player, where one chooses of whom `turn_of` is
    the place. `best` explains the most choices, `num_best` of `num_choices`.
    """

    form: Form
    counts: str
    turns: Turns
    low: float
    high: float
    best: float
    num_best: int
    num_choices: int

    @property
    def is_there(self) -> bool:
        return self.is_negative or (self.low <= self.high + 1e-9 and self.high > _SOME)

    @property
    def is_negative(self) -> bool:
        """Whether only a C below 0 explains the choices."""
        return self.low <= self.high + 1e-9 and self.high < -_SOME

    @property
    def middle(self) -> float:
        """The C to tell: the middle of the interval, its lower bound where it has no upper one."""
        if not self.is_there:
            return self.best
        low = self.low if self.is_negative else max(self.low, 0.0)
        if self.is_negative and math.isinf(low):
            return self.high
        return low if math.isinf(self.high) else (low + self.high) / 2.0


def worth(
    choice: Choice, form: Form, counts: str, turns: Turns, convention: Convention
) -> list[tuple[float, float] | None]:
    """(first term, what C is multiplied by) of each child; None for what the rule does not rank."""
    visited = sum(child.visits for child in choice.children)
    parent = {
        "node": choice.node.visits,
        "children": visited,
        "node + 1": choice.node.visits + 1.0,
    }[counts]
    is_turned = turns[turn_of(choice)]
    found: list[tuple[float, float] | None] = []
    for child in choice.children:
        if child.is_proven or (child.visits <= 0 and not form.takes_unvisited):
            found.append(None)
            continue
        if child.visits > 0:
            mean = convention.seen_by(
                choice.chooser, convention.mean(child), choice.chooser, choice.root.to_play
            )
        else:
            mean = _without_visits(choice, form, convention)
        if is_turned and (child.visits > 0 or not form.urgency):
            mean = convention.turned(mean)
        if math.isnan(mean):
            found.append(None)
            continue
        first = form.weight(mean, child.visits, parent)
        root = max(choice.root_visits, 1.0)
        term = form.term(parent, child.visits, root, child.prior, len(choice.children))
        found.append((first, term))
    return found


def _without_visits(choice: Choice, form: Form, convention: Convention) -> float:
    """What a child without visits counts as, on the program's scale; nan where it is not known."""
    if form.urgency == "loss":
        return convention.low
    if form.urgency == "parent":
        root = choice.root.to_play
        return convention.seen_by(
            choice.chooser, convention.mean(choice.node), 1 - choice.chooser, root
        )
    return 0.0


def interval(
    terms: Sequence[tuple[float, float] | None], chosen: int
) -> tuple[float, float] | None:
    """The C for which a child is the best of all; None where the rule does not rank it.

    Empty, low above high, where there is none.
    """
    mine = terms[chosen]
    if mine is None:
        return None
    low, high = -math.inf, math.inf
    for place, other in enumerate(terms):
        if place == chosen or other is None:
            continue
        ahead = other[0] - mine[0]
        apart = mine[1] - other[1]
        slack = _TIE * max(1.0, abs(mine[0]), abs(other[0]))
        if abs(apart) <= 1e-12 * max(1.0, abs(mine[1])):
            if ahead > slack:
                return 1.0, -1.0
        elif apart > 0.0:
            low = max(low, (ahead - slack) / apart)
        else:
            high = min(high, (ahead - slack) / apart)
    return low, high


def fit(
    choices: Sequence[Choice],
    form: Form,
    counts: str,
    turns: Turns,
    convention: Convention,
    whole: bool = False,
) -> Fit:
    """What C of a rule explains some choices; with `whole`, also which explains the most."""
    low, high = -math.inf, math.inf
    found = []
    for choice in choices:
        span = interval(worth(choice, form, counts, turns, convention), choice.chosen)
        if span is None or span == (-math.inf, math.inf):
            continue
        found.append(span)
        low, high = max(low, span[0]), min(high, span[1])
        if low > high + 1e-9 and not whole:
            break
    best, count = _most(found) if whole else (math.nan, len(found))
    return Fit(form, counts, turns, low, high, best, count, len(found))


def _most(intervals: Sequence[tuple[float, float]]) -> tuple[float, int]:
    """A C, not below 0, that lies in the most intervals, and in how many."""
    events = []
    for low, high in intervals:
        low = max(low, 0.0)
        if low <= high:
            events += [(low, 0), (high, 1)]
    events.sort()
    best, most, now = 0.0, 0, 0
    for place, (value, kind) in enumerate(events):
        if kind:
            now -= 1
            continue
        now += 1
        if now > most:
            upper = next((v for v, k in events[place + 1 :] if k), value)
            most = now
            best = value if math.isinf(upper) else (value + upper) / 2.0
    return best, most
