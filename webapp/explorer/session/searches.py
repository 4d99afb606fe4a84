"""People's searches that are examined: code whose `run(state, iterations, seed)` is called."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from explorer.session.code import Code, CodeError, fault, loaded
from explorer.session.guard import HAS_THREADS, SlowCodeError, call, traced
from explorer.session.problems import PROBLEMS
from mcsearch.check import RunError, examples

FILE = "my_mcts.py"
"""What the code of a visitor is called in messages."""
LIMIT_SECONDS = 10.0
_TRACED_ITERATIONS = 200
"""Longer calls are not traced: that is some times slower."""


@dataclass(frozen=True)
class Search:
    """A search by its name; `fault` is the line of the report that finds what is wrong with an
    example, "" for none."""

    name: str
    title: str
    code: Code
    fault: str = ""


@functools.cache
def known() -> dict[str, Search]:
    """The searches that come with the package, by their names, the right one first."""
    return {
        each.name: Search(each.name, each.title, Code(each.code, FILE), each.fault or "")
        for each in examples()
    }


def offered() -> dict[str, Search]:
    """Those of the files that the process was given, by the files' names, and all known ones."""
    codes = {Path(code.file).name: code for code in PROBLEMS.searches}
    return {name: Search(name, name, code) for name, code in codes.items()} | known()


def run_of(code: Code) -> Callable[..., Any]:
    """The function that is examined. CodeError where the code raises anything, or has none."""
    with traced():
        try:
            module = call("the code", loaded, code)
        except SlowCodeError as slow:
            raise CodeError(str(slow)) from None
    run = getattr(module, "run", None)
    if not callable(run):
        raise CodeError("There is no function run(state, iterations, seed); write one")
    return run if HAS_THREADS else _watched(run, code)


def _watched(run: Callable[..., Any], code: Code) -> Callable[..., Any]:
    """Where no process of its own can be ended: calls of few iterations are."""

    @functools.wraps(run)
    def watched(*arguments: Any) -> Any:
        if len(arguments) > 1 and arguments[1] > _TRACED_ITERATIONS:
            return run(*arguments)
        with traced(LIMIT_SECONDS):
            try:
                return call("run", run, *arguments)
            except SlowCodeError as slow:
                raise RunError("endless", f"{slow}", line=fault(slow, code).line) from None

    return watched
