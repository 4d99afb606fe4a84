"""The stored matches: their figures come from their pairs, and their pairs come again."""

import json

import pytest

from explorer.pages.race import setup
from explorer.pages.results import matches, tables
from mcsearch.runs.statistics.pairs import Pairs
from mcsearch.runs.stored_match import Match, counted_pairs, played_again

TABLE = "two_players"
TABLES = {
    name: table["matches"]
    for name, table in tables.stored().tables.items()
    if table.get("kind") == matches.KIND
}
STORED = TABLES[TABLE]
FIELDS = ("game", "equal", "pairs", "seed", "note")


def match_of(row):
    return Match(entrants=tuple(row["entrants"]), **{name: row[name] for name in FIELDS})


@pytest.mark.parametrize(
    "row",
    [row for stored in TABLES.values() for row in stored],
    ids=lambda row: match_of(row).command[14:60],
)
def test_a_stored_pair_is_played_again_bit_for_bit(row):
    race = match_of(row).race()
    for number in (0, 6) if row in STORED else (6,):
        again = played_again(race, number)
        assert again == (row["results"][2 * number : 2 * number + 2], row["digests"][number])


@pytest.mark.parametrize("name", TABLES)
def test_no_match_of_a_table_is_cut_short_or_left_out(name):
    stored = TABLES[name]
    assert all(len(row["results"]) == 2 * row["pairs"] for row in stored)
    from mcsearch.runs.matches import load

    planned = load(f"notebooks/experiments/{name}.toml").matches
    assert [match_of(row) for row in stored] == list(planned)


def test_the_page_shows_the_figures_of_the_pairs_and_the_same_race():
    browser = matches.for_browser(TABLE, tables.stored().tables[TABLE])
    for row, line in zip(STORED, browser.lines, strict=True):
        shown, pairs = line.match, counted_pairs(row["results"])
        assert shown.elo == pytest.approx(pairs.elo)
        assert sum(shown.games) == 2 * row["pairs"]
        assert setup.from_query(shown.query).command() == shown.command
        low, high = shown.score_interval
        if shown.verdict == "stronger":
            assert low > 50
        if shown.verdict == "weaker":
            assert high < 50
    assert len({line.label for line in browser.lines}) == len(STORED)


def test_verdicts_hold_for_the_whole_table():
    clear, even = Pairs((0, 0, 20, 0, 80)), Pairs((40, 0, 20, 0, 40))
    barely = Pairs((36, 0, 8, 0, 56))  # two-sided 0.04 alone
    assert matches.verdicts_of([barely]) == ["stronger"]
    assert matches.verdicts_of([clear, even, barely]) == ["stronger", "not decided", "not decided"]
    assert matches.verdicts_of([Pairs((80, 0, 20, 0, 0))]) == ["weaker"]
    assert matches.verdicts_of([Pairs((0, 0, 9, 0, 0))]) == ["not decided"]


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [("results", "203", "zip"), ("results", "23" * 400, "result"), ("digests", [], "digests"),
     ("pairs", "x", "pairs is"), ("game", "chess", "chess")],
)  # fmt: skip
def test_a_damaged_match_is_told(tmp_path, field, value, told):
    table = {**tables.stored().tables[TABLE], "matches": [{**STORED[0], field: value}]}
    (tmp_path / "bad.json").write_text(json.dumps(table))
    (problem,) = tables.read(tmp_path).problems
    assert told in problem
