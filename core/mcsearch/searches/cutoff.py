"""Playouts that end before the game does, with the game's evaluation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from mcsearch.engine.parameter import Parameter

if cython.compiled:
    from cython.cimports.mcsearch.engine.tree import NONE
else:
    from mcsearch.engine.tree import NONE

    BY_PLIES, BY_EVALUATION = 1, 2

CUT_OFFS = ("", "plies", "evaluation")

PARAMETERS = (
    Parameter(
        "cutoff_plies",
        "int",
        0,
        "Cut off after",
        "a playout ends after so many plies with the game's evaluation; 0: never",
        low=0,
        high=1000,
    ),
    Parameter(
        "cutoff_lead",
        "float",
        0.0,
        "Cut off at lead",
        "a playout ends when the evaluation, from -1 to 1, is this far from even; 0: never",
        low=0.0,
        high=1.0,
    ),
)


@cython.cclass
class CutOff:
    """What ends a playout, by a search's values; `is_used` where anything but the game does."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._plies = values["cutoff_plies"]
        self._lead = values["cutoff_lead"]
        self._evaluates = values["leaf"] == "evaluation"
        self.is_used = self._evaluates or self._plies > 0 or self._lead > 0.0

    def play_on(self, policy, state, rng, trail, legal):
        """Play to the game's end, 0, or to a cut-off, whose number is returned.

        `legal` is scratch space.
        """
        action: cython.int
        lead: cython.double
        cut: cython.int = 0
        policy.begin(state, rng)
        while True:
            if self._evaluates:
                cut = BY_EVALUATION
            if self._lead > 0.0:
                lead = 2.0 * state.evaluation() - 1.0
                if lead >= self._lead or lead <= -self._lead:
                    cut = BY_EVALUATION
            if self._plies > 0 and trail.count >= self._plies:
                cut = BY_PLIES
            if cut:
                # the game may have ended by itself
                return cut if state.fill_actions(legal) > 0 else 0
            action = policy.move(state, rng)
            if action == NONE:
                return 0
            trail.append(action)
