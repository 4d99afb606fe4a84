"""Claims checked in slices: counts, intervals, and words that stay honest."""

from dataclasses import replace

import pytest
from reading import CHAPTERS, checked, finished

from explorer.pages.learn.checking import Check, interval, others, trial
from explorer.pages.learn.errands import Errand, Errands
from explorer.pages.learn.measures import Event
from explorer.session.permalink import from_query
from mcsearch import Recipe

TRAP = next(chapter for chapter in CHAPTERS if chapter.name == "four-phases")


def test_wilsons_interval():
    # 14 of 20 and 0 of 20, as in tables of the score interval
    assert interval(14, 20) == pytest.approx((0.4810, 0.8545), abs=1e-3)
    assert interval(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-3)
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("text", "values", "counted"),
    [
        ("yes", [0.0, 1.0], [False, True]),
        ("largest", [3.0, 5.0, 5.0], [False, False, False]),
        ("largest", [3.0, 6.0, 5.0], [False, True, False]),
        (">= 850", [849.0, 850.0], [False, True]),
        ("<= 10", [10.0, 11.0], [True, False]),
    ],
)
def test_what_is_counted(text, values, counted):
    assert Event.parse(text).of(values) == counted


def test_other_seeds_have_an_interval_with_the_claim_in_it():
    again = checked(TRAP, others(TRAP, 20))
    assert again.seeds == tuple(range(21, 41))
    assert not again.is_own
    assert again.holds


def test_a_claim_that_does_not_hold_says_so():
    rows = tuple(replace(row, recipe="all") for row in TRAP.claim.rows)
    wrong = replace(TRAP, claim=replace(TRAP.claim, rows=rows))
    found = checked(wrong, wrong.claim.seeds)
    assert found.plain()["holds"] is False
    assert [row["count"] for row in found.plain()["rows"]] == [0, 0]
    places = [from_query(row["query"]) for row in found.plain()["rows"]]
    assert [place.recipe for place in places] == [wrong.recipe_with(r.recipe, 1) for r in rows]


def test_a_check_that_is_stopped_keeps_its_dots():
    check = Check(TRAP, TRAP.claim.seeds)
    work = check.work()
    while check.num_done < 3:
        next(work)
    plain = check.plain()
    assert (plain["done"], plain["over"], plain["holds"]) == (3, False, None)
    assert [len(row["dots"]) for row in plain["rows"]] == [3, 3]


def test_the_time_is_that_of_one_seed_measured():
    assert finished(trial(TRAP)) > 0


def test_the_most_urgent_errand_goes_first():
    done = []
    errands = Errands()

    def work(name):
        for _ in range(3):
            yield
        done.append(name)

    for name, urgency in (("ahead", 1), ("estimate", 0), ("waited for", 3), ("dropped", 2)):
        errand = Errand(work(name), lambda result: None, urgency)
        errands.add(errand)
    errands.drop(errand)
    while errands.busy:
        errands.tick(0.0)
    assert done == ["waited for", "ahead", "estimate"]


def test_an_errand_that_fails_is_given_up():
    said = []
    errands = Errands()
    errands.on_failure(lambda error: said.append(str(error)))

    def work():
        yield
        raise ValueError("no such node")

    errands.add(Errand(work(), lambda result: None))
    slice_ = errands.begin_slice(0.0)
    with pytest.raises(ValueError, match="no such node") as error:
        slice_()
    errands.fail(error.value)
    assert said == ["no such node"]
    assert not errands.busy


def test_a_mistake_is_known_by_name_and_not_offered():
    rules = {p.name: p for p in Recipe("tictactoe").declarations}["selection"]
    assert "uct-unturned" not in rules.choices
    search = Recipe("tictactoe", parameters={"selection": "uct-unturned", "iterations": 50}).build()
    search.run()
    terms = search.rule.terms(search.tree, 0)
    assert terms.names == ("mean", "explore")
