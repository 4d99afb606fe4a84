"""The command line: `python -m mcsearch solve` runs a search on one position, `presets` lists the
named recipes, `bench` measures the engine."""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from tqdm import tqdm

from mcsearch import COMPILED, __version__, bench, boards
from mcsearch.parameter import Parameter, RecipeError
from mcsearch.playout import POLICIES
from mcsearch.presets import PRESETS, find_preset
from mcsearch.recipe import GAMES, SEARCHES, Recipe
from mcsearch.search import Search
from mcsearch.selection import RULES

_FRAME_SECONDS = 0.1
_INTERRUPTED = 130  # as shells have it for a program that SIGINT ended


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}; see {self.prog} --help\n")


def _parameters() -> dict[str, list[Parameter]]:
    """Every parameter that anything declares, by name; searches may differ in its default."""
    found: dict[str, list[Parameter]] = {}
    for owner in (
        *GAMES.values(),
        *SEARCHES.values(),
        *RULES.values(),
        *POLICIES.values(),
    ):
        for parameter in owner.parameters:
            found.setdefault(parameter.name, []).append(parameter)
    return found


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="mcsearch", description="Monte Carlo search, run for real.")
    parser.add_argument("--version", action="version", version=f"mcsearch {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_solve(commands)
    presets = commands.add_parser(
        "presets", help="list the named recipes", description="List them."
    )
    presets.add_argument("--json", action="store_true", help="as JSON, with complete recipes")
    measure = commands.add_parser(
        "bench",
        help="measure the engine",
        description="Run fixed workloads and print the median rate of each.",
    )
    measure.add_argument("--json", action="store_true", help="print a JSON list")
    measure.add_argument(
        "--repeats", default=str(bench.REPEATS), help="of each workload, by default 5"
    )
    return parser


def _add_solve(commands: Any) -> None:
    solve = commands.add_parser(
        "solve",
        help="search one position",
        description="Search one position and print the best result. Ctrl-C ends the search early "
        "and prints the best result so far.",
    )
    solve.add_argument("--game", help=", ".join(GAMES))
    solve.add_argument("--search", help=", ".join(SEARCHES))
    solve.add_argument("--preset", help="a named recipe; other flags change parts of it")
    start = solve.add_argument_group("position")
    start.add_argument("--board", metavar="FILE", help="text file with one or more positions")
    start.add_argument(
        "--position",
        help="number of the board in FILE, from 1; or without --board a position's text",
    )
    start.add_argument("--board-seed", metavar="N", help="SameGame: a random board of this seed")
    start.add_argument("--size", metavar="WxH", help="of the random board, by default 15x15")
    start.add_argument("--colours", metavar="N", help="of the random board, by default 5")
    solve.add_argument("--seed", help="of the search's random numbers, by default 0")
    solve.add_argument("--json", action="store_true", help="print the result as a JSON object")
    solve.add_argument("--quiet", action="store_true", help="no progress bar")
    options = solve.add_argument_group("parameters")
    options.add_argument("--selection", help="selection rule: " + ", ".join(RULES))
    options.add_argument("--policy", help="playout policy: " + ", ".join(POLICIES))
    for name, declarations in sorted(_parameters().items()):
        first = declarations[0]
        defaults = " or ".join(dict.fromkeys(_text(p.default) for p in declarations))
        values = f" ({', '.join(first.choices)})" if first.choices else ""
        options.add_argument(
            f"--{name.replace('_', '-')}",
            dest=name,
            help=f"{first.help}{values}; by default {defaults}".replace("%", "%%"),
        )


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


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
    return f"{size}x{colours}:{_whole('--board-seed', seed, 0)}"


def _position_in_file(file: str, number: str | None) -> str:
    try:
        found = boards.boards_in(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise RecipeError(f"--board: can't read {file!r} ({reason}); give a text file") from None
    if not found:
        raise RecipeError(f"--board: {file!r} holds no board; give rows of colours")
    if number is None and len(found) == 1:
        return found[0]
    if number is None or not number.isdecimal() or not 1 <= int(number) <= len(found):
        raise RecipeError(
            f"--position: {number!r} is no board of {file!r}; give a number from 1 to {len(found)}"
        )
    return found[int(number) - 1]


def _recipe(arguments: argparse.Namespace) -> Recipe:
    names = ["selection", "policy", *_parameters()]
    given = {name: getattr(arguments, name) for name in names}
    fields: dict[str, Any] = {
        "game": arguments.game,
        "position": _position(arguments),
        "search": arguments.search,
    }
    if arguments.seed is not None:
        fields["seed"] = _whole("--seed", arguments.seed, 0)
    changes = {name: value for name, value in fields.items() if value is not None}
    parameters = {name: value for name, value in given.items() if value is not None}
    if arguments.preset is None:
        return Recipe(**changes, parameters=parameters)
    preset = find_preset(arguments.preset).recipe
    for name in ("game", "search"):
        if changes.get(name, getattr(preset, name)) != getattr(preset, name):
            raise RecipeError(
                f"--{name}: {changes[name]!r} is not of preset {arguments.preset} "
                f"({getattr(preset, name)}); leave out --{name} or --preset"
            )
    return preset.replace(**changes, parameters={**preset.parameters, **parameters})


def _whole(flag: str, text: str, low: int) -> int:
    if not text.isdecimal() or int(text) < low:
        raise RecipeError(f"{flag}: {text!r} is not valid; give a whole number from {low}")
    return int(text)


def _run(search: Search, quiet: bool) -> bool:
    """Run a search with a progress bar on the standard error; whether it came to its own end."""
    budget = int(search.values["iterations"])
    bar = tqdm(
        total=budget if budget < 1_000_000_000 else None,
        unit="it",
        unit_scale=True,
        disable=quiet or not sys.stderr.isatty(),
        leave=False,
    )
    try:
        while not search.stopped:
            bar.update(search.run(seconds=_FRAME_SECONDS))
            bar.set_postfix(best=f"{search.best_score:.6g}", refresh=False)
    except KeyboardInterrupt:
        search.cancel()
        search.run()
    finally:
        bar.close()
    return search.stopped != "cancelled"


def _names(search: Search) -> list[str]:
    """The best sequence as a person writes it."""
    names = []
    state = search.root
    for action in search.best_sequence:
        names.append(state.action_name(action))
        state = state.play(action)
    return names


def _count(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _result(recipe: Recipe, search: Search) -> dict[str, Any]:
    """What is known after a search, ready for JSON."""
    result: dict[str, Any] = {
        "game": recipe.game,
        "search": recipe.search,
        "stopped": search.stopped,
        "iterations": search.iterations,
        "playouts": search.playouts,
        "seconds": round(search.seconds, 6),
        "compiled": COMPILED,
        "recipe": recipe.to_dict(),
    }
    if search.root.num_players == 1:
        score = search.best_score
        return {
            "score": int(score) if score.is_integer() else score,
            "moves": [search.root.move_of(action) for action in search.best_sequence],
            **result,
        }
    tree = search.tree
    children = [
        {
            "action": search.root.action_name(tree.action_of(child)),
            "visits": tree.visits_of(child),
            "mean": tree.mean(child),
        }
        for child in tree.children(0)
        if tree.visits_of(child)
    ]
    names = _names(search)
    return {
        "best": names[0] if names else None,
        "value": search.best_score if names else search.root.returns_to_mover(),
        "moves": names,
        "children": sorted(children, key=lambda child: -child["visits"]),
        **result,
    }


def _print_result(result: dict[str, Any], search: Search) -> None:
    """The result for a person to read."""
    rate = search.iterations / search.seconds if search.seconds else 0.0
    core = "compiled" if COMPILED else "interpreted"
    print(
        f"{_count(search.iterations)} iterations in {search.seconds:.2f} s "
        f"({_count(round(rate))} a second, {core}), stopped: {search.stopped}"
    )
    if "score" in result:
        names = _names(search)
        print(f"score {result['score']} in {len(names)} moves: {' '.join(names)}")
        return
    if result["best"] is None:
        print(f"the position is over, value {result['value']:.3f} for the side to move")
        return
    print(f"best {result['best']}, value {result['value']:.3f} for the side to move")
    print("expected play: " + " ".join(result["moves"]))
    for child in result["children"]:
        print(f"  {child['action']:>4} {child['visits']:>12} visits  mean {child['mean']:.4f}")


def _solve(arguments: argparse.Namespace) -> int:
    recipe = _recipe(arguments)
    search = recipe.build()
    completed = _run(search, arguments.quiet)
    result = _result(recipe, search)
    if arguments.json:
        print(json.dumps(result))
    else:
        _print_result(result, search)
    return 0 if completed else _INTERRUPTED


def _presets(arguments: argparse.Namespace) -> int:
    if arguments.json:
        rows = [
            {
                "name": preset.name,
                "title": preset.title,
                "origin": preset.origin,
                "recipe": preset.recipe.to_dict(),
            }
            for preset in PRESETS.values()
        ]
        print(json.dumps(rows))
        return 0
    for preset in PRESETS.values():
        recipe = preset.recipe
        values = ", ".join(f"{name} {_text(value)}" for name, value in recipe.values.items())
        print(f"{preset.name}: {preset.title}")
        print(f"    {preset.origin}")
        print(f"    {recipe.search} on {recipe.game}: {values}")
    return 0


def _bench(arguments: argparse.Namespace) -> int:
    rows = []
    for row in bench.run(_whole("--repeats", arguments.repeats, 1)):
        rows.append(dataclasses.asdict(row))
        if not arguments.json:
            print(f"{row.name:<18} {_count(round(row.value)):>12} {row.unit}", flush=True)
    if arguments.json:
        print(json.dumps(rows))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; 0 when done, 2 for input that describes no run, 130 after Ctrl-C."""
    arguments = _parser().parse_args(argv)
    commands = {"solve": _solve, "presets": _presets, "bench": _bench}
    try:
        return commands[arguments.command](arguments)
    except RecipeError as error:
        print(f"mcsearch {arguments.command}: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
