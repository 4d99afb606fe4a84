"""One moment of a search, gathered once for all cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from explorer.game.line import Actions, Line
from explorer.game.positions import Positions, positions_below
from explorer.look.boards import is_problem
from explorer.moment.cut import Cut, cut_of
from explorer.moment.path import chain, playout_line, recorded
from mcsearch.engine.search import SIMULATION
from mcsearch.problem.numbered import in_numbers


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """Where a search is, which node is looked at, and the line of moves that belongs to it."""

    search: Any
    positions: Positions
    path: list[int]  # the nodes of the current path, root first
    nodes: list[int]  # from the root to the selected node
    selected: Actions  # the wanted node, or its nearest ancestor in the tree
    chosen: int | None  # the action that the path takes at the selected node
    has_playout: bool  # the line is this iteration's playout, else the best sequence
    start: Actions  # where the line begins
    line: Line
    in_playout: bool  # it is the playout's moment, and followed
    move: int  # index of the shown move of the line, -1: none
    callouts: tuple[Actions, ...]  # the nodes that a text speaks of, in the order of their numbers
    cut: Cut | None  # of the line: the moves before it are those of the sequence that is changed


def gather(
    search: Any,
    selected: Actions = (),
    playout_move: int | None = None,
    follow_playout: bool = True,
    callouts: tuple[Actions, ...] = (),
) -> Moment:
    """What the cards show of a search at this moment; the search stays as it is.

    After a simulation the playout is shown (unless `follow_playout` is false) at move
    `playout_move`, by default at the move that scores most, where moves score nothing at the last.
    A search for a person's problem is gathered in numbers.
    """
    search = in_numbers(search)
    path_actions = tuple(search.path_actions)
    path = recorded(search.tree, search.path, path_actions)
    nodes = chain(search.tree, selected)
    selected = tuple(selected[: len(nodes) - 1])
    positions = positions_below(search.root)
    start, line = path_actions, playout_line(search, positions)
    has_playout = line is not None
    if line is None:
        start = ()
        line = positions.line((), tuple(search.best_sequence))
    in_playout = has_playout and search.phase == SIMULATION and follow_playout
    move = -1
    if in_playout:
        has_points = search.root.num_players == 1 and not is_problem(search.root)
        move = line.best_move if has_points else len(line.actions) - 1
    if in_playout and playout_move is not None and line.actions:
        move = min(max(playout_move, 0), len(line.actions) - 1)
    step = len(nodes)
    on_path = path[:step] == nodes
    chosen = path_actions[step - 1] if on_path and len(path_actions) >= step else None
    return Moment(
        search,
        positions,
        path,
        nodes,
        selected,
        chosen,
        has_playout,
        start,
        line,
        in_playout,
        move,
        callouts,
        _cut_of_line(search, len(start)) if has_playout else None,
    )


def _cut_of_line(search: Any, before: int) -> Cut | None:
    """The cut of a changed sequence, counted from the line that begins after so many moves."""
    cut = cut_of(search)
    return cut and replace(cut, kept=cut.kept - before)
