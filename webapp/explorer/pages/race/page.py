"""The Race page: a race, what is shown of it, and what a visitor does with it."""

from __future__ import annotations

import functools
import importlib
import math
from typing import Any

from explorer.pages.page import Line, Page
from explorer.pages.race import board_frame, chart_frame, status, table_frame, target_frame
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.contest import Contest
from explorer.pages.race.form import Form
from explorer.pages.race.kept import Kept
from explorer.pages.race.match_pictures import MatchPictures
from explorer.pages.race.match_run import MatchRun
from explorer.pages.race.races import FIRST, RACES
from explorer.pages.race.setup import from_query
from explorer.pages.race.source import SourceError
from explorer.session.browser import FileAnswer, QueryAnswer
from explorer.session.buttons import finite
from explorer.session.game_link import to_query
from explorer.session.limits import within
from explorer.session.own_games import offered
from explorer.session.permalink import Place
from explorer.session.problems import Problem, is_edited
from mcsearch import Recipe, RecipeError
from mcsearch.problem.numbered_recipe import NumberedRecipe
from mcsearch.recipe import GAMES

_SEQUENCE_SECONDS = 0.3
"""Between two looks at the best sequences while the race goes on."""

_TABLE_SECONDS = 0.25

_CHART_SECONDS = 0.1
"""To draw it is much of what a state of a race costs the browser; boards change with each."""

_DATABASE = "explorer.pages.race.database"
"""Named and not imported: the site has neither files nor SQLite, and ships none of it."""


