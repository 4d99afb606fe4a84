"""Links to a game: its setting, sides and moves, the move on show, and whether it is reviewed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from explorer.session.limits import LIMITS, LINK_CHARACTERS
from mcsearch import RecipeError
from mcsearch.engine.parameter import Value
from mcsearch.play.match import Match, Side
from mcsearch.play.record import GameRecord, side_of, side_text
from mcsearch.play.setting import Setting
from mcsearch.recipe import GAMES, choose

VIEW = "play"
MOST_SECONDS = 60.0
_FIELDS = ("game", "position", "first", "second", "moves", "at", "review")


@dataclass(frozen=True)
class GamePlace:
    """A game as it is seen: at the position after `at` moves, reviewed or played."""

    record: GameRecord
    at: int
    is_reviewed: bool = False


def to_query(place: GamePlace) -> str:
    """The link's query, without the question mark."""
    setting = place.record.setting
    fields: dict[str, Any] = {"view": VIEW, "game": setting.game}
    if setting.position:
        fields["position"] = setting.position
    for name, value in setting.parameters.items():
        fields[name] = ("on" if value else "off") if isinstance(value, bool) else value
    for name, side in zip(("first", "second"), place.record.sides, strict=True):
        fields[name] = side_text(side)
    if place.record.moves:
        fields["moves"] = " ".join(place.record.moves)
    if place.at != len(place.record.moves):
        fields["at"] = place.at
    if place.is_reviewed:
        fields["review"] = "on"
    return urlencode(fields, safe=":,/;", quote_via=quote)


def from_query(query: str) -> GamePlace | None:
    """The game that a query names, None where it names none; RecipeError for a wrong one."""
    if len(query) > LINK_CHARACTERS:
        raise RecipeError(f"link: {len(query):,} characters; give at most {LINK_CHARACTERS:,}")
    fields = dict(parse_qsl(query.lstrip("?#"), keep_blank_values=True))
    fields.pop("view", None)
    if "game" not in fields:
        return None
    choose("game", fields["game"], GAMES)
    own = {parameter.name: parameter for parameter in GAMES[fields["game"]].parameters}
    for name in fields:
        choose("link", name, (*_FIELDS, *own))
    parameters: dict[str, Value] = {n: own[n].parse(fields[n]) for n in own if n in fields}
    setting = Setting(fields["game"], fields.get("position", ""), parameters)
    sides = (
        check(side_of(fields.get("first", "person"), setting)),
        check(side_of(fields.get("second", "person"), setting)),
    )
    moves = tuple(fields.get("moves", "").split())
    at = fields.get("at", str(len(moves)))
    if not at.isdecimal() or int(at) > len(moves):
        raise RecipeError(f"at: {at[:20]!r} is no move; give 0 to {len(moves)}")
    record = GameRecord(setting, sides, moves)
    Match(setting, (Side.person(), Side.person()), moves)
    return GamePlace(record, int(at), fields.get("review") == "on")


def check(side: Side) -> Side:
    """RecipeError for a side that is too much for the page."""
    if side.recipe is None or side.limit is None:
        return side
    for name in ("nodes", "trees"):
        value = int(side.recipe.values[name])
        if value > LIMITS[name]:
            raise RecipeError(f"{name} is {value:,}; the page takes at most {LIMITS[name]:,}")
    if side.limit.playouts > LIMITS["iterations"] or side.limit.seconds > MOST_SECONDS:
        raise RecipeError(
            f"thinking: {side.limit}; the page takes at most {LIMITS['iterations']:,} playouts or "
            f"{MOST_SECONDS:g} seconds"
        )
    return side
