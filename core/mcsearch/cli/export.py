"""The command `mcsearch export`: what a database holds, as tables and as game files."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from mcsearch.cli.flags import DATABASE
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.wording import counted
from mcsearch.runs import export
from mcsearch.runs.charts import write_chart
from mcsearch.runs.store import Store, StoreError


def add_command(commands: Any) -> None:
    """Add `export` to the command line."""
    parser = commands.add_parser(
        "export",
        help="write what a database holds for other programs",
        description="runs: a table (CSV) of all stored runs. curves: a table of best-so-far, for "
        "which every run that a number of iterations ends is made again. games: the stored games "
        "as the text files that `mcsearch play --load` reads.",
    )
    parser.add_argument("what", choices=("runs", "curves", "games"))
    parser.add_argument("--database", default=DATABASE, help=f"by default {DATABASE}")
    parser.add_argument("--out", metavar="FILE", help="by default standard output")
    parser.add_argument("--folder", metavar="FOLDER", help="games: a file of each")
    parser.add_argument(
        "--chart", metavar="FILE", help="curves: their means as FILE.html, .svg or .png"
    )
    parser.set_defaults(command=_export)


def _export(arguments: argparse.Namespace) -> int:
    if arguments.folder is not None and arguments.what != "games":
        raise RecipeError("--folder: only games are written to files of their own; give --out")
    if arguments.chart is not None and arguments.what != "curves":
        raise RecipeError("--chart: only curves are drawn; leave it out")
    with Store(arguments.database, create=False) as store:
        if arguments.folder is not None:
            return _write_folder(arguments.folder, store)
        with _opened(arguments.out) as file:
            if arguments.what == "runs":
                export.write_runs(store, file)
            elif arguments.what == "games":
                for text in export.games(store, _tell):
                    file.write(f"{text}\n")
            else:
                chart = export.write_curves(store, file, _tell)
                if arguments.chart is not None:
                    write_chart(arguments.chart, chart)
    return 0


def _write_folder(name: str, store: Store) -> int:
    folder = Path(name)
    with _explained(name):
        folder.mkdir(parents=True, exist_ok=True)
        count = 0
        for count, text in enumerate(export.games(store, _tell), 1):
            (folder / f"game-{count:06d}.txt").write_text(text, encoding="utf-8")
    print(f"{counted(count, 'game')} {'is' if count == 1 else 'are'} in {name}")
    return 0


@contextlib.contextmanager
def _opened(name: str | None) -> Iterator[TextIO]:
    if name is None:
        yield sys.stdout
        return
    with _explained(name), open(name, "w", encoding="utf-8", newline="") as file:
        yield file


@contextlib.contextmanager
def _explained(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"{name}: can't be written ({error.strerror or error})") from None


def _tell(message: str) -> None:
    print(f"mcsearch export: {message}", file=sys.stderr)
