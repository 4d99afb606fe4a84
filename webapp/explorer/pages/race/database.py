"""The owner's database on the page: which races it has, and the rows of one as they come in.

Reading never writes. To go on with a race, `begin` opens the file for writing, as `mcsearch race`
does: a row is written once, whoever is quicker, and the race takes what the file has.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from explorer.pages.race.board_run import BoardRun, Place, Run
from explorer.pages.race.match_run import FinishedGame, MatchRun
from explorer.pages.race.setup import Setup, from_stored
from explorer.pages.race.source import SourceError
from mcsearch import RecipeError
from mcsearch.runs import worker
from mcsearch.runs.match import Fixture, Played
from mcsearch.runs.store import Store, StoreError
from mcsearch.runs.stored_races import StoredRace

LOOK_SECONDS = 0.5
"""Between two looks at a database that another program may be filling."""
_PATIENCE_SECONDS = 1.0  # with a file that is locked: the page stands still meanwhile
_MOST_GAMES = 100  # of one look: their openings are drawn


class Listed(NamedTuple):
    """A race in the list."""

    race: StoredRace
    setup: Setup | None
    """None where the page can't show it."""
    why: str
    """Then the reason, in a sentence."""


def listed(file: str) -> list[Listed]:
    """The races of a database; SourceError where there are none."""
    with _told(), Store(file, read_only=True, patience=_PATIENCE_SECONDS) as opened:
        races = opened.races()
        is_empty = opened.is_empty()
    if not races and is_empty:
        raise SourceError(
            f"{file} has no race yet: fill it with `mcsearch race ... --database {file}`"
        )
    if not races:
        raise SourceError(
            f"{file} has rows, but does not say of which races: an older version or `mcsearch run` "
            "has made them. Give the `mcsearch race` command with this --database once more: what "
            "is stored is not made again, and the race is listed"
        )
    return [_listed(race) for race in races]


def _listed(race: StoredRace) -> Listed:
    try:
        setup = from_stored(race)
        setup.race()
    except RecipeError as error:
        return Listed(race, None, str(error))
    return Listed(race, setup, "")


class Database:
    """The `Source` of one race."""

    def __init__(self, file: str, race: StoredRace) -> None:
        """SourceError where the file can't be read."""
        self.race = race
        self._file = file
        with _told():
            self._reader = Store(file, read_only=True, patience=_PATIENCE_SECONDS)
        self._writer: Store | None = None
        self._version = -1
        self._is_whole = False  # everything that this version has is taken
        self._looked = -math.inf
        self._kept = 0  # games that are in the database

    @property
    def name(self) -> str:
        return Path(self._file).name

    def anew(self) -> Database:
        return Database(self._file, self.race)

    # --- reading ---

    def is_due(self, now: float) -> bool:
        return now - self._looked >= LOOK_SECONDS or not self._is_whole

    def read(self, run: BoardRun | MatchRun, now: float) -> list[Any]:
        self._looked = now
        with _told():
            version = self._reader.version()
            if version == self._version and self._is_whole:
                return []
            self._version = version
            found = self._runs(run) if isinstance(run, BoardRun) else self._games(run)
        self._is_whole = isinstance(run, BoardRun) or len(found) < _MOST_GAMES
        return found

    def _runs(self, run: BoardRun) -> list[tuple[Place, Run]]:
        found = []
        race = run.race
        for place in race.places():
            if not math.isnan(race.scores[place]):
                continue
            recipe = race.recipe(*place)
            row = self._reader.find(recipe)
            if row is None:
                continue
            course = self._reader.find_course(recipe.to_json())
            found.append((place, run.from_row(recipe, row, course)))
        return found

    def _games(self, run: MatchRun) -> list[tuple[Fixture, Played]]:
        found: list[tuple[Fixture, Played]] = []
        number = len(run.games)
        while number < 2 * run.num_pairs and len(found) < _MOST_GAMES:
            fixture = run.fixture_of(number)
            played = self._reader.find_game(fixture.to_json())
            if played is None:
                break
            found.append((fixture, played))
            number += 1
        return found

    def take(self, run: BoardRun | MatchRun, rows: list[Any], is_playing: bool) -> bool:
        if isinstance(run, BoardRun):
            return run.take(rows, is_playing)
        for fixture, played in rows:
            # one that was read before a game of the page's own came to its end
            if not run.all_played and fixture == run.fixture_of(len(run.games)):
                run.game = None
                run.take(fixture, played)
                self._kept = len(run.games)
        return bool(rows)

    # --- going on ---

    def begin(self) -> None:
        with _told():
            if self._writer is None:
                self._writer = Store(self._file, create=False, patience=_PATIENCE_SECONDS)
            self._writer.add_race(self.race)

    def end(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def keep(self, run: BoardRun | MatchRun) -> bool:
        if self._writer is None:
            return True
        with _told():
            if isinstance(run, BoardRun):
                return self._keep_runs(self._writer, run)
            return self._keep_games(self._writer, run)

    def _keep_runs(self, writer: Store, run: BoardRun) -> bool:
        is_same = True
        while run.made:
            made = run.made[0]
            is_new = writer.add(_outcome(made))
            is_same &= is_new or writer.find_score(made.recipe.to_json()) == made.best
            run.made.pop(0)
        return is_same

    def _keep_games(self, writer: Store, run: MatchRun) -> bool:
        is_same = True
        while self._kept < len(run.games):
            game = run.games[self._kept]
            outcome = _game_outcome(game)
            if not writer.add_game(outcome):
                stored = writer.find_game(outcome.fixture)
                is_same &= stored is not None and stored.actions == outcome.actions
            self._kept += 1
        return is_same


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise SourceError(str(error)) from error


def _outcome(run: Run) -> worker.Outcome:
    """A run that has ended on the page, as a database has it."""
    return worker.Outcome(
        run.recipe.to_json(),
        float(run.best),
        [int(action) for action in run.moves],
        run.iterations,
        run.ended.playouts,
        float(run.seconds),
        run.ended.stopped,
        worker.build(),
        run.ended.improvements,
    )


def _game_outcome(game: FinishedGame) -> worker.GameOutcome:
    """The same of a game."""
    played = game.played
    return worker.GameOutcome(
        game.fixture.to_json(),
        played.returns,
        [int(action) for action in played.actions],
        played.values,
        played.iterations,
        played.seconds,
        worker.build(),
    )
