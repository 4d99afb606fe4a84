"""Finished runs and games in an SQLite file: a row is written once, whole, and after a check."""

from __future__ import annotations

import datetime
import functools
import json
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mcsearch import __version__
from mcsearch.recipe import Recipe
from mcsearch.runs.match import Fixture, Played, known_return
from mcsearch.runs.programs.recipe import read_recipe
from mcsearch.runs.stored_races import StoredRace
from mcsearch.runs.worker import GameOutcome, Outcome

_APPLICATION = 0x4D435253  # "MCRS" in the file's header
_VERSION = 1
_SCHEMA = """
CREATE TABLE IF NOT EXISTS runs (
    recipe TEXT PRIMARY KEY,  -- JSON with sorted keys
    score REAL NOT NULL,
    sequence TEXT NOT NULL,  -- JSON list of actions from the position on
    iterations INTEGER NOT NULL,
    playouts INTEGER NOT NULL,
    seconds REAL NOT NULL,  -- of processor time; with several trees on the wall
    playouts_per_second REAL NOT NULL,
    stopped TEXT NOT NULL,
    build TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    finished TEXT NOT NULL  -- UTC
) WITHOUT ROWID
"""

# made with the first game: older programs read such a file, and this one reads theirs
_GAMES = """
CREATE TABLE IF NOT EXISTS games (
    fixture TEXT PRIMARY KEY,  -- JSON with sorted keys
    returns REAL NOT NULL,  -- player 0's
    actions TEXT NOT NULL,  -- JSON list, from the position on
    expected TEXT NOT NULL,  -- JSON list: player 0's return before each action after the opening
    iterations TEXT NOT NULL,  -- JSON list, of player 0 and player 1
    seconds TEXT NOT NULL,  -- the same, as in runs
    build TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    finished TEXT NOT NULL  -- UTC
) WITHOUT ROWID
"""

# made with the first of them, as the table of games is
_COURSES = """
CREATE TABLE IF NOT EXISTS courses (
    recipe TEXT PRIMARY KEY,  -- as in runs
    improvements TEXT NOT NULL  -- JSON list: iterations and score of every new best
) WITHOUT ROWID
"""

# the same; what the rows of runs and games belong to
_RACES = """
CREATE TABLE IF NOT EXISTS races (
    race TEXT PRIMARY KEY,  -- JSON with sorted keys, see StoredRace
    begun TEXT NOT NULL  -- UTC
) WITHOUT ROWID
"""


class StoreError(RuntimeError):
    """The results can't be read or written; the message names the file and the remedy."""


class Run(NamedTuple):
    """A stored run."""

    recipe: Recipe
    score: float
    sequence: list[int]
    iterations: int
    playouts: int
    seconds: float
    stopped: str
    build: str
    commit_id: str
    finished: str


