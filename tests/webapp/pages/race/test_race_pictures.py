"""What the page shows of a race is what the statistics say, and what other pages are handed."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from explorer.pages.play.players import side_words
from explorer.pages.race import board_frame, chart_frame, names, score_frame, table_frame, words
from explorer.pages.race.contest import Contest, make_run
from explorer.pages.race.form import Form
from explorer.pages.race.match_pictures import MatchPictures
from explorer.pages.race.match_run import MatchRun
from explorer.pages.race.races import RACES
from explorer.pages.race.setup import Setup
from explorer.pages.race.status import status
from explorer.schema import pack
from explorer.session.game_link import from_query as game_of
from explorer.session.game_link import to_query
from mcsearch.play.match import Side
from mcsearch.play.record import parse
from mcsearch.runs import race_report
from mcsearch.runs.race import Equal
from mcsearch.runs.statistics import aggregates
from mcsearch.runs.statistics.differences import differences
from mcsearch.runs.statistics.pairs import Outcomes, Pairs
from mcsearch.runs.statistics.sprt import Sprt

BOARDS = replace(
    RACES["four-searches"].setup,
    equal=Equal("iterations", 40),
    board_seeds="1-3",
    size="6x6",
    seeds="1-3",
)
MATCH = replace(RACES["traps"].setup, equal=Equal("iterations", 30), pairs=2, sprt=Sprt(0, 50))
NAMES = ["A", "B", "C", "D"]


@pytest.fixture(scope="module")
def boards() -> Contest:
    """In the middle of the third round."""
    contest = Contest("four-searches")
    contest.load(BOARDS)
    run = contest.run
    while run.number < 2:
        run.work(1.0, math.inf)
    while run.at < 20:
        run.work(1.0, 20.0 - run.at)
    return contest


@pytest.fixture(scope="module")
def match() -> Contest:
    contest = Contest("traps")
    contest.load(MATCH)
    while not contest.run.is_over:
        contest.run.work(1.0, math.inf)
    return contest


def test_differences_are_those_that_the_command_prints(boards):
    race = boards.run.race
    shown = table_frame.differences(boards.run)
    found = differences(race.scores[:, :, :2], race.scope)
    assert shown.pairs == 6
    for row, expected in zip(shown.rows, found, strict=True):
        assert (row.first, row.second) == (expected.first, expected.second)
        assert (row.mean, *row.ends) == (expected.mean, *expected.interval)
        assert (row.better, row.is_decided) == (expected.probability, expected.is_decided)
        assert shown.low <= row.ends[0] <= row.ends[1] <= shown.high
        labels = [entrant.label for entrant in race.entrants]
        line = (
            f"{labels[row.first]} over {labels[row.second]}: {row.points}, 95 % interval "
            f"{row.interval} (at every look {row.lasting_text}): {row.verdict}; "
            f"P(better) {row.better_text.replace('%', ' %')} ("
        )
        plain = line.replace("\u202f", "").replace("−", "-").replace("±", "+")
        assert any(told.startswith(plain) for told in race_report.boards_text(race, "").split("\n"))


def test_ranks_and_profile_are_those_of_the_scores(boards):
    race = boards.run.race
    shown = table_frame.ranks(boards.run)
    done, present = shown.rounds
    assert done.title == "Round 2, done"
    assert present.title == "Round 3, at 20"
    assert np.array_equal(done.rows, aggregates.ranks(race.scores[:, :, 1]))
    assert np.array_equal(present.rows, aggregates.ranks(boards.run.present_scores()))
    profile = table_frame.profile(boards.run)
    most = float(profile.ticks[-1].text.removesuffix("%")) / 100
    limits = np.linspace(0.0, most, len(profile.lines[0]))
    expected = aggregates.profile(race.finished, limits)
    assert np.array(profile.lines) == pytest.approx(expected, abs=1e-4)


def test_the_chart_has_what_the_lines_have(boards):
    run = boards.run
    chart, curves = chart_frame.chart(run, NAMES, False), chart_frame.curves(run, None)
    assert (chart.left_text, chart.right_text) == ("9 pairs", "6 pairs")
    for entrant, shown in enumerate(chart.entrants):
        mean = curves.entrants[entrant].mean
        # far finer than a pixel of scores from 20 to 40
        assert mean == pytest.approx(run.lines.mean[entrant], abs=0.0005, nan_ok=True)
        assert shown.end == pytest.approx(run.race.scores[entrant, :, :2].mean(), abs=0.051)
        assert not math.isnan(shown.tip)
    one = chart_frame.curves(run, 1)
    assert [len(lines) for lines in one.seeds] == [3] * 4
    assert one.seeds[2][0][-1] == run.race.scores[2, 1, 0]
    assert pack.plain(chart)["at"] == 20
    assert pack.plain(curves)["x"] == pytest.approx(run.lines.x)


def test_the_boards_show_the_best_sequences(boards):
    run = boards.run
    shown = board_frame.boards(run, 1)
    best = run.present_scores()[:, 1]
    assert [entrant.score for entrant in shown.entrants] == [f"{score:g}" for score in best]
    assert shown.entrants[int(best.argmax())].rank == "1st"
    sequence = board_frame.sequence(run, 0, 1)
    assert len(sequence.positions) == len(sequence.groups) + 1
    for before, after, group in zip(
        sequence.positions, sequence.positions[1:], sequence.groups, strict=False
    ):
        assert before.count("0") + len(group) == after.count("0")


def test_the_sentence_says_what_happens(boards, match):
    def said(contest, called):
        pieces = words.narrate(contest, called, passings_of(contest, called))
        return "".join(text for text, _ in pieces)

    fresh = Contest("four-searches")
    fresh.load(replace(fresh.setup, seeds="1-3"))
    assert said(fresh, NAMES) == "Four entrants, 10 boards, 3 rounds: press Start."
    assert "In 2 rounds" in said(boards, NAMES)
    assert said(match, ["A", "B"]).startswith("Not decided. After all 2 pairs B has ")
    boards.run.race.failures[1] = "out of luck."
    try:
        assert said(boards, NAMES) == "Failed. B: out of luck. The others go on."
    finally:
        boards.run.race.failures.clear()


def passings_of(contest, called):
    return [] if isinstance(contest.run, MatchRun) else chart_frame.passings(contest.run, called)


def test_a_passing_is_told_once_it_has_held():
    run = make_run(BOARDS)
    x = run.lines.x
    run.lines.mean[0] = np.where(x < 10, 5.0, 20.0)
    run.lines.mean[1] = 10.0
    run.lines.mean[2:] = 1.0
    for at, is_told in ((10.5, False), (20.0, True)):
        run.at = at
        told = chart_frame.passings(run, NAMES)
        assert [(each.entrant, each.other) for each in told] == [(0, 1)] * is_told


# --- two players ---


def test_the_score_is_that_of_the_pairs(match):
    run = match.run
    pairs = run.race.pairs
    shown = score_frame.score_of(run, ["A", "B"])
    assert shown.by_points == pairs.by_points
    assert shown.games == (pairs.games.losses, pairs.games.draws, pairs.games.wins)
    assert shown.sprt.ratio == run.race.sprt.ratio(pairs.by_points) == run.race.ratios[-1]
    assert score_frame.ratios(run).values == pytest.approx(run.race.ratios, abs=1e-3)


def test_the_figures_of_a_public_match(match, monkeypatch):
    """The block that fastchess printed of these pairs."""
    race = make_run(replace(MATCH, sprt=Sprt(0, 5))).race
    race.pairs = Pairs((1, 6, 45, 38, 98), Outcomes(150, 20, 18), Outcomes(127, 28, 33))
    run = make_run(MATCH)
    monkeypatch.setattr(run, "race", race)
    shown = score_frame.score_of(run, ["A", "B"])
    assert shown.points == ("75", "301")
    assert (shown.elo.text, shown.elo.normalized) == ("+241", "+312")
    assert shown.elo.interval == "+204 to +279"
    assert shown.superiority == "100.0%"
    assert shown.sprt.text == "2.90"


def test_halves_are_written_as_people_do():
    assert [score_frame.halves(points) for points in (0, 0.5, 1, 46.5)] == ["0", "½", "1", "46½"]


def test_a_finished_game_opens_in_plays_review(match):
    view = MatchPictures(match)
    for game in match.run.games:
        place = game_of(to_query(view.review(game.number, ["# a {}", "other"])))
        assert place.reviewed
        assert place.at == 0
        assert place.record.setting.game == "yavalath"
        played = place.record.match()
        assert len(place.record.moves) == len(game.actions)
        assert float(played.state.returns()) == game.returns
        for side, recipe in zip(place.record.sides, game.fixture.sides, strict=True):
            assert side.recipe.parameters == recipe.parameters
        names = [side_words(played, player).name for player in (0, 1)]
        assert names == (["other", "a"] if match.run.entrant_of(0, game.number) else ["a", "other"])
    assert view.review(99, ["a", "other"]) is None


def test_saved_games_are_files_of_games_below_the_figures_of_the_match(match):
    text = MatchPictures(match).saved(["A", "B"])
    head, *games = re.split(r"^(?=# game )", text, flags=re.MULTILINE)
    assert head.splitlines()[0] == f"# {match.setup.command()}"
    for line in race_report.block(match.run.race.pairs, match.run.race.sprt).splitlines():
        assert f"# {line}" in head
    assert len(games) == 4
    assert games[1].startswith("# game 2, pair 1: B - A\n")
    for saved, game in zip(games, match.run.games, strict=True):
        record = parse(saved)
        assert float(record.match().state.returns()) == game.returns
        assert [side.recipe for side in record.sides] == [
            side.recipe for side in map(Side.of_recipe, game.fixture.sides)
        ]


def test_the_games_are_listed_newest_first_and_any_can_be_looked_at(match):
    view = MatchPictures(match)
    rows = view.games(False).rows
    assert [row.number for row in rows] == [3, 2, 1, 0]
    assert rows[0].opening == rows[1].opening
    assert rows[0].first == 1
    assert rows[1].first == 0
    view.look_at(1)
    shown = view.frame(["A", "B"], ["A", "B"])
    assert shown.looked_at == 1
    assert shown.game.title == "Game 2"
    assert len(shown.game.moves) == rows[2].plies
    view.look_at(77)
    assert view.frame(["A", "B"], ["A", "B"]).looked_at == -1


@pytest.mark.parametrize("game", ["breakthrough", "nogo", "hex"])
def test_a_board_shows_the_way_of_the_last_stone_and_where_none_may_be_put(game):
    contest = Contest("traps")
    setup = Setup(game, ("uct", "uct:solver=on"), Equal("iterations", 2), pairs=1)
    contest.load(setup)
    while not contest.run.is_over:
        contest.run.work(1.0, math.inf)
    view = MatchPictures(contest)
    for number in (0, 1):
        view.look_at(number)
        shown = view.frame(["A", "B"], ["A", "B"]).game
        played = contest.run.games[number]
        state = played.fixture.sides[0].start()
        for action in played.actions:
            before, state = state, state.play(action)
        assert shown.way == before.steps(played.actions[-1]).cells
        assert shown.forbidden == tuple(state.forbidden_cells())
        assert bool(shown.way) == (game == "breakthrough")
        assert bool(shown.forbidden) == (game == "nogo")
        assert ("joins left and right" in shown.joined) == (game == "hex")


# --- the form ---


def test_a_slot_stays_when_another_entrant_leaves():
    contest = Contest("four-searches")
    form = Form(contest)
    form.set("remove", 1)
    assert form.frame().slots == (0, 2, 3)
    form.set("add", {"place": 9, "base": "spmcts-static", "changes": "", "own": ""})
    assert form.frame().slots == (0, 2, 3, 1)
    assert contest.setup.entrants[-1] == "spmcts-static"


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("seeds", "1-", "seeds: '1-' is not valid"),
        ("size", "99x99", "board 1: "),
        (
            "entrant",
            {"place": 0, "base": "nmcs", "changes": "levl=3", "own": ""},
            "did you mean level",
        ),
        ("entrant", {"place": 0, "base": "nmcs", "changes": "", "own": "a, b"}, "has a comma"),
        ("pairs", "0", "pairs: '0' is not valid"),
        ("elo1", "-9", "give a smaller and a larger Elo"),
        ("colour", "red", "field: 'colour' is not known"),
    ],
)
def test_a_wrong_value_is_named_and_changes_nothing(name, value, said):
    contest = Contest("four-searches")
    before = contest.setup
    form = Form(contest)
    form.set(name, value)
    assert said in form.frame().error.text
    assert contest.setup is before


def test_changes_of_the_form_are_changes_of_the_race():
    contest = Contest("four-searches")
    form = Form(contest)
    for name, value in (
        ("by", "seconds"),
        ("amount", 0.5),
        ("rule:scoring", "bonus"),
        ("seeds", "4"),
    ):
        form.set(name, value)
        assert form.frame().error is None
    setup = contest.setup
    assert (setup.equal.by, setup.rules["scoring"], setup.seeds) == ("seconds", "bonus", "4")
    form.set("game", "connect4")
    assert form.frame().kind == "match"
    assert form.frame().has_sprt
    form.set("sprt", False)
    assert contest.setup.sprt is None
    form.set("sprt", True)
    assert form.frame().risk == "5 % risk of a wrong verdict; normalized Elo"
    assert form.frame().command.startswith("mcsearch race ")


def test_an_offered_position_is_one_of_the_forms_choices():
    contest = Contest("four-searches")
    form = Form(contest)
    assert form.frame().positions == ()
    form.set("game", "hp-folding")
    assert (form.frame().positions_label, form.frame().named_position) == ("Chain", "48")
    form.set("position", "20")
    assert form.frame().named_position == contest.setup.position == "20"
    assert "" not in form.frame().positions
    form.set("position", "HPPH")
    assert (form.frame().positions[-1], form.frame().named_position) == ("", "")


def test_the_form_shows_the_scoring_that_is_raced_where_none_is_given():
    contest = Contest("four-searches")
    given = replace(contest.setup, rules={}, entrants=("spmcts-uct", "gnrpa"))
    for entrants, scoring in ((given.entrants, "plain"), (("spmcts", "gnrpa"), "bonus")):
        contest.load(replace(given, entrants=entrants))
        shown = {rule.name: rule.value for rule in Form(contest).frame().rules}
        assert shown["scoring"] == scoring
        raced = {entrant.recipe.values["scoring"] for entrant in contest.run.race.entrants}
        assert raced == {scoring}


def test_the_value_of_every_rule_is_among_those_that_are_offered():
    contest = Contest("four-searches")
    equal = contest.setup.equal
    for game in ("breakthrough", "hex", "nogo", "othello", "yavalath"):
        contest.load(Setup(game, ("uct", "uct:solver=on"), equal))
        rules = Form(contest).frame().rules
        assert rules
        assert all(rule.value in rule.choices for rule in rules)


def test_entrants_have_names_that_differ():
    for race in RACES.values():
        found = names.names_of(race.setup.entrants, race.setup.recipes())
        assert len({name.name for name in found}) == len(found)
        assert len({name.short for name in found}) == len(found)


@pytest.mark.parametrize("text", ["nmcs", "nmcs:level=3", "nmcs:level=3,memory=off,label=a b"])
def test_an_entrants_text_is_taken_apart_and_put_together(text):
    assert names.joined(*names.split(text)) == text


def test_the_buttons_say_what_they_do(boards, match):
    assert status(Contest("four-searches"), NAMES, []).toggle == "Start"
    told = status(boards, NAMES, [])
    assert (told.toggle, told.next, told.round) == (
        "Continue",
        "Next round",
        "Round 3 of 3",
    )
    told = status(match, ["A", "B"], [])
    assert (told.toggle, told.next, told.disabled) == ("New match", "Next pair", ("next",))
