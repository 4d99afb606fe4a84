"""What is certain of a node's exact value, as results have it."""

from __future__ import annotations

from typing import NamedTuple

_OUTCOMES = {0.0: "loss", 0.5: "draw", 1.0: "win"}


class Bounds(NamedTuple):
    """The interval in which the value of a position under perfect play must lie.

    `plies` are those to the end of the game where the interval is a point: of the shortest proven
    line for the side that is ahead, of the longest for the other; NONE (-1) before.
    """

    lower: float
    upper: float
    plies: int = -1

    @property
    def is_exact(self) -> bool:
        """Whether the value is proven."""
        return self.lower == self.upper

    @property
    def outcome(self) -> str | None:
        """Two players: "win", "draw" or "loss" when that is proven."""
        return _OUTCOMES.get(self.lower) if self.is_exact else None

    def seen_by(self, player: int) -> Bounds:
        """Two players: player 0's bounds as those of a player's own return."""
        return self if player == 0 else Bounds(1.0 - self.upper, 1.0 - self.lower, self.plies)

    def clip(self, value: float) -> float:
        """The nearest value that is possible; nan stays nan unless the value is proven."""
        if self.is_exact:
            return self.lower
        return min(max(value, self.lower), self.upper) if value == value else value

    def met_with(self, other: Bounds) -> Bounds:
        """What two independent searches know together."""
        lower, upper = max(self.lower, other.lower), min(self.upper, other.upper)
        return Bounds(lower, upper, self.plies if self.is_exact else other.plies)


ANY_RETURN = Bounds(0.0, 1.0)
"""Two players: nothing is certain."""

ANY_SCORE = Bounds(float("-inf"), float("inf"))
"""One player: nothing is certain."""