class Store:
    """The database of finished runs."""

    def __init__(
        self,
        file: str | Path,
        create: bool = True,
        patience: float = 20.0,
        read_only: bool = False,
    ) -> None:
        """`patience`: seconds to wait for another program that holds the file locked. `read_only`:
        nothing is ever written to the file, and any thread may read, one at a time."""
        self.file = Path(file)
        self._commit = commit()  # now: the sources may be others when a long run has finished
        if (read_only or not create) and not self.file.exists():
            raise StoreError(f"{self.file}: there is no such file; name the database of `run`")
        with self._explained():
            self._connection = (
                sqlite3.connect(
                    f"{self.file.resolve().as_uri()}?mode=ro",
                    timeout=patience,
                    uri=True,
                    check_same_thread=False,
                )
                if read_only
                else sqlite3.connect(self.file, timeout=patience)
            )
        try:
            with self._explained():
                self._prepare(read_only)
        except StoreError:
            self._connection.close()
            raise

    def _prepare(self, read_only: bool) -> None:
        ask = self._connection.execute
        # this first: another run may be making the same new file
        has_tables = ask("SELECT count(*) FROM sqlite_schema").fetchone()[0] > 0
        application, version = (
            ask(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if has_tables and (application, version) != (_APPLICATION, _VERSION):
            raise StoreError(
                f"{self.file} is a database of another program or version; name another file"
            )
        if read_only:
            return
        ask("PRAGMA journal_mode = WAL")
        ask("PRAGMA synchronous = FULL")  # a stored run survives a power cut
        if not has_tables:
            with self._connection:
                ask("BEGIN IMMEDIATE")
                ask(f"PRAGMA application_id = {_APPLICATION}")
                ask(f"PRAGMA user_version = {_VERSION}")
                ask(_SCHEMA)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite reports into one message with a remedy."""
        try:
            yield
        except sqlite3.Error as error:
            reason = str(error)
            kept = "; runs stored before are kept"
            if "locked" in reason or "busy" in reason:
                remedy = "another program holds it locked; end that program and start again"
            elif "full" in reason:
                remedy = "the disk is full; make room and start again"
            elif "malformed" in reason or "not a database" in reason:
                remedy = (
                    "it is damaged; move it away, name another file, or save its rows with "
                    "`sqlite3 FILE .recover`"
                )
                kept = ""
            elif "readonly" in reason or "unable to open" in reason:
                remedy = "it can't be opened for writing; check the folder and its permissions"
            else:
                remedy = "check the disk and start again"
            raise StoreError(f"{self.file}: {reason}: {remedy}{kept}") from error

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add(self, outcome: Outcome) -> bool:
        """Store a run whose sequence really leads to its score; False when it is there already.

        StoreError when the sequence does not, or when the file can't be written.
        """
        recipe = read_recipe(json.loads(outcome.recipe))
        check(recipe, outcome.sequence, outcome.score)
        row = (
            recipe.to_json(),
            outcome.score,
            json.dumps(outcome.sequence),
            outcome.iterations,
            outcome.playouts,
            outcome.seconds,
            outcome.playouts / outcome.seconds if outcome.seconds else 0.0,
            outcome.stopped,
            outcome.build,
        )
        return self._insert("runs", row, outcome.improvements)

    def add_game(self, outcome: GameOutcome) -> bool:
        """Store a game whose actions really lead to its return; False when it is there already.

        StoreError when they do not, or when the file can't be written.
        """
        fixture = Fixture.from_json(outcome.fixture, read_recipe)
        check_game(fixture, outcome.actions, outcome.returns)
        row = (
            fixture.to_json(),
            outcome.returns,
            json.dumps(outcome.actions),
            json.dumps(outcome.values),
            json.dumps(outcome.iterations),
            json.dumps(outcome.seconds),
            outcome.build,
        )
        with self._explained():
            self._connection.execute(_GAMES)
        return self._insert("games", row)

    def _insert(
        self, table: str, row: tuple[Any, ...], improvements: Sequence[tuple[int, float]] = ()
    ) -> bool:
        """Write a row with the commit and the time, and a run's course with it; whether it was not
        there yet."""
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        whole = (*row, self._commit, now)
        marks = ", ".join("?" * len(whole))
        with self._explained(), self._connection:
            done = self._connection.execute(
                f"INSERT OR IGNORE INTO {table} VALUES ({marks})", whole
            )
            if improvements and done.rowcount == 1:
                self._connection.execute(_COURSES)
                self._connection.execute(
                    "INSERT OR REPLACE INTO courses VALUES (?, ?)",
                    (row[0], json.dumps(improvements)),
                )
        return done.rowcount == 1

    def add_race(self, race: StoredRace) -> bool:
        """Note a race whose rows are to come; False when it is there already."""
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        with self._explained(), self._connection:
            self._connection.execute(_RACES)
            done = self._connection.execute(
                "INSERT OR IGNORE INTO races VALUES (?, ?)", (race.to_json(), now)
            )
        return done.rowcount == 1

    def races(self) -> list[StoredRace]:
        """The races that have been begun, the newest first; none where none was noted."""
        with self._explained():
            if not self._has("races"):
                return []
            rows = self._connection.execute("SELECT race, begun FROM races ORDER BY begun DESC")
            found = rows.fetchall()
        try:
            return [StoredRace.from_json(race, begun) for race, begun in found]
        except ValueError as error:
            raise StoreError(
                f"{self.file}: {error}; it was noted by another version: open it with that one"
            ) from None

    def is_empty(self) -> bool:
        """Whether there is no run and no game."""
        with self._explained():
            ask = self._connection.execute
            return not any(
                self._has(table) and ask(f"SELECT EXISTS(SELECT 1 FROM {table})").fetchone()[0]
                for table in ("runs", "games")
            )

    def version(self) -> int:
        """Another number whenever another connection has written to the file."""
        with self._explained():
            found: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return found

    def recipes(self) -> set[str]:
        """The recipes (JSON) of all stored runs."""
        with self._explained():
            return {recipe for (recipe,) in self._connection.execute("SELECT recipe FROM runs")}

    def rows(self, table: str) -> Iterator[dict[str, Any]]:
        """All rows of "runs" or of "games", by their keys; none where there is no such table."""
        with self._explained():
            if not self._has(table):
                return
            cursor = self._connection.execute(f"SELECT * FROM {table} ORDER BY 1")
            names = [column[0] for column in cursor.description]
            for row in cursor:
                yield dict(zip(names, row, strict=True))

    def find(self, recipe: Recipe) -> Run | None:
        """The stored run of a recipe."""
        columns = ", ".join(Run._fields)
        with self._explained():
            row = self._connection.execute(
                f"SELECT {columns} FROM runs WHERE recipe = ?", (recipe.to_json(),)
            ).fetchone()
        if row is None:
            return None
        _, score, sequence, *rest = row
        return Run(recipe, score, json.loads(sequence), *rest)

    def find_score(self, recipe: str) -> float | None:
        """The score of the stored run of a recipe (JSON)."""
        with self._explained():
            row = self._connection.execute(
                "SELECT score FROM runs WHERE recipe = ?", (recipe,)
            ).fetchone()
        return None if row is None else row[0]

    def find_course(self, recipe: str) -> list[tuple[int, float]] | None:
        """Iterations and score of every new best of the stored run of a recipe (JSON); None where
        only its end is stored."""
        with self._explained():
            if not self._has("courses"):
                return None
            row = self._connection.execute(
                "SELECT improvements FROM courses WHERE recipe = ?", (recipe,)
            ).fetchone()
        return None if row is None else [(at, score) for at, score in json.loads(row[0])]

    def _has(self, table: str) -> bool:
        ask = "SELECT count(*) FROM sqlite_schema WHERE name = ?"
        return bool(self._connection.execute(ask, (table,)).fetchone()[0])

    def find_game(self, fixture: str) -> Played | None:
        """The stored game of a fixture (JSON)."""
        with self._explained():
            row = (
                self._has("games")
                and self._connection.execute(
                    "SELECT actions, returns, expected, iterations, seconds FROM games "
                    "WHERE fixture = ?",
                    (fixture,),
                ).fetchone()
            )
        if not row:
            return None
        actions, returns, *lists = row
        values, iterations, seconds = map(json.loads, lists)
        return Played(json.loads(actions), returns, values, tuple(iterations), tuple(seconds))


def check(recipe: Recipe, sequence: list[int], score: float) -> None:
    """Replay a sequence; StoreError when it is not legal or does not end with the score."""
    state = recipe.start()
    try:
        for action in sequence:
            state = state.play(action)
    except ValueError as error:
        raise StoreError(f"a sequence of {recipe.to_json()} can't be replayed: {error}") from None
    if state.returns() != score:
        raise StoreError(
            f"a sequence of {recipe.to_json()} leads to {state.returns():g}, not to {score:g}; "
            "the run is not stored"
        )


def check_game(fixture: Fixture, actions: list[int], returns: float) -> None:
    """Replay a game; StoreError when it is not legal, not over or does not end with the return."""
    state = fixture.sides[0].start()
    try:
        for action in actions:
            state = state.play(action)
    except ValueError as error:
        raise StoreError(f"a game of {fixture.to_json()} can't be replayed: {error}") from None
    if tuple(actions[: len(fixture.opening)]) != fixture.opening:
        raise StoreError(f"a game of {fixture.to_json()} has another opening; it is not stored")
    if _has_ended(fixture, state, returns):
        return
    if not state.is_terminal() or state.returns() != returns:
        raise StoreError(
            f"a game of {fixture.to_json()} does not end with {returns:g}; it is not stored"
        )


def _has_ended(fixture: Fixture, state: Any, returns: float) -> bool:
    """Whether a game may end here with a return before its last move."""
    if state.is_terminal():
        return False
    known = known_return(fixture.sides[0], state) if fixture.adjudicate else None
    # who is to move has lost on time
    return known == returns or (bool(fixture.clock) and returns == float(state.to_play == 1))


@functools.cache
def commit() -> str:
    """The commit of the running sources, "+" for changed ones; the version outside a checkout."""
    here = Path(__file__)
    try:
        # an installed package may lie inside somebody else's checkout
        _git(here, "ls-files", "--error-unmatch", here.name)
        return _git(here, "describe", "--always", "--dirty=+", "--abbrev=12")
    except (OSError, subprocess.SubprocessError):
        return __version__


def _git(file: Path, *arguments: str) -> str:
    command = ["git", "-C", str(file.parent), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    return done.stdout.strip()
