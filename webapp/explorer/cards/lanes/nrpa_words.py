"""What a level of a search that learns a policy makes of a result, in a few words."""

from __future__ import annotations

import math

from explorer.cards.lanes.nrpa_frame import LevelLane
from explorer.look.text import score


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


def _follows(lane: LevelLane) -> str:
    if lane.completed:
        return f"{score(lane.best_score)} climbs"
    return "remembered" if lane.improved else ""
