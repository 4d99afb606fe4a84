import json
import re
from pathlib import Path

import pytest

from mcsearch.engine.limits import MAX_ITERATIONS
from mcsearch.engine.parameter import RecipeError
from mcsearch.runs import experiment, matches

GOOD = """
title = "a test"
boards = {positions = ["5x5x3:1", "5x5x3:2"]}
seeds = "0-2"

[common]
scoring = "plain"

[[recipes]]
label = "tree"
search = "spmcts"
parameters = {iterations = [100, 200], exploration = 1.0}

[[recipes]]
search = "nmcs"
"""


def load(folder, text):
    file = folder / "experiment.toml"
    file.write_text(text)
    return experiment.load(str(file))


def test_a_grid_of_recipes_boards_and_seeds(tmp_path):
    plan = load(tmp_path, GOOD)
    assert plan.title == "a test"
    assert plan.labels == ("tree, iterations 100", "tree, iterations 200", "nmcs")
    assert plan.boards == ("5x5x3:1", "5x5x3:2")
    assert len(plan.runs) == 3 * 2 * 3
    assert len({run.recipe.to_json() for run in plan.runs}) == 18
    assert {run.recipe.values["scoring"] for run in plan.runs} == {"plain"}
    assert {run.recipe.seed for run in plan.runs} == {0, 1, 2}


def test_boards_of_a_file_by_number(tmp_path, data):
    (tmp_path / "boards.txt").write_text((data / "samegame20.txt").read_text())
    text = GOOD.replace(
        'positions = ["5x5x3:1", "5x5x3:2"]', 'file="boards.txt", numbers="1-3, 20"'
    )
    plan = load(tmp_path, text)
    assert plan.boards == ("1", "2", "3", "20")
    assert plan.runs[0].recipe.position.startswith("3 1 1 4 1 0 4 0 4 4 1 1 0 2 3\n")


def test_some_boards_of_an_experiment(tmp_path, data):
    (tmp_path / "boards.txt").write_text((data / "samegame20.txt").read_text())
    text = GOOD.replace(
        'positions = ["5x5x3:1", "5x5x3:2"]', 'file="boards.txt", numbers="1-3, 20"'
    )
    plan = load(tmp_path, text)
    some = plan.on("20, 2")
    assert some.boards == ("2", "20")
    assert some.runs == tuple(run for run in plan.runs if run.board in ("2", "20"))
    assert load(tmp_path, GOOD).on("2").boards == ("5x5x3:2",)


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ("2-5", "--boards: 4 is no board of the experiment; it has 1, 2, 3, 20"),
        ("21", "--boards: 21 is not valid; give"),
        ("first", "--boards: 'first' is not valid; give a list, or a text such as \"1-20\""),
        ("1, 1", "--boards: '1, 1' names none or one twice"),
    ],
)
def test_boards_that_an_experiment_does_not_have(tmp_path, data, numbers, message):
    (tmp_path / "boards.txt").write_text((data / "samegame20.txt").read_text())
    text = GOOD.replace(
        'positions = ["5x5x3:1", "5x5x3:2"]', 'file="boards.txt", numbers="1-3, 20"'
    )
    with pytest.raises(RecipeError, match=re.escape(message)):
        load(tmp_path, text).on(numbers)


@pytest.mark.parametrize("search", ['search = "spmcts"', 'preset = "spmcts-uct"'])
def test_seconds_alone_limit_the_runs(tmp_path, search):
    def limits(common, parameters):
        text = GOOD.replace('scoring = "plain"', common)
        text = text.replace('search = "spmcts"', search).replace(
            "{iterations = [100, 200], exploration = 1.0}", parameters
        )
        return {
            run.label: (run.recipe.values["seconds"], run.recipe.values["iterations"])
            for run in load(tmp_path, text).runs
            if run.label.startswith("tree")
        }

    assert limits("", "{seconds = 60}") == {"tree": (60.0, MAX_ITERATIONS)}
    assert limits("seconds = 60", "{}") == {"tree": (60.0, MAX_ITERATIONS)}
    assert limits("iterations = 500", "{seconds = 60}") == {"tree": (60.0, 500)}
    assert limits("", "{seconds = [1, 2]}") == {
        "tree, seconds 1": (1.0, MAX_ITERATIONS),
        "tree, seconds 2": (2.0, MAX_ITERATIONS),
    }


