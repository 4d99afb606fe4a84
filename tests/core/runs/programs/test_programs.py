"""Programs as entrants: they play legal games, are told what they need, and failing ones named."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import is_running, wait_for

from mcsearch import Recipe
from mcsearch.cli.main import main
from mcsearch.engine.parameter import RecipeError
from mcsearch.examples import random_program
from mcsearch.problem.named import recipe_named
from mcsearch.runs import match, worker
from mcsearch.runs.entrants import entrants_of
from mcsearch.runs.match import Fixture, GameError
from mcsearch.runs.programs.entrant import entrant_of
from mcsearch.runs.programs.process import Program, end_programs
from mcsearch.runs.programs.recipe import ProgramRecipe, read_recipe
from mcsearch.runs.store import Store

NIM = "mcsearch.examples.nim:Nim"
LAST_LEGAL = """
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[9999], last[9999] = "";
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\\n")] = 0;
        if (!strncmp(line, "legal ", 6)) strcpy(last, line + 6);
        else if (!strcmp(line, "go")) { printf("move %s\\n", last); fflush(stdout); }
    }
    return 0;
}
"""


@pytest.fixture(autouse=True)
def ended():
    yield
    end_programs()


@pytest.fixture
def program(tmp_path):
    """The command of a program that answers a question by a piece of Python; `legal` is known."""

    def program(answer: str, name: str = "bot.py") -> str:
        lines = ["import sys, time, os", "asked, legal = [], []", "for line in sys.stdin:"]
        lines += ["    line = line.rstrip('\\n')", "    asked.append(line)"]
        lines += ["    if line.startswith('legal '): legal.append(line[6:])"]
        lines += ["    if line == 'go':", f"        {answer}", "        legal.clear()"]
        file = tmp_path / name
        file.write_text("\n".join(lines))
        return f"{sys.executable} {file}"

    return program


FIRST = "print('move', legal[0], flush=True)"


def play(command: str, game: str = "tictactoe", **parameters):
    ours = ProgramRecipe.from_command(command, game, **parameters)
    return match.play(Fixture((ours, Recipe(game, "", "uct", {"iterations": 20}))))


def test_the_example_plays_every_game(tmp_path):
    command = f"{sys.executable} {random_program.__file__}"
    ours = ProgramRecipe.from_command(command, "samegame").replace(position="5x5x3:1", seed=3)
    for game in ("tictactoe", "connect4", "yavalath"):
        assert match.play(Fixture((ours.replace(game=game, position=""),) * 2)).actions
    own = recipe_named(NIM)
    ours_too = ProgramRecipe.from_command(command, own.game, own)
    game = worker.play(Fixture((ours_too, own.replace(parameters={"iterations": 5}))).to_json())
    with Store(tmp_path / "results.sqlite") as store:
        assert store.add_game(game)
        assert store.add(run := worker.solve(ours.to_json()))  # which replays it
        assert run.score > 0
        assert worker.solve(ours.to_json()).sequence == run.sequence  # by its seed
    assert len(random_program.__doc__.splitlines()) == 1
    assert len(Path(random_program.__file__).read_text().split("\n\n", 1)[1].splitlines()) <= 15


def test_it_is_told_the_position_the_rules_the_limit_and_the_moves(program, tmp_path):
    told = tmp_path / "told.json"
    command = program(f"import json; open({str(told)!r}, 'w').write(json.dumps(asked)); {FIRST}")
    recipe = ProgramRecipe.from_command(command, "yavalath", iterations=70)
    recipe = recipe.with_parameters({"pie_rule": "on"}).replace(position="e5 d4", seed=9)
    search = recipe.build()
    search.run()
    asked = json.loads(told.read_text())
    legal = [line[6:] for line in asked if line.startswith("legal ")]
    state = recipe.start()
    assert legal == [state.action_name(action) for action in state.legal_actions()]
    assert [line for line in asked if not line.startswith("legal ")] == [
        *("game yavalath", "pie_rule on", "position e5 d4", "player 1", "limit iterations 70"),
        *("seed 9", "go"),
    ]
    recipe.with_parameters({"seconds": 0.5}).build().run()
    assert "limit seconds 0.5" in json.loads(told.read_text())
    assert not any("iterations" in line for line in json.loads(told.read_text())[len(asked) :])


def test_what_it_tells_of_itself_is_kept(program):
    played = play(program(f"print('iterations 7'); print('value 0.25'); print('# hm'); {FIRST}"))
    ours = played.values[::2]
    assert set(ours) == {0.25}
    assert played.iterations[0] == 7 * len(ours)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("print('move z9', flush=True)", "'z9' is no legal move"),
        ("print('move', flush=True)", "'' is no legal move"),
        ("sys.exit(3)", "has ended with code 3"),
        ("raise ValueError('my bug')", "has ended with code 1: ValueError: my bug"),
        ("os.close(1); time.sleep(60)", "has closed its output"),
        ("print('x' * 20_000, flush=True)", "a line of more than 10000 bytes"),
        ("[print('nonsense') for _ in iter(int, 1)]", "10000 lines without a move"),
        ("print('iterations many'); " + FIRST, "iterations 'many' is no number"),
        ("os.write(1, bytes(range(128, 256)) + b'\\n'); sys.exit()", "has ended with code 0"),
    ],
)
def test_one_that_fails_is_named_with_the_reason(program, answer, reason):
    with pytest.raises(GameError) as told:
        play(program(answer))
    assert told.value.player == 0
    assert str(told.value) == f"ProgramError: {reason}"


def test_one_that_hangs_is_ended_with_what_it_has_started(program, tmp_path):
    pids = tmp_path / "pids"
    hang = "import subprocess; child = subprocess.Popen(['sleep', '600']); "
    hang += f"open({str(pids)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}'); time.sleep(600)"
    begun = time.monotonic()
    with pytest.raises(GameError, match="no move after"):
        play(program(hang), patience=2.0)
    assert time.monotonic() - begun < 30
    for pid in pids.read_text().split():
        wait_for(lambda pid=int(pid): not is_running(pid), 10)


def test_no_shell_reads_the_command(tmp_path):
    trap = tmp_path / "trap"
    # says what it was called with, then waits to be ended
    code = "import sys; print(*sys.argv[1:], flush=True); sys.stdin.read()"
    called = [f"move x; touch {trap}", "$(touch", f"{trap})"]
    program = Program([sys.executable, "-c", code, *called])
    assert program.ask(["go"], 10).move.endswith(f"touch {trap} $(touch {trap})")
    program.end()
    assert not trap.exists()


def test_links_and_recipes_start_none(program):
    command = program(FIRST)
    with pytest.raises(RecipeError, match="from the command line alone"):
        entrants_of(["uct", f"program:{command}"], "tictactoe")
    written = ProgramRecipe.from_command(command, "tictactoe").to_json()
    for read in (
        Recipe.from_json,
        lambda text: entrants_of([text, "uct"], None, program=entrant_of),
    ):
        with pytest.raises(RecipeError, match=r"command|program"):
            read(written)


def test_a_changed_file_is_another_program(program):
    recipe = ProgramRecipe.from_command(program(FIRST), "tictactoe", patience=4)
    assert read_recipe(recipe.to_dict()) == recipe
    program(FIRST + " ")
    with pytest.raises(RecipeError, match="has changed since this was begun"):
        read_recipe(recipe.to_dict())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("program:", "no command"),
        ("program:no_such_program_here", "is no program here; give its path"),
        ("program:python3 'my bot.py", "close it"),
        ("program:python3,patience=soon", "patience: 'soon' is not valid"),
    ],
)
def test_what_is_no_command_is_told(text, message):
    with pytest.raises(RecipeError, match=message):
        entrants_of([text, "uct"], "connect4", program=entrant_of)


def test_entrants_with_a_label_and_spaces(program, tmp_path):
    command = program(FIRST, "my bot.py").replace("my bot", "'my bot") + "'"
    text = f"program:{command},label=mine,patience=5"
    (ours, _) = entrants_of([text, "uct"], "tictactoe", program=entrant_of)
    assert ours.label == "mine"
    assert ours.recipe.values["patience"] == 5.0
    assert play(ours.recipe.command).actions


@pytest.fixture
def race(tmp_path, capsys):
    def race(*arguments: str) -> tuple[int, str, str]:
        own = ["--database", str(tmp_path / "race.sqlite"), "--workers", "1", "--quiet"]
        code = main(["race", *arguments, *own])
        return code, *capsys.readouterr()

    return race


@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a compiler of C")
def test_a_program_of_another_language_plays_a_match_that_goes_on(race, tmp_path):
    source, binary = tmp_path / "last.c", tmp_path / "last"
    source.write_text(LAST_LEGAL)
    subprocess.run(["cc", "-o", binary, source], check=True)
    small = ["--game", "tictactoe", "--equal", "iterations=30"]
    code, out, err = race("uct", f"program:{binary},label=last", *small, "--pairs", "3")
    assert (code, err) == (0, "")
    assert "Results of last vs uct (tictactoe, 30 iterations a move" in out
    assert "Games: 6," in out
    again = race("uct", f"program:{binary},label=last", *small, "--pairs", "3", "--json")[1]
    document = json.loads(again)
    assert document["pairs"] == 3
    for number, game in enumerate(document["games"]):
        state = Recipe("tictactoe").start()
        for ply, move in enumerate(game["moves"]):
            last = state.legal_actions()[-1]
            if ply >= game["opening_plies"] and (number + ply) % 2 == 1:  # it is the program's
                assert move == state.action_name(last)
            state = state.play(state.parse_action(move))


def test_the_others_go_on_where_one_dies(race, program):
    boards = ["--size", "5x5", "--board-seeds", "1", "--seeds", "1-2", "--equal", "iterations=20"]
    dies = program("raise ValueError('my bug')", "dies.py")
    good = program(FIRST, "good.py")
    entrants = [f"program:{dies},label=dies", f"program:{good},label=good", "spmcts"]
    code, out, err = race(*entrants, "--game", "samegame", "--scoring", "bonus", *boards)
    assert code == 1
    assert "entrant dies fails (ProgramError: has ended with code 1: ValueError: my bug)" in err
    assert "the others go on" in err
    assert "dies has failed" in out
    assert "good over spmcts" in out or "spmcts over good" in out


def test_in_a_match_the_one_that_fails_is_named(race, program):
    bad = program("print('move z9', flush=True)")
    code, _, err = race("uct:iterations=9", f"program:{bad},label=bad", "--game", "tictactoe")
    assert code == 1
    assert "entrant bad fails in pair 1 (ProgramError: 'z9' is no legal move)" in err
