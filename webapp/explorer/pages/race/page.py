"""The Race page: a race, what is shown of it, and what a visitor does with it."""

from __future__ import annotations

import json
import math
import time
from typing import Any

import panel as pn

from explorer.pages.page import Line, Page
from explorer.pages.race import board_frame, status
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.contest import Contest
from explorer.pages.race.form import Form
from explorer.pages.race.match_view import MatchView
from explorer.pages.race.races import FIRST, RACES
from explorer.pages.race.setup import from_query
from explorer.session.limits import within
from explorer.session.permalink import Place
from mcsearch import Recipe, RecipeError
from mcsearch.recipe import GAMES

_SEQUENCE_SECONDS = 0.3
"""Between two looks at the best sequences while the race goes on."""

_TABLE_SECONDS = 0.25


class Race(Page):
    """A contest and the line to the browser, kept in step."""

    name = "race"
    title = "Race"
    order = 40
    pictures = (
        "form",
        "chart",
        "progress",
        "results",
        "boards",
        "sequences",
        "thumbnails",
        "match",
        "games",
    )
    keys = (
        (("Space",), "start or pause"),
        (("N",), "to the end of the round, or of the pair"),
        (("R",), "reset"),
        (("[", "]"), "the board or the game before, the next one"),
        (("1", "to", "4"), "emphasise an entrant"),
        (("B",), "bands on or off"),
        (("E",), "open in Explore"),
    )
    races = tuple(RACES.values())
    games = tuple(GAMES.values())

    def __init__(self, line: Line) -> None:
        super().__init__(line)
        self.contest = Contest(FIRST, line.is_ready)
        self.form = Form(self.contest)
        self.match = MatchView(self.contest)
        self._board = 0
        self._is_one_board = False  # the chart shows the seeds of the board alone
        self._shown: dict[str, str] = {}
        self._progress_key: tuple[Any, ...] = ()
        self._progress_at = -math.inf
        self._results_key: tuple[int, ...] = ()
        self._sequence_keys: tuple[Any, ...] = ()
        self._sequences_at = -math.inf
        self._thumbnailed: dict[str, str] | None = None
        self._made_thumbnails: dict[str, Any] = {}
        self._is_open = False
        line.run(self.contest)
        self.contest.watch(self._draw)
        self._connect()

    def _connect(self) -> None:
        line, contest = self.line, self.contest
        line.on("set", lambda value: self._set(str(value["name"]), value["value"]))
        line.on("start", lambda value: contest.start())
        line.on("pause", lambda value: contest.pause())
        line.on("next", lambda value: contest.next_round())
        line.on("reset", lambda value: contest.reset())
        line.on("undo", lambda value: contest.undo())
        line.on("speed", lambda value: contest.set_speed(_finite(value)))
        line.on("board", lambda value: self._choose(int(value)))
        line.on("focus", lambda value: self._focus(bool(value)))
        line.on("leave-out", lambda value: contest.leave_out(int(value)))
        line.on("try-again", lambda value: contest.try_again(int(value)))
        line.on("game", lambda value: self._look_at(int(value)))
        line.on("review", lambda value: self._review(int(value)))
        line.on("explore", lambda value: self._explore())
        line.on("visit", self._visit)

    # -- what the browser says ----------------------------------------------------------------

    def welcome(self, value: dict[str, Any]) -> None:
        """Show the race of the address, or the first one."""
        self._is_open = True
        if not self._arrive(str(value["query"])):
            self._draw()

    def _arrive(self, query: str) -> bool:
        """Set up the race of an address; whether it named one."""
        self._is_open = True
        try:
            setup = from_query(query)
            if setup is None:
                return False
            self.form.clear_error()
            self.contest.load(setup)
        except ValueError as error:
            self.contest.say(str(error))
            return True
        self._draw()
        return True

    def _visit(self, query: Any) -> None:
        self._arrive(str(query))

    def _set(self, name: str, value: Any) -> None:
        self.form.set(name, value)

    def _choose(self, board: int) -> None:
        run = self.contest.run
        if isinstance(run, BoardRun):
            self._board = board % len(run.race.boards)
            self._draw()

    def _focus(self, is_one: bool) -> None:
        self._is_one_board = is_one
        self._draw()

    def _look_at(self, number: int) -> None:
        self.match.look_at(number)
        self._draw()

    def _review(self, number: int) -> None:
        query = self.match.review_query(number)
        if query:
            self.line.answer("review", query=query)

    def _explore(self) -> None:
        """Open the board with the leader's recipe, or the position of the match."""
        try:
            recipe = self._recipe()
            shown, cut = within(recipe)
        except RecipeError as error:
            self.contest.say(str(error))
            return
        self.contest.pause()
        note = f"Explore has a smaller budget: {cut}." if cut else ""
        self.line.hand_over("explore", Place(shown), note)

    def _recipe(self) -> Recipe:
        run = self.contest.run
        if not isinstance(run, BoardRun):
            return self.match.recipe()
        board = self._board % len(run.race.boards)
        scores = run.present_scores()[:, board]
        racing = [i for i in run.race.racing if not math.isnan(scores[i])]
        leader = max(racing, key=lambda i: scores[i], default=0)
        return run.race.recipe(leader, board, run.shown_round)

    # -- what the contest says ----------------------------------------------------------------

    def _draw(self) -> None:
        """One frame: what has changed of every picture, then the words."""
        if not self._is_open:
            return
        contest, run = self.contest, self.contest.run
        called = [entrant.name for entrant in self.form.names()]
        shorts = [entrant.short for entrant in self.form.names()]
        with pn.io.hold():
            self._show("form", self.form.plain())
            chart: dict[str, Any] = {"passings": []}
            if isinstance(run, BoardRun):
                board = self._board % len(run.race.boards)
                chart = board_frame.chart(run, shorts, board if self._is_one_board else None)
                self._show("chart", chart)
                self._show_progress(run)
                self._show_results(run)
                self._show("boards", {"number": board, **board_frame.boards(run, board)})
                self._show_sequences(run, board)
            else:
                self._show("match", self.match.plain(called))
                games = self.match.games(contest.busy)
                if games is not None:
                    self._show("games", games)
            self.line.send(status.status(contest, called, chart["passings"]))

    def _show(self, picture: str, value: dict[str, Any]) -> None:
        text = json.dumps(value, allow_nan=False)
        if self._shown.get(picture) != text:
            self._shown[picture] = text
            self.line.show(picture, text)

    def _show_progress(self, run: BoardRun) -> None:
        """Tables are read, not watched: a few of them a second are enough."""
        now, key = time.perf_counter(), (id(run), run.number, self.contest.busy)
        if key != self._progress_key or now - self._progress_at >= _TABLE_SECONDS:
            self._progress_key, self._progress_at = key, now
            self._show("progress", board_frame.progress(run))

    def _show_results(self, run: BoardRun) -> None:
        """Bootstrap samples are drawn when a round is done, not in every frame."""
        key = (id(run), run.race.num_finished, *run.race.racing)
        if key != self._results_key:
            self._results_key = key
            self._show("results", board_frame.results(run))

    def _show_sequences(self, run: BoardRun, board: int) -> None:
        entrants = range(len(run.race.entrants))
        self._show("thumbnails", self._thumbnails(run))
        found = [run.run(entrant, board, run.shown_round) for entrant in entrants]
        keys = (id(run), board, run.shown_round, *(each and each.best for each in found))
        now = time.perf_counter()
        is_new = keys[:3] != self._sequence_keys[:3]
        if repr(keys) == repr(self._sequence_keys):
            return
        if self.contest.busy and not is_new and now - self._sequences_at < _SEQUENCE_SECONDS:
            return
        self._sequence_keys, self._sequences_at = keys, now
        sequences = [board_frame.sequence(run, entrant, board) for entrant in entrants]
        self._show("sequences", {"key": repr(keys[:3]), "entrants": sequences})

    def _thumbnails(self, run: BoardRun) -> dict[str, Any]:
        if self._thumbnailed is not run.race.boards:
            self._thumbnailed = run.race.boards
            self._made_thumbnails = board_frame.thumbnails(run)
        return self._made_thumbnails


def _finite(value: Any) -> float:
    speed = float(value)
    return speed if math.isfinite(speed) else 1.0
