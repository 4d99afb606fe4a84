"""When entrants reach a target, by the command and from stored runs."""

import json
import sqlite3

import pytest

from mcsearch import Recipe
from mcsearch.cli.main import main

RACE = ["race", "spmcts-uct", "nmcs:level=1", "--scoring", "plain", "--size", "6x6", "--quiet"]
RACE += ["--board-seeds", "1-2", "--seeds", "1-3", "--equal", "iterations=200", "--workers", "1"]
TARGET = 60


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "results.sqlite")


def raced(file, capsys, *more: str) -> str:
    assert main([*RACE, "--database", file, "--target", str(TARGET), *more]) == 0
    return capsys.readouterr().out


def by_hand(file: str, search: str) -> tuple[int, int]:
    """How many runs reach the target, and what all spend, by searches that go iteration by
    iteration."""
    with sqlite3.connect(file) as connection:
        recipes = [json.loads(text) for (text,) in connection.execute("SELECT recipe FROM runs")]
    count = spent = 0
    for fields in recipes:
        if fields["search"] == search:
            run = Recipe.from_dict(fields).build()
            while not run.stopped and not run.best_score >= TARGET:
                run.run(1)
            count += run.best_score >= TARGET
            spent += run.iterations
    return count, spent


def test_the_command_tells_when_a_target_was_reached(file, capsys):
    text = raced(file, capsys)
    document = json.loads(raced(file, capsys, "--json"))
    for entrant, search in zip(document["entrants"], ("spmcts", "nmcs"), strict=True):
        count, spent = by_hand(file, search)
        found = entrant["time_to_target"]
        assert 0 < count < 6, "a target that tells something"
        assert (found["reached"], sum(found["spent"])) == (count, spent)
        assert found["expected_running_time"] == spent / count
        assert f" {count} of 6  {spent / count:>10.0f}  " in text


def test_runs_stored_without_their_course_are_made_again(file, capsys):
    expected = raced(file, capsys)
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE courses")
    assert raced(file, capsys) == expected
    with sqlite3.connect(file) as connection:
        (count,) = connection.execute("SELECT count(*) FROM runs").fetchone()
    assert count == 12
