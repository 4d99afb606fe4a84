import json
from pathlib import Path

import goldens

import mcsearch

STORED = json.loads((Path(__file__).parent.parent / "data" / "goldens.json").read_text())


def as_json(results):
    return json.loads(json.dumps(results))


def test_this_build_is_compiled():
    assert mcsearch.COMPILED


def test_the_compiled_build_repeats_the_goldens():
    assert as_json(goldens.results()) == STORED


def test_the_interpreted_build_repeats_the_goldens(run_interpreted):
    out, _ = run_interpreted("-W", "ignore", goldens.__file__)
    assert json.loads(out) == STORED


def test_the_interpreted_build_says_so_once(run_interpreted):
    code = "import mcsearch, mcsearch.games, mcsearch.recipe; print(mcsearch.COMPILED)"
    out, err = run_interpreted("-c", code)
    assert out == "False\n"
    assert err.count("mcsearch runs interpreted") == 1
    assert "install a C compiler" in err


def test_the_interpreted_command_line_solves(run_interpreted):
    arguments = ("-m", "mcsearch", "solve", "--size", "5x5", "--iterations", "50", "--json")
    out, err = run_interpreted(*arguments)
    result = json.loads(out)
    assert result["compiled"] is False
    assert result["iterations"] == 50
    assert err.count("mcsearch runs interpreted") == 1
