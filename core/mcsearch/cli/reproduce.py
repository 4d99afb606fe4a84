"""`mcsearch race --record FILE` and `--again FILE`: a race that somebody else can repeat."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from mcsearch.engine.parameter import RecipeError
from mcsearch.runs import reproduction
from mcsearch.runs.entrants import PROGRAM
from mcsearch.runs.reproduction import Row

_DIFFERS = 1
_NEVER = ("--again", "--record", "--database", "--workers", "--scheduler")
"""What is no part of the race; a cluster that a file names could be anybody's."""


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Give the parser of `race` its flags."""
    group = parser.add_argument_group("reproduction")
    group.add_argument(
        "--record",
        metavar="FILE",
        help="write a file by which the race can be repeated: the command, recipes, versions, "
        "build, commit, processor, and a hash of the rows",
    )
    group.add_argument(
        "--again",
        metavar="FILE",
        help="repeat the race of such a file in a new database and compare every row; nothing else "
        "is given but --workers, --quiet and --trust",
    )
    group.add_argument(
        "--trust",
        action="store_true",
        help="with --again: run the programs and the code that the file names",
    )


def record(
    arguments: argparse.Namespace, entrants: Sequence[Any], rows: Sequence[Row]
) -> dict[str, Any]:
    """Write the file of --record; its content, without what is said of the command alone."""
    told = [{"label": entrant.label, "recipe": entrant.recipe.to_dict()} for entrant in entrants]
    command = _without(arguments.argv, _NEVER)
    content = reproduction.document(command, told, rows)
    reproduction.write(arguments.record, content)
    return content


def _without(words: Sequence[str], flags: Sequence[str]) -> list[str]:
    """The words of a command without some flags and their values."""
    kept, skips = [], False
    for word in words:
        if skips:
            skips = False
        elif any(_is(word, flag) for flag in flags):
            skips = "=" not in word
        elif not _is(word, "--quiet"):
            kept.append(word)
    return kept


def _is(word: str, flag: str) -> bool:
    """Whether a word of a command is a flag, perhaps shortened or with its value."""
    name = word.partition("=")[0]
    return len(name) > 2 and flag.startswith(name)


def again(arguments: argparse.Namespace, main: Callable[[Sequence[str]], int]) -> int:
    """Repeat the race of --again; 0 where every row is the same."""
    if arguments.entrants:
        raise RecipeError("--again: the file names the entrants; leave them out")
    before = reproduction.read(arguments.again)
    command = before["command"]
    if command[:1] != ["race"] or any(_is(w, flag) for w in command for flag in _NEVER):
        raise RecipeError(f"--again: {arguments.again!r} is of no race; give a file of --record")
    runs_code = any(w.startswith(PROGRAM) or _is(w, "--problem") for w in command)
    if runs_code and not arguments.trust:
        raise RecipeError(
            "--again: the file's race runs programs or code of its own: mcsearch "
            f"{' '.join(command)}; look at them, then add --trust"
        )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "again.json")
        words = [*command, "--database", str(Path(folder, "again.sqlite")), "--record", str(file)]
        if arguments.workers is not None:
            words += ["--workers", arguments.workers]
        code = main([*words, *(["--quiet"] if arguments.quiet else [])])
        if code or not file.exists():
            return code or _DIFFERS
        is_same, text = reproduction.comparison(before, reproduction.read(str(file)))
    print(text)
    return 0 if is_same else _DIFFERS
