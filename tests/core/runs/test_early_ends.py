"""Own budgets that a race does not use, and searches that end before the common one."""

from mcsearch.cli.main import main
from mcsearch.runs.early_ends import EarlyEnd, early_ends, early_text
from mcsearch.runs.entrants import entrants_of, own_budgets
from mcsearch.runs.race import BoardRace, Equal, prepared, random_boards
from mcsearch.runs.store import Store
from mcsearch.runs.worker import solve


def test_only_limits_that_somebody_has_chosen_are_told():
    texts = ["spmcts-uct", "spmcts:iterations=77", "nmcs:seconds=2,iterations=500"]
    entrants = entrants_of(texts, "samegame")
    equal = Equal("iterations", 500)
    assert own_budgets(texts, entrants, equal, str(equal)) == [
        "spmcts:iterations=77: its own iterations=77 is not used: the race gives 500 iterations",
        "nmcs:seconds=2,iterations=500: its own seconds=2 is not used: the race gives "
        "500 iterations",
    ]
    whole = [entrants[1].recipe.to_json()]
    named = entrants_of(whole, None)
    assert len(own_budgets(whole, named, equal, str(equal))) == 1


def test_who_finishes_early_is_counted_from_the_stored_runs(tmp_path):
    equal = Equal("iterations", 400)
    texts = ["spmcts", "nmcs:level=1,scoring=bonus"]
    entrants = prepared(entrants_of(texts, "samegame"), equal, "", {"scoring": "bonus"})
    race = BoardRace(entrants, random_boards("8x8", "4", (1, 2)), (1, 2))
    outcomes = [solve(recipe) for recipe in race.runs]
    with Store(tmp_path / "results.sqlite") as store:
        for outcome in outcomes:
            store.add(outcome)
            race.add(outcome.recipe, outcome.score)
        used = [o.iterations for o in outcomes if '"search": "nmcs"' in o.recipe]
        assert max(used) < 400
        assert [o.iterations for o in outcomes if '"search": "spmcts"' in o.recipe] == [400] * 4
        expected = EarlyEnd(texts[1], 4, 4, sum(used) / 4)
        assert early_ends(race, equal, store) == [expected]
    assert f"in 4 of 4 runs: after {sum(used) / 4:g} of 400 iterations" in early_text(
        expected, equal
    )


def test_a_full_tree_is_no_search_that_has_nothing_left(tmp_path):
    equal = Equal("iterations", 400)
    texts = ["spmcts:nodes=100,when_full=stop", "spmcts"]
    entrants = prepared(entrants_of(texts, "samegame"), equal, "", {"scoring": "bonus"})
    race = BoardRace(entrants, random_boards("8x8", "4", (1,)), (1,))
    with Store(tmp_path / "results.sqlite") as store:
        for outcome in map(solve, race.runs):
            store.add(outcome)
            race.add(outcome.recipe, outcome.score)
        (end,) = early_ends(race, equal, store)
    assert "finished early, with its tree full, in 1 of 1 runs" in early_text(end, equal)


def test_the_command_tells_both(tmp_path, capsys):
    command = ["race", "spmcts:iterations=7", "nmcs:level=1", "--scoring", "plain", "--quiet"]
    boards = ["--size", "4x4", "--board-seeds", "1", "--seeds", "1", "--workers", "1"]
    database = ["--equal", "iterations=400", "--database", str(tmp_path / "results.sqlite")]
    assert main([*command, *boards, *database]) == 0
    out, err = capsys.readouterr()
    assert "its own iterations=7 is not used: the race gives 400 iterations" in err
    assert "nmcs:level=1 finished early, with nothing left to search, in 1 of 1 runs" in out
