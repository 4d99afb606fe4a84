"""Whose win rates the page tells, and what the players are called."""

from __future__ import annotations

import math
from typing import Literal

from mcsearch.engine.bounds import Bounds
from mcsearch.play.match import Match, Side

Sides = tuple[Side, Side]
Outcome = Literal["", "win", "draw", "loss"]


def search_player(match: Match) -> int:
    """Whose win rates are told: the search's, or those of who has begun."""
    searches = [player for player in (0, 1) if not match.sides[player].is_person]
    return searches[0] if len(searches) == 1 else 0


def persons_side(match: Match) -> int | None:
    """The player who is the only person; None where both are, or none is."""
    persons = [player for player in (0, 1) if match.sides[player].is_person]
    return persons[0] if len(persons) == 1 else None


def name_of(sides: Sides, player: int) -> str:
    """Who plays a side, as a sentence begins: by their order where both are alike."""
    if sides[0].is_person == sides[1].is_person:
        return ("The first player", "The second player")[player]
    return "You" if sides[player].is_person else "The search"


def viewpoint(match: Match) -> str:
    """Who it is whose win rates are told, inside a sentence."""
    return name_of(match.sides, search_player(match)).lower()


def rate_of(value: float, mover: int, player: int) -> float | None:
    """A win rate of who is to move as that of a player, rounded; None where it is not known."""
    if math.isnan(value):
        return None
    return round(value if mover == player else 1.0 - value, 4)


def bounds_of(bounds: Bounds, mover: int, player: int) -> Bounds:
    """What is certain for who is to move as what is certain for a player."""
    return bounds.seen_by(int(mover != player))


def end_told(ended: Match, sides: Sides) -> tuple[str, str]:
    """Who has won a game and why: ("The search won", "four in a row"); "" where none is known."""
    if not ended.is_over:
        return "", ""
    names = (name_of(sides, 0).lower(), name_of(sides, 1).lower())
    won = "A draw" if ended.winner is None else f"{name_of(sides, ended.winner)} won"
    return won, ended.reason(names)
