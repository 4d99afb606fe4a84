"""A line of moves with everything it leads through, and the outlines of what its moves play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.game.outline import outline
from explorer.look.boards import is_problem
from mcsearch.engine.board import Board

Actions = tuple[int, ...]  # a node's name: the actions from the root to it


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """Moves played from a position, with everything they lead through."""

    actions: tuple[int, ...]  # [num_moves]
    states: tuple[Any, ...]  # [num_moves + 1] before each move, and the end
    points: np.ndarray  # float64 [num_moves] what each move scores; 0 for two players
    bars: np.ndarray  # float64 [num_moves] points, or actions where those are all equal

    @property
    def best_move(self) -> int:
        """Index of the move that scores most, the first of equals; -1 without moves."""
        return int(np.argmax(self.points)) if self.actions else -1


def play_line(start: Any, actions: tuple[int, ...]) -> Line:
    """Play legal actions one after the other."""
    states = [start]
    for action in actions:
        states.append(states[-1].play(action))
    has_scores = start.num_players == 1 and not is_problem(start)
    scores = [state.score if has_scores else 0.0 for state in states]
    points = bars = np.diff(np.asarray(scores, dtype=float))
    if is_problem(start) or (has_scores and len(set(points.tolist())) == 1):
        bars = np.array([len(state.legal_actions()) for state in states[:-1]], dtype=float)
    return Line(actions, tuple(states), points, bars)


def group_lines(state: Any, action: int) -> tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]]:
    """The outline of the cells that an action plays, (xs, ys) of its closed lines."""
    return cell_lines(state.board, state.action_cells(action))


def cell_lines(
    board: Board, cells: Iterable[int]
) -> tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]]:
    """The outline of some square cells, (xs, ys) of its closed lines."""
    at = [*cells]
    if not at:
        return (), ()
    corners = zip(
        (board.x[at] - 0.5).astype(int).tolist(),
        (board.y[at] - 0.5).astype(int).tolist(),
        strict=True,
    )
    lines = outline(corners)
    return tuple(xs for xs, _ in lines), tuple(ys for _, ys in lines)
