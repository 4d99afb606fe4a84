import json
import statistics

import pytest

from mcsearch import Recipe
from mcsearch.cli.main import main
from mcsearch.runs.store import Store
from mcsearch.runs.worker import solve


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
    assert found["best_line"]["label"] == "Best known"
    assert [row[:2] for row in found["best_line"]["rows"]] == [
        [board, known["score"]] for board, known in found["best"].items()
    ]


def test_an_experiment_may_ask_for_the_best_sequences_itself(plan, store, tmp_path, capsys):
    file = tmp_path / "experiment.toml"
    file.write_text(f"best = true\n{file.read_text()}")
    assert (
        main(["report", str(file), "--json", "--database", str(tmp_path / "results.sqlite")]) == 0
    )
    assert set(json.loads(capsys.readouterr().out)["best"]) == {"1", "2", "3"}


def test_boards_that_stand_for_no_others_have_no_intervals(plan, store, tmp_path, capsys):
    file = tmp_path / "experiment.toml"
    command = ["report", str(file), "--json", "--database", str(tmp_path / "results.sqlite")]
    told = []
    for text in (file.read_text(), f"sample = false\n{file.read_text()}"):
        file.write_text(text)
        assert main([*command, "--best"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    for before, after in zip(
        *([*table["lines"], table["best_line"]] for table in told), strict=True
    ):
        assert before["interval"] is not None
        spreads = {"interval": None, "difference_interval": None}
        assert after == {**before, **spreads}


def test_the_best_known_is_of_any_recipe_with_the_same_rules(plan, tmp_path, capsys):
    position = plan.runs[0].recipe.position
    given = {"level": 2, "repeats": 20}
    same = Recipe(position=position, search="nrpa", parameters=given)
    with Store(tmp_path / "others.sqlite") as store:
        for recipe in (same, same.with_parameters({"scoring": "penalty"}), same.replace(seed=2)):
            store.add(solve(recipe.to_json()))
    command = ["report", str(tmp_path / "experiment.toml"), "--best", "--json", "--database"]
    assert main([*command, str(tmp_path / "others.sqlite")]) == 0
    ((board, best),) = json.loads(capsys.readouterr().out)["best"].items()
    assert board == plan.runs[0].board
    assert Recipe.from_dict(best["recipe"]) in (same, same.replace(seed=2))
    assert best["origin"] == "nrpa:level=2,repeats=20"
    state = same.start()
    for move in best["moves"]:
        state = state.play(state.parse_action(move))
    assert state.returns() == best["score"]


def test_a_database_that_is_not_there(plan, tmp_path, capsys):
    command = ["report", str(tmp_path / "experiment.toml"), "--database", "none.sqlite"]
    assert main(command) == 1
    assert "there is no such file" in capsys.readouterr().err


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
