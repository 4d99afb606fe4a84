"""Code that the visitor writes: run, checked against the contract, and searched.

Only where the page may run code at all; elsewhere nothing here hears the browser.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

from explorer.look.text import number
from explorer.pages.page import Line
from explorer.session.code import Code, CodeError, define, execute, fault
from explorer.session.contract import FAILED, Report, Row, State, check
from explorer.session.guard import Wrapper, call, guard, traced
from explorer.session.own_games import place_of
from explorer.session.permalink import Place
from explorer.session.problems import EDITED, PROBLEMS, is_edited
from explorer.session.pure import Confined, ReachError
from explorer.session.session import Session
from mcsearch import Recipe
from mcsearch.games import Game
from mcsearch.problem.own_recipe import recipe_of

_MOST_STEPS = 4_000_000


@dataclass(frozen=True)
class _Asked:
    """What the browser asks to run; `name` is the example's that it began with, or EDITED."""

    code: Code
    name: str
    steps: int | None  # go there instead of starting to play


@dataclass(frozen=True, slots=True)
class CodeFault:
    """What is wrong with the code, and where."""

    line: int  # from 1, 0: of no line
    text: str


@dataclass(frozen=True, slots=True)
class CodeAnswer:
    """What the contract says of the code, or what has stopped the search of it."""

    rows: tuple[tuple[str, State, str], ...] | None  # method, state, what was seen; null: as told
    summary: str
    error: CodeFault | None
    checked: int = 0  # the number of a text that is asked about while it is typed, 0: it has run
    kind: Literal["code"] = "code"


class OwnCode:
    """Runs what the editor holds; `load` takes over the recipe for it."""

    def __init__(self, session: Session, line: Line, load: Callable[[Recipe], None]) -> None:
        self._session = session
        self._line = line
        self._load = load
        self._code: Code | None = None  # what the search on show was made of, when it is edited
        self._was_playing, self._asked_at = False, 0.0
        self.defined: dict[str, Game] = {}
        """What has been run, the latest of each class, by the names of these."""
        self.is_open = False
        """Whether the editor has been opened, so that code may be run that does not come back."""
        if line.may_edit:
            line.on("code-open", lambda value: self._open())
            line.on("code-run", self._run)
            line.on("code-check", self._check)
            session.on_error = self._blame

    def _open(self) -> None:
        self.is_open = True
        self._session.touch()

    def _check(self, value: dict[str, Any]) -> None:
        """While it is typed: nothing but the lines of the contract comes of it."""
        checked = int(value["number"])

        def tell(told: tuple[Report | None, str]) -> None:
            report, summary = told
            self._line.answer(_answer(report, summary, checked))

        self._line.aside(lambda: _checked(Code(str(value["text"]))), tell)

    def _run(self, value: dict[str, Any]) -> None:
        steps = value.get("steps")
        asked = _Asked(
            Code(str(value["text"])),
            str(value["name"]),
            None if steps is None else min(_MOST_STEPS, max(0, int(steps))),
        )
        self._was_playing, self._asked_at = self._session.playing, time.perf_counter()
        self._session.pause()
        self._line.aside(lambda: _made(asked), lambda report: self._show(asked, report))

    def _show(self, asked: _Asked, report: Report) -> None:
        if report.game is not None:
            self._code = asked.code
            if report.game.name == EDITED:
                self.defined[report.game.title] = report.game
            recipe = recipe_of(report.game)
            if is_edited(recipe):
                self._line.own.put(recipe, asked.code)
            if asked.steps is None:
                self._load(_with_present(recipe, self._session.recipe))
                self._session.open()
            else:
                self._session.go_to(Place(recipe, "", asked.steps))
        elif self._was_playing:
            self._session.play()
        self._tell(report)

    def _tell(self, report: Report) -> None:
        seconds = time.perf_counter() - self._asked_at
        held = f"{number(report.num_held)} of {number(len(report.rows))} hold"
        summary = f"{held}, checked in {seconds:.1f} s"
        self._line.answer(_answer(report, summary))

    def _blame(self, error: Exception) -> str:
        """What to say of an error in the search; one of edited code's is marked there."""
        if self._code is None or not is_edited(self._session.recipe):
            return ""
        wrong = fault(error, self._code)
        self._line.answer(CodeAnswer(None, "", _fault(wrong)))
        return f"Your game has stopped the search{place_of(wrong)}: {wrong}"


def _answer(report: Report | None, summary: str, checked: int = 0) -> CodeAnswer:
    """What the browser shows of a report; of none, no lines."""
    if report is None:
        return CodeAnswer((), summary, None, checked)
    return CodeAnswer(tuple(report.rows), summary, _fault(report.error), checked)


def _fault(error: CodeError | None) -> CodeFault | None:
    return None if error is None else CodeFault(error.line, str(error))


def _made(asked: _Asked) -> Report:
    """Define the class and check it."""
    example = PROBLEMS.find(asked.name)
    is_example = example is not None and example.text == asked.code.text
    try:
        each = _defined(asked.code, asked.name)
    except Exception as error:
        return Report([Row("class", FAILED)], None, fault(error, asked.code))

    def make() -> Any:
        return call("__init__", each)

    if example is not None and is_example:
        # by its own name, so that a link leads to it
        return check(example.name, example.title, make, asked.code)
    return check(EDITED, each.__name__, make, asked.code)


def _checked(code: Code) -> tuple[Report | None, str]:
    """What the contract says of code that is typed, without a search; and in one line."""
    confined = Confined()
    try:
        checked = _checked_confined(code, confined)
    except ReachError:
        checked = None, ""
    if confined.reached:  # also where the code has kept that to itself
        far = confined.reached
        return None, f"not checked while you type, for {far} reaches beyond it: Run does it"
    return checked


def _checked_confined(code: Code, confined: Confined) -> tuple[Report | None, str]:
    try:
        each = _defined(code, execute=confined.execute, inside=confined.hearing)
    except Exception as error:
        return Report([Row("class", FAILED)], None, fault(error, code)), "no class yet"
    make = confined.hearing(each)
    try:
        report = check(EDITED, each.__name__, lambda: call("__init__", make), code, is_brief=True)
    finally:
        del sys.modules[each.__module__]  # nobody asks for it again
    *rows, speed = report.rows
    measured = Row(speed.name, speed.state, "Run measures it" if report.game else "")
    held = f"{number(report.num_held)} of {number(len(rows))} hold"
    if report.game is None and report.error is None:
        held += "; a game takes too long to go on while you type"
    return Report([*rows, measured], None, report.error), held


def _defined(
    code: Code,
    name: str = "",
    execute: Callable[[Code, ModuleType], None] = execute,
    inside: Wrapper = lambda function: function,
) -> type:
    """The class of that name, else the last one, with its methods watched.

    Raises whatever the code does.
    """
    with traced():
        classes = call("the code", define, code, execute)
    each = next((each for each in classes if each.__name__ == name), classes[-1])
    for known in each.__mro__:
        if known.__module__ == each.__module__:
            guard(known, inside)
    return each


def _with_present(recipe: Recipe, present: Recipe) -> Recipe:
    """The recipe with the search and the values of the present one, where that is its game's too.

    Who changes a line of code goes on with what has been chosen for it.
    """
    same = present.record.title == recipe.record.title
    if not same or present.record.searched_as != recipe.record.searched_as:
        return recipe
    try:
        return recipe.replace(
            search=present.search, parameters=present.parameters, seed=present.seed
        )
    except ValueError:
        return recipe
