"""What is certain of a node's exact value, as results have it."""

from __future__ import annotations

from typing import Literal, NamedTuple

Outcome = Literal["loss", "draw", "win"]
_OUTCOMES: dict[float, Outcome] = {0.0: "loss", 0.5: "draw", 1.0: "win"}


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
    def outcome(self) -> Outcome | None:
        """Two players: "win", "draw" or "loss" when that is proven."""
        return _OUTCOMES.get(self.lower) if self.is_exact else None

    @property
    def is_open(self) -> bool:
        """Whether nothing is certain."""
        return self[:2] in (ANY_RETURN[:2], ANY_SCORE[:2])

    def in_words(self, whose: str = "") -> str:
        """What is certain, as a person says it; "" when nothing is.

        `whose` comes after the outcome: "a proven win of the search in 5 plies".
        """
        if self.is_open:
            return ""
        if not self.is_exact:
            if self.upper == ANY_SCORE.upper:
                return f"proven to be worth {self.lower:g} or more"
            return f"proven to be worth {self.lower:g} to {self.upper:g}"
        known = f"a proven {self.outcome or f'value of {self.lower:g}'}{whose}"
        if self.plies > 0:
            known += f" in {self.plies} {'ply' if self.plies == 1 else 'plies'}"
        return known

    def seen_by(self, player: int) -> Bounds:
        """Two players: player 0's bounds as those of a player's own return."""
        return self if player == 0 else Bounds(1.0 - self.upper, 1.0 - self.lower, self.plies)

    def clip(self, value: float) -> float:
        """The nearest value that is possible; nan stays nan unless the value is proven."""
        if self.is_exact:
            return self.lower
        return min(max(value, self.lower), self.upper) if value == value else value

    def met_with(self, other: Bounds) -> Bounds:
        """What two independent searches know together: of two proofs the shorter win."""
        if self.is_exact and other.is_exact:
            return min(self, other, key=lambda known: known.plies)
        if self.is_exact or other.is_exact:
            return self if self.is_exact else other
        lower, upper = max(self.lower, other.lower), min(self.upper, other.upper)
        return Bounds(lower, upper)


class ScoreBounds(Bounds):
    """One player: the bounds of a node below which every end of the game has been seen."""

    @property
    def outcome(self) -> None:
        """A score is no win or loss, whatever it is."""

    def in_words(self, whose: str = "") -> str:
        """What is certain, as a person says it."""
        return f"closed: every end has been seen, the best {self.lower:g}"


ANY_RETURN = Bounds(0.0, 1.0)
"""Two players: nothing is certain."""

ANY_SCORE = Bounds(float("-inf"), float("inf"))
"""One player: nothing is certain."""
