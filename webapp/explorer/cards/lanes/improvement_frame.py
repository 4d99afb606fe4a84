"""The changes of a finished sequence along its plies: the last cut, where changes begin and gain.

Made from the moment alone, so that it is the same for a link, on the way back and of an
imported trace.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from explorer.cards.lanes.memory_frame import MemoryBoard, boards_at
from explorer.game.line import Actions
from explorer.moment.cut import Cut
from explorer.moment.gather import Moment
from explorer.moment.steps import SIMULATION


@dataclass(frozen=True, slots=True, eq=False)
class ImprovementFrame:
    """A change of a sequence, under way or over, and what has come of those before it."""

    number: int  # of this change, from 1
    num_changes: int  # that this run of the search tries
    cut: Cut
    before: float  # value of the sequence before the change
    result: float  # of the changed sequence as far as it was played; nan before
    most: float  # value that was still possible where it was given up; nan where it was not
    threshold: float  # points that a change may cost now
    sequence: Actions  # that is changed; the changed one as soon as that is accepted
    boards: tuple[MemoryBoard, ...]  # along it, evenly spaced
    begun: tuple[int, ...]  # [ply] changes tried that began there
    gains: tuple[float, ...]  # [ply] points by which they have raised the best score


def build_improvement(moment: Moment, room: int) -> ImprovementFrame | None:
    """The change of this iteration, with so many boards; None when it changes no sequence."""
    learning = moment.learning
    if learning is None or learning.cut is None:
        return None
    now = learning.improvement
    is_over = learning.cut.outcome != "open"
    sequence = tuple(now.sequence)
    places = np.linspace(0, len(sequence), room).round().astype(int)
    return ImprovementFrame(
        number=now.num_changes + (not is_over),
        num_changes=now.most_changes,
        cut=learning.cut,
        before=now.before if is_over else now.score,
        result=moment.playout_return if moment.phase >= SIMULATION else float("nan"),
        most=now.most,
        threshold=now.threshold,
        sequence=sequence,
        boards=boards_at(moment.positions.line((), sequence), np.unique(places).tolist()),
        begun=tuple(now.changes),
        gains=tuple(now.gains),
    )
