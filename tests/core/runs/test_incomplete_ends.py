"""Folds that have shut themselves in are counted from the stored runs of a race."""

import functools

from mcsearch.engine.state import State
from mcsearch.recipe import Recipe
from mcsearch.runs.entrants import entrants_of
from mcsearch.runs.incomplete_ends import IncompleteEnd, incomplete_ends, incomplete_text
from mcsearch.runs.race import BoardRace, Equal, prepared
from mcsearch.runs.store import Store
from mcsearch.runs.worker import solve

SHUT = "HHHHHHHHHHHH: UULLDR"  # the eighth bead of twelve has no free neighbour


def test_what_is_no_whole_solution_is_counted(tmp_path):
    entrants = prepared(
        entrants_of(["spmcts", "nrpa"], "hp-folding"), Equal("iterations", 20), "", {}
    )
    race = BoardRace(entrants, {"shut": SHUT, "open": "HHHH"}, (1, 2))
    with Store(tmp_path / "results.sqlite") as store:
        for outcome in map(solve, race.runs):
            store.add(outcome)
            race.add(outcome.recipe, outcome.score)
            recipe = Recipe.from_json(outcome.recipe)
            end = functools.reduce(State.play, outcome.sequence, recipe.start())
            assert (len(end.places()) < len(end.chain)) == (recipe.position == SHUT)
        found = incomplete_ends(race, store)
    assert found == [IncompleteEnd(name, 2, 4, "8 of 12 beads") for name in ("spmcts", "nrpa")]
    assert incomplete_text(found[0]).startswith(
        "spmcts came to no whole solution in 2 of 4 runs, such as 8 of 12 beads; its scores"
    )


def test_other_games_are_not_played_again(tmp_path):
    entrants = prepared(
        entrants_of(["spmcts", "nrpa"], "weak-schur"), Equal("iterations", 5), "", {}
    )
    race = BoardRace(entrants, {"2": "2"}, (1,))
    with Store(tmp_path / "results.sqlite") as store:
        assert incomplete_ends(race, store) == []
