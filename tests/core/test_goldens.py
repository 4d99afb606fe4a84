import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import goldens
import pytest

import mcsearch

STORED = json.loads((Path(__file__).parent.parent / "data" / "goldens.json").read_text())
SOURCES = Path(mcsearch.__file__).parent


def as_json(results):
    return json.loads(json.dumps(results))


def test_this_build_is_compiled():
    assert mcsearch.COMPILED


def test_the_compiled_build_repeats_the_goldens():
    assert as_json(goldens.results()) == STORED


@pytest.fixture(scope="module")
def interpreted(tmp_path_factory):
    """An environment in which mcsearch is the same sources without compiled modules."""
    folder = tmp_path_factory.mktemp("interpreted")
    only_sources = shutil.ignore_patterns("*.so", "*.pyd", "*.pxd", "__pycache__")
    shutil.copytree(SOURCES, folder / "mcsearch", ignore=only_sources)
    return {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


def run(environment, *arguments):
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout, done.stderr


def test_the_interpreted_build_repeats_the_goldens(interpreted):
    out, _ = run(interpreted, "-W", "ignore", goldens.__file__)
    assert json.loads(out) == STORED


def test_the_interpreted_build_says_so_once(interpreted):
    code = "import mcsearch, mcsearch.games, mcsearch.recipe; print(mcsearch.COMPILED)"
    out, err = run(interpreted, "-c", code)
    assert out == "False\n"
    assert err.count("mcsearch runs interpreted") == 1
    assert "install a C compiler" in err


def test_the_interpreted_command_line_solves(interpreted):
    arguments = ("-m", "mcsearch", "solve", "--size", "5x5", "--iterations", "50", "--json")
    out, err = run(interpreted, *arguments)
    result = json.loads(out)
    assert result["compiled"] is False
    assert result["iterations"] == 50
    assert err.count("mcsearch runs interpreted") == 1
