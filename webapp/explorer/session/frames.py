"""The picture of a search at the moment where it is: gathered, then drawn by all cards."""

from __future__ import annotations

from typing import Any

from explorer.cards.frame import Frame, build_frame
from explorer.game.line import Actions
from explorer.moment.branches import UNTOUCHED, Branches
from explorer.moment.detail import Detail
from explorer.moment.focus import Focus, Part
from explorer.moment.gather import gather


def make_frame(
    search: Any,
    *,
    selected: Actions = (),
    hovered: Actions | None = None,
    branches: Branches = UNTOUCHED,
    detail: Detail | None = None,
    playout_move: int | None = None,
    follow_playout: bool = True,
    max_rows: int = 5,
    pinned: Actions | None = None,
    callouts: tuple[Actions, ...] = (),
    beside: Frame | None = None,
) -> Frame:
    """The picture of a search at this moment; the search stays as it is.

    After a simulation the board shows the playout (unless `follow_playout` is false) at move
    `playout_move`, by default as `Focus` has it; a given move also hides what the playout does
    after it. `max_rows` limits the table; 0: it is not looked at. `pinned` is a position whose
    policy is shown, by default the one that the phase is about. `callouts` are the nodes that a
    text speaks of, in the order of their numbers. `beside` is an earlier frame of the search whose
    board, strip and table still do.
    """
    parts = {Part.TREE, Part.LEVELS}
    if beside is None:
        parts |= {Part.CHILDREN, Part.SCORES} if max_rows else {Part.CHILDREN}
    detail = detail or Detail()
    focus = Focus(
        selected=selected,
        playout_move=playout_move,
        follows_playout=follow_playout,
        callouts=callouts,
        branches=branches,
        detail=detail,
        pinned=pinned,
        parts=frozenset(parts),
    )
    moment = gather(search, focus)
    return build_frame(
        moment,
        detail,
        hovered=hovered,
        max_rows=max_rows,
        unrolls=playout_move is not None,
        beside=beside,
    )
