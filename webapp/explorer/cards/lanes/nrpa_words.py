"""What a level of a search that learns a policy makes of a result, in a few words."""

from __future__ import annotations

import math

from explorer.cards.lanes.nrpa_frame import LevelLane
from explorer.look.text import in_points, plural, score
from explorer.moment.levels import Element


def unit(level: int) -> str:
    """What a level repeats."""
    return "playout" if level == 1 else "search"


def verdict(lane: LevelLane) -> tuple[str, str]:
    """Headline and explanation of a level's lane."""
    if not lane.climbed:
        if lane.entered:
            return "Begins", f"with a copy of level {lane.level + 1}'s weights"
        return ("", "") if lane.done else ("No result yet", "")
    return outcome(lane), _follows(lane)


def outcome(lane: LevelLane) -> str:
    """How a level's latest result stands against its best."""
    shown = score(lane.results[-1].score)
    if math.isnan(lane.before):
        return f"{shown} is the first result"
    if not lane.improved:
        return f"{shown} does not beat {score(lane.before)}"
    verb = "equals" if lane.results[-1].score == lane.before else "beats"
    return f"{shown} {verb} {score(lane.before)}"


def of_beam(element: Element) -> str:
    """An element of a beam and what is special about it now."""
    told = f"{in_points(element.score)} in {plural(len(element.sequence), 'move')}"
    return told + ", at work" * element.is_current + ", new in this step" * element.is_new


def _follows(lane: LevelLane) -> str:
    if lane.completed:
        return f"{score(lane.best_score)} climbs"
    if lane.improved:
        return "remembered"
    return "stays in the beam" if lane.kept and len(lane.beam) > 1 else ""
