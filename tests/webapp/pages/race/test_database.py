"""The owner's database on the page: the command's races, read, watched and gone on with."""

import hashlib
import json
import math
import shlex
import sqlite3
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path

import pytest

from explorer.pages.race import database, score_frame, table_frame
from explorer.pages.race.board_run import BoardRun
from explorer.pages.race.contest import DECIDED, PAUSED, RUNNING, Contest
from explorer.pages.race.database_frame import database_frame
from explorer.pages.race.source import SourceError
from explorer.pages.race.status import status
from mcsearch.cli.main import main
from mcsearch.cli.workers import Workers
from mcsearch.runs.store import Store
from mcsearch.runs.worker import play, solve

BOARDS = (
    "race spmcts nmcs:level=1 --scoring plain --size 6x6 --colours 3 --board-seeds 1-3 --seeds 1-2 "
    "--equal iterations=60"
)
MATCH = "race uct uct:solver=on --game tictactoe --pairs 4 --equal iterations=40 --sprt 0 50"
NAMES = ["A", "B"]


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "results.sqlite")


class Here(Executor):
    """A pool of no processes, which take seconds to start."""

    num_workers = 1
    renew = close = staticmethod(lambda: None)
    is_ready = staticmethod(lambda: True)

    def submit(self, function, job):
        future = Future()
        future.set_result(function(job))
        return future


@pytest.fixture(autouse=True)
def no_processes(monkeypatch):
    monkeypatch.setattr(Workers, "start", lambda self: Here())


def commanded(line: str, file: str, *more: str) -> int:
    return main([*shlex.split(line), "--database", file, "--workers", "1", "--quiet", *more])


def opened(file: str) -> Contest:
    contest = Contest("four-searches", clock=lambda: 0.0)
    [found] = database.listed(file)
    contest.load_stored(found.setup, database.Database(file, found.race))
    return contest


def remove(file: str, table: str, keep: int) -> list[str]:
    """Leave the first rows only; the keys of those that are gone."""
    key = "recipe" if table == "runs" else "fixture"
    with sqlite3.connect(file) as connection:
        keys = [row[0] for row in connection.execute(f"SELECT {key} FROM {table} ORDER BY 1")]
        marks = ", ".join("?" * len(keys[keep:]))
        connection.execute(f"DELETE FROM {table} WHERE {key} IN ({marks})", keys[keep:])
    connection.close()
    return keys[keep:]


def look(contest: Contest, now: float) -> None:
    contest.tick(now)


def run_out(contest: Contest) -> None:
    contest.start()
    now = 1.0
    while contest.playing:
        contest.tick(now)
        now += 1.0


