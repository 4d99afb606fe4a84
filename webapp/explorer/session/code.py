"""A person's code: its classes, where an exception of it was raised, and what that says."""

from __future__ import annotations

import inspect
import itertools
import linecache
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from explorer.session.guard import SlowCodeError

METHODS = ("legal_actions", "play", "is_terminal", "returns")
MOST_CHARACTERS = 200_000

_numbers = itertools.count(1)
_IN_MESSAGE = re.compile(r"^(\w+)\(.*?\) of ")
_OWN_ERRORS = ("explorer.", "mcsearch.")  # their messages say all


@dataclass(frozen=True)
class Code:
    """A Python text and what its file is called."""

    text: str
    file: str = "your game"


class CodeError(ValueError):
    """Code that can't be used; `line` counts from 1, 0 where none is to blame."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def execute(code: Code, module: ModuleType) -> None:
    """Run the code as the module."""
    # the page's own Python may run without asserts, a person's code is not to
    exec(compile(code.text, code.file, "exec", dont_inherit=True, optimize=0), vars(module))


def loaded(code: Code, execute: Callable[[Code, ModuleType], None] = execute) -> ModuleType:
    """The module that the code makes. CodeError for code that raises anything."""
    if len(code.text) > MOST_CHARACTERS:
        raise CodeError(f"{len(code.text):,} characters; give at most {MOST_CHARACTERS:,}")
    name = f"{Path(code.file).name} {next(_numbers)}"  # no import has such a name
    module = ModuleType(name)
    module.__file__ = code.file
    sys.modules[name] = module  # dataclasses look there
    folder = str(Path(code.file).parent)
    if Path(code.file).is_absolute() and folder not in sys.path:
        sys.path.insert(0, folder)  # what lies beside it can be imported, as when Python runs it
    linecache.cache[code.file] = (
        len(code.text), None, code.text.splitlines(keepends=True), code.file
    )  # fmt: skip
    try:
        execute(code, module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, (Exception, SystemExit)):
            raise fault(error, code) from error
        raise
    return module


def define(code: Code, execute: Callable[[Code, ModuleType], None] = execute) -> list[type]:
    """Run the code; the classes in it that are problems and can be made without arguments.

    CodeError for code that raises anything, and when there is no such class.
    """
    return defined(code, execute)[0]


def defined(
    code: Code, execute: Callable[[Code, ModuleType], None] = execute, is_search: bool = False
) -> tuple[list[type], bool]:
    """As `define`, and whether there is a function `run`; with `is_search` that is enough."""
    module = loaded(code, execute)
    classes = problem_classes(vars(module), module.__name__)
    has_run = callable(getattr(module, "run", None))
    if not classes and not (is_search and has_run):
        del sys.modules[module.__name__]
        lacking = _lacking(vars(module), module.__name__)
        other = ", or a function run(state, iterations, seed) for Check" if is_search else ""
        raise CodeError(lacking + other)
    return classes, has_run


def problem_classes(names: Mapping[str, Any], module: str) -> list[type]:
    """The classes of a module that have a problem's methods and can be made without arguments."""
    return [each for each in _own_classes(names, module) if not _lacks(each) and _is_made(each)]


def _own_classes(names: Mapping[str, Any], module: str) -> list[type]:
    # whatever an object says of its class
    classes = [each for each in names.values() if issubclass(type(each), type)]
    return [each for each in classes if each.__module__ == module]


def _lacks(each: type) -> list[str]:
    return [method for method in METHODS if not callable(getattr(each, method, None))]


def _is_made(each: type) -> bool:
    try:
        inspect.signature(each).bind()
    except (TypeError, ValueError):
        return False
    return True


def _lacking(names: Mapping[str, Any], module: str) -> str:
    classes = _own_classes(names, module)
    if not classes:
        return "There is no class; write one with " + ", ".join(METHODS)
    nearest = min(classes, key=lambda each: len(_lacks(each)))
    missing = _lacks(nearest)
    if missing:
        return f"{nearest.__name__} has no {' and no '.join(missing)}; see mcsearch.problem"
    return f"{nearest.__name__}() needs arguments; give them defaults"


def fault(error: BaseException, code: Code) -> CodeError:
    """The error as it is shown: the code's own line to blame, and a traceback's last line."""
    if isinstance(error, CodeError):
        return error
    if isinstance(error, SyntaxError) and error.filename == code.file:
        return CodeError(f"{type(error).__name__}: {error.msg}", error.lineno or 0)
    stopped = isinstance(error, SlowCodeError)
    raised = error.__cause__ if stopped else error
    frames = traceback.extract_tb(raised.__traceback__) if raised is not None else []
    own = [frame for frame in frames if frame.filename == code.file]
    message = str(error)
    if stopped and own:
        message = f"{own[-1].name} {message.partition(' ')[2]}"
    if not type(error).__module__.startswith(_OWN_ERRORS):
        # what else it says, such as "Did you mean", is for a terminal
        message = traceback.format_exception_only(error)[-1].strip()
    return CodeError(message, (own[-1].lineno or 0) if own else _defined(message, code))


def _defined(message: str, code: Code) -> int:
    """The line of the method that a message names, 0 for none."""
    named = _IN_MESSAGE.match(message)
    if named is None:
        return 0
    pattern = re.compile(rf"^\s+def {named[1]}\b")
    lines = enumerate(code.text.splitlines(), 1)
    return next((number for number, line in lines if pattern.match(line)), 0)
