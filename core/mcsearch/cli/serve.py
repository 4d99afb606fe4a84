"""The command `mcsearch serve`: the explorer's page, on this machine."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from typing import Any

from mcsearch.cli.flags import whole_number

_SERVE = "explorer.shell.serve"
"""Named and not imported: the engine knows no front end, and is installed without one, too."""
_LAST_PORT = 65_535


def add_command(commands: Any) -> None:
    """Add `serve` to the command line."""
    parser = commands.add_parser(
        "serve",
        help="open the explorer in your browser",
        description="Serve the explorer on localhost and open it in a browser. Ctrl-C ends it.",
    )
    parser.add_argument(
        "games",
        nargs="*",
        metavar="FILE.py",
        help="Python files whose problems and games come into the Game menu, and whose functions "
        "run into Check",
    )
    parser.add_argument(
        "--port",
        default="5006",
        help="0: one that is free (default: %(default)s)",
    )
    parser.add_argument(
        "--processes",
        default="1",
        help="that share the visitors of a class (default: %(default)s)",
    )
    parser.add_argument(
        "--edit",
        action="store_true",
        help="with the editor, whose code runs as you; the address to open is printed",
    )
    parser.add_argument(
        "--database",
        metavar="FILE",
        help="whose races Race opens, watches and goes on with; the address to open is printed",
    )
    parser.add_argument(
        "--no-browser",
        dest="show",
        action="store_false",
        help="print the address and open no browser",
    )
    parser.set_defaults(command=_serve)


def _serve(arguments: argparse.Namespace) -> int:
    port = whole_number("--port", arguments.port, 0)
    processes = whole_number("--processes", arguments.processes, 1)
    named = [*arguments.games, *([arguments.database] if arguments.database else [])]
    missing = [name for name in named if not os.path.isfile(name)]
    wrong = ""
    if missing:
        wrong = f"there is no file {missing[0]}"
    elif port > _LAST_PORT:
        wrong = f"--port must be from 0 to {_LAST_PORT}, not {port}"
    elif processes > 1 and not hasattr(os, "fork"):
        wrong = f"--processes {processes}: on this system there can be only one"
    if wrong:
        print(f"mcsearch serve: error: {wrong}", file=sys.stderr)
        return 2
    try:
        page = importlib.import_module(_SERVE)
    except ModuleNotFoundError as error:
        if error.name not in ("explorer", "panel", "bokeh"):
            raise
        print(
            'mcsearch serve: error: the explorer is not installed; pip install "mcsearch[app]"',
            file=sys.stderr,
        )
        return 1
    return page.serve(
        arguments.games,
        port,
        processes,
        arguments.edit,
        arguments.show,
        os.path.abspath(arguments.database) if arguments.database else "",
    )
