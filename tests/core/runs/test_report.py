import json
import math
import statistics

import pytest

from mcsearch import Recipe
from mcsearch.__main__ import main
from mcsearch.runs import experiment, report
from mcsearch.runs.store import Store
from mcsearch.runs.worker import solve

EXPERIMENT = """
title = "A table"
about = "What is compared?"
boards = {file = "boards.txt"}
seeds = [0, 1]
published = {file = "scores.csv", origin = "a paper"}

[[recipes]]
label = "tree"
search = "spmcts"
parameters = {iterations = 200}
published = "theirs"
"""
BOARDS = "1221\n2112\n1221\n\n1122\n2211\n1122\n\n3213\n1232\n2131\n"


@pytest.fixture
def plan(tmp_path):
    (tmp_path / "boards.txt").write_text(BOARDS)
    (tmp_path / "scores.csv").write_text("board,theirs\n1,10\n2,30\n4,99\ntotal,139\n")
    (tmp_path / "experiment.toml").write_text(EXPERIMENT)
    return experiment.load(str(tmp_path / "experiment.toml"))


@pytest.fixture
def store(tmp_path, plan):
    with Store(tmp_path / "results.sqlite") as store:
        for run in plan.runs:
            store.add(solve(run.recipe.to_json()))
        yield store


def test_the_table_compares_on_the_same_boards(plan, store):
    (line,) = report.table(plan, store)
    means = [
        statistics.fmean(store.find(run.recipe).score for run in plan.runs if run.board == board)
        for board in ("1", "2", "3")
    ]
    assert (line.boards, line.runs, line.missing) == (3, 6, 0)
    assert line.mean == pytest.approx(statistics.fmean(means))
    assert line.total == pytest.approx(sum(means))
    assert (line.published_boards, line.published, line.published_total) == (2, 20.0, 40.0)
    assert line.difference == pytest.approx((means[0] - 10 + means[1] - 30) / 2)
    assert line.interval == pytest.approx(4.3027 * statistics.stdev(means) / math.sqrt(3), rel=1e-3)


def test_missing_runs_are_told(plan, store, tmp_path):
    with Store(tmp_path / "empty.sqlite") as empty:
        (line,) = report.table(plan, empty)
        assert (line.boards, line.missing) == (0, 6)
        assert "tree: 6 runs are not stored yet" in report.text(plan, [line])


def test_the_program_prints_it(plan, store, tmp_path, capsys):
    command = ["report", str(tmp_path / "experiment.toml"), "--best", "--database"]
    assert main([*command, str(tmp_path / "results.sqlite")]) == 0
    title, head, row, *rest = capsys.readouterr().out.splitlines()
    assert title == "A table"
    assert head.split()[:3] == ["recipe", "boards", "mean"]
    assert row.split()[:2] == ["tree", "3"]
    assert rest[0] == "Published, on the same boards: a paper"
    assert [line.split(":")[0] for line in rest[1:4]] == ["board 1", "board 2", "board 3"]
    assert main([*command, str(tmp_path / "results.sqlite"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["lines"][0]["published"] == 20.0
    assert set(found["best"]) == {"1", "2", "3"}


def test_a_database_that_is_not_there(plan, tmp_path, capsys):
    command = ["report", str(tmp_path / "experiment.toml"), "--database", "none.sqlite"]
    assert main(command) == 1
    assert "there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.7062), (2, 4.30265), (3, 3.18245), (5, 2.57058), (19, 2.09302), (249, 1.96954)],
)
def test_students_quantiles(freedom, quantile):
    assert report.student(freedom) == pytest.approx(quantile, rel=2e-3)


def test_one_value_has_no_interval():
    assert math.isnan(report.interval([3.0]))


def test_the_json_has_all_that_the_table_is_made_of(plan, store, tmp_path, capsys):
    command = ["report", str(tmp_path / "experiment.toml"), "--json", "--database"]
    assert main([*command, str(tmp_path / "results.sqlite")]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert (found["title"], found["origin"], found["boards"]) == ("A table", "a paper", 3)
    assert found["about"] == "What is compared?"
    (line,) = found["lines"]
    rows = [dict(zip(found["columns"], row, strict=True)) for row in line["rows"]]
    assert [row["published"] for row in rows] == [10, 30, None]
    for row in rows:
        runs = [store.find(run.recipe) for run in plan.runs if run.board == row["board"]]
        assert row["score"] == statistics.fmean(run.score for run in runs)
        assert row["seconds"] == pytest.approx(
            statistics.fmean(run.seconds for run in runs), abs=1e-3
        )
        best = max(runs, key=lambda run: run.score)
        assert (row["best"], row["seed"]) == (best.score, best.recipe.seed)
        position = found["positions"][row["board"]]
        recipe = Recipe.from_dict({**line["recipe"], "position": position, "seed": row["seed"]})
        assert recipe == best.recipe


def test_the_json_of_nothing_stored_says_so(plan, tmp_path):
    with Store(tmp_path / "empty.sqlite") as empty:
        found = report.document(plan, empty)
    (line,) = found["lines"]
    assert (line["boards"], line["mean"], line["interval"], line["rows"]) == (0, None, None, [])
    assert found["positions"] == {}
