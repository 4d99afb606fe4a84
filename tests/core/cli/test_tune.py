"""`mcsearch tune` as a program, also killed at random, and what it says to wrong input."""

import json
import random
import subprocess
import sys
import time

import pytest

from mcsearch.cli.main import main
from mcsearch.runs.store import Store

TUNE = [
    *("uct:exploration=0.1..3", "--game", "tictactoe", "--equal", "iterations=10"),
    *("--budget", "120", "--verdict-pairs", "20", "--seed", "4"),
]


def start(database, *arguments):
    return subprocess.Popen(
        [sys.executable, "-m", "mcsearch", "tune", *TUNE, "--database", database, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_killed_at_random_nothing_is_lost(tmp_path):
    out, _ = start(tmp_path / "whole.sqlite", "--json", "--workers", "1").communicate(timeout=300)
    whole = json.loads(out)
    database = tmp_path / "killed.sqlite"
    draw = random.Random()
    begun = time.monotonic()
    for _ in range(3):
        process = start(database, "--workers", "1")
        time.sleep(draw.uniform(0.5, 4.0))
        process.kill()
        process.communicate()
    out, err = start(database, "--json", "--workers", "1").communicate(timeout=300)
    assert "Traceback" not in err
    assert json.loads(out) == whole, time.monotonic() - begun
    assert whole["trials"] == 60
    assert sum(place["trials"] for place in whole["places"]) == 60


@pytest.fixture
def run(tmp_path, capsys):
    def run(*arguments: str) -> tuple[int, str, str]:
        own = ["--database", str(tmp_path / "tune.sqlite"), "--workers", "1", "--quiet"]
        code = main(["tune", *arguments, *own])
        return code, *capsys.readouterr()

    return run


def test_one_player_and_a_problem_of_ones_own(run, tmp_path):
    boards = ["--size", "5x5", "--colours", "3", "--equal", "iterations=20", "--budget", "40"]
    code, out, err = run("spmcts:exploration=0.01..1,scoring=bonus", *boards, "--verdict-pairs=0")
    assert (code, err) == (0, "")
    assert "20 boards against the default, exploration" in out
    assert "undecided; a larger --verdict-pairs goes on" in out
    with Store(tmp_path / "tune.sqlite") as store:
        assert len(store.recipes()) <= 40
    nim = ["--problem", "mcsearch.examples.nim:Nim", "--equal", "iterations=10", "--budget", "40"]
    code, out, err = run("uct:exploration=0.2..2", *nim, "--verdict-pairs", "4")
    assert (code, err) == (0, "")
    assert "exploration of uct (mcsearch.examples.nim:Nim@" in out
    assert run("uct:exploration=0.2..2", *nim, "--verdict-pairs", "4")[1] == out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["uct", "--game", "connect4"], "0 can't be tuned"),
        (["uct:explore=0.1..3", "--game", "connect4"], "did you mean exploration"),
        (["uct:exploration=0.1..3", "--game", "connect4", "--budget", "3"], "from 40"),
        (["uct:exploration=0.1..3", "--game", "connect4", "--size", "5x5"], "need no boards"),
        (["uct:exploration=0.1..3", "--game", "connect4", "--sprt", "a", "5"], "give a number"),
    ],
)
def test_wrong_input_is_told(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
