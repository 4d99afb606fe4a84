"""Links and files: what the page gives away and what it takes in.

The browser copies links and keeps files; it asks here for what is in them. Writing and checking a
trace are jumps: they take their time in slices, show their progress and can be paused.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from explorer.look.text import number, plural
from explorer.session import exports, imports
from explorer.session.browser import Browser, FileAnswer, QueryAnswer
from explorer.session.limits import TRACED_ITERATIONS
from explorer.session.permalink import WHOLE, Window, from_query, to_query
from explorer.session.session import Session
from explorer.session.walk import Jump, Walk
from mcsearch import Recipe, RecipeError
from mcsearch.games import Game
from mcsearch.problem.own_recipe import ProblemRecipe
from mcsearch.trace import Trace, TraceError, header, line_of


@dataclass(frozen=True, slots=True)
class LookAnswer:
    """Which part of the tree an address shows."""

    window: Window
    kind: Literal["look"] = "look"


@dataclass(frozen=True, slots=True)
class ImportedAnswer:
    """What is wrong with what the visitor has given; "": it is taken in."""

    error: str
    kind: Literal["imported"] = "imported"


class Exchange:
    """Answers what the page's share, export and import ask for."""

    def __init__(
        self,
        session: Session,
        browser: Browser,
        loaded: Callable[[], None],
        defined: Mapping[str, Game] = imports.NONE,
    ) -> None:
        self._session = session
        self._defined = defined  # the classes that the visitor has run, by their names
        self._browser = browser
        self._loaded = loaded  # called when a recipe has come in from outside
        browser.on("share", self._share)
        browser.on("export", self._export)
        browser.on_upload(self._import)

    def arrive(self, query: str) -> bool:
        """Visit the place that the page's address names; False when it names none."""
        try:
            place = from_query(query)
        except RecipeError as error:
            self._session.say(str(error))
            return False
        if place is None:
            return False
        self._loaded()
        self._session.go_to(place)
        if place.window != WHOLE:
            self._browser.answer(LookAnswer(place.window))
        return True

    def _share(self, window: list[float] | None) -> None:
        place = self._session.place()
        if window is not None:
            left, top, right, bottom = window
            seen: Window = (float(left), float(top), float(right), float(bottom))
            place = replace(place, window=seen)
        self._browser.answer(QueryAnswer(to_query(place), "link"))

    # -- out ----------------------------------------------------------------------------------

    def _export(self, what: str) -> None:
        session = self._session
        if what == "recipe":
            self._browser.answer(exports.recipe_file(session.recipe, session.preset))
        elif what == "moves":
            moves = exports.moves_file(session.search, session.recipe, session.preset)
            self._browser.answer(moves)
        elif what == "trace":
            self._record()
        else:
            try:
                game = exports.game_file(session.search, session.recipe, session.preset, what)
            except RecipeError as error:
                session.say(str(error))
            else:
                self._browser.answer(game)

    def _record(self) -> None:
        """Do the search once more up to the moment on show, and write what every phase does."""
        session = self._session
        if session.search.iterations > TRACED_ITERATIONS:
            session.say(
                f"A trace of {plural(session.search.iterations, 'iteration')} is too long for the "
                f"page, which writes at most {number(TRACED_ITERATIONS)}: go back, or use "
                "`mcsearch solve --trace`."
            )
            return
        recipe, preset, steps = session.recipe, session.preset, session.steps
        walk = Walk(recipe, course=session.course)
        problem = recipe.record.title if isinstance(recipe, ProblemRecipe) else ""
        lines = [header(recipe, problem)]

        def go(seconds: float) -> bool:
            deadline = time.perf_counter() + seconds
            while walk.steps < steps and walk.search.advance():
                lines.append(line_of(walk.search))
                if time.perf_counter() > deadline:
                    return False
            return True

        def arrived() -> None:
            name = exports.file_name(recipe, preset, "trace.jsonl")
            self._browser.answer(FileAnswer(name, "\n".join(lines) + "\n", "application/jsonl"))

        session.start(Jump("through the trace", walk, go, end=steps, arrived=arrived))

    # -- in -----------------------------------------------------------------------------------

    def _import(self, text: str) -> None:
        present = self._session.recipe

        def read() -> Recipe | Trace | RecipeError:
            try:
                return imports.read(text, present, self._defined)
            except RecipeError as error:
                return error

        self._browser.aside(read, self._take)

    def _take(self, given: Recipe | Trace | RecipeError) -> None:
        session = self._session
        if isinstance(given, RecipeError):
            self._browser.answer(ImportedAnswer(str(given)))
            return
        self._loaded()
        if isinstance(given, Trace):
            self._replay(given)
        else:
            same_game = given.game == session.recipe.game
            session.load(given, session.preset if same_game else "")
        self._browser.answer(ImportedAnswer(""))

    def _replay(self, trace: Trace) -> None:
        """Do the trace's search and compare every phase; stop where they first differ."""
        session = self._session
        same_game = trace.recipe.game == session.recipe.game
        session.load(trace.recipe, session.preset if same_game else "")
        walk = Walk(trace.recipe, trace.build())
        wrong: list[TraceError] = []
        done = 0

        def go(seconds: float) -> bool:
            nonlocal done
            deadline = time.perf_counter() + seconds
            try:
                while done < len(trace):
                    if not walk.search.advance():
                        raise trace.ended(done)
                    trace.check(done, walk.search)
                    done += 1
                    if time.perf_counter() > deadline:
                        return False
            except TraceError as error:
                wrong.append(error)
            return True

        def arrived() -> None:
            if wrong:
                session.say(f"The search stands where the trace first differs: {wrong[0]}.")
            else:
                session.say(
                    f"The trace's {plural(len(trace), 'phase')} are repeated to the last bit.",
                    is_error=False,
                )

        session.start(Jump("through the trace", walk, go, end=len(trace), arrived=arrived))
