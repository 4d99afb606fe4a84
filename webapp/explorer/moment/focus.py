"""What is looked at: it decides which parts of a moment are gathered, and around which node."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from explorer.game.line import Actions
from explorer.moment.branches import UNTOUCHED, Branches
from explorer.moment.detail import Detail


class Part(Enum):
    """A part of a moment that costs time to gather."""

    TREE = auto()
    CHILDREN = auto()  # of the selected node
    SCORES = auto()  # of those children, term by term
    LEVELS = auto()


EVERYTHING = frozenset(Part)
_USUAL = Detail()


@dataclass(frozen=True, slots=True)
class Focus:
    """Where a visitor looks.

    After a simulation the playout is shown (unless `follows_playout` is false) at move
    `playout_move`, by default at the move that scores most, where moves score nothing at the last.
    """

    selected: Actions = ()
    playout_move: int | None = None
    follows_playout: bool = True
    callouts: tuple[Actions, ...] = ()  # nodes that a text speaks of, in order of their numbers
    branches: Branches = UNTOUCHED
    detail: Detail = _USUAL
    pinned: Actions | None = None  # the position whose policy is shown; None: the phase's own
    shows_path: bool = True  # the tree has the nodes of the path in any case
    parts: frozenset[Part] = EVERYTHING
