"""Recipes from the command line's flags: every game, search, rule, policy and parameter has one."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import Any

from mcsearch.engine.parameter import Parameter, RecipeError
from mcsearch.engine.wording import text_of
from mcsearch.games.samegame import board_text
from mcsearch.play.history import History
from mcsearch.play.setting import Setting
from mcsearch.playout import POLICIES
from mcsearch.presets import find_preset
from mcsearch.recipe import GAMES, SEARCHES, Recipe
from mcsearch.runs.text_file import read_text
from mcsearch.searches.root_parallel import TREES
from mcsearch.selection import RULES

DATABASE = "results.sqlite"


def declared(owners: Iterable[Any]) -> dict[str, list[Parameter]]:
    """The owners' parameters by name; they may differ in its meaning and its default."""
    found: dict[str, list[Parameter]] = {}
    for owner in owners:
        for parameter in owner.parameters:
            found.setdefault(parameter.name, []).append(parameter)
    return found


def meanings(declarations: Iterable[Parameter]) -> str:
    """What parameters of one name mean, each meaning once."""
    told = (f"{p.help} ({', '.join(p.choices)})" if p.choices else p.help for p in declarations)
    return "; or: ".join(dict.fromkeys(told))


def _parameters() -> dict[str, list[Parameter]]:
    """Every parameter that anything declares."""
    owners = (*GAMES.values(), *SEARCHES.values(), *RULES.values(), *POLICIES.values())
    return {**declared(owners), TREES.name: [TREES]}


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Give a parser the flags that `recipe_of` reads."""
    parser.add_argument("--game", help=", ".join(GAMES))
    parser.add_argument("--search", help=", ".join(SEARCHES))
    parser.add_argument("--preset", help="a named recipe; other flags change parts of it")
    start = parser.add_argument_group(
        "position",
        " ".join(f"{game.title}: {game.position_help}." for game in GAMES.values()),
    )
    start.add_argument("--board", metavar="FILE", help="text file with one or more positions")
    start.add_argument(
        "--position",
        help="number of the board in FILE, from 1; or without --board a position's text",
    )
    start.add_argument(
        "--moves",
        help="played from the position before the search begins: columns such as 4453, or cells "
        "such as 'e5 d4'",
    )
    start.add_argument("--board-seed", metavar="N", help="SameGame: a random board of this seed")
    start.add_argument("--size", metavar="WxH", help="of the random board, by default 15x15")
    start.add_argument("--colours", metavar="N", help="of the random board, by default 5")
    parser.add_argument("--seed", help="of the search's random numbers, by default 0")
    options = parser.add_argument_group("parameters")
    offered = [name for name, rule in RULES.items() if rule.is_offered]
    options.add_argument("--selection", help="selection rule: " + ", ".join(offered))
    options.add_argument("--policy", help="playout policy: " + ", ".join(POLICIES))
    for name, declarations in sorted(_parameters().items()):
        defaults = " or ".join(dict.fromkeys(text_of(p.default) for p in declarations))
        options.add_argument(
            flag_of(name),
            dest=name,
            help=f"{meanings(declarations)}; by default {defaults}".replace("%", "%%"),
        )


def flag_of(name: str) -> str:
    """The flag of a parsed value: --board-seeds of board_seeds."""
    return f"--{name.replace('_', '-')}"


def refuse(arguments: argparse.Namespace, names: Iterable[str], why: str) -> None:
    """RecipeError for the first of some flags that is given."""
    for name in names:
        if getattr(arguments, name) is not None:
            raise RecipeError(f"{flag_of(name)}: {why}")


def whole_number(flag: str, text: str, low: int) -> int:
    """A flag's whole number, at least `low`; RecipeError for anything else."""
    if not text.isdecimal() or int(text) < low:
        raise RecipeError(f"{flag}: {text!r} is not valid; give a whole number from {low}")
    return int(text)


def parameters_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """The parameters that flags give, by their names."""
    given = {name: getattr(arguments, name) for name in ("selection", "policy", *_parameters())}
    return {name: value for name, value in given.items() if value is not None}


def recipe_of(arguments: argparse.Namespace) -> Recipe:
    """The recipe that the flags describe; RecipeError when they describe none."""
    fields: dict[str, Any] = {
        "game": arguments.game,
        "position": _position(arguments),
        "search": arguments.search,
    }
    if arguments.seed is not None:
        fields["seed"] = whole_number("--seed", arguments.seed, 0)
    changes = {name: value for name, value in fields.items() if value is not None}
    recipe = _from_preset(arguments.preset, changes, parameters_of(arguments))
    return recipe if arguments.moves is None else _after_moves(recipe, arguments.moves)


def _from_preset(name: str | None, changes: dict[str, Any], parameters: dict[str, Any]) -> Recipe:
    if name is None:
        return Recipe(**changes, parameters=parameters)
    preset = find_preset(name).recipe
    for field in ("game", "search"):
        if changes.get(field, getattr(preset, field)) != getattr(preset, field):
            raise RecipeError(
                f"--{field}: {changes[field]!r} is not of preset {name} "
                f"({getattr(preset, field)}); leave out --{field} or --preset"
            )
    return preset.replace(**changes).with_parameters(parameters)


def _position(arguments: argparse.Namespace) -> str | None:
    """The position's text from the flags that name a position; None without them."""
    random_board = {
        "--board-seed": arguments.board_seed,
        "--size": arguments.size,
        "--colours": arguments.colours,
    }
    given = [flag for flag, value in random_board.items() if value is not None]
    if given and arguments.game not in (None, "samegame"):
        raise RecipeError(f"{given[0]}: only samegame has random boards; give --position")
    if given and (arguments.board is not None or arguments.position is not None):
        raise RecipeError(f"{given[0]}: a board is given too; leave out one of them")
    if given:
        return _random_board(arguments)
    if arguments.board is None:
        return arguments.position
    return _position_in_file(arguments.board, arguments.position)


def _random_board(arguments: argparse.Namespace) -> str:
    size, colours = arguments.size or "15x15", arguments.colours or "5"
    seed = arguments.board_seed or "0"
    if not re.fullmatch(r"\d+x\d+", size):
        raise RecipeError(f"--size: {size!r} is not valid; give width and height such as 15x15")
    if not colours.isdecimal():
        raise RecipeError(f"--colours: {colours!r} is not valid; give 2 to 9")
    return f"{size}x{colours}:{whole_number('--board-seed', seed, 0)}"


def _position_in_file(file: str, number: str | None) -> str:
    found = board_text.boards_in(read_text("--board", file))
    if not found:
        raise RecipeError(f"--board: {file!r} holds no board; give rows of colours")
    if number is None:
        if len(found) == 1:
            return found[0]
        raise RecipeError(
            f"--board: {file!r} holds {len(found)} boards; with --position give a number from 1 to "
            f"{len(found)}"
        )
    if not number.isdecimal() or not 1 <= int(number) <= len(found):
        raise RecipeError(
            f"--position: {number!r} is no board of {file!r}; give a number from 1 to {len(found)}"
        )
    return found[int(number) - 1]


def _after_moves(recipe: Recipe, moves: str) -> Recipe:
    """The recipe at the position that moves lead to."""
    game = History(Setting.of(recipe))
    words = re.split(r"[\s,;]+", moves.strip(" \t\n,;"))
    # columns are digits, and may be written without spaces
    names = [name for word in words for name in (word if word.isdecimal() else [word]) if name]
    try:
        game.play_through(names)
    except RecipeError as error:
        raise RecipeError(f"--moves: {error}") from None
    return recipe.replace(position=str(game.state))
