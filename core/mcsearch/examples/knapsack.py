"""The knapsack: which of a hundred things to take along, when it can not hold all.

Each thing is taken or left, in their order. What is heavy for its worth is seldom taken in a good
choice; `bias` says so to search "nrpa" before it has learnt anything.
"""

from __future__ import annotations

import math
import random

SIZE = 10  # things in a row of the picture
_random = random.Random(1)
THINGS = [(_random.randint(10, 99), _random.randint(10, 99)) for _ in range(SIZE * SIZE)]
"""(value, weight) of each."""
HOLDS = sum(weight for _, weight in THINGS) // 2
BLUE = 4


class Knapsack:
    """Whether each of the first things is taken; an action is "take" or "leave"."""

    max_plies, max_actions = len(THINGS), 2

    def __init__(self, taken=(), weight=0, value=0):
        self.taken = taken
        self.weight = weight
        self.value = value

    def legal_actions(self):
        if self.is_terminal():
            return []
        fits = self.weight + THINGS[len(self.taken)][1] <= HOLDS
        return ["take", "leave"] if fits else ["leave"]

    def play(self, action):
        if action == "leave":
            return Knapsack((*self.taken, False), self.weight, self.value)
        value, weight = THINGS[len(self.taken)]
        return Knapsack((*self.taken, True), self.weight + weight, self.value + value)

    def is_terminal(self):
        return len(self.taken) == len(THINGS)

    def returns(self):
        return self.value

    def code(self, action):
        """What NRPA learns a weight for: taking or leaving this very thing."""
        return len(self.taken), action

    def bias(self, action):
        """What is worth its weight is taken, before anything is learnt.

        With a dict of several numbers by name their coefficients would be learnt, too.
        """
        value, weight = THINGS[len(self.taken)]
        return 2 * math.log(value / weight) if action == "take" else 0.0

    def picture(self):
        """The value of each thing; blue is taken, what was left is empty."""
        cells = []
        for number, (value, _) in enumerate(THINGS):
            known = number < len(self.taken)
            cells.append(
                (value, BLUE) if known and self.taken[number] else None if known else value
            )
        return [cells[i : i + SIZE] for i in range(0, len(cells), SIZE)]
