"""What each phase is for, in one sentence: shown while the first iterations can be followed."""

from __future__ import annotations

from mcsearch.engine.search import BACKPROPAGATION, EXPANSION, SELECTION, SIMULATION

_CAPTIONS = {
    SELECTION: "1. Selection: from the root down, each time to the child that scores highest",
    EXPANSION: "2. Expansion: a new node is added below",
    SIMULATION: "3. Simulation: from there a playout goes to the end of the game",
    BACKPROPAGATION: "4. Backpropagation: its result goes up the path, into every mean",
}


def caption(phase: int) -> str:
    """Of a phase, 1 to 4; "" before the first."""
    return _CAPTIONS.get(phase, "")
