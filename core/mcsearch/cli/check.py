"""The command `mcsearch check`: is somebody's search right?"""

from __future__ import annotations

import argparse
import json
import math
import sys
from typing import Any

from mcsearch.check import Examination, Line, Shape, ShapeError, offered
from mcsearch.check.known import run_of
from mcsearch.check.offered import DEFAULT_GAME
from mcsearch.cli import own_problem
from mcsearch.cli.flags import whole_number
from mcsearch.engine.parameter import RecipeError
from mcsearch.games import GAMES
from mcsearch.problem.named import load, named

_FAULT = 1


def add_command(commands: Any) -> None:
    """Add `check` to the command line."""
    parser = commands.add_parser(
        "check",
        help="is your search right?",
        description="Run a Monte Carlo tree search of your own on a game, and tell what in it is "
        "right, wrong or suspicious, with counterexamples. Exit code 1 where something is wrong.",
    )
    parser.add_argument(
        "search",
        metavar="FILE.py[:RUN]",
        help="a function run(state, iterations, seed) that returns the root of its tree, an "
        "action, or both in a tuple: my_mcts.py or my_module:run; by default run",
    )
    parser.add_argument(
        "--game", metavar="GAME", help=f"one of our games, such as hex; by default {DEFAULT_GAME}"
    )
    parser.add_argument("--position", metavar="TEXT", help="where it begins")
    own_problem.add_flag(parser, "run the search on")
    parser.add_argument(
        "--tree",
        action="append",
        default=[],
        metavar="FIELD=NAME",
        help="a name in your nodes, where it is not found: children=kids, visits=n, value=w, "
        "action=move, untried, prior, proven, state; value_is=sum or mean; whose=mover, to_move, "
        "root or first",
    )
    parser.add_argument(
        "--exploration",
        type=float,
        default=math.nan,
        metavar="C",
        help="the C of UCB1 that is meant to be in use: each choice is held against it",
    )
    parser.add_argument(
        "--limit", type=float, default=10.0, metavar="SECONDS", help="of one call, by default 10"
    )
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="about how long it may take, by default 30"
    )
    parser.add_argument("--seed", default="1", help="by default 1")
    parser.add_argument("--json", action="store_true", help="print the report as a JSON object")
    parser.set_defaults(command=_check)


def _check(arguments: argparse.Namespace) -> int:
    place = arguments.search
    has_name = ":" in place and not place.endswith(".py")
    run, _ = named(place if has_name else f"{place}:run", "check", "run")
    try:
        search = run_of(run)
    except ValueError as error:
        raise RecipeError(f"check: {error}") from None
    examination = Examination(
        search,
        _game(arguments),
        _shape(arguments.tree),
        exploration=arguments.exploration,
        seed=whole_number("--seed", arguments.seed, 0),
        limit=_positive("--limit", arguments.limit),
        seconds=_positive("--seconds", arguments.seconds),
    )
    shows = sys.stderr.isatty()
    for done in examination.lines():
        if shows and not isinstance(done, Line):
            print(f"\r{done:<60}", end="", file=sys.stderr)
    if shows:
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    report = examination.report
    print(json.dumps(report.to_dict()) if arguments.json else report)
    return _FAULT if report.has_fault else 0


def _game(arguments: argparse.Namespace) -> Any:
    if arguments.problem is not None:
        own_problem.refuse_games(arguments)
        return load(arguments.problem)
    game = arguments.game or DEFAULT_GAME
    if game not in GAMES:
        raise RecipeError(f"--game: {game!r} is no game; give one of {', '.join(sorted(GAMES))}")
    return offered(game, arguments.position or "")


def _shape(given: list[str]) -> Shape:
    fields = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or name not in Shape.__dataclass_fields__:
            raise RecipeError(
                f"--tree: {text!r} is not valid; give FIELD=NAME, with one of "
                f"{', '.join(Shape.__dataclass_fields__)}"
            )
        fields[name] = value
    try:
        return Shape(**fields)
    except ShapeError as error:
        raise RecipeError(f"--tree: {error}") from None


def _positive(flag: str, value: float) -> float:
    if not 0.0 < value < math.inf:
        raise RecipeError(f"{flag}: {value:g} is not valid; give seconds above 0")
    return value
