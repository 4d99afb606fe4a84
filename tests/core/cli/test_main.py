"""The program at the end of a pipe, and its help."""

import contextlib
import os
import sqlite3
import subprocess
import sys

import pytest

from mcsearch.cli.main import main

PROGRAM = [sys.executable, "-m", "mcsearch"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["presets"],
        ["presets", "--json"],
        ["solve", "--help"],
        ["--version"],
        ["solve", "--game", "tictactoe", "--iterations", "50"],
        ["run", "--search", "nmcs", "--level", "1", "--position", "3x3x2:1", "--workers", "1"],
        ["race", "uct", "uct:solver=on", "--game", "tictactoe", "--pairs", "1", "--workers", "1"],
    ],
)
def test_a_reader_that_has_gone_is_no_traceback(arguments, tmp_path):
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    ours, theirs = os.pipe()
    os.close(ours)
    try:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            stdout=theirs,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=buffered,
        )
    finally:
        os.close(theirs)
    assert done.stderr == ""
    # argparse passes over it where it prints help itself
    assert done.returncode in ((0, 141) if "--help" in arguments else (141,))


def test_the_program_and_the_module_are_the_same():
    program = os.path.join(os.path.dirname(sys.executable), "mcsearch")
    said = {subprocess.check_output([*p, "--version"]) for p in ([program], PROGRAM)}
    assert len(said) == 1


@pytest.mark.parametrize("command", ["solve", "run", "race", "report", "presets", "bench"])
def test_help_reads_as_text(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    out = capsys.readouterr().out
    assert "%%" not in out
    assert "%(" not in out


@pytest.mark.parametrize("damage", ["no database at all, only text\n" * 40, None])
@pytest.mark.parametrize("command", ["run", "race"])
def test_a_database_that_can_not_be_used_is_said_to_keep_nothing(tmp_path, capsys, command, damage):
    file = tmp_path / "runs.db"
    if damage is None:
        with contextlib.closing(sqlite3.connect(file)) as foreign:
            foreign.execute("CREATE TABLE mine (x)")
    else:
        file.write_text(damage)
    given = {"run": ["--search", "nmcs", "--game", "samegame"], "race": ["uct", "uct"]}[command]
    game = [] if command == "run" else ["--game", "connect4"]
    assert main([command, *given, *game, "--database", str(file)]) == 1
    told = capsys.readouterr().err
    assert "name another file" in told
    assert "goes on" not in told
    assert "kept" not in told


def test_a_scheduler_without_an_address_is_refused_at_once(tmp_path, capsys):
    file = str(tmp_path / "runs.db")
    command = ["run", "--search", "nmcs", "--game", "samegame", "--database", file]
    assert main([*command, "--scheduler", "nonsense"]) == 2
    assert (
        "'nonsense' is no address; give one as `dask scheduler` prints" in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["run", "FILE"], f"a = {'[' * 5000}{']' * 5000}"),
        (["replay", "FILE"], "[" * 100_000),
        (["race", "FILE.json", "nmcs", "--game", "samegame"], "[" * 100_000),
    ],
)
def test_what_is_nested_too_deeply_is_refused(tmp_path, capsys, command, text):
    file = tmp_path / "deep.json"
    file.write_text(text)
    assert main([str(file) if each.startswith("FILE") else each for each in command]) in (1, 2)
    assert "error: " in capsys.readouterr().err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only Linux has a full device")
def test_a_full_output_is_told():
    command = [sys.executable, "-m", "mcsearch", "presets"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "mcsearch: error: can't write the output (No space left on device)\n"


def test_ctrl_c_while_the_modules_are_loaded_says_nothing():
    # the signal comes when the last of the core's modules is asked for
    code = (
        "import os, signal, sys\n"
        "sys.argv = ['mcsearch']\n"
        "class Finder:\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name == 'mcsearch.searches':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "import mcsearch.cli.main\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_without_a_command_it_says_what_there_is(capsys):
    assert main([]) == 0
    out = capsys.readouterr().out
    for command in ("serve", "solve", "play", "race", "run", "report", "presets", "bench"):
        assert f"    {command} " in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing.py"], "there is no file nothing.py"),
        (["--database", "nothing.sqlite"], "there is no file nothing.sqlite"),
        (["--port", "70000"], "--port must be from 0 to 65535, not 70000"),
        (["--port", "x"], "--port: 'x' is not valid"),
        (["--processes", "0"], "--processes: '0' is not valid"),
    ],
)
def test_what_cannot_be_served_is_named(arguments, said, capsys):
    assert main(["serve", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_without_the_page_it_says_what_to_install(tmp_path):
    code = "import sys; sys.modules['panel'] = None; from mcsearch.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve"], cwd=tmp_path, capture_output=True, text=True
    )
    assert 'pip install "mcsearch[app]"' in done.stderr
    assert "Traceback" not in done.stderr
