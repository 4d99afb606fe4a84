"""The positions on the way to a leaf of alpha-beta, by depth: windows, moves, scores, lines."""

from __future__ import annotations

import cython
import numpy as np

from mcsearch.numerics.views import num_bytes, view

if cython.compiled:
    from cython.cimports.mcsearch.searches.minimax.score import UNKNOWN
else:
    from mcsearch.searches.minimax.score import UNKNOWN

NONE = cython.declare(cython.int, -1)


@cython.cclass
class OpenPositions:
    """Room for positions down to a depth, with up to `stride` moves each."""

    def __init__(self, deepest: int, stride: int) -> None:
        rooms = deepest + 2
        self.stride = stride
        self.alpha = view(np.zeros(rooms))
        self.beta = view(np.zeros(rooms))
        self.alpha0 = view(np.zeros(rooms))
        self.beta0 = view(np.zeros(rooms))
        self.score = view(np.zeros(rooms))
        self.choice = view(np.zeros(rooms, np.int32))
        self.is_estimated = view(np.zeros(rooms, np.int32))
        self.key = view(np.zeros(rooms, np.uint64))
        self.player = view(np.zeros(rooms, np.int32))
        self.count = view(np.zeros(rooms, np.int32))
        self.next = view(np.zeros(rooms, np.int32))
        self.moves = view(np.zeros(rooms * stride, np.int32))
        self.variation = view(np.zeros(rooms * rooms, np.int32))
        self.variation_plies = view(np.zeros(rooms, np.int32))

    def open(self, depth, player, count, low, high):
        """Begin with a position whose moves have been listed."""
        self.alpha[depth] = self.alpha0[depth] = low
        self.beta[depth] = self.beta0[depth] = high
        self.player[depth] = player
        self.score[depth] = -UNKNOWN if player == 0 else UNKNOWN
        self.is_estimated[depth] = 0
        self.count[depth] = count
        self.next[depth] = 0
        self.choice[depth] = NONE
        self.variation_plies[depth] = 0

    def tried(self, depth):
        """The move of a depth that was tried last."""
        return self.moves[depth * self.stride + self.next[depth] - 1]

    def offer(self, depth, action, score):
        """Take an action's score for the position's if it is better; return whether it is."""
        rooms: cython.int = self.alpha.shape[0]
        plies: cython.int = self.variation_plies[depth + 1]
        maximizes: cython.bint = self.player[depth] == 0
        i: cython.int
        if maximizes:
            self.alpha[depth] = max(self.alpha[depth], score)
        else:
            self.beta[depth] = min(self.beta[depth], score)
        if score <= self.score[depth] if maximizes else score >= self.score[depth]:
            return False
        self.score[depth] = score
        self.choice[depth] = action
        self.variation[depth * rooms] = action
        for i in range(plies):
            self.variation[depth * rooms + i + 1] = self.variation[(depth + 1) * rooms + i]
        self.variation_plies[depth] = plies + 1
        return True

    @property
    def num_bytes(self) -> int:
        """Bytes of moves and lines; the rest is little."""
        return num_bytes(self.moves, self.variation)

    def copy_from(self, other: OpenPositions) -> None:
        """Become equal to one with the same room."""
        self.alpha[:] = other.alpha
        self.beta[:] = other.beta
        self.alpha0[:] = other.alpha0
        self.beta0[:] = other.beta0
        self.score[:] = other.score
        self.choice[:] = other.choice
        self.is_estimated[:] = other.is_estimated
        self.key[:] = other.key
        self.player[:] = other.player
        self.count[:] = other.count
        self.next[:] = other.next
        self.moves[:] = other.moves
        self.variation[:] = other.variation
        self.variation_plies[:] = other.variation_plies
