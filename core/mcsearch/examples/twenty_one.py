"""Twenty-one with a die: roll as often as you like, but more than twenty-one is worth nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace

GOAL = 21
ROW = 7  # points in a row of the picture
COLOURS = (2, 4)  # of one roll and the next
BUST = ("✕", 1)


@dataclass(frozen=True)
class TwentyOne:
    """The rolls so far. A player acts, "roll" or "stop"; then, after "roll", the die does."""

    rolls: tuple[int, ...] = ()
    is_rolling: bool = False
    has_stopped: bool = False

    num_players = 1
    max_actions = 6
    max_plies = 2 * GOAL + 4

    def legal_actions(self):
        return ["roll", "stop"]

    def chance_outcomes(self):
        return [(side, 1 / 6) for side in range(1, 7)] if self.is_rolling else []

    def play(self, action):
        if action == "stop":
            return replace(self, has_stopped=True)
        if action == "roll":
            return replace(self, is_rolling=True)
        return TwentyOne((*self.rolls, action))

    def is_terminal(self):
        return self.has_stopped or sum(self.rolls) > GOAL

    def returns(self):
        total = sum(self.rolls)
        return total if total <= GOAL else 0

    def picture(self):
        """A cell a point, a colour a roll, whose number stands in its last cell."""
        cells: list = []
        for turn, side in enumerate(self.rolls):
            colour = COLOURS[turn % len(COLOURS)]
            cells += [(None, colour)] * (side - 1) + [(side, colour)]
        if len(cells) > GOAL:
            cells = [*cells[: GOAL - 1], BUST]
        elif self.is_rolling:
            cells.append("?")
        cells = [*cells, *[None] * GOAL][:GOAL]
        return [cells[start : start + ROW] for start in range(0, GOAL, ROW)]
