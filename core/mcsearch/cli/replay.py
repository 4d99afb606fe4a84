"""The command `mcsearch replay`: a trace done again and compared."""

from __future__ import annotations

import argparse
from typing import Any

from mcsearch import trace
from mcsearch.engine.wording import counted
from mcsearch.runs.text_file import read_text


def add_command(commands: Any) -> None:
    """Add `replay` to the command line."""
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
        f"{counted(len(read), 'phase')}, {counted(search.iterations, 'iteration')}, repeated to "
        f"the last bit; best score {search.best_score:.6g}"
    )
    return 0
