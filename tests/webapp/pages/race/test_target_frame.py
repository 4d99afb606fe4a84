"""Scores in one number and the time to a target: the digits of the command, and another way."""

import math
import re
import shlex
from dataclasses import replace

import numpy as np
import pytest

from explorer.pages.race import target_frame
from explorer.pages.race.contest import Contest
from explorer.pages.race.form import Form
from explorer.pages.race.races import RACES
from explorer.pages.race.setup import from_query
from mcsearch.cli.main import main
from mcsearch.runs.race import Equal

TARGET = 85.0
BOARDS = replace(
    RACES["four-searches"].setup,
    equal=Equal("iterations", 40),
    board_seeds="1-2",
    size="6x6",
    seeds="1-3",
    target=TARGET,
)


@pytest.fixture(scope="module")
def contest() -> Contest:
    contest = Contest("four-searches")
    contest.load(BOARDS)
    while not contest.run.is_over:
        contest.run.work(1.0, math.inf)
    return contest


def test_the_table_has_the_digits_of_the_command(contest, tmp_path, capsys):
    command = shlex.split(BOARDS.command())[1:]
    database = ["--database", str(tmp_path / "results.sqlite"), "--workers", "1", "--quiet"]
    assert main([*command, *database]) == 0
    printed = [re.sub(r"(?<=\d) (?=\d{3}\b)", "", x) for x in capsys.readouterr().out.split("\n")]
    rows = target_frame.measures(contest.run, TARGET).rows
    assert len({row[3] for row in rows}) > 1, "a target that tells something"
    for entrant, (mean, iqm, gap, count, expected) in zip(BOARDS.entrants, rows, strict=True):
        scores, times = (line.split() for line in printed if line.startswith(f"{entrant}  "))
        assert scores[1:4] == [mean, iqm, gap]
        assert times[1:5] == [*count.split(), expected.replace("\u202f", "").replace(" ", "")]


def test_the_distribution_counts_runs_by_the_best_of_their_lines(contest):
    run = contest.run
    shown = target_frame.distribution(run, TARGET)
    places = np.geomspace(run.lines.x[0], 40, len(shown.lines[0]))
    for entrant, line in enumerate(shown.lines):
        for k, place in enumerate(run.lines.x):
            share = (run.lines.best[entrant, :, :, k] >= TARGET).mean()
            at = int(np.argmin(abs(places - place)))
            around = line[max(at - 1, 0)], line[min(at + 1, len(line) - 1)]
            assert around[0] - 1e-4 <= share <= around[1] + 1e-4
        assert line[-1] == pytest.approx((run.race.scores[entrant] >= TARGET).mean(), abs=1e-4)
    assert target_frame.distribution(run, None).lines == (None,) * 4


def test_another_target_keeps_the_race_and_travels_in_the_link(contest):
    form, run = Form(contest), contest.run
    form.set("target", "75.5")
    assert contest.run is run
    assert contest.setup.target == 75.5
    assert from_query(contest.setup.to_query()) == contest.setup
    assert "--target 75.5" in contest.setup.command()
    form.set("target", "high")
    assert form.frame().error.field == "target"
    form.set("target", "")
    assert contest.setup.target is None
    (mean, _), *_ = target_frame.measures(run, None).rows
    assert mean == f"{run.race.scores[0].mean():.1f}"


def test_the_plan_is_that_of_the_command_and_follows_the_setup(contest, capsys):
    form = Form(contest)
    for name, value in (("seeds", "1-4"), ("board-seeds", "1-9"), ("preset", "solver")):
        form.set(name, value)
        assert main([*shlex.split(contest.setup.command())[1:], "--plan"]) == 0
        assert capsys.readouterr().out.strip() == form.frame().plan.words
    form.set("elo1", "100")
    rows = form.frame().plan.rows
    assert [row[0] for row in rows] == ["0", "50", "100"]
    form.set("sprt", False)
    assert form.frame().plan is None