def no_new(line: str, file: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command prints, which finds everything done: it is to start no worker."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Workers, "start", None)
        capsys.readouterr()
        assert commanded(line, file) == 0
    return capsys.readouterr().out


def test_a_race_is_that_of_the_command_to_the_digit(file, capsys):
    assert commanded(BOARDS, file) == 0
    out = capsys.readouterr().out
    before = hashlib.sha256(Path(file).read_bytes()).digest()
    contest = opened(file)
    assert contest.state == DECIDED
    shown = table_frame.differences(contest.run)
    row = shown.rows[0]
    low, high = row.interval.replace("\u2212", "-").split(" to ")
    assert f"{row.points.replace(chr(0x2212), '-')}, 95 % interval {low} to {high}" in out
    assert row.verdict in out
    assert shown.method in out
    # and the course of every run is that of its search
    run = contest.run.runs[0, 1, 1]
    search = run.recipe.build()
    search.run()
    assert run.samples == [(at, score) for at, score in search.improvements]
    assert run.moves == list(search.best_sequence)
    assert hashlib.sha256(Path(file).read_bytes()).digest() == before


def test_a_match_is_that_of_the_command_to_the_digit(file, capsys):
    assert commanded(MATCH, file, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    contest = opened(file)
    assert contest.state == DECIDED
    pairs = contest.run.race.pairs
    assert list(pairs.by_points) == found["by_points"]
    assert (pairs.elo, contest.run.race.ratios[-1]) == (found["elo"], found["sprt"]["ratio"])
    assert len(contest.run.usage.shares()) == len(found["used"]) == 1
    assert score_frame.score_of(contest.run, NAMES).used
    assert [list(map(str, g.actions)) for g in contest.run.games]


@pytest.mark.parametrize(("line", "table", "keep"), [(BOARDS, "runs", 7), (MATCH, "games", 3)])
def test_it_goes_on_and_the_command_finds_it_done(line, table, keep, file, capsys):
    assert commanded(line, file) == 0
    out = capsys.readouterr().out
    whole = rows(file, table)
    gone = remove(file, table, keep)
    contest = opened(file)
    assert contest.state in (PAUSED, "idle")
    told = status(contest, NAMES, [])
    assert (told.toggle, told.busy, contest.is_watching) == ("Go on", False, True)
    assert "reset" in told.disabled
    assert len(rows(file, table)) == keep  # nothing is written before that
    run_out(contest)
    assert contest.state == DECIDED
    assert rows(file, table) == whole
    assert set(gone) <= set(whole)
    assert no_new(line, file, capsys) == out


def rows(file: str, table: str) -> dict[str, tuple]:
    """What came out, by recipe or fixture; without times."""
    names = (
        "recipe, score, sequence, iterations, playouts, stopped"
        if table == "runs"
        else "fixture, returns, actions, expected, iterations"
    )
    with Store(file, read_only=True) as store:
        found = store._connection.execute(f"SELECT {names} FROM {table}").fetchall()
    return {key: tuple(rest) for key, *rest in found}


def test_rows_of_another_program_come_in_while_it_is_watched(file):
    assert commanded(BOARDS, file) == 0
    gone = remove(file, "runs", 6)
    contest = opened(file)
    run = contest.run
    assert isinstance(run, BoardRun)
    seen = int((~(run.race.scores != run.race.scores)).sum())
    assert seen == 6
    with Store(file) as writer:
        for recipe in gone:
            writer.add(solve(recipe))
    look(contest, database.LOOK_SECONDS / 2)
    assert not run.is_over  # it looks twice a second and not oftener
    look(contest, 2 * database.LOOK_SECONDS)
    assert contest.state == DECIDED
    assert run.race.num_finished == 2
    assert not math.isnan(run.lines.mean[0, -1])
    assert not contest.busy  # and nothing is looked for any more


def test_two_writers_make_each_row_once(file):
    assert commanded(MATCH, file) == 0
    whole = rows(file, "games")
    gone = remove(file, "games", 2)
    contest = opened(file)
    contest.start()
    with Store(file) as writer:
        for fixture in gone[::2]:
            writer.add_game(play(fixture))
    now = 1.0
    while contest.playing:
        contest.tick(now)
        now += 1.0
    assert contest.state == DECIDED
    assert rows(file, "games") == whole
    assert [game.returns for game in contest.run.games] == [
        whole[game.fixture.to_json()][0] for game in contest.run.games
    ]


def test_more_rounds_are_noted_as_a_race_of_their_own(file, capsys):
    assert commanded(BOARDS, file) == 0
    contest = opened(file)
    contest.start()
    assert contest.state == RUNNING
    contest.pause()
    longer, before = database.listed(file)
    if before.setup != contest.setup:
        longer, before = before, longer
    assert {longer.race.fields["seeds"], before.race.fields["seeds"]} == {"1-2", "1-7"}


def missing(file: str) -> None:
    pass


def empty(file: str) -> None:
    Store(file).close()


def no_database(file: str) -> None:
    Path(file).write_text("no database" * 200)


def of_another_program(file: str) -> None:
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE notes (text)")


def without_races(file: str) -> None:
    commanded(BOARDS, file)
    with sqlite3.connect(file) as older:
        older.execute("DROP TABLE races")


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (missing, "there is no such file"),
        (empty, "has no race yet: fill it with `mcsearch race ... --database"),
        (no_database, "not a database: it is damaged; move it away"),
        (of_another_program, "another program or version; name another file"),
        (without_races, "does not say of which races.*once more: what is stored is not made again"),
    ],
)
def test_a_file_without_races_is_told_with_the_remedy(made: Callable[[str], None], told, file):
    made(file)
    with pytest.raises(SourceError, match=told) as error:
        database.listed(file)
    assert file in str(error.value)


def test_a_race_that_the_page_does_not_know_is_listed_with_the_reason(file):
    assert commanded(f"{MATCH} --adjudicate", file) == 0
    [found] = database.listed(file)
    frame = database_frame(file, [found], "")
    assert frame.races[0].why == (
        "it has --adjudicate, which the page does not know; `mcsearch race` shows it"
    )
    assert frame.races[0].names == ("uct", "uct:solver=on")


def test_the_boards_of_a_file_are_those_of_the_race(file, tmp_path):
    boards = tmp_path / "boards.txt"
    boards.write_text("1 2 1\n2 1 2\n1 1 2\n\n1 1 2\n2 2 1\n1 2 2\n")
    line = f"race spmcts nmcs --scoring plain --board {boards} --seeds 1 --equal iterations=30"
    assert commanded(line, file) == 0
    contest = opened(file)
    assert contest.state == DECIDED
    assert list(contest.run.race.boards) == ["1", "2"]