class Race(Page):
    """A contest and the line to the browser, kept in step."""

    name = "race"
    title = "Race"
    order = 40
    pictures = (
        "form",
        "curves",
        "chart",
        "progress",
        "results",
        "boards",
        "sequences",
        "thumbnails",
        "match",
        "games",
        "database",
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
        self.contest = Contest(FIRST, line.is_ready, own_games=line.own)
        self.form = Form(self.contest)
        self.match = MatchPictures(self.contest)
        self._board = 0
        self._is_one_board = False  # the chart shows the seeds of the board alone
        self._kept = Kept()
        self._is_open = False
        self._listed: list[Any] = []  # of the owner's database
        line.run(self.contest)
        self.contest.watch(self._draw)
        line.own.watch(self._draw)
        self._connect()

    @property
    def problems(self) -> list[Problem]:
        """People's games for the Game menu: of one player those without chance."""
        alone = [problem for problem in offered(1) if not problem.game.has_chance]
        return [*alone, *offered(2)]

    def _connect(self) -> None:
        line, contest = self.line, self.contest
        line.on("set", lambda value: self._set(str(value["name"]), value["value"]))
        line.on("start", lambda value: contest.start())
        line.on("open", lambda value: contest.go_on())
        line.on("pause", lambda value: contest.pause())
        line.on("next", lambda value: contest.next_round())
        line.on("reset", lambda value: contest.reset())
        line.on("undo", lambda value: contest.undo())
        line.on("speed", lambda value: contest.set_speed(finite(value, 1.0)))
        line.on("board", lambda value: self._choose(int(value)))
        line.on("focus", lambda value: self._focus(bool(value)))
        line.on("leave-out", lambda value: contest.leave_out(int(value)))
        line.on("try-again", lambda value: contest.try_again(int(value)))
        line.on("game", lambda value: self._look_at(int(value)))
        line.on("review", lambda value: self._review(int(value)))
        line.on("save", lambda value: self._save())
        line.on("explore", self._explore)
        line.on("database", lambda value: self._list())
        line.on("stored", lambda value: self._open_stored(int(value)))
        line.on("visit", self._visit)

    # -- the owner's database --------------------------------------------------------------------

    def _list(self) -> None:
        """Show which races it has now; where there is none for this visitor nothing."""
        file = self.line.database
        if not file:
            return
        self._listed, told = [], ""
        try:
            self._listed = importlib.import_module(_DATABASE).listed(file)
        except SourceError as error:
            told = f"{error}."
        frame = importlib.import_module(f"{_DATABASE}_frame")
        self.show("database", frame.database_frame(file, self._listed, told))

    def _open_stored(self, place: int) -> None:
        """Show a race of the list; the browser names no file, and a race by its place alone."""
        file = self.line.database
        if not file or not 0 <= place < len(self._listed):
            return
        found = self._listed[place]
        if found.setup is None:
            return
        self.form.clear_error()
        try:
            source = importlib.import_module(_DATABASE).Database(file, found.race)
            self.contest.load_stored(found.setup, source)
        except (SourceError, RecipeError) as error:
            self.contest.say(f"{error}")

    # -- what the browser says ----------------------------------------------------------------

    def welcome(self, value: dict[str, Any]) -> None:
        """Show the race of the address, or the first one."""
        self._is_open = True
        self._list()
        if not self._arrive(str(value["query"])):
            self._draw()

    def _arrive(self, query: str) -> bool:
        """Set up the race of an address; whether it named one."""
        self._is_open = True
        try:
            setup = from_query(query, self.line.own.among)
            if setup is None:
                return False
            self.form.clear_error()
            self.contest.load(setup)
        except ValueError as error:
            self.contest.say(str(error))
            return True
        except Exception as error:  # of the code of a game of people's own
            self.contest.say(f"link: {str(error) or type(error).__name__}")
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
        if not isinstance(self.contest.run, MatchRun):
            return
        place = self.match.review(number, [entrant.name for entrant in self.form.names()])
        if place is None:
            return
        own = place.record.setting.own
        if own is not None and is_edited(own):
            # no address has its code: the game is handed over, and Play is opened as it is then
            self.line.hand_over("play", place, "")
        self.line.answer(QueryAnswer(to_query(place), "review"))

    def _save(self) -> None:
        if isinstance(self.contest.run, MatchRun):
            text = self.match.saved([entrant.name for entrant in self.form.names()])
            self.line.answer(FileAnswer("games.txt", text))

    def _explore(self, entrant: Any) -> None:
        """Open an entrant's run of the board on show, None for the leader's, or the position of
        the match."""
        try:
            recipe = self._recipe(entrant)
            shown, cut = within(recipe)
        except RecipeError as error:
            self.contest.say(str(error))
            return
        self.contest.pause()
        note = f"Explore has a smaller budget: {cut}." if cut else ""
        if isinstance(shown, NumberedRecipe):
            shown = shown.plain()
            if isinstance(self.contest.run, MatchRun):
                note = "Explore begins where the code of the game does."
        self.line.hand_over("explore", Place(shown), note)

    def _recipe(self, entrant: Any) -> Recipe:
        run = self.contest.shown
        if not isinstance(run, BoardRun):
            return self.match.recipe()
        board = self._board % len(run.race.boards)
        if entrant is None:
            scores = run.present_scores()[:, board]
            racing = [i for i in run.race.racing if not math.isnan(scores[i])]
            entrant = max(racing, key=lambda i: scores[i], default=0)
        return run.race.recipe(int(entrant) % len(run.race.entrants), board, run.shown_round)

    # -- what the contest says ----------------------------------------------------------------

    def _draw(self) -> None:
        """A frame; of a game of people's own whose code fails its words alone."""
        if not self._is_open:
            return
        try:
            self._draw_all()
        except Exception as error:
            if self.contest.setup.own is None:
                raise
            if not self.contest.stopped_by:
                self.contest.fail(error)  # which draws once more
                return
            called = [entrant.name for entrant in self.form.names()]
            self.line.send(status.status(self.contest, called, []))

    def _draw_all(self) -> None:
        """One frame: what has changed of every picture, then the words."""
        contest, run = self.contest, self.contest.shown
        called = [entrant.name for entrant in self.form.names()]
        shorts = [entrant.short for entrant in self.form.names()]
        with self.line.together():
            self.show("form", self.form.frame())
            passings: tuple[chart_frame.RacePassing, ...] = ()
            if isinstance(run, BoardRun):
                passings = self._show_boards(run, shorts).passings
            else:
                self.show("match", self.match.frame(called, shorts))
                games = self.match.games(contest.busy)
                if games is not None:
                    self.show("games", games)
            self.line.send(status.status(contest, called, passings))

    def _show_boards(self, run: BoardRun, names: list[str]) -> chart_frame.RaceChart:
        """The pictures of a race on boards; the chart's, whose passings are told in words too."""
        get, race = self._kept.get, run.race
        board = self._board % len(race.boards)
        seeds_of = board if self._is_one_board else None
        self.show(
            "curves",
            # at the places of their axis, which most frames don't reach
            get(
                "curves",
                lambda: chart_frame.curves(run, seeds_of),
                run,
                run.lines.version,
                seeds_of,
            ),
        )
        is_racing = self.contest.busy
        chart = get(
            "chart",
            lambda: chart_frame.chart(run, names, self._is_one_board),
            *(run, run.number, *race.racing, *names, self._is_one_board),
            seconds=_CHART_SECONDS if is_racing else 0.0,
        )
        self.show("chart", chart)
        self.show(
            "progress",
            get(
                "progress",
                lambda: table_frame.progress(run),
                *(run, run.number, is_racing),
                seconds=_TABLE_SECONDS,
            ),
        )
        target = self.contest.setup.target
        done = (run, race.scope, target, race.num_finished, *race.racing)
        self.show("results", get("results", lambda: target_frame.results(run, target), *done))
        self.show("boards", board_frame.boards(run, board))
        self.show("thumbnails", get("thumbnails", lambda: board_frame.thumbnails(run), race.boards))
        place = (run, board, run.shown_round)
        self.show(
            "sequences",
            get(
                "sequences",
                lambda: self._sequences(*place),
                *(*place, is_racing),
                seconds=_SEQUENCE_SECONDS,
            ),
        )
        return chart

    def _sequences(self, run: BoardRun, board: int, number: int) -> board_frame.RaceSequences:
        """Of every entrant; those are played through again whose best has changed."""
        found = []
        for entrant in range(len(run.race.entrants)):
            searched = run.run(entrant, board, number)
            found.append(
                self._kept.get(
                    f"sequence {entrant}",
                    functools.partial(board_frame.sequence, run, entrant, board),
                    *(run, board, number, searched, searched and searched.best),
                )
            )
        return board_frame.RaceSequences(f"{id(run)} {board} {number}", tuple(found))
