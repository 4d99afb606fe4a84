"""Claims checked in slices: counts, intervals, and words that stay honest."""

from dataclasses import replace

import pytest
from reading import CHAPTERS, checked, finished

from explorer.pages.learn import evidence
from explorer.pages.learn.checking import FAILS, HOLDS, OPEN, Check, pairs_in, trial, verdict
from explorer.pages.learn.contrasts import Pairs
from explorer.pages.learn.errands import Errand, Errands
from explorer.pages.learn.measures import Event
from explorer.session.permalink import from_query
from mcsearch import Recipe

TRAP = next(chapter for chapter in CHAPTERS if chapter.name == "four-phases")


@pytest.mark.parametrize(
    ("text", "value", "others", "happened"),
    [
        ("yes", 0.0, (), False),
        ("largest", 5.0, (3.0, 5.0), False),
        ("largest", 6.0, (3.0, 5.0), True),
        (">= 850", 850.0, (), True),
        ("<= 10", 11.0, (), False),
    ],
)
def test_what_is_counted(text, value, others, happened):
    event = Event.parse(text)
    assert event.happened(value, others) == happened
    assert event.text == text


def test_the_seeds_of_every_press_are_added():
    """They are none of the claim's; intervals narrow, and each press keeps its own."""
    check = Check(TRAP)
    widths = []
    for press in (1, 2, 3):
        finished(check.work())
        shown = check.frame()
        assert shown.seeds == (1001, 1000 + 20 * press)
        assert (shown.done, shown.total, shown.over) == (20 * press, 20 * press, True)
        assert [len(row.dots) for row in shown.rows] == [20 * press] * 2
        assert shown.verdict == HOLDS
        (contrast,) = shown.contrasts
        assert len(contrast.intervals) == press
        low, high = contrast.intervals[-1]
        assert low <= contrast.found <= high
        widths.append(high - low)
    assert widths[0] > widths[1] > widths[2]


def test_a_claim_that_does_not_hold_says_so():
    rows = tuple(replace(row, parameters={}) for row in TRAP.claim.rows)
    wrong = replace(TRAP, claim=replace(TRAP.claim, rows=rows))
    check = Check(wrong)
    finished(check.work())
    assert check.verdict == "", "nobody has claimed anything of these searches"
    claimed = evidence.pairs(TRAP)
    mine = pairs_in(wrong, check.dots)
    assert mine[0].difference == 0.0
    assert verdict(mine, claimed, 1) == FAILS


def test_the_searches_of_a_claim_that_fails_can_be_opened(monkeypatch):
    claimed = [Pairs(len(evidence.SEEDS), 0, len(evidence.SEEDS))]
    monkeypatch.setattr(evidence, "pairs", lambda chapter: claimed)
    check = checked(TRAP)
    assert check.verdict == FAILS, "not every search with few iterations is wrong"
    places = [from_query(row.query) for row in check.frame().rows]
    assert [place.recipe for place in places] == [
        TRAP.recipe_of(row, 1001) for row in TRAP.claim.rows
    ]


def test_a_difference_whose_interval_reaches_nought_is_not_settled():
    assert verdict([Pairs(1, 0, 20)], [Pairs(100, 0, 1000)], 1) == OPEN


def test_a_check_that_is_stopped_keeps_its_dots_and_goes_on():
    check = Check(TRAP)
    work = check.work()
    while check.num_done < 3:
        next(work)
    shown = check.frame()
    assert (shown.done, shown.over, shown.verdict) == (3, False, "")
    assert [len(row.dots) for row in shown.rows] == [3, 3]
    finished(check.work())
    assert (check.num_done, check.total) == (20, 20)
    assert check.dots == checked(TRAP).dots


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
