"""`mcsearch run` and `mcsearch report` as programs, also killed at bad moments."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys

import pytest
from processes import children, cluster, is_running, wait_for

from mcsearch import Recipe
from mcsearch.cli.main import main
from mcsearch.runs.pool import Local, outcomes
from mcsearch.runs.store import Store, check
from mcsearch.runs.worker import solve

EXPERIMENT = """
title = "200 short runs"
boards = {positions = ["8x8x4:1", "8x8x4:2"]}
seeds = "0-49"

[[recipes]]
search = "spmcts"
parameters = {iterations = 20000}

[[recipes]]
search = "nrpa"
parameters = {level = 2, repeats = 60}
"""


@pytest.fixture
def files(tmp_path):
    experiment = tmp_path / "experiment.toml"
    experiment.write_text(EXPERIMENT)
    return experiment, tmp_path / "results.sqlite"


def start(files, *arguments):
    experiment, database = files
    return subprocess.Popen(
        [sys.executable, "-m", "mcsearch", "run", experiment, "--database", database, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def num_rows(database) -> int:
    no_table_yet = contextlib.suppress(sqlite3.OperationalError)
    with contextlib.closing(sqlite3.connect(database, timeout=20)) as connection, no_table_yet:
        return connection.execute("SELECT count(*) FROM runs").fetchone()[0]
    return 0


def wait_for_rows(files, process, count):
    wait_for(lambda: num_rows(files[1]) >= count or process.poll() is not None)
    assert process.poll() is None, process.communicate()


def assert_complete(files):
    """Exactly the planned rows, each once, each leading to its score."""
    with contextlib.closing(sqlite3.connect(files[1])) as connection:
        rows = connection.execute("SELECT recipe, sequence, score FROM runs").fetchall()
    assert len(rows) == 200
    assert len({recipe for recipe, *_ in rows}) == 200
    for recipe, sequence, score in rows:
        check(Recipe.from_json(recipe), json.loads(sequence), score)


def finish(process):
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return out


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_killed_again_and_again_nothing_is_lost_or_done_twice(files):
    stored = 0
    for number in range(5):
        process = start(files, "--workers", "2")
        wait_for_rows(files, process, stored + 20)
        workers = children(process.pid)
        assert workers
        if number % 2 == 0:
            process.kill()
            process.communicate()
        else:
            os.kill(workers[0], signal.SIGKILL)
            wait_for_rows(files, process, num_rows(files[1]) + 5)
            workers += children(process.pid)
            process.kill()
            process.communicate()
        wait_for(lambda pids=workers: not any(is_running(pid) for pid in pids), 30)
        assert num_rows(files[1]) > stored
        stored = num_rows(files[1])
    out = finish(start(files, "--workers", "2"))
    assert f"{200 - stored} runs in" in out
    assert_complete(files)
    assert "all 200 runs are stored" in finish(start(files, "--workers", "2"))


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_ctrl_c_keeps_what_is_finished_and_ends_the_workers(files):
    process = start(files, "--workers", "2")
    wait_for_rows(files, process, 5)
    workers = children(process.pid)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted; " in err
    assert "Traceback" not in err
    assert err.count("\n") == 1
    wait_for(lambda: not any(is_running(pid) for pid in workers), 30)
    assert 5 <= num_rows(files[1]) < 200


def resident_megabytes(pid) -> float:
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_worker_needs_no_more_memory_after_a_thousand_runs():
    small = {"nodes": 1000}
    kinds = (
        Recipe("samegame", "8x8x4:1", "spmcts", {"iterations": 200, "restart_after": 100, **small}),
        Recipe("samegame", "8x8x4:1", "spmcts", {"iterations": 300, "trees": 3, **small}),
        Recipe("samegame", "8x8x4:1", "nrpa", {"level": 2, "repeats": 10, **small}),
        Recipe("samegame", "8x8x4:1", "nmcs", {"level": 1, **small}),
    )
    recipes = [kinds[seed % 4].replace(seed=seed).to_json() for seed in range(1000)]
    megabytes = {}
    with contextlib.closing(Local(1)) as workers:
        for number, _ in enumerate(outcomes(recipes, workers, solve), 1):
            if number in (250, 500, 999):
                (pid,) = children(os.getpid())
                megabytes[number] = resident_megabytes(pid)
    # a run that left its tree behind would cost 40 MB, 3 kB a run are seen
    assert max(megabytes.values()) - megabytes[250] < 2.0, megabytes


def test_a_cluster_with_a_lost_worker(files):
    with cluster() as (address, _, workers):
        process = start(files, "--scheduler", address)
        wait_for_rows(files, process, 20)
        workers[0].kill()
        wait_for_rows(files, process, num_rows(files[1]) + 5)
        process.kill()
        process.communicate()
        finish(start(files, "--scheduler", address))
    assert_complete(files)


def test_a_scheduler_that_vanishes(files):
    with cluster() as (address, scheduler, _):
        process = start(files, "--scheduler", address)
        wait_for_rows(files, process, 5)
        scheduler.kill()
        _, err = process.communicate(timeout=120)
    assert process.returncode == 1
    assert f"the scheduler at {address} is gone" in err
    assert err.count("\n") == 1
    assert num_rows(files[1]) >= 5
    finish(start(files, "--workers", "2"))
    assert_complete(files)


def test_a_scheduler_that_is_not_there(files, monkeypatch, capsys):
    pytest.importorskip("distributed")
    monkeypatch.setattr("mcsearch.runs.pool._PATIENCE_SECONDS", 1.0)
    experiment, database = files
    command = ["run", str(experiment), "--database", str(database)]
    assert main([*command, "--scheduler", "tcp://127.0.0.1:9"]) == 1
    assert "nothing answers at 'tcp://127.0.0.1:9'" in capsys.readouterr().err


def test_flags_instead_of_a_file(tmp_path, capsys, data):
    database = tmp_path / "results.sqlite"
    command = [
        "run",
        "--search",
        "spmcts",
        "--iterations",
        "50",
        "--seeds",
        "0-2",
        "--workers",
        "1",
    ]
    boards = ["--board", str(data / "samegame20.txt"), "--database", str(database)]
    assert main([*command, *boards]) == 0
    assert "60 runs in" in capsys.readouterr().out
    assert num_rows(database) == 60


def test_seconds_alone_limit_a_run_and_are_stored_so(tmp_path, capsys):
    database = tmp_path / "results.sqlite"
    flags = ["--preset", "spmcts-uct", "--seconds", "0.2", "--workers", "1"]
    assert main(["run", *flags, "--database", str(database)]) == 0
    with Store(database) as store:
        (stored,) = store.recipes()
        run = store.find(Recipe.from_json(stored))
    assert (run.stopped, json.loads(stored)["parameters"]["iterations"]) == ("seconds", 2 * 10**9)


def test_a_board_after_moves(tmp_path, capsys):
    board, database = tmp_path / "board.txt", tmp_path / "results.sqlite"
    board.write_text("12\n12\n33\n")
    flags = ["--search", "nmcs", "--level", "1", "--board", str(board), "--moves", "A1"]
    assert main(["run", *flags, "--workers", "1", "--database", str(database)]) == 0
    with Store(database) as store:
        (recipe,) = store.recipes()
    assert Recipe.from_json(recipe).start().cells().tolist() == [1, 1, 0, 2, 2, 0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "nothing to run; give an experiment file"),
        (["none.toml"], "can't read 'none.toml'"),
        (["FILE", "--level", "2"], "--level: the experiment file says it"),
        (["FILE", "--seeds", "2"], "--seeds: the experiment file says it"),
        (["FILE", "--workers", "0"], "--workers: '0' is not valid"),
        (["FILE", "--workers", "1", "--scheduler", "tcp://x:1"], "the cluster has its own workers"),
        (["--search", "uct", "--game", "connect4"], "'connect4' has no score"),
        (["--search", "nmcs", "--board", "BOARDS", "--moves", "A1"], "holds 20 boards; choose one"),
        (["--search", "nmcs", "--seed", "1", "--seeds", "2"], "--seed: --seeds says them all"),
        (["--search", "nmcs", "--board", "BOARDS", "--seeds", "0-99999"], "more than 1000000 runs"),
        (["--search", "spmcts", "--seeds", "x"], "--seeds: 'x' is not valid"),
    ],
)
def test_a_wrong_command_gets_one_message(files, capsys, data, arguments, message):
    named = {"FILE": str(files[0]), "BOARDS": str(data / "samegame20.txt")}
    command = [named.get(argument, argument) for argument in arguments]
    assert main(["run", *command, "--database", str(files[1])]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1
    assert not files[1].exists()


def test_a_damaged_database_ends_the_run(files, capsys):
    files[1].write_text("no database " * 400)
    assert main(["run", str(files[0]), "--database", str(files[1])]) == 1
    err = capsys.readouterr().err
    assert "is damaged; move it away" in err
    assert err.count("\n") == 1
