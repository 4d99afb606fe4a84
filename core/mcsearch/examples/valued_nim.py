"""Nim with a value function, as a network would be one: values and priors of states in batches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mcsearch.examples.nim import Nim


@dataclass(frozen=True)
class ValuedNim(Nim):
    """Nim whose states are evaluated in batches by numpy.

    The value is a guess: the player to move is ahead where few binary digits of the heaps add up to
    an even number. Priors prefer to take few.
    """

    def play(self, action):
        after = Nim.play(self, action)
        return ValuedNim(after.heaps, after.to_play, self.width)

    def evaluations(self, states):
        heaps = np.array([state.heaps for state in states])  # int64 [num_states, num_heaps]
        to_play = np.array([state.to_play for state in states])
        digits = heaps[:, :, None] >> np.arange(4) & 1  # [num_states, num_heaps, digit]
        odd = (digits.sum(axis=1) % 2).sum(axis=1)
        mover = 1.0 - 1.0 / (1.5 + odd)  # from 1/3 where all are even
        values = np.where(to_play == 0, mover, 1.0 - mover)
        priors = [[1.0 / taken for _, taken in state.legal_actions()] for state in states]
        return values, priors
