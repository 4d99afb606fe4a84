"""The command line: `mcsearch serve` opens the page, `solve` runs a search on one position, `play`
plays against one, `replay` checks a trace, `run` makes an experiment's runs, `report` prints their
table and `export` writes it for other programs, `race` compares searches, `tune` finds the
parameters of one, `presets` lists the named recipes, `bench` measures the engine."""

from __future__ import annotations

import argparse
import errno
import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from mcsearch import __version__, library
from mcsearch.cli import (
    bench,
    check,
    export,
    own_problem,
    play,
    presets,
    race,
    replay,
    report,
    run,
    serve,
    solve,
    tune,
)
from mcsearch.cli.solve import INTERRUPTED
from mcsearch.engine.parameter import RecipeError
from mcsearch.problem import ProblemError
from mcsearch.runs.store import StoreError


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}; see {self.prog} --help\n")


# each adds its parser, whose default `command` takes the parsed arguments and returns the exit code
_COMMANDS = (
    serve.add_command,
    solve.add_command,
    play.add_command,
    replay.add_command,
    check.add_command,
    run.add_command,
    report.add_command,
    export.add_command,
    race.add_command,
    tune.add_command,
    presets.add_command,
    bench.add_command,
)


_EXAMPLES = """\
examples:
  mcsearch serve                            the explorer, in your browser
  mcsearch solve --preset nmcs              a search, its score and its moves
  mcsearch play connect4                    a game against a search
  mcsearch race spmcts nmcs --equal seconds=5
                                            which search is better, and how sure that is

mcsearch COMMAND --help tells the flags of a command.
"""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_NOBODY_READS = 141  # as shells have it for a program that SIGPIPE ended


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    0 when done, 1 when the database, the workers or the output failed, 2 for input that describes
    no run, 130 after Ctrl-C, 141 when the reader of the output has gone.
    """
    if library.is_quiet:  # until now Ctrl-C ended the program while its modules were loaded
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # for names that no terminal can show
    try:
        try:
            return _run(argv)
        finally:
            if sys.stdout is not None:  # closed before the program began
                sys.stdout.flush()
    except BrokenPipeError:
        _write_no_more()
        return _NOBODY_READS
    except OSError as error:
        if error.errno not in _FULL:
            raise
        _write_no_more()
        print(f"mcsearch: error: can't write the output ({error.strerror})", file=sys.stderr)
        return 1


def _write_no_more() -> None:
    """What is still buffered would be written when Python ends, and fail again."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def make_parser() -> tuple[_Parser, dict[str, _Parser]]:
    """The parser of the command line, and those of its commands by their names."""
    parser = _Parser(
        prog="mcsearch",
        description="Monte Carlo search, run for real.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"mcsearch {__version__}")
    commands = parser.add_subparsers(dest="name", metavar="COMMAND")
    for add_command in _COMMANDS:
        add_command(commands)
    return parser, commands.choices


def _run(argv: Sequence[str] | None) -> int:
    parser, _ = make_parser()
    arguments = parser.parse_args(argv)
    arguments.argv = list(sys.argv[1:] if argv is None else argv)
    if arguments.name is None:
        parser.print_help()
        return 0
    try:
        own_problem.refuse_class(arguments)
        return arguments.command(arguments)
    except (RecipeError, ProblemError) as error:
        print(f"mcsearch {arguments.name}: error: {error}", file=sys.stderr)
        return 2
    except StoreError as error:
        print(f"mcsearch {arguments.name}: error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
