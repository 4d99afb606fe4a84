"""A person's own problem from the command line: a class of a module or of a file, by its name."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from mcsearch.cli.flags import flag_of, parameters_of, whole_number
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.search import Search
from mcsearch.problem import search_for
from mcsearch.problem.named import load
from mcsearch.recipe import Recipe

_OF_GAMES = ("game", "preset", "board", "position", "moves", "board_seed", "size", "colours")
"""Flags that say what to search, as `--problem` does."""


def add_flag(parser: argparse.ArgumentParser, does: str) -> None:
    """Give a parser the flag --problem; `does` is what the command does with it."""
    parser.add_argument(
        "--problem",
        metavar="MODULE:CLASS",
        help=f"{does} a class of your own instead of a game, see mcsearch.problem: "
        "my_module:Knapsack, or file.py:Knapsack",
    )


def refuse_games(arguments: argparse.Namespace, others: tuple[str, ...] = ()) -> None:
    """RecipeError for a flag that says what to search as well as --problem."""
    for name in (*_OF_GAMES, *others):
        if getattr(arguments, name, None) not in (None, ""):
            raise RecipeError(
                f"{flag_of(name)}: the problem is given by --problem; leave out one of them"
            )


def refuse_class(arguments: argparse.Namespace) -> None:
    """RecipeError for a class of one's own where a game of the engine's is asked for."""
    for name, flag in (("game", "--game"), ("played", "play")):
        given = getattr(arguments, name, None)
        if given is not None and ":" in given:
            raise RecipeError(f"{flag}: {given!r} is a class of your own; give --problem {given}")


def changed(own: Recipe, arguments: argparse.Namespace) -> Recipe:
    """The recipe with what the flags say of its search."""
    seed = 0 if arguments.seed is None else whole_number("--seed", arguments.seed, 0)
    search = arguments.search or own.search
    return own.replace(search=search, parameters=parameters_of(arguments), seed=seed)


def search_of(arguments: argparse.Namespace) -> tuple[Search, Mapping[str, Any]]:
    """The search that the flags describe, and what they say, ready for JSON.

    RecipeError for flags that describe none, ProblemError for a class that lacks something.
    """
    refuse_games(arguments)
    if arguments.trace is not None:
        raise RecipeError("--trace: a trace begins with a recipe, --problem has none; leave it out")
    parameters = parameters_of(arguments)
    seed = 0 if arguments.seed is None else whole_number("--seed", arguments.seed, 0)
    problem = load(arguments.problem)
    search = search_for(problem, arguments.search or "", parameters, seed)
    limits = {"iterations"} if "seconds" in parameters else set()
    said = {
        "problem": arguments.problem,
        "search": search.name,
        "parameters": {
            name: value
            for name, value in search.values.items()
            if name in parameters.keys() | limits
        },
        "seed": seed,
    }
    return search, said
