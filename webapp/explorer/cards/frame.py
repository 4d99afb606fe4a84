"""A search as one picture: everything the views draw, and nothing about how they draw it.

A node is known from frame to frame by its actions from the root; the search's own node numbers
change between two advances and stay inside this package's frame modules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from explorer.cards.board.frame import BoardFrame, build_board
from explorer.cards.lanes.nested_frame import NestedFrame, build_nested
from explorer.cards.lanes.nrpa_frame import NrpaFrame, build_nrpa
from explorer.cards.strip.frame import StripFrame, build_strip
from explorer.cards.tree.frame import TreeFrame, build_tree
from explorer.cards.why.frame import NOT_SHOWN, WhyFrame, build_why
from explorer.game.line import Actions
from explorer.look.boards import is_drawn
from explorer.moment.detail import STRIP_HEIGHT, Detail, slots_in
from explorer.moment.gather import Moment


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


def build_frame(
    moment: Moment,
    detail: Detail,
    *,
    hovered: Actions | None = None,
    max_rows: int = 5,
    unrolls: bool = False,
    beside: Frame | None = None,
) -> Frame:
    """The picture of a moment, gathered at the same detail.

    `max_rows` limits the table; 0: it is not looked at. `unrolls`: the playout is shown move by
    move. `beside` is an earlier frame whose board, strip and table still do.
    """
    has_strip = detail.has_strip() and is_drawn(moment.root)
    strip_height = STRIP_HEIGHT if has_strip else 0
    drawn = build_tree(moment, replace(detail, height=detail.height - strip_height))
    if beside is None:
        slots = min(slots_in(detail.width), detail.most_boards)
        board = build_board(moment)
        strip = build_strip(moment, slots, unrolls) if has_strip else None
        why = build_why(moment, max_rows) if max_rows else NOT_SHOWN
    else:
        board, strip, why = beside.board, beside.strip, beside.why
    return Frame(
        iteration=moment.iteration,
        phase=moment.phase,
        phase_names=moment.phase_names,
        num_nodes=moment.num_nodes,
        num_drawn=len(drawn.actions),
        best_score=moment.best_score,
        mean=moment.mean,
        stopped=moment.stopped,
        num_players=moment.num_players,
        has_best=moment.has_best,
        selected=moment.selected,
        hovered=hovered,
        tree=drawn,
        board=board,
        strip=strip,
        why=why,
        nested=build_nested(moment, detail.width) if moment.nesting else None,
        nrpa=build_nrpa(moment, detail.width) if moment.learning else None,
    )
