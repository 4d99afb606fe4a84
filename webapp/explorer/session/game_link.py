"""Links to a game: its setting, sides and moves, the move on show, and whether it is reviewed.

A link to a game is an ordinary query that begins with `view=play`. Any page makes one so:

    moves = ("4", "4", "3")                          # as the game writes them
    sides = (Side.of_recipe(one), Side.of_recipe(other))
    record = GameRecord(Setting("connect4"), sides, moves)
    query = to_query(GamePlace(record, reviewed=PLAYOUTS))

`game`, `position` and the game's own parameters by their names are the setting, and `draws` where
chance acts; `first` and
`second` the sides as game files have them (mcsearch.play.record), without them a person against a
search; `moves` the moves, `at` how many of them are on the board. `review` is "on", or the playouts
with which a position is searched: the game is then reviewed, and without `at` it opens at the
largest mistake. With one player `search` is the recipe whose score runs beside the visitor's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from explorer.session.limits import LIMITS, LINK_CHARACTERS
from explorer.session.problems import is_edited
from mcsearch import Recipe, RecipeError
from mcsearch.engine.parameter import Value
from mcsearch.engine.wording import text_of
from mcsearch.play.match import Match, Side
from mcsearch.play.record import GameRecord, side_of, side_text, words_of
from mcsearch.play.review import PLAYOUTS
from mcsearch.play.setting import Setting, draws_of
from mcsearch.recipe import GAMES, choose

VIEW = "play"
MOST_SECONDS = 60.0
PLAYOUTS_OF_OWN = 2_000
"""With which a position of a game of people's own is reviewed."""
MOST_REVIEWED = 300_000  # playouts a position of a review
_USUAL = "level strong, seed 1"
_FIELDS = ("game", "position", "draws", "first", "second", "search", "moves", "at", "review")


People = Callable[[list[str]], Mapping[str, Recipe]]


@dataclass(frozen=True)
class GamePlace:
    """A game as it is seen: at the position after `at` moves, reviewed or played.

    `at` is None for the last position, or in a review for its largest mistake. `reviewed` are the
    playouts a position, 0 for a game that is not reviewed; `rival` is the search beside a person
    who plays alone, None for the usual one.
    """

    record: GameRecord
    at: int | None = None
    reviewed: int = 0
    rival: Recipe | None = None


def to_query(place: GamePlace) -> str:
    """The link's query, without the question mark."""
    record, setting = place.record, place.record.setting
    if setting.own is not None and is_edited(setting.own):
        return urlencode({"view": VIEW})  # code travels in no link
    fields: dict[str, Any] = {"view": VIEW, "game": setting.game}
    if setting.position:
        fields["position"] = setting.position
    for name, value in setting.parameters.items():
        fields[name] = text_of(value)
    if setting.draws:
        fields["draws"] = setting.draws
    if setting.num_players == 2:
        fields |= {"first": side_text(record.sides[0]), "second": side_text(record.sides[1])}
    elif place.rival is not None:
        fields["search"] = place.rival.to_json()
    if record.moves:
        fields["moves"] = " ".join(record.moves)
    if place.at is not None and (place.reviewed or place.at != len(record.moves)):
        fields["at"] = place.at
    if place.reviewed:
        fields["review"] = "on" if place.reviewed == PLAYOUTS else place.reviewed
    return urlencode(fields, safe=":,/;", quote_via=quote)


def from_query(query: str, people: People = lambda names: {}) -> GamePlace | None:
    """The game that a query names, None where it names none; RecipeError for a wrong one.

    `people`: a recipe of each of some names that is a game of people's own.
    """
    if len(query) > LINK_CHARACTERS:
        raise RecipeError(f"link: {len(query):,} characters; give at most {LINK_CHARACTERS:,}")
    fields = dict(parse_qsl(query.lstrip("?#"), keep_blank_values=True))
    fields.pop("view", None)
    if "game" not in fields:
        return None
    recipes = people([fields["game"]])
    choose("game", fields["game"], (*GAMES, *recipes))
    person = recipes.get(fields["game"])
    record = GAMES[fields["game"]] if person is None else person.record
    own = {parameter.name: parameter for parameter in record.parameters}
    for name in fields:
        choose("link", name, (*_FIELDS, *own))
    parameters: dict[str, Value] = {n: own[n].parse(fields[n]) for n in own if n in fields}
    draws = draws_of(fields.get("draws", "0"))
    setting = Setting(fields["game"], fields.get("position", ""), parameters, person, draws)
    moves = words_of(setting, fields.get("moves", ""))
    at = _at(fields["at"], len(moves)) if "at" in fields else None
    if setting.num_players == 1:
        record = GameRecord(setting, moves=moves)
        record.attempt()
        rival = None
        if "search" in fields:
            rival = check_rival(setting.recipe_for(setting.read_recipe(fields["search"])))
        return GamePlace(record, at, rival=rival)
    first = check(side_of(fields.get("first", "person"), setting))
    # a link that names no search is short, not one for two people
    other = _USUAL if first.is_person else "person"
    sides = (first, check(side_of(fields.get("second", other), setting)))
    Match(setting, (Side.person(), Side.person()), moves)
    return GamePlace(GameRecord(setting, sides, moves), at, _reviewed(fields.get("review", "")))


def _at(text: str, num_moves: int) -> int:
    if not text.isdecimal() or int(text) > num_moves:
        raise RecipeError(f"at: {text[:20]!r} is no move; give 0 to {num_moves}")
    return int(text)


def _reviewed(text: str) -> int:
    """The playouts a position that `review` asks for, 0 for no review."""
    if text in ("", "off"):
        return 0
    if text == "on":
        return PLAYOUTS
    if not text.isdecimal() or not 1 <= int(text) <= MOST_REVIEWED:
        raise RecipeError(
            f"review: {text[:20]!r} is not valid; give on, or 1 to {MOST_REVIEWED} playouts"
        )
    return int(text)


def check(side: Side) -> Side:
    """RecipeError for a side that is too much for the page."""
    if side.recipe is None or side.limit is None:
        return side
    check_recipe(side.recipe)
    if side.limit.playouts > LIMITS["iterations"] or side.limit.seconds > MOST_SECONDS:
        raise RecipeError(
            f"thinking: {side.limit}; the page takes at most {LIMITS['iterations']:,} playouts or "
            f"{MOST_SECONDS:g} seconds"
        )
    return side


def check_recipe(recipe: Recipe) -> Recipe:
    """RecipeError for a recipe that takes more memory than the page has."""
    return _within(recipe, "nodes", "trees")


def check_rival(recipe: Recipe) -> Recipe:
    """RecipeError for a search beside one player that would be too long, or too large."""
    return _within(recipe, *LIMITS)


def _within(recipe: Recipe, *names: str) -> Recipe:
    for name in names:
        value = int(recipe.values.get(name, 0))
        if value > LIMITS[name]:
            raise RecipeError(f"{name} is {value:,}; the page takes at most {LIMITS[name]:,}")
    return recipe
