"""What the page's form begins: a game of the engine's, or of people's own, and who plays it."""

from __future__ import annotations

from dataclasses import replace

from explorer.session.own_games import check_played
from mcsearch.engine.parameter import Value
from mcsearch.play.attempt import Attempt
from mcsearch.play.match import Match, Side
from mcsearch.play.setting import Setting
from mcsearch.recipe import Recipe

FIRST_GAME, FIRST_LEVEL = "connect4", "strong"
OWN = "own"
"""The name of the strength that is no level: a recipe of the visitor's."""
PIE_RULE, SIDE = "pie_rule", "side"


def has_pie_rule(setting: Setting) -> bool:
    """Whether a game can be played with the pie rule."""
    return any(parameter.name == PIE_RULE for parameter in setting.record.parameters)


def sides_of(setting: Setting) -> list[int]:
    """The sizes that a game's board may have, by its side; [] where there is one."""
    found = [each for each in setting.record.parameters if each.name == SIDE]
    return [
        int(side)
        for each in found
        for side in (each.choices or range(int(each.low), int(each.high) + 1))
    ]


def setting_of(game: str, position: str, pie: bool, side: str = "") -> Setting:
    """What the page's form says of one of the engine's games; RecipeError for a wrong position."""
    plain = Setting(game)
    given: dict[str, Value] = {}
    if pie and has_pie_rule(plain):
        given[PIE_RULE] = True
    if side and sides_of(plain):
        given[SIDE] = side
    return Setting(game, position, given)


def setting_of_own(recipe: Recipe) -> Setting:
    """A game of somebody's own, to be played; RecipeError for one that two can't play here."""
    return Setting.of(check_played(recipe))


def new_game(
    setting: Setting, level: str, first: str = "person", own: Side | None = None
) -> Match | Attempt:
    """A game from the page's form; RecipeError for what can't be played."""
    if setting.num_players == 1:
        return Attempt(setting, None if own is None else own.recipe)
    return new_match(setting, level, first, own)


def new_match(
    setting: Setting, level: str, first: str = "person", own: Side | None = None
) -> Match:
    """A match from the page's form; `own` plays at the strength `OWN`."""

    def search(seed: int) -> Side:
        if level == OWN and own is not None and own.recipe is not None:
            return replace(own, recipe=own.recipe.replace(seed=own.recipe.seed + seed - 1))
        named = FIRST_LEVEL if level == OWN else level
        return Side.of_level(named, setting.game, seed, setting.own)

    person = Side.person()
    sides = {
        "person": (person, search(1)),
        "search": (search(1), person),
        "persons": (person, person),
        "searches": (search(1), search(2)),
    }
    return Match(setting, sides.get(first, sides["person"]))
