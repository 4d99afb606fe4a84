"""The changes of a finished sequence for `improvement.js`, which draws them."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.cards.lanes.improvement_frame import ImprovementFrame
from explorer.cards.lanes.improvement_words import told, verdict
from explorer.cards.lanes.view import joined
from explorer.look import text
from explorer.moment.cut import Outcome


@dataclass(frozen=True, slots=True, eq=False)
class ImprovementBoard:
    """A position of the sequence."""

    at: str
    ply: int
    cells: str
    group: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Improvement:
    """The changes of a finished sequence."""

    count: str  # "change 37"
    of: str
    threshold: str
    headline: str
    more: str
    told: str  # everything that is drawn
    outcome: Outcome
    cut: int  # moves that the change has kept
    plies: int  # of the sequence
    boards: tuple[ImprovementBoard, ...]
    begun: tuple[int, ...]  # [ply] changes
    gains: tuple[float, ...]  # [ply] points
    most_begun: str
    most_gained: str


def improvement_of(frame: ImprovementFrame) -> Improvement:
    """What `improvement.js` shows."""
    headline, more = verdict(frame)
    return Improvement(
        count=f"change {text.number(frame.number)}",
        of=f"of {text.number(frame.num_changes)}",
        threshold=f"threshold {text.score(frame.threshold)}",
        headline=headline,
        more=more,
        told=told(frame),
        outcome=frame.cut.outcome,
        cut=frame.cut.kept,
        plies=len(frame.sequence),
        boards=tuple(
            ImprovementBoard(joined(board.actions), len(board.actions), board.cells, board.group)
            for board in frame.boards
        ),
        begun=frame.begun,
        gains=frame.gains,
        most_begun=text.number(max(frame.begun, default=0)),
        most_gained=text.score(max(frame.gains, default=0.0)),
    )
