"""The stage beside the text: what is drawn of a step, and hidden while a question is open."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from explorer.cards.board.frame import BoardFrame
from explorer.cards.frame import Frame
from explorer.game.line import Actions
from explorer.look.text import MISSING, number, plural, short_count
from explorer.moment.path import counted
from explorer.pages.learn.lesson import OPEN, WRONG
from explorer.pages.learn.moments import Ready
from explorer.pages.learn.numbers import name_of, state_at

_NO_CELLS = np.zeros(0, dtype=np.int64)
_NO_CHILDREN: dict[str, Any] = {
    **{name: np.zeros(0) for name in ("child_x", "child_y", "child_mean", "child_share")},
    "child_text": (),
    "child_chosen": -1,
    "child_out": (),
    "child_proven": (),
}


def as_step(frame: Frame, ready: Ready, shows_path: bool) -> Frame:
    """The stage at a step's own moment: what the text speaks of, without the search's own marks."""
    tree = frame.tree
    if not shows_path:
        nothing: dict[str, Any] = {"path": _NO_CELLS, "path_width": np.zeros(0), "best": _NO_CELLS}
        tree = replace(tree, **nothing, new=_NO_CELLS, ends=(False, False), result="")
    board = replace(frame.board, lit=ready.lit)
    if ready.lit:
        board = replace(board, **_NO_CHILDREN, **_ghosts((), ()))
    return replace(frame, tree=tree, board=board)


def without_answer(frame: Frame) -> Frame:
    """Nothing that would answer a question about the selected node before the reader has."""
    board = replace(
        frame.board,
        **_NO_CHILDREN,
        **_ghosts((), ()),
        played=(),
        played_text="",
        facts=_facts_hidden(frame),
    )
    why = replace(
        frame.why,
        rows=(),
        count="",
        formula=(),
        message="Hidden until you have answered.",
    )
    return replace(frame, tree=_best_hidden(frame), board=board, why=why)


def _facts_hidden(frame: Frame) -> tuple[tuple[str, str], ...]:
    """Without the win rate of the search; points may be seen."""
    facts = frame.board.facts
    return ((facts[0][0], MISSING), *facts[1:]) if frame.num_players == 2 else facts


def _best_hidden(frame: Frame) -> Any:
    return replace(frame.tree, best=_NO_CELLS, ends=(frame.tree.ends[0], False))


def _ghosts(cells: tuple[int, ...], players: tuple[int, ...]) -> dict[str, Any]:
    return {
        "ghost_cells": np.asarray(cells, dtype=np.int64),
        "ghost_players": np.asarray(players, dtype=np.int64),
        "ghost_plies": tuple(range(1, len(cells) + 1)),
    }


def with_moves(board: BoardFrame, root: Any, node: Actions, moves: Actions) -> BoardFrame:
    """A board with some moves on it that have not been played: stones as ghosts."""
    if board.board.pieces != "stones":
        return board
    cells, players = [], []
    state = state_at(root, node)
    for action in moves:
        for cell in state.action_cells(state.action_of(action))[:1]:
            cells.append(cell)
            players.append(state.to_play)
        state = state.play(state.action_of(action))
    return replace(board, **_ghosts(tuple(cells), tuple(players)))


def drawn(frame: Frame, ready: Ready, shows_path: bool, state: str, moves: Actions) -> Frame:
    """The stage at a step's own moment, with the question's answer as far as it is given."""
    frame = as_step(frame, ready, shows_path)
    if state in (OPEN, WRONG):
        frame = without_answer(frame)
    if moves:
        root, node = ready.search.root, ready.place.selected
        board = with_moves(frame.board, root, node, moves)
        frame = replace(frame, board=board, hovered=(*node, moves[0]))
    return frame


def _drawn_count(frame: Frame) -> str:
    if frame.num_drawn == frame.num_nodes:
        return plural(frame.num_nodes, "node")
    return f"{number(frame.num_drawn)} of {short_count(frame.num_nodes)} nodes"


def _place(root: Any, node: Actions) -> str:
    """Which position the board shows, by the moves to it."""
    if not node:
        return "start position"
    return "after " + ", ".join(name_of(root, node[: i + 1]) for i in range(len(node)))


def _mover(root: Any, node: Actions) -> str:
    """Whose move it is, by the colour of the stones; the search's are blue."""
    if root.num_players == 1:
        return ""
    state = state_at(root, node)
    if state.is_terminal():
        return "The game is over"
    return f"{'Blue' if state.to_play == root.to_play else 'Orange'} to move"


def texts(
    frame: Frame, search: Any, label: str, in_playout: bool, has_lanes: bool
) -> dict[str, str]:
    """Texts by the name in `data-told`."""
    budget = int(search.values["iterations"])
    done = plural(frame.iteration, counted(search))
    has_end = budget < 1_000_000
    return {
        "tree-title": "Nested search" if has_lanes else "Search tree",
        "tree-context": f"{label}, {done}",
        "tree-text": f"{plural(frame.num_nodes, 'node')}, {done}; {frame.tree.caption}",
        "count": "" if has_lanes else _drawn_count(frame),
        "board-context": frame.board.context if in_playout else _place(search.root, frame.selected),
        "mover": "" if in_playout else _mover(search.root, frame.selected),
        "why-count": frame.why.count,
        "iteration": number(frame.iteration) + (f" of {number(budget)}" if has_end else ""),
        "phase-name": frame.phase_names[frame.phase - 1] if frame.phase % 4 else "",
    }
