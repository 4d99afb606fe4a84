"""What a database is told of its races, and what it answers."""

import shlex

import pytest

from mcsearch import Recipe
from mcsearch.cli.main import main
from mcsearch.runs.store import Store, StoreError
from mcsearch.runs.stored_races import StoredRace
from mcsearch.runs.worker import solve

RACE = StoredRace(("uct", "nmcs"), {"game": "samegame"}, {"2": "1 2", "1": "2 2"}, ("--odds",))


def test_a_race_is_read_as_it_was_written_its_boards_in_their_order():
    read = StoredRace.from_json(RACE.to_json(), "today")
    assert read.to_json() == RACE.to_json()
    assert (list(read.boards), read.begun) == (["2", "1"], "today")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"entrants": 1}', "[" * 100_000])
def test_a_text_that_is_no_race_is_named(text):
    with pytest.raises(ValueError, match="is no race"):
        StoredRace.from_json(text)


def test_a_command_notes_its_race_once_with_its_defaults(tmp_path, capsys):
    file = str(tmp_path / "results.sqlite")
    line = f"race spmcts nmcs --equal iterations=5 --size 3x3 --seeds 1 --database {file} --quiet"
    for _ in range(2):
        assert main([*shlex.split(line), "--scoring", "plain", "--workers", "1"]) == 0
    with Store(file, read_only=True) as store:
        [race] = store.races()
        assert not store.is_empty()
    assert race.entrants == ("spmcts", "nmcs")
    assert race.fields == {
        "game": "samegame",
        "equal": "iterations=5",
        "scoring": "plain",
        "seeds": "1",
        "board-seeds": "1-10",
        "size": "3x3",
        "colours": "5",
    }
    assert race.begun.startswith("20")


def test_a_reader_writes_nothing_and_hears_of_another_writer(tmp_path):
    file = tmp_path / "results.sqlite"
    recipe = Recipe("samegame", "3x3x2:1", "nmcs", {"iterations": 5})
    with Store(file) as writer, Store(file, read_only=True) as reader:
        before = reader.version()
        assert reader.version() == before
        writer.add(solve(recipe.to_json()))
        assert reader.version() != before
        assert reader.find(recipe) is not None
        with pytest.raises(StoreError, match="can't be opened for writing"):
            reader.add(solve(recipe.replace(seed=1).to_json()))
        assert reader.races() == []


def test_what_another_program_has_stored_first_counts(tmp_path, capsys, monkeypatch):
    """Of searches that a clock ends the two find different things, and the file keeps one."""
    file = str(tmp_path / "results.sqlite")
    add = Store.add

    def late(self, outcome):
        """Somebody else has found nothing, and was quicker."""
        root = Recipe.from_json(outcome.recipe).start()
        state, moves = root, []
        while not state.is_terminal():
            moves.append(int(state.legal_actions()[0]))
            state = state.play(moves[-1])
        add(self, outcome._replace(sequence=moves, score=state.returns()))
        return add(self, outcome)

    line = (
        "race spmcts nmcs --scoring plain --equal seconds=0.05 --size 6x6 --board-seeds 1,2 "
        f"--seeds 1 --database {file} --workers 1 --quiet --json"
    )
    monkeypatch.setattr(Store, "add", late)
    assert main(shlex.split(line)) == 0
    first = capsys.readouterr().out
    monkeypatch.undo()
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out == first
