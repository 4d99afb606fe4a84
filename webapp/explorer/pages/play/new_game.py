"""What the page's form begins: a game of the engine's, or of people's own, and who plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from mcsearch.engine.parameter import Parameter, Value
from mcsearch.engine.wording import text_of
from mcsearch.play.attempt import Attempt
from mcsearch.play.match import Match, Side
from mcsearch.play.setting import Setting

FIRST_GAME, FIRST_LEVEL = "connect4", "strong"
OWN = "own"
"""The name of the strength that is no level: a recipe of the visitor's."""
PIE_RULE, SIDE, NAMED = "pie_rule", "side", "named-position"
_MOST_NUMBERS = 100  # in a list to choose from


@dataclass(frozen=True, slots=True)
class PlaySwitch:
    """What the form asks for of a game."""

    name: str
    label: str
    help: str
    choices: tuple[str, ...]  # (): a switch
    value: str


def rules_of(setting: Setting) -> tuple[PlaySwitch, ...]:
    """What a game's form asks for beside the position's text: one of those that are offered, its
    switches and whole numbers of few values, and the side of its board."""
    if setting.own is not None:
        return ()
    values, game = setting.recipe().values, setting.record
    asked = [
        PlaySwitch(
            name=rule.name,
            label=f"{rule.label} of the board" if rule.name == SIDE else rule.label,
            help=rule.help,
            choices=() if rule.kind == "bool" else tuple(rule.options),
            value=text_of(values[rule.name]),
        )
        for rule in game.parameters
        if rule.name in values and _is_asked(rule)
    ]
    if game.positions:
        asked.insert(
            0,
            PlaySwitch(
                name=NAMED,
                label=game.positions_label,
                help="where the game begins",
                choices=game.choices(setting.position),
                value=game.offered(setting.position),
            ),
        )
    return tuple(asked)


def _is_asked(rule: Parameter) -> bool:
    """Whether the form has a switch or a list for a game's rule."""
    if rule.kind == "int":
        return rule.high - rule.low < _MOST_NUMBERS
    return rule.kind == "bool" or rule.name == SIDE


def setting_of(game: str, position: str, rules: Mapping[str, Any] | None = None) -> Setting:
    """What the page's form says of one of the engine's games; RecipeError for a wrong position.

    `rules` are values by the names of `rules_of`, other names are left out; None: as the game is
    usually played. Without a position's text the game begins at the one of `NAMED`.
    """
    if rules is None:
        rules = {PIE_RULE: "on"}
    position = position or str(rules.get(NAMED, ""))
    given: dict[str, Value] = {}
    for rule in Setting(game).record.parameters:
        value = rule.parse(rules.get(rule.name, rule.default))
        if value != rule.default:
            given[rule.name] = value
    return Setting(game, position, given)


def new_game(
    setting: Setting, level: str, first: str = "person", own: Side | None = None
) -> Match | Attempt:
    """A game from the page's form; RecipeError for what can't be played."""
    setting = setting.redrawn()
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
