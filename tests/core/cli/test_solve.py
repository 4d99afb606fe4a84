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

from mcsearch import Recipe
from mcsearch.cli.main import main
from mcsearch.engine.limits import MAX_ITERATIONS
from mcsearch.games.samegame import board_text
from mcsearch.play.record import parse


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
    board, _ = board_text.parse(board_text.boards_in(file.read_text())[0])
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


def test_children_have_every_term_of_the_rule(capsys):
    result = solve_json(capsys, "--game", "connect4", "--iterations", "3000", "--exploration", "2")
    search = Recipe.from_dict(result["recipe"]).build()
    search.run()
    terms = search.rule.terms(search.tree, 0)
    assert "explore" in terms.names
    rows = {
        search.root.action_name(search.tree.action_of(node)): dict(
            zip(terms.names, row, strict=True)
        )
        for node, row in zip(search.tree.children(0), terms.values.tolist(), strict=True)
    }
    assert len(result["children"]) == 7
    for child in result["children"]:
        assert {name: child[name] for name in terms.names} == rows[child["action"]]
        assert list(child)[:2] == ["action", "visits"]
    assert [c["visits"] for c in result["children"]] == sorted(
        (child.visits for child in search.root_children()), reverse=True
    )
    assert sum(c["visits"] * c["mean"] for c in result["children"]) == pytest.approx(
        sum(child.value_sum for child in search.root_children())
    )


def test_several_trees_are_merged(capsys):
    flags = ["--game", "connect4", "--trees", "3", "--iterations", "3000"]
    result = solve_json(capsys, *flags)
    search = Recipe.from_dict(result["recipe"]).build()
    search.run()
    assert sum(child["visits"] for child in result["children"]) == 3000 == result["iterations"]
    assert result["value"] == search.best_score
    assert [c["visits"] for c in result["children"]] == sorted(
        (child.visits for child in search.root_children()), reverse=True
    )


@pytest.mark.parametrize(
    ("position", "value", "proven"),
    [("xxx / oo. / ...", 0.0, "loss"), ("xoo / oxx / xxo", 0.5, "draw")],
)
def test_a_position_that_is_over_is_proven(capsys, position, value, proven):
    flags = ["--game", "tictactoe", "--position", position]
    result = solve_json(capsys, *flags)
    assert result["best"] is None
    assert (result["value"], result["proven"]) == (value, proven)
    assert result["children"] == []
    assert "the position is over" in solve(capsys, *flags)


def test_text_result(capsys):
    out = solve(capsys, "--board-seed", "3", "--size", "6x6", "--iterations", "500")
    assert "500 iterations in" in out
    assert "score " in out


@pytest.mark.parametrize(
    "flags",
    [
        ["--board-seed", "1"],
        ["--preset", "spmcts-uct"],
        ["--game", "tictactoe"],
        ["--game", "connect4", "--trees", "3", "--final-move", "max-robust"],
        ["--preset", "connect4-engine"],
        ["--preset", "gnrpa"],
        ["--search", "nmcs", "--level", "4"],
    ],
)
def test_seconds_alone_are_searched_to_their_end(capsys, flags):
    result = solve_json(capsys, *flags, "--seconds", "0.3")
    assert result["stopped"] == "seconds"
    assert 0.3 <= result["seconds"] < 2
    recipe = Recipe.from_dict(result["recipe"])
    assert recipe.values["seconds"] == 0.3
    assert recipe.values["iterations"] == MAX_ITERATIONS


@pytest.mark.parametrize(
    "flags", [[], ["--preset", "spmcts-uct"], ["--search", "nmcs"], ["--game", "tictactoe"]]
)
def test_iterations_beside_seconds_are_kept(capsys, flags):
    result = solve_json(capsys, *flags, "--seconds", "60", "--iterations", "70")
    assert (result["stopped"], result["iterations"]) == ("iterations", 70)


def test_no_seconds_are_no_limit(capsys):
    result = solve_json(capsys, "--game", "tictactoe", "--seconds", "0")
    assert (result["stopped"], result["iterations"]) == ("iterations", 10_000)


def test_the_ten_most_visited_children_are_shown_and_all_on_demand(capsys):
    flags = ["--game", "yavalath", "--iterations", "500"]
    children = solve_json(capsys, *flags)["children"]
    assert len(children) == 61
    few, every = solve(capsys, *flags), solve(capsys, *flags, "--all")
    rows = [line.split()[:2] for line in few.splitlines() if " visits " in line]
    assert rows == [[child["action"], str(child["visits"])] for child in children[:10]]
    assert few.splitlines()[-1] == "  and 51 more; --all shows them"
    assert sum(" visits " in line for line in every.splitlines()) == 61
    assert "more" not in every
    assert "more" not in solve(capsys, "--game", "connect4")


def start(*arguments):
    """The program with its standard error on a terminal, and that terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    command = [sys.executable, "-m", "mcsearch", "solve", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True)
    os.close(theirs)
    return process, ours


def rest_of(terminal):
    """What programs still write to a terminal, until the last of them has ended."""
    seen = b""
    try:
        while chunk := os.read(terminal, 4096):
            seen += chunk
    except OSError:
        pass  # Linux ends a pseudo-terminal with an error
    return seen


def interrupted(*arguments):
    """The result of a search that Ctrl-C ends when its progress bar has shown a first score."""
    process, terminal = start(*arguments, "--json")
    seen = b""
    while b"best=" not in seen:
        seen += os.read(terminal, 4096)
    process.send_signal(signal.SIGINT)
    began = time.perf_counter()
    assert b"Traceback" not in rest_of(terminal)
    out, _ = process.communicate(timeout=60)
    assert time.perf_counter() - began < 20
    assert process.returncode == 130
    return json.loads(out)


def test_ctrl_c_prints_the_best_so_far():
    result = interrupted("--iterations", "2000000000")
    assert result["stopped"] == "cancelled"
    assert result["score"] > 0


def test_a_terminal_sees_a_progress_bar():
    process, terminal = start("--iterations", "300000")
    seen = rest_of(terminal)
    process.communicate(timeout=60)
    assert b"best=" in seen
    assert b"300k" in seen


def test_the_best_sequence_is_saved_as_a_game(capsys, tmp_path):
    flags = ["--game", "morpion", "--position", "4D", "--search", "nrpa", "--iterations", "50"]
    result = solve_json(capsys, *flags, "--save", str(tmp_path / "game.msr"))
    game = parse((tmp_path / "game.msr").read_text())
    assert list(game.moves) == result["moves"]
    solve(capsys, *flags, "--save", str(tmp_path / "game.txt"))
    assert parse((tmp_path / "game.txt").read_text()) == game


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--game", "connect4", "--save", "a"], "--save: Connect Four has no best sequence"),
        (["--game", "2048", "--save", "a"], "--save: 2048 has no best sequence"),
        (
            ["--game", "morpion", "--position", "4D", "--save", "a.psol"],
            "Pentasol: it has no games of 4D",
        ),
        (["--preset", "morpion", "--save", "/no/a"], "--save: can't write '/no/a'"),
    ],
)
def test_what_can_not_be_saved_is_told(capsys, flags, message):
    assert main(["solve", *flags, "--iterations", "5"]) == 2
    assert message in capsys.readouterr().err
