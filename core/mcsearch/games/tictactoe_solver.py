"""Exact values of Tic-Tac-Toe positions, by minimax over all that can follow."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from mcsearch.engine.bounds import ANY_RETURN, Bounds
from mcsearch.games import SolverRecord
from mcsearch.games.tictactoe import LINES

_FULL = 0o777


@functools.cache
def _value(own: int, other: int) -> Bounds:
    """What a position is worth to who is to move, by both players' stones; plies to the end."""
    if any(other & line == line for line in LINES):
        return Bounds(0.0, 0.0, 0)
    if own | other == _FULL:
        return Bounds(0.5, 0.5, 0)
    return max(_values(own, other).values(), key=_preference)


def _values(own: int, other: int) -> dict[int, Bounds]:
    """What each move is worth to its player, with the plies to the end from this position."""
    found = {}
    for cell in range(9):
        if not (own | other) >> cell & 1:
            after = _value(other, own | 1 << cell).seen_by(1)
            found[cell] = after._replace(plies=after.plies + 1)
    return found


def _preference(known: Bounds) -> tuple[float, int]:
    """The better outcome; of wins the fastest, of losses the slowest."""
    return known.lower, -known.plies if known.lower == 1.0 else known.plies


class TicTacToeSolver:
    """The exact values of a position's moves; `num_nodes` counts these moves.

    There are 5,478 positions; what follows from one is computed once in a process.
    """

    def __init__(self) -> None:
        self.num_nodes = 0
        self._stones = (0, 0)
        self.bounds: dict[int, Bounds] = {}

    def begin(self, state: Any) -> None:
        """Ask for the moves of a `TicTacToe` position; none where it is over."""
        cells = state.cells()
        players = [sum(1 << cell for cell in np.flatnonzero(cells == who)) for who in (1, 2)]
        self._stones = (int(players[state.to_play]), int(players[1 - state.to_play]))
        self.bounds = dict.fromkeys(state.legal_actions(), ANY_RETURN)
        self.num_nodes = 0

    @property
    def is_settled(self) -> bool:
        """Whether it is known for all actions who wins."""
        return all(bounds.is_exact for bounds in self.bounds.values())

    @property
    def is_finished(self) -> bool:
        return self.is_settled

    @property
    def at_work(self) -> Any:
        """The action that is looked at next; None when everything is known."""
        return next((cell for cell, known in self.bounds.items() if not known.is_exact), None)

    num_bytes = 0

    def copy_from(self, other: TicTacToeSolver) -> None:
        """Take over where another solver is."""
        self.num_nodes = other.num_nodes
        self._stones = other._stones
        self.bounds = dict(other.bounds)

    def run(self, nodes: int) -> bool:
        """Look at everything that is left: it is little, whatever `nodes` are allowed."""
        if not self.is_settled:
            values = _values(*self._stones)
            self.bounds = {
                cell: value._replace(plies=value.plies - 1) for cell, value in values.items()
            }
            self.num_nodes = len(values)
        return True


SOLVER = SolverRecord("tictactoe", lambda state: TicTacToeSolver(), lambda state: 1)
