"""The command `mcsearch play`: a person against a search, in a terminal or on a pipe."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from mcsearch.cli import own_problem
from mcsearch.cli.flags import add_flags, flag_of, parameters_of, recipe_of
from mcsearch.cli.table import AttemptTable, MatchTable, loaded
from mcsearch.engine.parameter import RecipeError
from mcsearch.play.attempt import Attempt
from mcsearch.play.levels import LEVELS
from mcsearch.play.match import Match, Side
from mcsearch.play.setting import MAX_DRAWS, Setting, draws_of
from mcsearch.play.thinker import Limit
from mcsearch.problem.named import recipe_named
from mcsearch.recipe import GAMES, Recipe

_DEFAULT_LEVEL = "strong"
_LIMITS = ("iterations", "seconds")


def add_command(commands: Any) -> None:
    """Add `play` to the command line."""
    levels = "; ".join(f"{level.name}: {level.title}" for level in LEVELS.values())
    parser = commands.add_parser(
        "play",
        help="play against a search",
        description="Play a game of two players against a search, or of one beside a search's own "
        "attempt. Type a move, or help for the other words. It also plays on a pipe. Without a "
        "level, flags of a search or a preset say which search it is.",
    )
    parser.add_argument("played", metavar="GAME", nargs="?", help=", ".join(GAMES))
    parser.add_argument("--strength", help=f"{levels}; by default {_DEFAULT_LEVEL}")
    parser.add_argument("--second", action="store_true", help="you move second")
    parser.add_argument(
        "--load",
        metavar="FILE",
        help="go on with a game that was saved, also by another program: a Morpion Solitaire "
        "Record or a Pentasol text",
    )
    parser.add_argument(
        "--draws",
        metavar="N",
        help=f"where chance acts: which draws come about, 0 to {MAX_DRAWS}; by default others in "
        "every game of a class of your own",
    )
    parser.add_argument("--no-help", action="store_true", help="no values of moves, but for hint")
    own_problem.add_flag(parser, "play")
    add_flags(parser)
    parser.set_defaults(command=_play)


def _play(arguments: argparse.Namespace) -> int:
    game = _game_of(arguments)
    if isinstance(game, Match):
        MatchTable(game, shows_values=not arguments.no_help).run()
    else:
        AttemptTable(game).run()
    return 0


def _game_of(arguments: argparse.Namespace) -> Match | Attempt:
    """The game that the flags begin or load."""
    own = _own(arguments)
    if arguments.load is not None:
        if arguments.played is not None:
            raise RecipeError("--load: the file says the game; leave out one of them")
        if arguments.draws is not None:
            raise RecipeError("--load: the file says the draws; leave out --draws")
        return loaded(arguments.load, own)
    if own is not None:
        setting = _drawing(arguments, Setting.of(own))
        recipe = own_problem.changed(own, arguments)
        if setting.num_players == 1:
            is_given = arguments.search is not None or parameters_of(arguments)
            return Attempt(setting, recipe if is_given else None, recipe.seed)
        return _match(arguments, setting, recipe)
    played = arguments.played or arguments.game
    if played is None:
        raise RecipeError("play: no game; give one of " + ", ".join(GAMES))
    if arguments.game not in (None, played):
        raise RecipeError(f"--game: {played} is given, too; leave out --game")
    arguments.game = played
    recipe = recipe_of(arguments)
    setting = _drawing(arguments, Setting.of(recipe))
    if setting.num_players == 1:
        return Attempt(setting, recipe)
    return _match(arguments, setting, recipe)


def _own(arguments: argparse.Namespace) -> Recipe | None:
    """A recipe of the problem of --problem, None without one."""
    if arguments.problem is None:
        return None
    own_problem.refuse_games(arguments, ("played",))
    return recipe_named(arguments.problem)


def _drawing(arguments: argparse.Namespace, setting: Setting) -> Setting:
    """The setting with its draws: those that are asked for, else others in every game.

    Those of a position's text, as in 2048, are of that text.
    """
    if arguments.draws is not None:
        return replace(setting, draws=draws_of(arguments.draws))
    return setting.redrawn()


def _match(arguments: argparse.Namespace, setting: Setting, recipe: Recipe) -> Match:
    search, person = _side(arguments, setting, recipe), Side.person()
    return Match(setting, (search, person) if arguments.second else (person, search))


def _side(arguments: argparse.Namespace, setting: Setting, recipe: Recipe) -> Side:
    """The search that the flags describe: a level, or a recipe, and how long it thinks."""
    own = {parameter.name for parameter in setting.record.parameters}
    given = [name for name in parameters_of(arguments) if name not in (*own, *_LIMITS)]
    named = [flag for flag in ("search", "preset") if getattr(arguments, flag) is not None]
    if given or named:
        if arguments.strength is not None:
            flag = flag_of([*named, *given][0])
            raise RecipeError(f"--strength: it says all of the search; leave out it or {flag}")
        return Side.of_recipe(recipe)
    side = Side.of_level(
        arguments.strength or _DEFAULT_LEVEL, setting.game, recipe.seed, setting.own
    )
    if all(getattr(arguments, name) is None for name in _LIMITS):
        return side
    return Side(side.recipe, Limit.of(recipe))
