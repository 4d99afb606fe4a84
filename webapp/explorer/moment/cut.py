"""Where a change of a finished sequence cuts it, and what has come of the change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from mcsearch.engine.search import BACKPROPAGATION, CHANGES

Outcome = Literal["open", "accepted", "refused"]


@dataclass(frozen=True, slots=True)
class Cut:
    """The last cut of the sequence that a search changes."""

    kept: int  # moves before it
    outcome: Outcome  # open: under way


def cut_of(search: Any) -> Cut | None:
    """The cut of this iteration's change; None when it changes no sequence."""
    if CHANGES not in search.shows or not search.is_change:
        return None
    now = search.improvement
    if search.phase != BACKPROPAGATION:
        return Cut(now.cut, "open")
    return Cut(now.cut, "accepted" if now.accepted else "refused")
