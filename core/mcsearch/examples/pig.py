"""Pig with a die: roll as often as you like, but a one or two loses what the turn has made."""

from __future__ import annotations

from dataclasses import dataclass, replace

GOAL = 30
LOSING = (1, 2)
ROW = 10  # points in a row of the picture
PIECES = ((4, "circle"), (5, "square"))  # of the first player and of the second


@dataclass(frozen=True)
class Pig:
    """The points held and the rolls of the turn; who has the goal with both together has won.

    A player acts, "roll" or "hold"; then, after "roll", the die does. `lost` is the side that has
    ended the turn before, which the picture still shows; 0 for none.
    """

    held: tuple[int, int] = (0, 0)
    rolls: tuple[int, ...] = ()
    to_play: int = 0
    is_rolling: bool = False
    lost: int = 0

    num_players = 2
    max_actions = 6
    max_plies = 500

    def legal_actions(self):
        return ["roll", "hold"] if self.rolls else ["roll"]

    def chance_outcomes(self):
        return [(side, 1 / 6) for side in range(1, 7)] if self.is_rolling else []

    def play(self, action):
        if action == "roll":
            return replace(self, is_rolling=True, lost=0)
        if action == "hold":
            held = [*self.held]
            held[self.to_play] += sum(self.rolls)
            return Pig((held[0], held[1]), to_play=1 - self.to_play)
        if action in LOSING:
            return Pig(self.held, to_play=1 - self.to_play, lost=action)
        return replace(self, rolls=(*self.rolls, action), is_rolling=False)

    def is_terminal(self):
        return self.held[self.to_play] + sum(self.rolls) >= GOAL

    def returns(self):
        return float(self.to_play == 0)  # who is to play has the goal

    def picture(self):
        """Three rows of points for each player, rings for the turn's; between them its rolls."""
        rows = [self._points(0), self._turn(), self._points(1)]
        return [row for part in rows for row in part]

    def _points(self, player):
        at_stake = sum(self.rolls) if player == self.to_play else 0
        colour, mark = PIECES[player]
        cells: list = [(None, colour, mark)] * self.held[player] + [
            (None, colour, "ring")
        ] * at_stake
        cells = [*cells, *[None] * GOAL][:GOAL]
        return [cells[start : start + ROW] for start in range(0, GOAL, ROW)]

    def _turn(self):
        cells = [*self.rolls, *["?"] * self.is_rolling, *[(self.lost, 1)] * (self.lost > 0)]
        return [[*cells, *[None] * ROW][:ROW]]
