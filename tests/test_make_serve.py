"""`make serve`: when there is a page, and with which engine."""

import os
import shutil
import signal
import subprocess
import time

import pytest

from released import ROOT

PYTHON = """#!/bin/sh
# in the place of Python: makes an environment of programs that write down what they are called for
mkdir -p .venv/bin
for name in pip python panel; do cp "$0.$name" .venv/bin/$name; done
"""
PROGRAMS = {
    "pip": 'echo "pip $5" >>log',
    "python": "sleep 1; touch core/mcsearch/rng.so; echo compiled >>log",
    "panel": """echo "page ${MCSEARCH_COMPILING:-compiled} $5" >>log
[ -z "$MCSEARCH_COMPILING" ] && exit
trap 'echo left >>log; exit' TERM
while :; do sleep .1; done""",
}


@pytest.fixture
def serve(tmp_path):
    """Calls `make serve` in a clone without Python and a compiler; the lines of its programs."""
    if shutil.which("make") is None:
        pytest.skip("no make")
    for name in ("Makefile", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "core" / "mcsearch").mkdir(parents=True)
    (tmp_path / "core" / "mcsearch" / "rng.py").touch()
    for name, text in {"": PYTHON, **PROGRAMS}.items():
        program = tmp_path / ".".join(filter(None, ("fake", name)))
        program.write_text(text if not name else f"#!/bin/sh\n{text}\n")
        program.chmod(0o755)

    log = tmp_path / "log"

    def serve(is_left_at=None):
        log.unlink(missing_ok=True)
        command = ["make", f"PYTHON={tmp_path / 'fake'}", "serve"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        with subprocess.Popen(command, cwd=tmp_path, start_new_session=True, **pipes) as made:
            while is_left_at and not (log.exists() and is_left_at in log.read_text()):
                time.sleep(0.02)
            if is_left_at:
                os.killpg(made.pid, signal.SIGINT)  # as Ctrl-C does
            made.communicate(timeout=60)  # to the end of the last that could write
        return made.returncode, log.read_text().splitlines()

    serve.folder = tmp_path
    return serve


def test_the_page_of_a_new_clone_is_there_before_the_engine_is_compiled(serve):
    assert serve() == (
        0,
        [
            "pip .[compile]",
            "pip .[app]",
            "page 1 --show",
            "compiled",
            "left",
            "page compiled ",
        ],
    )


def test_asked_what_it_would_do_it_does_nothing(serve):
    command = ["make", "--dry-run", "serve"]
    done = subprocess.run(command, cwd=serve.folder, capture_output=True, timeout=60)
    assert done.returncode == 0
    assert not (serve.folder / ".venv").exists()
    assert not (serve.folder / "log").exists()


def test_where_it_has_been_compiled_the_page_waits_for_what_there_is_to_compile(serve):
    serve()
    assert serve() == (0, ["page compiled --show"])
    (serve.folder / "core" / "mcsearch" / "rng.so").unlink()  # as without a compiler
    assert serve() == (0, ["page compiled --show"])
    (serve.folder / "core" / "mcsearch" / "rng.so").touch()
    (serve.folder / ".venv" / "compiled").unlink()  # as with another .venv
    assert serve() == (0, ["compiled", "page compiled --show"])


def test_without_an_engine_there_is_no_page(serve):
    program = serve.folder / "fake.python"
    program.write_text("#!/bin/sh\nsleep 1; exit 1\n")
    program.chmod(0o755)
    code, lines = serve()
    assert code != 0
    assert lines[2:] == ["page 1 --show", "left"]


def test_ctrl_c_ends_the_page_and_the_compiler(serve):
    program = serve.folder / "fake.python"
    program.write_text("#!/bin/sh\nexec sleep 120\n")  # longer than is waited for it
    code, lines = serve(is_left_at="page 1")
    assert code != 0
    assert lines[2:] == ["page 1 --show", "left"]
