"""The race of the page as it goes on: started, paused, reset, faster and slower; no widgets."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from explorer.pages.race import earlier
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.game_run import GamesRun
from explorer.pages.race.match_run import MatchRun
from explorer.pages.race.races import RACES
from explorer.pages.race.setup import MOST_ROUNDS, Setup
from explorer.pages.race.source import Source, SourceError
from explorer.pages.race.tournament_run import TournamentRun
from explorer.session.own_games import OwnGames, place_of
from explorer.session.work import Work
from mcsearch import Recipe, RecipeError
from mcsearch.recipe import MAX_SEED
from mcsearch.runs.race import BoardRace
from mcsearch.runs.tournament import Tournament

SLICE_SECONDS = 0.012
"""Of search before clicks are heard again."""
FRAME_SECONDS = 0.05
"""Between two frames at least: the race needs the processor more than the screen."""
_RESTING_SECONDS = 0.25  # the runs are on their way to the playhead's next place
SPEEDS = {1: (1.0, 100_000.0), 2: (0.5, 1000.0)}
"""The slowest and the fastest, which means no limit, by the number of players (two where chance
acts): playouts a second of every run, moves a second."""
MORE_ROUNDS = 5
_UNDO_DEPTH = 20
_CATCH_UP_SECONDS = 0.25  # after a stall the race does not hurry

IDLE, RUNNING, PAUSED, DECIDED, CANCELLED = "idle", "running", "paused", "decided", "cancelled"

AnyRun = BoardRun | MatchRun


def open_stored(setup: Setup, source: Source) -> AnyRun:
    """The race of a database as far as it has come."""
    run = make_run(setup)
    run.source = source
    return run


def make_run(setup: Setup) -> AnyRun:
    """A race that has not begun; RecipeError for a setup that is none."""
    race = setup.race()
    if isinstance(race, BoardRace) and setup.record.has_chance:
        return GamesRun(race, setup.equal)
    if isinstance(race, BoardRace):
        return BoardRun(race, setup.equal)
    if isinstance(race, Tournament):
        return TournamentRun(race)
    return MatchRun(race, equal=setup.equal)


class Contest(Work):
    """One visitor's race; whoever watches is told of every change."""

    def __init__(
        self,
        name: str,
        screen_ready: Callable[[float], bool] = lambda now: True,
        clock: Callable[[], float] = time.perf_counter,
        own_games: OwnGames | None = None,
    ) -> None:
        super().__init__(clock)
        self.own_games = OwnGames() if own_games is None else own_games
        self.stopped_by = ""
        """What the code of a game of people's own has raised, in a sentence."""
        self.setup = RACES[name].setup
        self.playing = False
        self.speeds = {players: ends[1] for players, ends in SPEEDS.items()}
        self._is_skipping = False  # to the end of the round, whatever the speed
        self._plays_on = False  # after that
        self._undo: list[tuple[Setup, AnyRun | None]] = []
        self._run: AnyRun | None = None
        self._is_cancelled = False
        self._screen_ready = screen_ready
        self._last_tick = clock()
        self._drawn = -math.inf
        self._drawn_place: tuple[int, float] | None = None
        self._credit = 0.0
        self._done = 0.0
        self._rows: list[Any] = []  # of the database, as the last look has found them
        self._lost = ""  # why it could not

    # --- reading ---

    @property
    def run(self) -> AnyRun:
        """The race as far as it has come, built when it is asked for first."""
        if self._run is None:
            self._run = make_run(self.setup)
        return self._run

    @property
    def earlier(self) -> AnyRun | None:
        """A race like this one that was run earlier, to show before this one begins."""
        if self.state != IDLE or self.source is not None:
            return None
        return earlier.find(self.setup)

    @property
    def shown(self) -> AnyRun:
        """The race that is to be seen: before it begins the one run earlier, if there is one."""
        return self.earlier or self.run

    @property
    def source(self) -> Source | None:
        """The database that the race is from; to ask for it builds no race."""
        return None if self._run is None else self._run.source

    @property
    def is_watching(self) -> bool:
        """Whether rows of another program may come in."""
        return self.source is not None and not (self.playing or self.run.is_over)

    @property
    def busy(self) -> bool:
        return self.playing or self.is_watching

    @property
    def state(self) -> str:
        """IDLE, RUNNING, PAUSED, DECIDED, or CANCELLED: what is shown has been given up."""
        if self._is_cancelled:
            return CANCELLED
        if self.playing:
            return RUNNING
        if self.run.is_over:
            return DECIDED
        return PAUSED if self.run.has_begun else IDLE

    @property
    def can_undo(self) -> bool:
        return bool(self._undo)

    @property
    def speed(self) -> float:
        """Playouts a second of every run, or moves a second; the fastest means no limit."""
        return self.speeds[self.setup.searched_as]

    @property
    def is_unlimited(self) -> bool:
        return self.speed >= SPEEDS[self.setup.searched_as][1]

    # --- what is raced ---

    def load(self, setup: Setup) -> None:
        """Set up another race; RecipeError keeps the present one. `undo` brings it back."""
        if setup == self.setup:
            return
        run = self._made(setup)
        if self._judges_otherwise(setup, run):
            return
        if not setup.is_limited:  # only shown: another one is to be run
            setup = replace(setup, is_limited=True)
            run = self._made(setup)
        self._remember()
        self._halt()
        self.setup, self._run, self._is_cancelled = setup, run, False
        self.stopped_by = ""
        self._changed()

    def load_stored(self, setup: Setup, source: Source) -> None:
        """Show the race of a database; nothing is written before it goes on."""
        run = open_stored(setup, source)
        self._remember()
        self._halt()
        self.setup, self._run, self._is_cancelled = setup, run, False
        self.stopped_by = ""
        self._take_rows(source.read(run, self._clock()))
        self._changed()

    def _take_rows(self, rows: list[Any]) -> bool:
        source = self.source
        return source is not None and source.take(self.run, rows, self.playing)

    def _keep(self, source: Source) -> None:
        """Write what has ended here, and take what has ended elsewhere; on an error rest."""
        try:
            is_same = source.keep(self.run)
            if is_same and source.is_due(now := self._clock()):
                self._take_rows(source.read(self.run, now))
        except SourceError as error:
            self._halt()
            self.say(f"Stopped: {error}.")
            return
        if not is_same:  # what the file has counts
            self._run = open_stored(self.setup, source.anew())
            self._halt()
            self._take_rows(self._run.source.read(self._run, self._clock()))
            self.say("Another program was quicker with the same runs: its rows are shown.", False)

    def _judges_otherwise(self, setup: Setup, made: AnyRun) -> bool:
        """Whether another scope or target is all that changes: then the same rounds are judged
        anew."""
        run, old = self.run, self.setup
        same = replace(setup, scope=old.scope, target=old.target)
        if same != old or isinstance(run, MatchRun):
            return False
        assert isinstance(made, BoardRun)
        self.setup = setup
        run.race.scope = made.race.scope
        self._changed()
        return True

    def _made(self, setup: Setup) -> AnyRun:
        """RecipeError also for what the code of a game of people's own raises."""
        try:
            return make_run(setup)
        except RecipeError:
            raise
        except Exception as error:
            if setup.own is None:
                raise
            raise RecipeError(self._told(setup.own, error)) from error

    def _told(self, own: Recipe, error: Exception) -> str:
        wrong = self.own_games.blame(own, error)
        return f"Your game has stopped the race{place_of(wrong)}: {wrong}"

    def reset(self) -> None:
        """Back to the beginning; what has been shown stays until the next start."""
        if not self.run.has_begun or self._is_cancelled or self.source is not None:
            return
        self._remember()
        self._halt()
        self._is_cancelled = True
        self._changed()

    def undo(self) -> None:
        """Back to the race before the last change, as far as it had come."""
        if not self._undo:
            return
        self._halt()
        self._let_rest()
        self.setup, self._run = self._undo.pop()
        self._is_cancelled = False
        self._changed()

    def _let_rest(self) -> None:
        """The race that is left keeps no searches: each of a round has a tree, a match has one."""
        if isinstance(self._run, BoardRun):
            self._run.rest()

    def _remember(self) -> None:
        self._let_rest()
        self._undo = [*self._undo[-_UNDO_DEPTH + 1 :], (self.setup, self._run)]

    # --- transport ---

    def start(self) -> None:
        """Start, or go on; after the end with more rounds, or with another match."""
        if self._is_cancelled:
            self._run, self._is_cancelled = make_run(self.setup), False
        elif self.run.is_over and not self._add_more():
            return
        if self.source is not None and not self._may_go_on(self.source):
            return
        self.playing = True
        self._last_tick = self._clock()
        self._credit = 0.0
        self._changed()

    def _may_go_on(self, source: Source) -> bool:
        """Open the database for the rows to come; else say why that can't be."""
        try:
            replace(self.setup, is_limited=True).race()
            source.begin()
        except (RecipeError, SourceError) as error:
            self.say(f"The page can't go on with this race: {error}")
            return False
        return True

    def go_on(self) -> None:
        """Start what rests in the middle, and nothing else."""
        if self.state == PAUSED:
            self.start()

    def pause(self) -> None:
        self._halt()
        self._changed()

    def next_round(self) -> None:
        """To the end of this round or pair as fast as it goes; then as before."""
        if self.run.is_over and not self._is_cancelled:
            return
        plays_on = self.playing
        self.start()
        self._is_skipping, self._plays_on = True, plays_on
        self._changed()

    def _halt(self) -> None:
        self.playing = self._is_skipping = False
        if self._run is not None and self._run.source is not None:
            self._run.source.end()

    def _add_more(self) -> bool:
        """More rounds of the same race, or a match with other openings."""
        setup, run = self.setup, self.run
        if isinstance(run, MatchRun):
            if run.failure is not None:
                return False
            self.load(replace(setup, seed=min(setup.seed + 1, MAX_SEED)))
            return True
        if len(run.race.racing) < 1:
            return False
        seeds = list(run.race.seeds)
        more = [max(seeds) + 1 + i for i in range(min(MORE_ROUNDS, MOST_ROUNDS - len(seeds)))]
        if not more:
            self.say(f"The page takes at most {MOST_ROUNDS} rounds; `mcsearch race` takes more.")
            return False
        longer = replace(setup, seeds=_listed([*seeds, *more]))
        race = longer.race()
        assert isinstance(race, BoardRace)
        run.extend(race)
        self.setup = longer
        if self.source is not None:
            self.source.race = longer.stored()
        return True

    def set_speed(self, speed: float) -> None:
        players = self.setup.searched_as
        slowest, fastest = SPEEDS[players]
        self.speeds[players] = min(fastest, max(slowest, speed))
        self._credit = 0.0
        self._changed()

    def leave_out(self, entrant: int) -> None:
        """Go on without an entrant that has failed."""
        if isinstance(self.run, BoardRun) and not self._is_cancelled:
            self.run.leave_out(entrant)
            self._changed()

    def try_again(self, entrant: int) -> None:
        """Let an entrant that has failed race again; where the race was over because of it, now."""
        if self._is_cancelled:  # what is shown is over; the next race has everybody in it
            return
        was_over = self.run.is_over
        self.run.try_again(entrant)
        if was_over and not self.run.is_over:
            self.start()
        self._changed()

    def fail(self, error: Exception) -> None:
        """Rest after an error that is no entrant's, and say so."""
        self._halt()
        if self.setup.own is None:
            self.say(f"The race has stopped with an error: {str(error) or type(error).__name__}.")
        else:
            self.stopped_by = self._told(self.setup.own, error)
            self.say(self.stopped_by)

    # --- time ---

    def begin_slice(self, now: float) -> Callable[[], None] | None:
        if not self.playing:
            return self._begin_look(now)
        if self._is_left_alone(now):
            self._halt()
            minutes = f"{self.patience / 60:.0f} minutes"
            self.say(f"Paused after {minutes} without a visitor; Continue goes on.", False)
            return None
        elapsed = min(now - self._last_tick, _CATCH_UP_SECONDS)
        self._last_tick = now
        most = math.inf
        if not (self._is_skipping or self.is_unlimited):
            rate = self.speed * self._unit()
            # what could not be done in time is not owed
            owed = max(_CATCH_UP_SECONDS * rate, self._unit())
            self._credit = most = min(self._credit + elapsed * rate, owed)
        run = self.run
        self._before = run.number

        def work() -> None:
            self._done = run.work(SLICE_SECONDS, most)

        return work

    def _begin_look(self, now: float) -> Callable[[], None] | None:
        """Look whether another program has stored rows of the race."""
        source, run = self.source, self.run
        if source is None or not source.is_due(now) or self._is_left_alone(now):
            return None

        def look() -> None:
            try:
                self._rows = source.read(run, now)
            except SourceError as error:
                self._rows, self._lost = [], str(error)

        return look

    def _end_look(self) -> bool:
        rows, self._rows = self._rows, []
        if self._lost:
            told, self._lost = self._lost, ""
            self.run.source = None  # nothing more comes; what has come stays
            self.say(told)
            return True
        if self._take_rows(rows):
            self._changed()
        return True

    def _unit(self) -> float:
        """What the speed counts, on the race's own axis."""
        equal = self.setup.equal
        return equal.amount / 10_000 if self._counts_seconds() else 1.0

    def _counts_seconds(self) -> bool:
        return self.setup.searched_as == 1 and self.setup.equal.by == "seconds"

    def end_slice(self) -> bool:
        """Take note of what the slice has done; whether a frame was shown, or waits for the screen.

        On a server the screen is heard again only when this says so.
        """
        if not self.playing:
            return self._end_look()
        if not (self._is_skipping or self.is_unlimited):
            self._credit = max(0.0, self._credit - self._done)
        if self.source is not None:
            self._keep(self.source)
        run = self.run
        is_at_end = run.is_over
        if is_at_end:
            self._halt()
        elif self._is_skipping and run.number != self._before:
            self._is_skipping = False
            self.playing = self._plays_on
            is_at_end = True
        now = self._clock()
        if not is_at_end and now - self._drawn < self._frame_seconds():
            return False
        if is_at_end or self._screen_ready(now):
            self._drawn, self._drawn_place = now, self._place()
            self._changed()
        return True

    def _place(self) -> tuple[int, float] | None:
        """Where the playhead is; a match has none."""
        run = self.run
        return (run.number, run.at) if isinstance(run, BoardRun) else None

    def _frame_seconds(self) -> float:
        """Until the next frame: while the playhead rests there is little new to show."""
        place = self._place()
        is_resting = place is not None and place == self._drawn_place
        return _RESTING_SECONDS if is_resting else FRAME_SECONDS


def _listed(seeds: list[int]) -> str:
    """Numbers as a flag takes them: a range where it is one."""
    if seeds == list(range(seeds[0], seeds[0] + len(seeds))) and len(seeds) > 1:
        return f"{seeds[0]}-{seeds[-1]}"
    return ",".join(map(str, seeds))
