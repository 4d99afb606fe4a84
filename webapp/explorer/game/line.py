"""A line of moves with everything it leads through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.look.boards import has_score

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
    has_scores = has_score(start)
    scores = [state.score if has_scores else 0.0 for state in states]
    points = bars = np.diff(np.asarray(scores, dtype=float))
    if start.num_players == 1 and len(set(points.tolist())) == 1:
        bars = np.array([len(state.legal_actions()) for state in states[:-1]], dtype=float)
    return Line(actions, tuple(states), points, bars)
