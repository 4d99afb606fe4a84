"""How much of their moves' budgets the entrants of a match have used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mcsearch.engine.wording import spaced
from mcsearch.runs.match import Fixture, Played
from mcsearch.runs.race import Entrant, Equal

_TOLD_BELOW = 0.995
"""Of the budget: a move's last iterations may be a few more or less."""


class UsedShare(NamedTuple):
    """How much of its moves' budgets an entrant of a match has used."""

    label: str
    by: str
    """Iterations or seconds."""
    moves: int
    share: float


class Usage:
    """What the entrants of a match have had and used, counted game by game."""

    def __init__(self, entrants: Sequence[Entrant], equal: Equal) -> None:
        self._entrants = tuple(entrants)
        self._by = equal.by
        self._moves = [0] * len(self._entrants)
        self._used = [0.0] * len(self._entrants)

    def add(self, first: int, fixture: Fixture, played: Played) -> None:
        """Count a game; `first`: the index of the entrant that is player 0."""
        sides = first, 1 - first
        spent = played.iterations if self._by == "iterations" else played.seconds
        state = fixture.sides[0].start()
        for ply, action in enumerate(played.actions):
            if ply >= len(fixture.opening) and not state.is_chance:
                self._moves[sides[state.to_play]] += 1
            state = state.play(action)
        for side, amount in zip(sides, spent, strict=True):
            self._used[side] += amount

    def shares(self) -> list[UsedShare]:
        """The entrants that have used less than they had, because searches with a proven result,
        or nothing left to search, end early."""
        found = []
        counts = zip(self._entrants, self._moves, self._used, strict=True)
        for (label, recipe), moves, used in counts:
            had = moves * float(recipe.values[self._by])
            if had > 0.0 and used < _TOLD_BELOW * had:
                found.append(UsedShare(label, self._by, moves, used / had))
        return found


def used_text(used: UsedShare) -> str:
    """A line for a person."""
    return (
        f"{used.label} used {100 * used.share:.1f} % of its {used.by}, over {spaced(used.moves)} "
        "moves: searches that have proven a result, or have nothing left to search, end early."
    )
