import json
import os
import pty
import signal
import subprocess
import sys
import termios
import time

import pytest
from reference import ReferenceSameGame

from mcsearch import Recipe, boards
from mcsearch.__main__ import main
from mcsearch.presets import PRESETS


def solve(capsys, *arguments):
    assert main(["solve", *arguments]) == 0
    return capsys.readouterr().out


def solve_json(capsys, *arguments):
    return json.loads(solve(capsys, *arguments, "--json"))


@pytest.mark.parametrize("search", ["spmcts", "nmcs"])
@pytest.mark.parametrize("scoring", ["bonus", "plain", "penalty"])
def test_moves_replay_to_the_score(capsys, data, search, scoring):
    file = data / "samegame20.txt"
    flags = ["--board", str(file), "--position", "1", "--search", search, "--scoring", scoring]
    result = solve_json(capsys, *flags, "--iterations", "3000")
    board, _ = boards.parse(boards.boards_in(file.read_text())[0])
    slow = ReferenceSameGame(board.tolist(), scoring)
    for column, row in result["moves"]:
        slow.play(column, row)
    assert slow.groups() == []
    assert slow.final_score() == result["score"]
    assert result["iterations"] == result["playouts"] == 3000
    assert result["stopped"] == "iterations"
    assert result["seconds"] > 0
    assert result["compiled"] is True
    assert result["recipe"]["search"] == search


def test_a_recipe_in_the_result_repeats_it(capsys):
    result = solve_json(
        capsys, "--board-seed", "3", "--size", "8x9", "--colours", "4", "--seed", "5"
    )
    search = Recipe.from_dict(result["recipe"]).build()
    search.run()
    assert search.best_score == result["score"]
    assert [list(divmod(action, 9)) for action in search.best_sequence] == result["moves"]


def test_two_players(capsys):
    position = ["--game", "tictactoe", "--position", "xx. / oo. / ..."]
    result = solve_json(capsys, *position, "--iterations", "1000")
    assert result["best"] == "c3"
    assert result["value"] == 1.0
    assert result["children"][0]["action"] == "c3"
    assert sum(child["visits"] for child in result["children"]) == 1000
    assert "best c3" in solve(capsys, *position, "--iterations", "1000")


def test_text_result(capsys):
    out = solve(capsys, "--board-seed", "3", "--size", "6x6", "--iterations", "500")
    assert "500 iterations in" in out
    assert "score " in out


@pytest.mark.parametrize(
    ("arguments", "named", "remedy"),
    [
        (["--search", "spmctz"], "'spmctz'", "choose one of"),
        (["--iterations", "-5"], "'-5'", "give a whole number from 1"),
        (["--iterations", "many"], "'many'", "give a whole number from 1"),
        (["--position", "1 2;1"], "row 2 has 1 cells", "same length"),
        (["--position", "1 2;1 q"], "'q'", "digits"),
        (["--board", "no-such-file"], "'no-such-file'", "give a text file"),
        (["--seed", "-1"], "'-1'", "whole number"),
        (["--size", "99x2"], "99", "give 1 to 20"),
        (["--size", "big"], "'big'", "such as 15x15"),
        (["--colours", "many"], "'many'", "give 2 to 9"),
        (["--game", "tictactoe", "--size", "3x3"], "--size", "give --position"),
        (["--no-such-flag", "3"], "--no-such-flag", "--help"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(capsys, arguments, named, remedy):
    try:
        code = main(["solve", *arguments])
    except SystemExit as stop:
        code = stop.code
    captured = capsys.readouterr()
    assert code == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert named in captured.err
    assert remedy in captured.err


@pytest.mark.parametrize("position", [None, "0", "21", "x"])
def test_a_board_of_a_file_is_chosen_by_number(capsys, data, position):
    flags = [] if position is None else ["--position", position]
    assert main(["solve", "--board", str(data / "samegame20.txt"), *flags]) == 2
    assert "give a number from 1 to 20" in capsys.readouterr().err


def test_ctrl_c_prints_the_best_so_far():
    command = [sys.executable, "-m", "mcsearch", "solve", "--iterations", "2000000000", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    began = time.perf_counter()
    out, err = process.communicate(timeout=20)
    assert time.perf_counter() - began < 5
    result = json.loads(out)
    assert result["stopped"] == "cancelled"
    assert result["score"] > 0
    assert err == ""
    assert process.returncode == 130


def test_a_terminal_sees_a_progress_bar():
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    command = [sys.executable, "-m", "mcsearch", "solve", "--iterations", "300000"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs)
    os.close(theirs)
    seen = b""
    try:
        while chunk := os.read(ours, 4096):
            seen += chunk
    except OSError:
        pass  # Linux ends a pseudo-terminal with an error
    process.communicate(timeout=60)
    assert b"best=" in seen
    assert b"300k" in seen


def test_presets_are_listed_with_their_recipes(capsys):
    assert main(["presets"]) == 0
    text = capsys.readouterr().out
    assert main(["presets", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == list(PRESETS)
    for row in rows:
        assert f"{row['name']}: {row['title']}" in text
        assert Recipe.from_dict(row["recipe"]) == PRESETS[row["name"]].recipe


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_runs_with_changes(capsys, name):
    result = solve_json(capsys, "--preset", name, "--iterations", "60", "--seed", "9")
    preset = PRESETS[name].recipe
    changed = preset.replace(seed=9, parameters={**preset.parameters, "iterations": 60})
    assert Recipe.from_dict(result["recipe"]) == changed
    assert result["iterations"] == 60


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--preset", "nmsc"], "did you mean nmcs"),
        (["--preset", "nmcs", "--game", "tictactoe"], "leave out --game or --preset"),
        (["--preset", "nmcs", "--search", "spmcts"], "leave out --search or --preset"),
    ],
)
def test_a_wrong_preset_is_named(capsys, arguments, message):
    assert main(["solve", *arguments]) == 2
    assert message in capsys.readouterr().err
