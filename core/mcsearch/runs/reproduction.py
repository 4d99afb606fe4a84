"""A file by which somebody else repeats a race and compares every row.

It has the command, the versions and the machine that made the rows, and a digest of what each row
says: its recipe or fixture, and what came out, without times.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mcsearch import __version__
from mcsearch.engine.parameter import RecipeError
from mcsearch.runs.store import StoreError, commit
from mcsearch.runs.text_file import read_text
from mcsearch.runs.worker import build

KIND = "mcsearch reproduction 1"


class Row(NamedTuple):
    """A run or a game: what was asked for (JSON), and what came out."""

    key: str
    result: Any


def digests(rows: Iterable[Row]) -> dict[str, str]:
    """The digest of each row's result by that of its key."""
    return {_digest(row.key): _digest(json.dumps(row.result)) for row in rows}


def whole(found: Mapping[str, str]) -> str:
    """One digest (SHA-256) of all rows, whatever their order."""
    lines = "\n".join(f"{key} {result}" for key, result in sorted(found.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def processor() -> str:
    """The processor's name, as far as the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def document(
    command: Sequence[str], entrants: Sequence[Mapping[str, Any]], rows: Iterable[Row]
) -> dict[str, Any]:
    """The file's content."""
    found = digests(rows)
    return {
        "kind": KIND,
        "command": list(command),
        "entrants": list(entrants),
        "versions": {
            "mcsearch": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
        },
        "build": build(),
        "commit": commit(),
        "processor": processor(),
        "system": platform.platform(),
        "made": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "hash": whole(found),
        "rows": found,
    }


def write(file: str, content: Mapping[str, Any]) -> None:
    """Write a file; StoreError where it can't be."""
    try:
        Path(file).write_text(json.dumps(content, indent=1, ensure_ascii=False), encoding="utf-8")
    except OSError as error:
        raise StoreError(f"--record: {file} can't be written ({error.strerror})") from None


def read(file: str) -> dict[str, Any]:
    """The content of a file; RecipeError for one that `write` has not made."""
    text = read_text("--again", file)
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    is_one = (
        isinstance(content, dict)
        and content.get("kind") == KIND
        and isinstance(content.get("command"), list)
        and all(isinstance(word, str) for word in content["command"])
        and isinstance(content.get("rows"), dict)
        and whole(content["rows"]) == content.get("hash")
    )
    if not is_one:
        raise RecipeError(f"--again: {file!r} is no file of --record, or is damaged; copy it whole")
    assert isinstance(content, dict)
    return content


def comparison(before: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[bool, str]:
    """Whether two contents have the same rows, and what is to be said of it."""
    then, again = before["rows"], now["rows"]
    same = sum(again.get(key) == result for key, result in then.items())
    others = sorted(key for key in then if key in again and again[key] != then[key])
    missing, new = len(then.keys() - again.keys()), len(again.keys() - then.keys())
    lines = [f"Rows: {same} of {len(then)} are the same as on {str(before['made'])[:10]}."]
    if others:
        lines.append(f"{len(others)} came out otherwise, such as {others[0]}.")
    if missing or new:
        lines.append(
            f"{missing} of them were not made again and {new} are new: a file that the command "
            "names, or a default, has changed."
        )
    for name in ("commit", "build", "processor"):
        if before.get(name) != now[name]:
            lines.append(f"The {name} was {before.get(name)}, and is {now[name]}.")
    versions = before.get("versions", {})
    for name, version in now["versions"].items():
        if versions.get(name) != version:
            lines.append(f"{name} was {versions.get(name)}, and is {version}.")
    return then == again, "\n".join(lines)
