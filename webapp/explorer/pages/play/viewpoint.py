"""Whose win rates the page tells."""

from __future__ import annotations

import math

from mcsearch.play.match import Match


def search_player(match: Match) -> int:
    """Whose win rates are told: the search's, or those of who has begun."""
    searches = [player for player in (0, 1) if not match.sides[player].is_person]
    return searches[0] if len(searches) == 1 else 0


def rate_of(value: float, mover: int, player: int) -> float | None:
    """A win rate of who is to move as that of a player, rounded; None where it is not known."""
    if math.isnan(value):
        return None
    return round(value if mover == player else 1.0 - value, 4)
