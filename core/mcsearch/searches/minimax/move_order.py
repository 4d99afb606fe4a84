"""The order in which alpha-beta tries the moves: the sooner the best, the more is cut off."""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import view

NONE = cython.declare(cython.int, -1)
_COUNTED = cython.declare(cython.int, 1024)
_FIRST = cython.declare(cython.longlong, 0x4000000000000000)


@cython.cclass
class MoveOrder:
    """Killer moves and the history heuristic (Akl and Newborn 1977; Schaeffer 1983).

    First comes the best move that is known of the position; then the two that have last cut off at
    this depth, wherever that was; then the others by the cut-offs that they have made anywhere,
    each counted with the square of the plies that were below it. Equals stay in the game's order.

    An action's number may be larger than there are actions in any position: those that are equal
    in their last ten bits are counted together.
    """

    def __init__(self, max_depth: int, num_actions: int) -> None:
        self._killer = view(np.full(2 * (max_depth + 1), -1, np.int32))
        self._history = view(np.zeros(2 * _COUNTED, np.int64))
        self._worth = view(np.zeros(max(num_actions, 1), np.int64))

    def sort(self, legal, first, depth, player, moves, begin):
        """Write legal actions in their order to `moves` from `begin` on, `first` before all."""
        action: cython.int
        worth: cython.longlong
        place: cython.int
        i: cython.int
        for i in range(legal.count):
            action = legal.items[i]
            if action == first:
                worth = _FIRST
            elif action == self._killer[2 * depth]:
                worth = _FIRST - 1
            elif action == self._killer[2 * depth + 1]:
                worth = _FIRST - 2
            else:
                worth = self._history[player * _COUNTED + action % _COUNTED]
            place = i
            while place > 0 and self._worth[place - 1] < worth:
                self._worth[place] = self._worth[place - 1]
                moves[begin + place] = moves[begin + place - 1]
                place -= 1
            self._worth[place] = worth
            moves[begin + place] = action

    def cuts_off(self, action, depth, player, remaining):
        """An action has made its siblings needless, `remaining` plies above the limit."""
        if self._killer[2 * depth] != action:
            self._killer[2 * depth + 1] = self._killer[2 * depth]
            self._killer[2 * depth] = action
        self._history[player * _COUNTED + action % _COUNTED] += (
            cython.cast(cython.longlong, remaining) * remaining
        )

    def copy_from(self, other: MoveOrder) -> None:
        self._killer[:] = other._killer
        self._history[:] = other._history
        self._worth[:] = other._worth
