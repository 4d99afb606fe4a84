"""Nim: two players take matches from one heap at a time, who takes the last one wins."""

from __future__ import annotations

from dataclasses import dataclass

MATCH = (None, 1, "circle")


@dataclass(frozen=True)
class Nim:
    """The heaps; an action is (heap, number of matches to take), both from 1."""

    heaps: tuple[int, ...] = (2, 3, 4)
    to_play: int = 0
    width: int = 4  # of the picture

    num_players = 2

    def legal_actions(self):
        return [(heap, n) for heap, size in enumerate(self.heaps, 1) for n in range(1, size + 1)]

    def play(self, action):
        taken_from, number = action
        heaps = tuple(
            size - number if heap == taken_from else size for heap, size in enumerate(self.heaps, 1)
        )
        return Nim(heaps, 1 - self.to_play, self.width)

    def is_terminal(self):
        return not any(self.heaps)

    def returns(self):
        return float(self.to_play == 1)  # the first player has taken the last match

    def key(self):
        return self.heaps

    def action_name(self, action):
        heap, number = action
        return f"{number} of heap {heap}"

    def picture(self):
        """A heap a row; those that have been taken leave their places empty."""
        return [[MATCH] * size + [None] * (self.width - size) for size in self.heaps]
