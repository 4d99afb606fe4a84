"""The Check page: what is examined, what the report shows, and what a visitor does with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from explorer.cards.source import SCRIPTS
from explorer.pages.check import frame, trees
from explorer.pages.check.checking import (
    DONE,
    OFFERED_SECONDS,
    RUNNING,
    SECONDS,
    Checking,
    Job,
    Run,
)
from explorer.pages.page import Line, Page
from explorer.session.browser import FileAnswer
from explorer.session.code import Code
from explorer.session.permalink import Place
from explorer.session.searches import FILE, Search, known, offered
from mcsearch.check import WRONG, Shape
from mcsearch.check.shape import WORDS

_MOST_SEED = 2**31


class Check(Page):
    """An examination and the line to the browser, kept in step."""

    name = "check"
    title = "Check"
    order = 45
    pictures = ("report", "example", "trees")
    keys = (
        (("Ctrl", "↵"), "check the code"),
        (("↑", "↓"), "the line above, the line below"),
        (("Enter",), "open or close the line"),
        (("N",), "the next line that is wrong"),
        (("[", "]"), "the counterexample before, the next one"),
        (("E",), "open the position in Explore"),
    )

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        known()  # read now: a visit that goes on from the memory has no texts of modules
        self.checking = Checking(line.is_served)
        self._open: tuple[str, int] | None = None  # the line and the number of its counterexample
        self._request = 0  # the browser's, heard last: by it an answer that is late is known
        self._told: Run | None = None  # the examination whose end has been noticed
        self._grown: tuple[Any, ...] = ()  # of which position there are trees, or will be soon
        line.run(self.checking)
        self.checking.watch(self._draw)
        line.on("check", self._check)
        line.on("stop", lambda value: self._stop())
        line.on("example", self._choose)
        line.on("explore", lambda value: self._explore())
        line.on("json", lambda value: self._save())

    @property
    def examples(self) -> list[Search]:
        return list(offered().values())

    @property
    def has_files(self) -> bool:
        """Whether the server was given searches to show."""
        return len(offered()) > len(known())

    def codes(self) -> list[dict[str, str]]:
        """The examples for the document, files first; called when it is written."""
        return [
            {"name": each.name, "title": each.title, "code": each.code.text, "fault": each.fault}
            for each in self.examples
        ]

    @property
    def games(self) -> list[Any]:
        return frame.offered_games()

    @property
    def seconds(self) -> tuple[int, ...]:
        return OFFERED_SECONDS

    @property
    def usual_seconds(self) -> int:
        return SECONDS

    @property
    def fields(self) -> list[tuple[str, tuple[str, ...]]]:
        """The fields of a node whose names can be told, each with the words to choose from."""
        return [(each.name, WORDS.get(each.name, ())) for each in fields(Shape)]

    @property
    def editor_scripts(self) -> tuple[str, ...]:
        """What the editor is made of, below Panel's own files."""
        return SCRIPTS

    # -- what the browser says ----------------------------------------------------------------

    def welcome(self, value: dict[str, Any]) -> None:
        self._draw()

    def _check(self, value: dict[str, Any]) -> None:
        """value: the `name` of a known search, or the `text` of code; the `game` and the `seed`;
        `tree`, names of its nodes' fields; the `number` of the request; about how many `seconds`
        it may take, of those that are offered."""
        game = str(value["game"])
        if game not in {offered.name for offered in self.games}:
            return
        seconds = int(value.get("seconds", SECONDS))
        if seconds not in OFFERED_SECONDS:
            return
        search = offered().get(str(value["name"]))
        code = search.code if search else None
        if self.line.may_edit and value.get("text") is not None:
            code = Code(str(value["text"]), FILE)
        if code is None:
            return
        self._open = None
        seed = min(_MOST_SEED, max(0, int(value.get("seed", 1))))
        number = int(value.get("number", 1))
        # a name is looked up in whatever a node holds, and what is found there called: as code
        told = value.get("tree") if self.line.may_edit else None
        self.checking.start(Job(code, game, seed, _shape(told or {}), number, seconds))

    def _stop(self) -> None:
        self.checking.stop()
        self._draw()

    def _choose(self, value: dict[str, Any]) -> None:
        """Open a counterexample of a line; no line: close it."""
        self._request = int(value["request"])
        self._open = (str(value["line"]), int(value["number"])) if value["line"] else None
        self._draw()

    def _explore(self) -> None:
        """Open the position of the counterexample on show, else the game's beginning."""
        run = self.checking.run
        if run is None:
            return
        found = self._example()
        game = run.job.game
        recipe = frame.position_of(game, found[0].counterexamples[found[1]]) if found else None
        if recipe is not None:
            self.line.hand_over("explore", Place(recipe), "")

    def _save(self) -> None:
        run = self.checking.run
        if run is not None and run.report is not None:
            text = json.dumps(run.report.to_dict(), indent=1)
            self.line.answer(FileAnswer("report.json", text, "application/json"))

    # -- what is shown ------------------------------------------------------------------------

    def _example(self) -> tuple[Any, int] | None:
        """The line that is open and the number of its counterexample, where there is one."""
        run = self.checking.run
        if self._open is None or run is None or run.report is None:
            return None
        name, number = self._open
        line = next((line for line in run.report.lines if line.name == name), None)
        if line is None or not line.counterexamples:
            return None
        return line, number % len(line.counterexamples)

    def _draw(self) -> None:
        run = self.checking.run
        if run is not None and run.state != RUNNING and self._told is not run:
            self._told = run
            self._open_worst(run)
        with self.line.together():
            self.show("report", frame.report_frame(run))
            found = self._example()
            # a line without a counterexample opens with its words
            example = frame.example_frame(run.job.game, *found) if run and found else None
            line = self._open[0] if self._open else ""
            self.show("example", frame.CheckOpened(self._request, line, example))
            self._grow(run, found)
            self.line.send()

    def _open_worst(self, run: Run) -> None:
        """Where something is wrong its first line opens by itself."""
        if self._open is not None or run.state != DONE or run.report is None:
            return
        wrong = run.report.named(WRONG)
        if wrong:
            self._open = wrong[0].name, 0

    def _grow(self, run: Run | None, found: tuple[Any, int] | None) -> None:
        """Have both trees drawn of the counterexample on show, of the beginning where none is."""
        example = found[0].counterexamples[found[1]] if found else None
        grown = (run, example)
        if grown == self._grown:
            return
        self._grown = grown
        if run is None or run.state != DONE or run.examination is None:
            self._grown = ()
            self.show("trees", trees.CheckTrees(0, None, ""))
            return
        examination = run.examination

        def show(shown: trees.CheckTrees) -> None:
            if self._grown is grown:
                self.show("trees", shown)

        def grow() -> None:
            self.line.aside(lambda: trees.trees_frame(examination, example), show)

        # after what is there already
        self.line.later(grow)


def _shape(told: Mapping[str, Any]) -> Shape:
    """What is told and makes sense: the form asks for nothing else."""
    names = {each.name for each in fields(Shape)}
    kept = {name: str(text) for name, text in told.items() if name in names}
    return Shape(**{k: text for k, text in kept.items() if text in WORDS.get(k, (text,))})
