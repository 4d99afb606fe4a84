"""Serves the page as `panel serve webapp` does, from wherever the explorer is installed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import explorer
from explorer.shell.own_code import DATABASE, EDIT


def folder() -> Path:
    """The application for `panel serve`: in the checkout, or where a wheel has put it."""
    package = Path(explorer.__file__).parent
    installed = package / "webapp"
    return installed if installed.is_dir() else package.parent


def command(
    games: Sequence[str], port: int, processes: int, edit: bool, show: bool, database: str = ""
) -> list[str]:
    """The arguments of `panel`. This machine alone reaches the page.

    A browser is opened by a server that is one process: each of several would open its own. With
    the editor or a database none is: the address has the secret, which the list of processes would
    show to everybody on the machine.
    """
    options = ["--address", "localhost", "--port", str(port), "--num-procs", str(processes)]
    if show and processes == 1 and not (edit or database):
        options.append("--show")
    behind = [*games, *([EDIT] if edit else []), *([DATABASE, database] if database else [])]
    return ["serve", str(folder()), *options, *(["--args", *behind] if behind else [])]


def serve(
    games: Sequence[str], port: int, processes: int, edit: bool, show: bool, database: str = ""
) -> int:
    """Serve until Ctrl-C; the exit code."""
    from panel.command import main

    sys.argv[:] = ["panel", *command(games, port, processes, edit, show, database)]
    main()
    return 0
