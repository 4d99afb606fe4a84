"""Round robin and gauntlet on the page: the games and the digits of the command."""

import math
import shlex
from dataclasses import replace

import pytest

from explorer.pages.race import score_frame, words
from explorer.pages.race.contest import DECIDED, Contest
from explorer.pages.race.form import Form
from explorer.pages.race.match_pictures import MatchPictures
from explorer.pages.race.setup import Setup
from explorer.pages.race.status import status
from explorer.pages.race.tournament_run import TournamentRun
from explorer.schema.pack import plain
from mcsearch.cli.main import main
from mcsearch.runs.race import Equal
from mcsearch.runs.tournament import GAUNTLET, ROUND_ROBIN

THREE = Setup(
    "tictactoe",
    ("uct:exploration=0.1,label=low", "uct:label=middle", "uct:solver=on,label=solver"),
    Equal("iterations", 30),
    pairs=4,
)
NAMES = ["low", "middle", "solver"]


def played(setup: Setup) -> Contest:
    contest = Contest("noughts")
    contest.load(setup)
    while not contest.run.is_over:
        contest.run.work(1.0, math.inf)
    return contest


@pytest.mark.parametrize("form", [ROUND_ROBIN, GAUNTLET])
def test_the_table_is_that_of_the_command_to_the_digit(form, tmp_path, capsys):
    contest = played(replace(THREE, format=form))
    command = shlex.split(contest.setup.command())[1:]
    database = ["--database", str(tmp_path / "results.sqlite"), "--workers", "1", "--quiet"]
    assert main([*command, *database]) == 0
    out = capsys.readouterr().out
    shown = score_frame.score_of(contest.run, NAMES)
    for rank, row in enumerate(shown.ratings, 1):
        line = next(x for x in out.split("\n") if x.startswith(f"{rank:2} "))
        texts = [row.elo, row.error, row.points, row.games, row.score, row.superiority]
        expected = " ".join([str(rank), NAMES[row.entrant], *texts])
        assert " ".join(line.split()) == expected.strip()
    for match in shown.matches:
        wins, draws, losses = match.games
        names = f"{NAMES[match.second]} vs {NAMES[match.first]}"
        assert f"{names}: {wins} won, {draws} drawn, {losses} lost" in out
    assert len(shown.matches) == (3 if form == ROUND_ROBIN else 2)
    assert all(note in out for note in shown.notes)


def test_one_pair_each_tells_no_error_and_equal_ones_no_first():
    contest = Contest("noughts")
    contest.load(replace(THREE, format=GAUNTLET, pairs=1))
    run = contest.run
    for match in run.tournament.matches.values():
        for fixture in match.fixtures(0):
            match.add(fixture.to_json(), 0.5)
    shown = score_frame.score_of(run, NAMES)
    assert [(row.elo, row.error, row.half) for row in shown.ratings] == 3 * [("0", "none", None)]
    told = "".join(text for text, _ in words.narrate(contest, NAMES, []))
    assert told == (
        "All played. low and middle are level with Elo 0; the pairs do not scatter, so no error "
        "is known."
    )


def test_its_pictures_name_the_two_that_play():
    contest = Contest("noughts")
    contest.load(THREE)
    run = contest.run
    assert isinstance(run, TournamentRun)
    pictures = MatchPictures(contest)
    said = "".join(text for text, _ in status(contest, NAMES, []).narration)
    assert said == "Three entrants in a round robin, 12 pairs in all: press Start."
    pairs = []
    while not run.is_over:
        run.work(1.0, math.inf)
        shown = pictures.frame(NAMES, NAMES)
        plain(shown)
        assert sorted(shown.game.sides) == sorted(shown.game.pair)
        pairs.append(run.meeting(len(run.games) - 1))
    assert pairs == [(0, 1), (0, 2), (1, 2)] * 4
    rows = pictures.games(False).rows
    assert len(rows) == 24
    for row in rows:
        assert row.winner in (None, *run.meeting(row.number))
    told = status(contest, NAMES, [])
    assert (contest.state, told.toggle) == (DECIDED, "New tournament")
    assert "is first with Elo" in "".join(text for text, _ in told.narration)
    assert "Round robin of 3" in pictures.saved(NAMES)
    assert pictures.review(5, NAMES) is not None


def test_a_third_entrant_takes_the_place_of_the_sprt():
    contest = Contest("solver")
    form = Form(contest)
    assert contest.setup.sprt is not None
    form.set("add", {"base": "uct", "changes": "", "own": "", "place": 2})
    assert (contest.setup.sprt, len(contest.setup.entrants)) == (None, 3)
    assert form.frame().format == ROUND_ROBIN
    form.set("format", GAUNTLET)
    assert "format=gauntlet" in contest.setup.to_query()
    assert len(contest.run.tournament.matches) == 2
    form.set("remove", 1)
    assert contest.setup.format == ROUND_ROBIN
    assert form.frame().format == ""


def test_an_sprt_comes_back_when_the_third_entrant_leaves():
    contest = Contest("noughts")
    form, before = Form(contest), contest.setup
    form.set("add", {"base": "uct", "changes": "", "own": "", "place": 2})
    assert contest.setup.sprt is None
    form.set("remove", 2)
    assert contest.setup == before
    # another race has none to come back to
    form.set("add", {"base": "uct", "changes": "", "own": "", "place": 2})
    three = contest.setup
    form.set("preset", "traps")
    contest.load(three)
    form.set("remove", 2)
    assert contest.setup.sprt is None
