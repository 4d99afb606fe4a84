"""`mcsearch play` on a pipe and at a terminal: its words, its board, what is wrong in one line."""

import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time

import pytest

from mcsearch.cli.main import main

LINES_OF_CONNECT_FOUR = 8  # with the empty one before it


@pytest.fixture
def play(capsys, monkeypatch):
    """Plays what is typed, returns what is printed."""

    def typed(lines, *arguments, code=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        assert main(["play", *arguments]) == code
        return capsys.readouterr().out

    return typed


def boards(out):
    """The Connect Four boards in a text, each from the top row."""
    return re.findall(r"(?:^(?: [.xo]){7}\n){6} 1 2 3 4 5 6 7$", out, re.MULTILINE)


def test_the_example_of_the_readme(play):
    out = play("4\n4\nhint\nundo\nq\n", "connect4", "--seed", "1")
    seen = boards(out)
    assert len(seen) == 4
    assert [sum(board.count(mark) for mark in "xo") for board in seen] == [0, 2, 4, 2]
    assert seen[1] == seen[3]
    assert "x to move: 4\nsearch plays " in out
    assert re.search(r"^hint: [1-7], win rate \d+ %; expected play [1-7]( [1-7])+$", out, re.M)
    assert "2 moves taken back" in out
    assert re.search(r"^\d[\d ]* nodes kept, [\d ]+ freed$", out, re.M)
    assert "\033" not in out
    assert out.endswith("x to move: q\n")


def test_the_same_seed_plays_the_same_game(play):
    first = play("4\n4\n3\n", "connect4", "--seed", "1")
    assert play("4\n4\n3\n", "connect4", "--seed", "1") == first
    assert play("4\n4\n3\n", "connect4", "--seed", "2") != first


def test_wrong_input_gets_one_line_and_another_try(play):
    out = play("9\nfoo\n\nundo\nredo\nhint me\nplayouts\nsave\nplayouts x\n4\nq\n", "connect4")
    told = out.split("x to move: ")[1:]
    assert "'9' names no column" in told[0]
    assert "'foo' names no column" in told[1]
    assert told[2] == "\n"
    assert told[3] == "undo\nno move can be taken back\n"
    assert told[4] == "redo\nno move can be played again\n"
    assert "type 'hint'" in told[5]
    assert "type 'playouts N'" in told[6]
    assert "type 'save FILE'" in told[7]
    assert "thinking: 'x playouts' is not valid" in told[8]
    assert told[9].startswith("4\nsearch plays")
    assert all(text.count("\n") <= 2 for text in told[:9])


def test_undo_and_redo_to_the_first_move_and_back(play):
    out = play("4\n4\nundo\nundo\nundo\nredo\nredo\n", "connect4", "--strength", "light")
    seen = boards(out)
    assert seen[0] == seen[4]
    assert seen[1] == seen[3] == seen[5]
    assert seen[2] == seen[6]
    assert "no move can be taken back" in out


def test_a_game_is_played_to_its_end_and_the_result_is_told(play):
    out = play("1\n1\n1\n1\n2\n2\nundo\nq\n", "connect4", "--strength", "full", "--moves", "4343")
    assert "second wins: four in a row\nundo, new, save FILE or quit: " in out
    assert "the game is over" in out


def test_the_pie_rule_is_told_and_swap_is_a_move_there(play):
    flags = ["yavalath", "--pie-rule", "on", "--strength", "light", "--second"]
    out = play("swap\nswap\nq\n", *flags)
    assert "pie rule: swap takes over the first stone" in out
    before, after = out.split("o to move: swap\n", 1)
    assert "x" in before.rsplit("\n\n", 1)[-1]
    assert "search plays" in after
    assert "sides swapped; x: person; o: search, looks around" in after


def test_a_three_that_loses_is_told_as_what_it_is(play):
    out = play("a3\n", "yavalath", "--strength", "first", "--moves", "a1 i1 a2 i5")
    assert "second wins: first made three in a row without a fourth, which loses" in out


def test_sides_limits_and_values_change_during_the_game(play):
    out = play("values\n4\nplayouts 300\nswap\nvalues\nseconds 0.05\nnew\n", "connect4")
    assert "visits" not in out.split("values are hidden")[1].split("search plays")[0]
    assert "the search has 300 playouts a move" in out
    assert "sides swapped; x: search, 300 playouts; o: person" in out
    assert "values are shown" in out
    assert "the search has 0.05 seconds a move" in out


def test_a_game_of_another_program_is_read_and_written(play, tmp_path):
    (tmp_path / "game.psol").write_text("(28,28)\n(27,25) - +2\n(32,32) / 0\n")
    file = tmp_path / "game.msr"
    out = play(f"save {file}\n", "--load", str(tmp_path / "game.psol"))
    assert "score 2 after 2 moves" in out
    assert len(json.loads(file.read_text())["moves"]) == 2


def test_a_saved_game_goes_on_where_it_was(play, tmp_path):
    file = str(tmp_path / "game.txt")
    out = play(f"4\n3\nsave {file}\n", "connect4", "--strength", "medium", "--seed", "3")
    board = boards(out)[-1]
    again = play("q\n", "--load", file)
    assert boards(again) == [board]
    loaded = play(f"1\nload {file}\n", "connect4")
    assert boards(loaded)[-1] == board
    assert "seed 3" in (tmp_path / "game.txt").read_text()
    wrong = play(f"load {tmp_path}/none\nsave {tmp_path}/no/file\n", "connect4")
    assert "can't read" in wrong
    assert "can't write" in wrong
    assert "is a game of Connect Four; use --load" in play(f"load {file}\n", "samegame")


def test_samegame_beside_the_search(play, tmp_path):
    flags = ["samegame", "--board-seed", "3", "--size", "6x5", "--colours", "3"]
    out = play("hint\nC1\nsearch\nundo\nredo\nq\n", *flags, "--iterations", "2000")
    assert re.search(r"^hint: [A-F][1-5], then \d+ at the end by ", out, re.M)
    assert re.search(r"^search: \d+ after 1 move, \d+ at the end; you: \d+$", out, re.M)
    assert out.count("score 0 after 0 moves") == 2
    assert "5 1 3 3 2 2 3\n" in out
    assert "A B C D E F" in out
    file = str(tmp_path / "attempt.txt")
    play(f"C1\nsave {file}\n", *flags)
    assert "after 1 move\n" in play("q\n", "--load", file)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "game: 'chess' is not known"),
        ([], "play: no game; give one of"),
        (["connect4", "--strength", "huge"], "level: 'huge' is not known"),
        (["connect4", "--strength", "full", "--solver", "on"], "leave out it or --solver"),
        (["connect4", "--game", "yavalath"], "leave out --game"),
        (["connect4", "--load", "x"], "the file says the game"),
        (["--load", "/no/such/file"], "can't read"),
        (["connect4", "--search", "nmcs"], "'nmcs' does not play connect4"),
    ],
)
def test_flags_that_describe_no_game_are_named(capsys, arguments, message):
    assert main(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_the_game_may_be_said_by_its_flag(play):
    assert "win rate" in play("4\n", "--game", "connect4", "--strength", "first")


def test_a_recipe_of_ones_own_plays(play):
    out = play("4\n", "connect4", "--preset", "uct-secure", "--iterations", "500")
    assert "of 500 visits" in out
    out = play("4\n", "connect4", "--strength", "first", "--iterations", "30")
    assert "of 30 visits" in out


def command(*arguments):
    return [sys.executable, "-m", "mcsearch", "play", *arguments]


def on_terminal(environment, *typed):
    """What a terminal shows of a game."""
    screen, terminal = pty.openpty()
    process = subprocess.Popen(
        command("connect4", "--strength", "light"),
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm", **environment},
    )
    os.close(terminal)
    shown = b""
    for line in (*typed, None):
        while not shown.endswith(b"to move: "):
            shown += os.read(screen, 1000)
        if line is not None:
            os.write(screen, line.encode() + b"\n")
            shown += os.read(screen, 1000)
    os.write(screen, b"q\n")
    assert process.wait(10) == 0
    os.close(screen)
    return shown.decode()


def test_a_terminal_shows_colours_unless_they_are_declined():
    environment = {"NO_COLOR": ""}
    assert "\033[1;36m" in on_terminal(environment, "4")
    assert "\033" not in on_terminal({"NO_COLOR": "1"}, "4")
    assert "\033" not in on_terminal({**environment, "TERM": "dumb"}, "4")


@pytest.mark.parametrize("typed", [b"", b"4\n"], ids=["at the prompt", "while it thinks"])
def test_ctrl_c_ends_the_game_quietly(typed):
    process = subprocess.Popen(
        command("connect4", "--seconds", "60"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    shown = b""
    while not shown.endswith(b"to move: "):
        shown += process.stdout.read(1000)
    process.stdin.write(typed)
    if typed:
        while not shown.endswith(b"4\n"):
            shown += process.stdout.read(1000)
        time.sleep(0.3)  # so that it is in the search
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=10)
    assert error == b""
    assert process.returncode == 130


def test_a_reader_that_goes_ends_the_game_quietly():
    process = subprocess.Popen(
        command("connect4", "--strength", "first"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    process.stdin.write(b"4\n" * 6)
    process.stdin.close()
    assert process.wait(10) == 141
    assert process.stderr.read() == b""
