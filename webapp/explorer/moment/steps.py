"""The moments of a search, counted: its phases since it was built, four an iteration."""

from __future__ import annotations

from typing import Any

from mcsearch.engine.search import BACKPROPAGATION, EXPANSION, SELECTION, SIMULATION

__all__ = ["BACKPROPAGATION", "EXPANSION", "PHASES", "SELECTION", "SIMULATION", "steps_of"]

PHASES = 4
"""Of an iteration."""


def steps_of(search: Any) -> int:
    """Phases that a search has done."""
    return PHASES * int(search.iterations) + int(search.phase) % PHASES
