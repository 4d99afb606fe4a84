"""The changes of a finished sequence in a few words, and for whoever reads instead of looking."""

from __future__ import annotations

import math

from explorer.cards.lanes.improvement_frame import ImprovementFrame
from explorer.look.text import number, plural, score


def verdict(frame: ImprovementFrame) -> tuple[str, str]:
    """Headline and explanation of a change."""
    where = f"after {number(frame.cut.kept)} of {plural(len(frame.sequence), 'move')}"
    before = f"{score(frame.before)} points"
    if math.isnan(frame.result):
        return "Cut", f"{where}; the sequence has {before}"
    given_up = not math.isnan(frame.most)
    came = f"at most {score(frame.most)}" if given_up else score(frame.result)
    came += f" after {before}"
    if frame.cut.outcome == "open":
        return "Given up" if given_up else "Replayed", f"{came}; cut {where}"
    return frame.cut.outcome.capitalize(), f"{came}; cut {where}"


def told(frame: ImprovementFrame) -> str:
    """Everything that is drawn."""
    headline, more = verdict(frame)
    change = f"Change {number(frame.number)} of {number(frame.num_changes)}"
    return (
        f"{change}: {headline.lower()} {more}. Threshold {score(frame.threshold)}. "
        f"{_most(frame.begun, 'Changes have begun', 'No change has begun')}. "
        f"{_most(frame.gains, 'Points were gained', 'No points were gained')}."
    )


def _most(values: tuple[float, ...], some: str, none: str) -> str:
    """At how many moves something has happened, and where most of it."""
    most = max(values, default=0)
    if not most:
        return none
    moves = plural(sum(value > 0 for value in values), "move")
    return f"{some} at {moves}, most at move {number(values.index(most) + 1)}: {score(most)}"
