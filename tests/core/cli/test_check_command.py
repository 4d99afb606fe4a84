"""`mcsearch check`: its exit status, its two forms of output, and its flags."""

import json
import subprocess
import sys

import pytest

from mcsearch import check
from mcsearch.cli.main import main

RIGHT, SAME_SIGN = check.examples()[:2]


@pytest.fixture
def write(tmp_path):
    def written(code, name="search.py"):
        file = tmp_path / name
        file.write_text(code)
        return f"{file}:run"

    return written


def checked(*arguments):
    """The exit status and the streams of a process of its own, that searches for two seconds."""
    command = [sys.executable, "-m", "mcsearch", "check", *arguments, "--seconds", "2"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_right_search_exits_with_0_and_prints_its_lines(write):
    done = checked(write(RIGHT.code))
    assert done.returncode == 0, done.stderr
    first, *lines = done.stdout.splitlines()
    assert first.startswith("TicTacToe: 12 lines, ")
    assert "wrong" not in first
    assert "ok Selection" in done.stdout
    assert lines[-1].startswith("read: children = children")
    assert done.stderr == ""  # progress is for a terminal alone


def test_a_fault_exits_with_1_and_shows_the_counterexample(write):
    done = checked(write(SAME_SIGN.code).removesuffix(":run"))  # what is looked for by default
    assert done.returncode == 1
    assert "X  Whose reward" in done.stdout
    assert "Usual cause: the result is added as one of the players sees it" in done.stdout
    assert "under perfect play" in done.stdout


def test_the_report_as_json(write):
    done = checked(write(SAME_SIGN.code), "--json", "--seed", "3")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert report["seed"] == 3
    verdicts = {line["name"]: line["verdict"] for line in report["lines"]}
    assert verdicts["reward"] == "wrong"
    assert verdicts["selection"] == "right"


def test_what_is_raised_is_a_fault_of_the_search(write):
    done = checked(write("def run(state, iterations, seed):\n    return 1 / 0\n"))
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stdout


def test_an_endless_search_is_stopped_at_the_limit(write):
    code = "def run(state, iterations, seed):\n    while True: pass\n"
    done = checked(write(code), "--limit", "0.5")
    assert done.returncode == 1
    assert "stopped after 0.5 s" in done.stdout


def test_names_of_fields_game_and_position_can_be_told(write):
    code = RIGHT.code
    for old, new in (("children", "a"), ("visits", "b"), ("wins", "c"), ("move", "d")):
        code = code.replace(old, new)
    file = write(code)
    tree = ["children=a", "visits=b", "value=c", "action=d"]
    told = [part for each in tree for part in ("--tree", each)]
    done = checked(file, "--game", "connect4", "--exploration", "1.41", *told)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("ConnectFour")
    assert "children = a" in done.stdout


def test_a_class_of_ones_own_is_a_game(write):
    done = checked(write(RIGHT.code), "--problem", "mcsearch.examples.nim:Nim")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("Nim: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "ludo"], "--game: 'ludo' is no game; give one of "),
        (["--position", "xyz"], "position"),
        (["--tree", "sons=a"], "--tree: 'sons=a' is not valid; give FIELD=NAME, with one of "),
        (["--tree", "value_is=median"], "--tree: value_is='median'"),
        (["--limit", "0"], "--limit: 0 is not valid; give seconds above 0"),
        (["--seconds", "nan"], "--seconds: nan is not valid"),
        (["--seed", "x"], "--seed"),
        (["--game", "nim", "--problem", "mcsearch.examples.nim:Nim"], "--game"),
    ],
)
def test_wrong_flags_exit_with_2_and_name_the_remedy(write, capsys, arguments, said):
    assert main(["check", write(RIGHT.code), *arguments]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("search", "said"),
    [
        ("nowhere.py:run", "nowhere.py"),
        ("no_such_module_at_all:run", "no_such_module_at_all"),
        ("mcsearch.examples.plain_mcts:walk", "walk"),
        ("mcsearch.examples.nim", "run"),
    ],
)
def test_a_search_that_is_not_there_exits_with_2(capsys, search, said):
    assert main(["check", search]) == 2
    assert said in capsys.readouterr().err


def test_what_is_no_search_exits_with_2(write, capsys):
    assert main(["check", write("run = 5\n")]) == 2
    assert "5 is no search; give a function run(state, iterations, seed)" in capsys.readouterr().err
