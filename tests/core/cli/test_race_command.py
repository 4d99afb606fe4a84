"""`mcsearch race` as a program, also killed at bad moments, and what it says to wrong input."""

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from processes import children, cluster, is_running, wait_for

from mcsearch import Recipe
from mcsearch.cli.main import main
from mcsearch.play.dice import seed_of, thrown
from mcsearch.runs.match import Fixture
from mcsearch.runs.store import Store, check_game

MATCH = ["race", "uct", "uct:solver=on", "--game", "connect4"]
NUM_PAIRS = 40


def start(database, *arguments):
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "mcsearch", *MATCH, "--equal", "iterations=150"),
            *("--pairs", str(NUM_PAIRS), "--database", database, "--json", *arguments),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def rows_of(database) -> list[tuple]:
    no_table_yet = contextlib.suppress(sqlite3.OperationalError)
    with contextlib.closing(sqlite3.connect(database, timeout=20)) as connection, no_table_yet:
        return connection.execute("SELECT fixture, actions, returns FROM games").fetchall()
    return []


def wait_for_games(database, process, count):
    wait_for(lambda: len(rows_of(database)) >= count or process.poll() is not None)
    assert process.poll() is None, process.communicate()


def assert_complete(database, document):
    """Every game once, each leading to its return, and all of them counted once."""
    rows = rows_of(database)
    assert len(rows) == len({fixture for fixture, *_ in rows}) == 2 * NUM_PAIRS
    for fixture, actions, returns in rows:
        check_game(Fixture.from_json(fixture), json.loads(actions), returns)
    assert document["pairs"] == sum(document["by_points"]) == NUM_PAIRS
    stored = sorted((json.loads(fixture)["seed"], returns) for fixture, _, returns in rows)
    assert sorted((game["seed"], game["returns"]) for game in document["games"]) == stored


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The match, played through by one worker."""
    database = tmp_path_factory.mktemp("race") / "whole.sqlite"
    out, err = start(database, "--workers", "1", "--quiet").communicate(timeout=600)
    assert err == ""
    return json.loads(out)


def without_times(document):
    games = [{k: v for k, v in game.items() if k != "seconds"} for game in document["games"]]
    return {**document, "games": games}


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_killed_again_and_again_no_game_is_lost_or_counted_twice(tmp_path, undisturbed):
    database = tmp_path / "results.sqlite"
    stored = 0
    for number in range(3):
        process = start(database, "--workers", "2")
        wait_for_games(database, process, stored + 8)
        workers = children(process.pid)
        assert workers
        if number == 1:
            os.kill(workers[0], signal.SIGKILL)
            wait_for_games(database, process, len(rows_of(database)) + 4)
            workers += children(process.pid)
        process.kill()
        process.communicate()
        wait_for(lambda pids=workers: not any(is_running(pid) for pid in pids), 30)
        stored = len(rows_of(database))
    out, err = start(database, "--workers", "2").communicate(timeout=600)
    document = json.loads(out)
    assert "Traceback" not in err
    assert_complete(database, document)
    assert without_times(document) == without_times(undisturbed)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(tmp_path):
    database = tmp_path / "results.sqlite"
    process = start(database, "--workers", "1")
    wait_for_games(database, process, 3)
    workers = children(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"new games are in {database}, the same command goes on" in err
    assert "Traceback" not in err
    assert 1 <= json.loads(out)["pairs"] < NUM_PAIRS
    wait_for(lambda: not any(is_running(pid) for pid in workers), 30)


def test_a_cluster_with_a_lost_worker(tmp_path, undisturbed):
    database = tmp_path / "results.sqlite"
    with cluster() as (address, _, workers):
        process = start(database, "--scheduler", address)
        wait_for_games(database, process, 8)
        workers[0].kill()
        out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    assert_complete(database, json.loads(out))
    assert without_times(json.loads(out)) == without_times(undisturbed)


# --- in this process, with one worker ---


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the command with a database of its own; (exit code, out, err)."""

    def run(*arguments: str) -> tuple[int, str, str]:
        database = ["--database", str(tmp_path / "results.sqlite"), "--workers", "1"]
        code = main(["race", *arguments, *database])
        out, err = capsys.readouterr()
        return code, out, err

    return run


SMALL = ["--equal", "iterations=50", "--pairs", "12"]


