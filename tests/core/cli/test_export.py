"""`mcsearch export` and `race --record`, `--again`: what is written says what is stored."""

import csv
import io
import json
import sqlite3
import sys

import pytest

from mcsearch.cli.main import main
from mcsearch.play.record import parse
from mcsearch.recipe import Recipe

BOARDS = [
    *("race", "spmcts", "nmcs", "--scoring", "bonus", "--equal", "iterations=60", "--size", "5x5"),
    *("--board-seeds", "1-2", "--seeds", "1-2"),
]
MATCH = ["race", "uct", "uct:solver=on", "--game", "tictactoe", "--equal", "iterations=30"]
MATCH += ["--pairs", "2"]


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        return code, *capsys.readouterr()

    return run


@pytest.fixture
def stored(run):
    for command in (BOARDS, MATCH):
        assert run(*command, "--workers", "1", "--quiet")[0] == 0


def test_runs_curves_and_games(run, stored, tmp_path):
    _, out, _ = run("export", "runs")
    runs = list(csv.DictReader(io.StringIO(out)))
    with sqlite3.connect(tmp_path / "results.sqlite") as database:
        rows = database.execute("SELECT recipe, score, sequence FROM runs").fetchall()
    assert len(runs) == len(rows) == 8
    by_recipe = {}
    for row in runs:
        fields = {name: row[name] for name in ("game", "position", "search")}
        recipe = Recipe(**fields, parameters=json.loads(row["parameters"]), seed=int(row["seed"]))
        by_recipe[recipe.to_json()] = float(row["score"]), row["sequence"]
    assert by_recipe == {recipe: (score, sequence) for recipe, score, sequence in rows}

    _, out, err = run("export", "curves", "--out", "curves.csv")
    assert (out, err) == ("", "")
    last = {}
    for row in csv.DictReader((tmp_path / "curves.csv").open(encoding="utf-8")):
        key = row["search"], row["position"], row["seed"]
        at, score = last.get(key, (0, -1.0))
        assert int(row["iterations"]) > at
        assert float(row["score"]) > score
        last[key] = int(row["iterations"]), float(row["score"])
    assert last.keys() == {(row["search"], row["position"], row["seed"]) for row in runs}
    for row in runs:
        key = row["search"], row["position"], row["seed"]
        assert last[key][1] == float(row["score"])

    _, out, _ = run("export", "games", "--folder", "games")
    assert out == "4 games are in games\n"
    with sqlite3.connect(tmp_path / "results.sqlite") as database:
        games = database.execute("SELECT actions FROM games ORDER BY 1").fetchall()
    found = []
    for file in sorted((tmp_path / "games").iterdir()):
        match = parse(file.read_text(encoding="utf-8")).match()
        assert match.is_over
        found.append(json.dumps([int(action) for action in match.actions]))
    assert sorted(found) == [actions for (actions,) in games]


def test_a_race_is_repeated_and_compared(run, tmp_path):
    for command, count in ((BOARDS, 8), (MATCH, 4)):
        code, out, _ = run(*command, "--workers", "1", "--quiet", "--record=race.json")
        assert code == 0
        content = json.loads((tmp_path / "race.json").read_text(encoding="utf-8"))
        assert content["command"] == command
        assert content["processor"]
        assert len(content["hash"]) == 64
        code, again, err = run("race", "--again", "race.json", "--workers", "1", "--quiet")
        assert (code, err) == (0, "")
        assert f"Rows: {count} of {count} are the same" in again
        assert again.startswith(out)
    changed = [word.replace("iterations=30", "iterations=31") for word in content["command"]]
    (tmp_path / "race.json").write_text(json.dumps({**content, "command": changed}))
    code, out, _ = run("race", "--again", "race.json", "--workers", "1", "--quiet")
    assert code == 1
    assert "Rows: 0 of 4 are the same" in out
    assert "4 of them were not made again and 4 are new" in out


def test_what_a_file_would_run_is_asked_first(run, tmp_path):
    bot = tmp_path / "bot.py"
    marks = tmp_path / "ran"
    bot.write_text(
        f"import sys\nopen({str(marks)!r}, 'w')\nfor line in sys.stdin:\n"
        "    if line.startswith('legal '): last = line[6:].strip()\n"
        "    if line == 'go\\n': print('move', last, flush=True)\n"
    )
    entrants = ["race", "uct", f"program:{sys.executable} {bot},label=bot", *MATCH[3:]]
    assert run(*entrants, "--workers", "1", "--quiet", "--record", "race.json")[0] == 0
    marks.unlink()
    code, _, err = run("race", "--again", "race.json", "--workers", "1", "--quiet")
    assert code == 2
    assert "runs programs or code of its own" in err
    assert not marks.exists()
    code, out, _ = run("race", "--again", "race.json", "--trust", "--workers", "1", "--quiet")
    assert (code, marks.exists()) == (0, True)
    assert "Rows: 4 of 4 are the same" in out
    content = json.loads((tmp_path / "race.json").read_text(encoding="utf-8"))
    for words in (["--pro", "x:Y"], ["--problem=x:Y"]):
        hidden = {**content, "command": [*MATCH, *words]}
        (tmp_path / "race.json").write_text(json.dumps(hidden))
        assert "then add --trust" in run("race", "--again", "race.json")[2]
    for words in (["--sched", "tcp://host:1"], ["--again", "other.json"], ["--rec=/etc/x"]):
        hidden = {**content, "command": [*MATCH, *words]}
        (tmp_path / "race.json").write_text(json.dumps(hidden))
        assert "is of no race" in run("race", "--again", "race.json", "--trust")[2]


def test_curves_of_time_are_left_out_and_wrong_input_is_told(run, tmp_path):
    run(
        *("run", "--search", "nmcs", "--size", "5x5", "--board-seed", "1", "--seconds", "0.01"),
        *("--workers", "1"),
    )
    code, out, err = run("export", "curves")
    assert (code, len(out.splitlines())) == (0, 1)
    assert "whose limit is time" in err
    for arguments, code, message in (
        (["export", "runs", "--folder", "x"], 2, "only games"),
        (["export", "runs", "--chart", "x.svg"], 2, "only curves"),
        (["export", "runs", "--database", "none.sqlite"], 1, "no such file"),
        (["export", "runs", "--out", "no/folder/runs.csv"], 1, "can't be written"),
        (["race", "--again", "none.json"], 2, "can't read 'none.json'"),
        (["race", "--again", "results.sqlite"], 2, "results.sqlite"),
        (["race", "uct", "--again", "none.json"], 2, "leave them out"),
        (["race"], 2, "give two, or --again FILE"),
    ):
        found, _, err = run(*arguments)
        assert found == code, arguments
        assert message in err
