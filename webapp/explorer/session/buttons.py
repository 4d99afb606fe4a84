"""The buttons that move a search: what each does to its player, and which would do nothing now."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from explorer.session.player import Player


def commands(player: Player) -> dict[str, Callable[[], None]]:
    """What the buttons without a value do, by their names in `transport.html`."""
    return {
        "step-phase": player.step_phase,
        "step-iteration": player.step_iteration,
        "back-phase": player.back_phase,
        "back-iteration": player.back_iteration,
        "reset": player.reset,
        "next-best": player.run_to_next_best,
        "to-budget": player.run_to_budget,
    }


def disabled(player: Player) -> list[str]:
    """The buttons that would do nothing now."""
    names = []
    if player.steps == 0 and player.jump is None:
        names += ["reset", "back-phase", "back-iteration"]
    if player.search.stopped:
        names += ["step-phase", "step-iteration", "run-on", "next-best", "to-budget"]
    if player.search.root.is_terminal():
        names += ["toggle", "step-phase", "step-iteration", "run-on", "next-best", "to-budget"]
    return names


def finite(value: Any, otherwise: float) -> float:
    """A number from the browser, another for nan and infinity; ValueError or TypeError for none."""
    number = float(value)
    return number if math.isfinite(number) else otherwise


def whole(value: Any, low: int, high: int) -> int:
    """The same within its bounds: what a browser sends is not to be trusted."""
    return min(high, max(low, int(finite(value, low))))