def test_a_match_in_the_known_form(run):
    command = ("uct", "uct:solver=on", "--game", "tictactoe", *SMALL, "--sprt", "0", "200")
    code, out, _ = run(*command)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == (
        "Results of uct:solver=on vs uct (tictactoe, 50 iterations a move, openings of 3 plies, "
        "seed 1):"
    )
    for line, begin in zip(
        lines[1:], ("Elo: ", "LOS: ", "Games: ", "Ptnml(0-2): [", "LLR: "), strict=False
    ):
        assert line.startswith(begin)
    assert "uct:solver=on moves second: " in out
    assert "SPRT, normalized model on pentanomial counts, alpha 0.05, beta 0.05: " in out
    again = time.monotonic()
    assert run(*command)[1] == out
    assert time.monotonic() - again < 5.0


def test_each_game_is_told_move_by_move(run):
    _, out, _ = run(
        "uct", "uct:solver=on", "--game", "yavalath", *SMALL, "--pie-rule", "on", "--json"
    )
    document = json.loads(out)
    assert [game["pair"] for game in document["games"]] == sorted([*range(1, 13)] * 2)
    for game in document["games"]:
        text = " ".join(game["moves"])
        state = Recipe("yavalath", text, "uct", {"pie_rule": True}).start()
        assert (state.is_terminal(), state.returns()) == (True, game["returns"])
        assert len(game["expected"]) == len(game["moves"]) - game["opening_plies"]


BOARDS = ["--size", "6x6", "--colours", "4", "--board-seeds", "1-3", "--seeds", "1-2"]


def test_a_race_on_boards(run, tmp_path):
    command = ("spmcts", "nmcs", "nrpa:level=1", *BOARDS, "--scoring", "plain")
    code, out, _ = run(*command, "--equal", "iterations=200")
    assert code == 0
    assert out.startswith("Race on 3 boards, 2 rounds (samegame, 200 iterations a run):")
    assert out.count("95 % interval") == 3
    with Store(tmp_path / "results.sqlite") as store:
        recipes = [Recipe.from_json(text) for text in store.recipes()]
    assert len(recipes) == 18
    assert {recipe.values["scoring"] for recipe in recipes} == {"plain"}
    assert {recipe.seed for recipe in recipes} == {1, 2}
    document = json.loads(run(*command, "--equal", "iterations=200", "--json")[1])
    assert (document["rounds"], len(document["differences"])) == (2, 3)
    assert document["equal"] == {"iterations": 200}
    assert document["boards"] == {str(seed): f"6x6x4:{seed}" for seed in (1, 2, 3)}


@pytest.mark.parametrize(
    ("entrants", "scoring"),
    [
        (["spmcts-uct", "nmcs:level=1", "nrpa:level=1", "gnrpa:level=1"], "plain"),
        (["nmcs:level=1,scoring=bonus", "spmcts-uct"], "bonus"),
        (["spmcts-uct", "nmcs:level=1,scoring=bonus"], "bonus"),
    ],
)
def test_entrants_that_differ_in_the_scoring_get_one_and_it_is_told(run, entrants, scoring):
    size = ["--size", "4x4", "--board-seeds", "1", "--seeds", "1", "--equal", "iterations=20"]
    code, out, err = run(*entrants, *size, "--json")
    assert code == 0
    assert f"entrants differ in scoring: {scoring} for all; --scoring gives another" in err
    used = [entrant["recipe"]["parameters"]["scoring"] for entrant in json.loads(out)["entrants"]]
    assert used == [scoring] * len(entrants)


def test_boards_of_a_file(run, data):
    boards = ["--board", str(data / "samegame20.txt"), "--boards", "2, 5", "--seeds", "0"]
    _, out, _ = run("spmcts", "nrpa", *boards, "--equal", "iterations=20", "--scoring", "bonus")
    assert out.startswith("Race on 2 boards, 1 round (")
    assert "for boards like these (Student's t over the boards)" in out


def test_entrants_of_files_and_of_json(run, tmp_path):
    recipe = Recipe("tictactoe", "", "uct", {"solver": True})
    (tmp_path / "mine.json").write_text(recipe.to_json())
    _, out, _ = run(str(tmp_path / "mine.json"), recipe.to_json(), *SMALL)
    assert out.startswith("Results of uct vs mine (tictactoe")


def test_an_entrant_can_have_a_name(run):
    named = ("tictactoe-uct:label=plain", "tictactoe-uct:solver=on,label=with the solver")
    assert run(*named, *SMALL)[1].startswith("Results of with the solver vs plain (tictactoe")


