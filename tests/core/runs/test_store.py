import sqlite3
import subprocess
import sys

import pytest

from mcsearch import Recipe
from mcsearch.runs.match import Fixture
from mcsearch.runs.store import Store, StoreError, commit
from mcsearch.runs.worker import play, solve

RECIPE = Recipe("samegame", "6x6x3:1", "spmcts", {"iterations": 300}, 5)


@pytest.fixture(scope="module")
def outcome():
    return solve(RECIPE.to_json())


@pytest.fixture
def file(tmp_path):
    return tmp_path / "results.sqlite"


def test_a_run_is_stored_once_and_found(file, outcome):
    with Store(file) as store:
        assert store.find(RECIPE) is None
        assert store.add(outcome)
        assert not store.add(outcome)
    with Store(file, create=False) as store:
        assert store.recipes() == {RECIPE.to_json()}
        run = store.find(RECIPE)
    assert run.recipe == RECIPE
    assert (run.score, run.sequence) == (outcome.score, outcome.sequence)
    assert run.iterations == run.playouts == 300
    assert run.stopped == "iterations"
    assert run.build.startswith("compiled ")
    assert run.commit_id == commit()


def test_a_row_tells_its_rate(file, outcome):
    with Store(file) as store:
        store.add(outcome)
    (rate,) = sqlite3.connect(file).execute("SELECT playouts_per_second FROM runs").fetchone()
    assert rate == pytest.approx(outcome.playouts / outcome.seconds)


def test_a_sequence_that_does_not_lead_to_its_score_is_not_stored(file, outcome):
    with Store(file) as store:
        with pytest.raises(StoreError, match=r"leads to .*, not to"):
            store.add(outcome._replace(score=outcome.score + 1))
        with pytest.raises(StoreError, match="can't be replayed"):
            store.add(outcome._replace(sequence=[10_000]))
        assert store.recipes() == set()


def test_a_damaged_file_is_left_as_it_is(file):
    file.write_bytes(b"this is no database, it is a text of some length " * 100)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="is damaged; move it away"):
        Store(file)
    assert file.read_bytes() == before


def test_damage_inside_a_file_is_told(file, outcome):
    with Store(file) as store:
        for seed in range(60):
            recipe = RECIPE.replace(seed=seed, parameters={"iterations": 20})
            store.add(solve(recipe.to_json()))
    content = bytearray(file.read_bytes())
    content[4096:] = bytes(len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged"), Store(file) as store:
        store.recipes()


def test_another_programs_database_is_left_alone(file):
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE notes (text)")
    with pytest.raises(StoreError, match="another program or version; name another file"):
        Store(file)


def test_a_locked_file_is_told_and_loses_nothing(file, outcome):
    with Store(file, patience=0.1) as store:
        store.add(solve(RECIPE.replace(seed=1).to_json()))
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked; end that program"):
            store.add(outcome)
        other.execute("ROLLBACK")
        assert store.add(outcome)
        assert len(store.recipes()) == 2


def add_many(store):
    for seed in range(100, 200):
        store.add(solve(RECIPE.replace(seed=seed, parameters={"iterations": 9}).to_json()))


def test_a_full_disk_is_told_and_loses_nothing(file, outcome):
    with Store(file) as store:
        store.add(outcome)
        store._connection.execute("PRAGMA max_page_count = 1")  # SQLite then reports a full disk
        with pytest.raises(StoreError, match="the disk is full; make room"):
            add_many(store)
    with Store(file) as store:
        stored = store.recipes()
        assert RECIPE.to_json() in stored
        assert store.add(solve(RECIPE.replace(seed=99).to_json()))
        assert len(store.recipes()) == len(stored) + 1


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(StoreError, match="can't be opened"):
        Store(tmp_path / "none" / "results.sqlite")


def test_reading_needs_a_file(file):
    with pytest.raises(StoreError, match="there is no such file"):
        Store(file, create=False)
    assert not file.exists()


def test_the_core_does_not_load_the_cluster_library():
    code = (
        "import sys, mcsearch.cli.run, mcsearch.runs.pool; sys.exit('distributed' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


# --- games ---


@pytest.fixture(scope="module")
def game():
    recipe = Recipe("tictactoe", "", "uct", {"iterations": 30})
    return play(Fixture((recipe, recipe), (4,), 3).to_json())


def test_a_game_is_stored_once_and_found(file, game):
    with Store(file) as store:
        assert store.find_game(game.fixture) is None
        assert store.add_game(game)
        assert not store.add_game(game)
    with Store(file, create=False) as store:
        played = store.find_game(game.fixture)
    assert played == (game.actions, game.returns, game.values, game.iterations, game.seconds)


def test_a_file_of_runs_takes_games_too(file, outcome, game):
    """Also one that was made before there were games."""
    with Store(file) as store:
        store.add(outcome)
        assert store.find_score(outcome.recipe) == outcome.score
        assert store.find_score("another") is None
    tables = "SELECT name FROM sqlite_schema WHERE type = 'table'"
    with sqlite3.connect(file) as connection:
        assert {name for (name,) in connection.execute(tables)} == {"runs", "courses"}
    with Store(file) as store:
        store.add_game(game)
        assert store.recipes() == {outcome.recipe}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"returns": 0.25}, r"does not end with 0\.25; it is not stored"),
        ({"actions": [4, 4]}, "can't be replayed"),
        ({"actions": [4, 0]}, "does not end with"),
        ({"actions": [0, 4, 8]}, "has another opening"),
    ],
)
def test_a_game_that_does_not_lead_to_its_return_is_not_stored(file, game, changes, message):
    with Store(file) as store:
        with pytest.raises(StoreError, match=message):
            store.add_game(game._replace(**changes))
        assert store.find_game(game.fixture) is None
