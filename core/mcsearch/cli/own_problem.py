"""A person's own problem from the command line: a class of a module or of a file, by its name."""

from __future__ import annotations

import argparse
import difflib
import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from mcsearch.cli.flags import parameters_of, whole_number
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.search import Search
from mcsearch.problem import search_for

_OF_GAMES = ("game", "preset", "board", "position", "moves", "board_seed", "size", "colours")
"""Flags that say what to search, as `--problem` does."""


def search_of(arguments: argparse.Namespace) -> tuple[Search, Mapping[str, Any]]:
    """The search that the flags describe, and what they say, ready for JSON.

    RecipeError for flags that describe none, ProblemError for a class that lacks something.
    """
    for name in _OF_GAMES:
        if getattr(arguments, name) is not None:
            flag = name.replace("_", "-")
            raise RecipeError(f"--{flag}: the problem is given by --problem; leave out one of them")
    if arguments.trace is not None:
        raise RecipeError("--trace: a trace begins with a recipe, --problem has none; leave it out")
    parameters = parameters_of(arguments)
    seed = 0 if arguments.seed is None else whole_number("--seed", arguments.seed, 0)
    problem = load(arguments.problem)
    search = search_for(problem, arguments.search or "", parameters, seed)
    limits = {"iterations"} if "seconds" in parameters else set()
    said = {
        "problem": arguments.problem,
        "search": search.name,
        "parameters": {
            name: value
            for name, value in search.values.items()
            if name in parameters.keys() | limits
        },
        "seed": seed,
    }
    return search, said


def load(name: str) -> Any:
    """The problem of "module:Class" or "file.py:Class", looked for from the current folder first.

    A class or a function is called without arguments; any other object is the problem itself.
    """
    place, _, attribute = name.rpartition(":")
    if not place or not attribute:
        raise RecipeError(
            f"--problem: {name!r} is not valid; give module:Class or file.py:Class, such as "
            "my_module:Knapsack"
        )
    module = _module(place)
    if not hasattr(module, attribute):
        known = [known for known in vars(module) if not known.startswith("_")]
        close = difflib.get_close_matches(attribute, known, n=1)
        remedy = f"did you mean {close[0]}?" if close else "give the name of a class in it"
        raise RecipeError(f"--problem: {place} has no {attribute!r}; {remedy}")
    found = getattr(module, attribute)
    if not inspect.isclass(found) and not inspect.isroutine(found):
        return found
    try:
        inspect.signature(found).bind()
    except TypeError as error:
        raise RecipeError(
            f"--problem: {attribute} needs arguments ({error}); give them defaults, or name an "
            f"object or a function of {place} that makes one"
        ) from None
    return found()


def _module(place: str) -> ModuleType:
    try:
        if place.endswith(".py"):
            return _file(Path(place))
        # as `python -m` has it; the installed program has its own folder there
        sys.path.insert(0, os.getcwd())
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{place}.".startswith(f"{error.name}."):
            raise RecipeError(
                f"--problem: no module {error.name!r} is found from here; go to its folder, or "
                "give its file as file.py:Class"
            ) from None
        raise _broken(place, error) from None
    except (ImportError, SyntaxError) as error:
        raise _broken(place, error) from None


def _broken(place: str, error: Exception) -> RecipeError:
    reason = f"{error.msg}, line {error.lineno}" if isinstance(error, SyntaxError) else str(error)
    return RecipeError(f"--problem: can't import {place} ({reason}); correct it there")


def _file(path: Path) -> ModuleType:
    """The module of a file; what lies beside it can be imported, as when Python runs it."""
    if not path.is_file():
        raise RecipeError(f"--problem: can't read {str(path)!r} (no such file); give a Python file")
    # no import has such a name, so that the file hides no module of its name
    name = f"problem in {path.name}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.resolve().parent))
    spec.loader.exec_module(module)
    return module