def test_the_experiments_of_the_notebooks_are_the_stored_ones():
    root = Path(__file__).parents[3]
    for file in (root / "notebooks" / "experiments").glob("*.toml"):
        if matches.is_table(str(file)):
            continue
        (table,) = (root / "webapp").rglob(f"{file.stem}.json")
        lines = json.loads(table.read_text(encoding="utf-8"))["lines"]
        plan = experiment.load(str(file))
        for line in lines:
            recipe = next(run.recipe for run in plan.runs if run.label == line["label"])
            assert {**recipe.to_dict(), **line["recipe"]} == recipe.to_dict()


def test_published_scores(tmp_path):
    (tmp_path / "scores.csv").write_text("board,theirs\n5x5x3:1,3\n7,10\n8,20.5\ntotal,33.5\n")
    text = GOOD.replace(
        'seeds = "0-2"', 'published = {file = "scores.csv", origin = "them"}'
    ).replace('search = "nmcs"', 'search = "nmcs"\npublished = "theirs"')
    plan = load(tmp_path, text)
    assert plan.scores == {"theirs": {"5x5x3:1": 3.0, "7": 10.0, "8": 20.5}}
    assert plan.columns == {"nmcs": "theirs"}
    assert (plan.origin, plan.called) == ("them", "published")
    text = text.replace('origin = "them"', 'called = "record"')
    assert load(tmp_path, text).called == "record"
    assert load(tmp_path, text.replace("record", "")).called == "published"


def test_published_totals(tmp_path):
    told = 'totals = [{label = "web", total = 87858, origin = "slides"}, {label = "b", total = 1}]'
    plan = load(tmp_path, GOOD.replace("seeds = ", f"{told}\nseeds = "))
    assert plan.totals == (("web", 87858, "slides"), ("b", 1, ""))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "a test"', "title = ", "is no TOML"),
        ('title = "a test"', "title = " + "[" * 100_000, "is nested too deeply"),
        ("[common]", "[comon]", "field: 'comon' is not known; did you mean common?"),
        ("seeds", "seds", "did you mean seeds?"),
        ('"0-2"', '"0-x"', "seeds: '0-x' is not valid; give a list, or a text such as"),
        ('"0-2"', "[1, 1]", "names none or one twice"),
        ('"0-2"', "[-1]", "seeds: -1 is not valid"),
        ('"0-2"', "[true]", "seeds: True is not valid"),
        ('"0-2"', '"0-99999999"', "too many"),
        ('"spmcts"', '"spmct"', "recipes, number 1: search: 'spmct' is not known"),
        ("exploration", "explration", "recipes, number 1: parameter of spmcts on samegame"),
        ("[100, 200]", "[100, -1]", "iterations: -1 is not valid; give a whole number from 1"),
        ("[100, 200]", "[]", "iterations: an empty list"),
        ("[[recipes]]", "[[recipe]]", "did you mean recipes?"),
        ('label = "tree"', 'preset = "nmc"', "preset: 'nmc' is not known; did you mean nmcs?"),
        ('label = "tree"', 'preset = "nmcs"', "search: 'spmcts' is not of preset nmcs"),
        ('search = "nmcs"', 'game = "connect4"', "'connect4' has no score to store"),
        ('search = "nmcs"', 'label = "tree, iterations 100"\nsearch = "nmcs"', "is used twice"),
        (
            'search = "nmcs"',
            'search = "nmcs"\npublished = "them"',
            "published: 'them' is not known",
        ),
        ("seeds = ", "best = 1\nseeds = ", "best: 1 is not valid; give true or false"),
        ("seeds = ", "sample = 0\nseeds = ", "sample: 0 is not valid; give true or false"),
        ("seeds = ", "totals = 1\nseeds = ", "totals: 1 is not valid; give a list"),
        ("seeds = ", "totals = [1]\nseeds = ", "totals, number 1: 1 is not valid"),
        ("seeds = ", "totals = [{totl = 1}]\nseeds = ", "did you mean total?"),
        ("seeds = ", "totals = [{total = '1'}]\nseeds = ", "number 1: total '1' is no number"),
        ('"5x5x3:1", ', '"5x5x33:1", ', "board 5x5x33:1: board colours: 33 is not valid"),
        ('positions = ["5x5x3:1", "5x5x3:2"]', "", "boards: give either a file or positions"),
        ('positions = ["5x5x3:1", "5x5x3:2"]', 'file = "none.txt"', "none.txt"),
    ],
)
def test_a_mistake_gets_a_message_with_place_and_remedy(tmp_path, old, new, message):
    assert old in GOOD
    with pytest.raises(RecipeError) as error:
        load(tmp_path, GOOD.replace(old, new))
    assert message in str(error.value)
    assert "experiment.toml" in str(error.value)
    assert "\n" not in str(error.value)
