"""A search as one picture: everything the views draw, and nothing about how they draw it.

A node is known from frame to frame by its actions from the root; the search's own node numbers
change between two advances and stay inside this package's frame modules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from explorer.cards.board.frame import BoardFrame, Shown, build_board
from explorer.cards.lanes.nested_frame import NestedFrame, build_nested
from explorer.cards.lanes.nrpa_frame import NrpaFrame, build_nrpa
from explorer.cards.strip.frame import StripFrame, build_strip
from explorer.cards.tree.frame import TreeFrame, build_tree
from explorer.cards.why.frame import NOT_SHOWN, WhyFrame, build_why
from explorer.game.line import Actions
from explorer.look.boards import is_drawn
from explorer.moment.branches import UNTOUCHED, Branches
from explorer.moment.detail import STRIP_HEIGHT, Detail, slots_in
from explorer.moment.gather import Moment, gather
from explorer.moment.path import has_best, mean_of


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One moment of a search."""

    iteration: int  # completed ones
    phase: int  # the last phase done, 1..4; 0 before the first
    phase_names: tuple[str, ...]
    num_nodes: int
    num_drawn: int
    best_score: float  # nan before the first result
    mean: float  # of all results; for two players the win rate of the search
    stopped: str  # "" while the search can go on
    num_players: int
    has_best: bool  # the search keeps a best result; else the best score is the best move's mean
    selected: Actions  # the node shown: the wanted one, or its nearest ancestor in the tree
    hovered: Actions | None  # the node under the pointer in any of the views
    tree: TreeFrame
    board: BoardFrame
    strip: StripFrame | None  # None without a board or without room
    why: WhyFrame
    nested: NestedFrame | None  # None unless the search is a nested one
    nrpa: NrpaFrame | None  # None unless it learns a policy


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
    `playout_move`, by default as `gather` has it; a given move also hides what the playout does
    after it. `max_rows` limits the table; 0: it is
    not looked at. `pinned` is a position whose policy is shown, by default
    the one that the phase is about. `callouts` are the nodes that a text speaks of, in the order of
    their numbers. `beside` is an earlier frame of the search whose board, strip and table still do.
    """
    detail = detail or Detail()
    width = detail.width
    moment = gather(search, selected, playout_move, follow_playout, callouts)
    search = moment.search
    positions = moment.positions
    has_strip = detail.has_strip() and is_drawn(search.root)
    strip_height = STRIP_HEIGHT if has_strip else 0
    drawn = build_tree(moment, branches, replace(detail, height=detail.height - strip_height))
    if beside is None:
        board = build_board(search, positions, Shown.at(moment))
        strip = _strip(moment, detail, playout_move is not None) if has_strip else None
        why = build_why(moment, max_rows) if max_rows else NOT_SHOWN
    else:
        board, strip, why = beside.board, beside.strip, beside.why
    return Frame(
        iteration=search.iterations,
        phase=search.phase,
        phase_names=tuple(search.phase_names),
        num_nodes=search.tree.size,
        num_drawn=len(drawn.actions),
        best_score=float(search.best_score),
        mean=mean_of(search),
        stopped=search.stopped,
        num_players=search.root.num_players,
        has_best=has_best(search),
        selected=moment.selected,
        hovered=hovered,
        tree=drawn,
        board=board,
        strip=strip,
        why=why,
        nested=build_nested(search, positions, width) if hasattr(search, "steps") else None,
        nrpa=(
            build_nrpa(search, positions, width, pinned, playout_move)
            if hasattr(search, "lessons")
            else None
        ),
    )


def _strip(moment: Moment, detail: Detail, unrolls: bool) -> StripFrame:
    """unrolls: a move of the playout is shown."""
    root, phase = moment.search.root, moment.search.phase if moment.has_playout else 0
    slots = min(slots_in(detail.width), detail.most_boards)
    unrolling = unrolls and moment.in_playout
    return build_strip(moment.line, phase, moment.move, unrolling, root.to_play, slots, moment.cut)
