"""Code that the visitor writes: run, checked against the contract, and searched.

Only where the page may run code at all; elsewhere nothing here hears the browser.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from explorer.look.text import number
from explorer.pages.page import Line
from explorer.session.code import Code, CodeError, define, fault
from explorer.session.contract import FAILED, Report, Row, check
from explorer.session.guard import call, guard
from explorer.session.permalink import Place
from explorer.session.problems import EDITED, PROBLEMS, is_edited
from explorer.session.session import Session
from mcsearch import Recipe
from mcsearch.problem.own_recipe import recipe_of

_MOST_STEPS = 4_000_000
_CODE = "code"


@dataclass(frozen=True)
class _Asked:
    """What the browser asks to run; `name` is the example's that it began with, or EDITED."""

    code: Code
    name: str
    steps: int | None  # go there instead of starting to play


class OwnCode:
    """Runs what the editor holds; `load` takes over the recipe for it."""

    def __init__(self, session: Session, line: Line, load: Callable[[Recipe], None]) -> None:
        self._session = session
        self._line = line
        self._load = load
        self._code: Code | None = None  # what the search on show was made of, when it is edited
        self._was_playing, self._asked_at = False, 0.0
        self.is_open = False
        """Whether the editor has been opened, so that code may be run that does not come back."""
        if line.may_edit:
            line.on("code-open", lambda value: self._open())
            line.on("code-run", self._run)
            session.on_error = self._blame

    def _open(self) -> None:
        self.is_open = True
        self._session.touch()

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
            recipe = recipe_of(report.game)
            if asked.steps is None:
                self._load(_with_present(recipe, self._session.recipe))
                self._session.open()
            else:
                self._session.go_to(Place(recipe, "", asked.steps))
        elif self._was_playing:
            self._session.play()
        self._tell(report)

    def _tell(self, report: Report) -> None:
        error, seconds = report.error, time.perf_counter() - self._asked_at
        self._line.answer(
            _CODE,
            rows=[[row.name, row.state, row.text] for row in report.rows],
            summary=f"{_summary(report)}, checked in {seconds:.1f} s",
            error=None if error is None else {"line": error.line, "text": str(error)},
        )

    def _blame(self, error: Exception) -> str:
        """What to say of an error in the search; one of edited code's is marked there."""
        if self._code is None or not is_edited(self._session.recipe):
            return ""
        wrong = fault(error, self._code)
        self._line.answer(
            _CODE, rows=None, summary="", error={"line": wrong.line, "text": str(wrong)}
        )
        return f"Your game has stopped the search{_place(wrong)}: {wrong}"


def _place(error: CodeError) -> str:
    return f" in line {error.line}" if error.line else ""


def _made(asked: _Asked) -> Report:
    """Define the class and check it; its last class is the game."""
    example = PROBLEMS.find(asked.name)
    is_example = example is not None and example.text == asked.code.text
    try:
        each = call("the code", define, asked.code)[-1]
    except Exception as error:
        return Report([Row("class", FAILED)], None, fault(error, asked.code))
    for known in each.__mro__:
        if known.__module__ == each.__module__:
            guard(known)

    def make() -> Any:
        return call("__init__", each)

    if example is not None and is_example:
        # by its own name, so that a link leads to it
        return check(example.name, example.title, make, asked.code)
    return check(EDITED, each.__name__, make, asked.code)


def _summary(report: Report) -> str:
    return f"{number(report.num_held)} of {number(len(report.rows))} hold"


def _with_present(recipe: Recipe, present: Recipe) -> Recipe:
    """The recipe with the search and the values of the present one, where that is its game's too.

    Who changes a line of code goes on with what has been chosen for it.
    """
    same = present.record.title == recipe.record.title
    if not same or present.record.num_players != recipe.record.num_players:
        return recipe
    try:
        return recipe.replace(
            search=present.search, parameters=present.parameters, seed=present.seed
        )
    except ValueError:
        return recipe
