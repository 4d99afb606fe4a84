"""The command line: `mcsearch solve` runs a search on one position, `replay` checks a trace, `run`
makes an experiment's runs and `report` prints their table, `presets` lists the named recipes,
`bench` measures the engine."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from mcsearch import __version__, trace
from mcsearch.cli import bench, run, solve
from mcsearch.cli.flags import text_of, whole_number
from mcsearch.cli.solve import INTERRUPTED
from mcsearch.engine.parameter import RecipeError
from mcsearch.presets import PRESETS
from mcsearch.runs import report
from mcsearch.runs.store import StoreError
from mcsearch.runs.text_file import read_text


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}; see {self.prog} --help\n")


def _add_replay(commands: Any) -> None:
    parser = commands.add_parser(
        "replay",
        help="check a trace",
        description="Do a trace's search again and compare every phase.",
    )
    parser.add_argument("file", help="a trace as `solve --trace` writes it")
    parser.set_defaults(command=_replay)


def _replay(arguments: argparse.Namespace) -> int:
    read = trace.parse(read_text("file", arguments.file))
    search = trace.replay(read)
    print(
        f"{len(read)} phases, {search.iterations} iterations, repeated to the last bit; "
        f"best score {search.best_score:.6g}"
    )
    return 0


def _add_presets(commands: Any) -> None:
    parser = commands.add_parser("presets", help="list the named recipes", description="List them.")
    parser.add_argument("--json", action="store_true", help="as JSON, with complete recipes")
    parser.set_defaults(command=_presets)


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
        values = ", ".join(f"{name} {text_of(value)}" for name, value in recipe.values.items())
        print(f"{preset.name}: {preset.title}")
        print(f"    {preset.origin}")
        print(f"    {recipe.search} on {recipe.game}: {values}")
    return 0


def _add_bench(commands: Any) -> None:
    parser = commands.add_parser(
        "bench",
        help="measure the engine",
        description="Run fixed workloads and print the median rate of each.",
    )
    parser.add_argument("--json", action="store_true", help="print a JSON list")
    parser.add_argument(
        "--repeats", default=str(bench.REPEATS), help="of each workload, by default 5"
    )
    parser.set_defaults(command=_bench)


def _bench(arguments: argparse.Namespace) -> int:
    rows = []
    for row in bench.run(whole_number("--repeats", arguments.repeats, 1)):
        rows.append(dataclasses.asdict(row))
        if not arguments.json:
            print(
                f"{row.name:<18} {f'{round(row.value):,}'.replace(',', ' '):>12} {row.unit}",
                flush=True,
            )
    if arguments.json:
        print(json.dumps(rows))
    return 0


# each adds its parser, whose default `command` takes the parsed arguments and returns the exit code
_COMMANDS = (
    solve.add_command,
    _add_replay,
    run.add_command,
    report.add_command,
    _add_presets,
    _add_bench,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    0 when done, 1 when the database or the workers failed, 2 for input that describes no run, 130
    after Ctrl-C.
    """
    parser = _Parser(prog="mcsearch", description="Monte Carlo search, run for real.")
    parser.add_argument("--version", action="version", version=f"mcsearch {__version__}")
    commands = parser.add_subparsers(dest="name", required=True, metavar="COMMAND")
    for add_command in _COMMANDS:
        add_command(commands)
    arguments = parser.parse_args(argv)
    try:
        return arguments.command(arguments)
    except RecipeError as error:
        print(f"mcsearch {arguments.name}: error: {error}", file=sys.stderr)
        return 2
    except StoreError as error:
        print(f"mcsearch {arguments.name}: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
