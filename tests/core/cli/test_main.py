"""The program at the end of a pipe, and its help."""

import os
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