def test_progress_on_a_pipe_is_plain_lines(run, monkeypatch):
    monkeypatch.setattr("mcsearch.cli.racing._LINE_SECONDS", 0.0)
    _, _, err = run("uct", "uct:solver=on", "--game", "tictactoe", *SMALL)
    lines = err.splitlines()
    assert len(lines) == 24
    assert lines[-1].startswith("pair 12 of 12: Elo ")
    assert run("uct", "uct:decisive=on", "--game", "tictactoe", *SMALL, "--quiet")[2] == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["uct", "uct"], "--game: which one? give one of atarigo, breakthrough"),
        (["nrpo", "nrpa"], "entrant 'nrpo': not known; did you mean nrpa? give a preset"),
        (["uct:solver", "uct", "--game", "connect4"], "'solver' is no change; give name=value"),
        (["uct:sover=on", "uct", "--game", "connect4"], "did you mean solver?"),
        (["connect4-engine", "yavalath-engine"], "plays yavalath, and the race is of connect4"),
        (["spmcts"], "entrants: 1 can't race; give 2 to 4"),
        (["none.json", "nrpa"], "can't read 'none.json'"),
        (["{", "nrpa"], "entrant '{': recipe: '{' is no JSON"),
        (
            ["spmcts:scoring=bonus", "nrpa:scoring=plain"],
            "scoring: the entrants differ in it (bonus, plain); give --scoring",
        ),
        (["spmcts", "gnrpa", "--pairs", "3"], "--pairs: samegame is for 1 player; leave it out"),
        ([*MATCH[1:], "--seeds", "3"], "--seeds: connect4 is for 2 players; leave it out"),
        ([*MATCH[1:], "--scoring", "plain"], "--scoring: connect4 has no such rule"),
        ([*MATCH[1:], "--alpha", "0.1"], "--alpha: it belongs to --sprt ELO0 ELO1"),
        ([*MATCH[1:], "--sprt", "0", "x"], "--sprt: 'x' is not valid; give a number"),
        ([*MATCH[1:], "--sprt", "5", "0"], "sprt: 5 to 0 is not valid"),
        ([*MATCH[1:], "--equal", "5"], "equal: '5' is not valid; give iterations=10000 or"),
        ([*MATCH[1:], "--pairs", "0"], "--pairs: '0' is not valid"),
        ([*MATCH[1:], "--position", "1234567x"], "neither moves nor a board"),
        ([*MATCH[1:], "--opening-plies", "42"], "connect4 is always decided; give fewer"),
        (["spmcts", "gnrpa", "--boards", "1"], "--boards: of which file? give --board FILE"),
        (["spmcts", "gnrpa", "--size", "3"], "board 1: "),
        (["spmcts", "gnrpa", "--scheduler", "tcp://x:1"], "the cluster has its own workers"),
    ],
)
def test_a_wrong_command_gets_one_message(run, tmp_path, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("mcsearch race: error: ")
    assert err.count("\n") == 1
    assert not (tmp_path / "results.sqlite").exists()


def test_entrants_play_a_game_with_chance_on_the_same_draws(tmp_path, capsys):
    command = ["race", "uct:label=one", "uct:exploration=0.1,label=other", "--game", "2048"]
    command += ["--size", "2x3", "--board-seeds", "1-3", "--seeds", "4-5", "--quiet"]
    command += ["--equal", "iterations=30", "--database", str(tmp_path / "r.sqlite"), "--json"]
    assert main(command) == 0
    shown = json.loads(capsys.readouterr().out)
    with contextlib.closing(sqlite3.connect(tmp_path / "r.sqlite")) as connection:
        rows = connection.execute("SELECT recipe, score, sequence FROM runs").fetchall()
    assert len(rows) == 2 * 3 * 2
    for text, score, actions in rows:
        recipe = Recipe.from_json(text)
        chance = seed_of(f"{recipe.position} {recipe.seed}")
        state = recipe.start()
        for ply, action in enumerate(json.loads(actions)):
            assert not state.is_chance or action == thrown(state, chance, ply)
            state = state.play(action)
        assert state.is_terminal()
        assert state.returns() == score
    told = sorted(
        score for entrant in shown["entrants"] for row in entrant["scores"] for score in row
    )
    assert told == sorted(score for _, score, _ in rows)
