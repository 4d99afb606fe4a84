"""One player: rounds in slices, all in step; who fails is named, and the others go on."""

import math
from dataclasses import replace

import numpy as np
import pytest

from explorer.cards.board.plain import plain_own
from explorer.pages.race.board_frame import sequence
from explorer.pages.race.board_run import BoardRun, Run
from explorer.pages.race.chart_frame import curves
from explorer.pages.race.contest import make_run
from explorer.pages.race.lines import Lines, axis
from explorer.pages.race.races import RACES, race_for
from mcsearch.runs import worker
from mcsearch.runs.race import BoardRace, Equal

SETUP = replace(
    RACES["four-searches"].setup,
    entrants=("spmcts-uct", "nmcs", "nrpa:level=1"),
    equal=Equal("iterations", 60),
    board_seeds="1-2",
    size="6x6",
    seeds="1-2",
)
ALL = math.inf


def run_of(setup=SETUP) -> BoardRun:
    return BoardRun(setup.race(), setup.equal)


def finish(run: BoardRun, rounds: int = 99) -> BoardRun:
    for _ in range(100_000):
        if run.is_over or run.number >= rounds:
            return run
        run.work(0.001, ALL)
    raise AssertionError("the race does not end")


@pytest.fixture(scope="module")
def finished() -> BoardRun:
    return finish(run_of())


def test_slices_find_what_whole_runs_find(finished):
    race = finished.race
    assert not np.isnan(race.scores).any()
    assert race.num_finished == 2
    for place in np.ndindex(*race.scores.shape):
        search = race.recipe(*place).build()
        search.run()
        assert race.scores[place] == search.best_score
        run = finished.run(*place)
        assert run.is_over
        assert run.moves == search.best_sequence
        assert run.samples == [(float(at), score) for at, score in search.improvements]


def test_the_lines_end_at_the_scores(finished):
    assert finished.lines.mean[:, -1] == pytest.approx(finished.race.scores.mean((1, 2)))


def test_the_playhead_goes_no_further_than_the_speed_allows():
    run = run_of()
    run.work(10.0, 7.0)
    assert run.at == 7.0
    runs = list(run.runs.values())
    assert len(runs) == 6
    assert {each.at for each in runs} == {7.0}
    assert run.work(10.0, 0.5) == 0.0
    run.work(10.0, ALL)
    assert (run.number, run.at) == (1, 0.0), "work stops at the end of a round"


def test_equal_by_time_counts_seconds_of_the_processor():
    entrants = ("spmcts-uct", "nmcs")
    setup = replace(SETUP, entrants=entrants, equal=Equal("seconds", 0.01), seeds="1")
    run = finish(run_of(setup))
    for each in run.runs.values():
        assert each.is_over
        assert each.recipe.search == "nmcs" or each.seconds >= 0.009
        assert each.samples[-1][1] == each.best
    assert run.race.num_finished == 1
    assert not np.isnan(run.lines.mean[:, -1]).any()


@pytest.fixture
def failing(monkeypatch):
    """NMCS fails after 20 playouts until it is told not to."""
    whole = Run.advance
    switch = {"fails": True}

    def advance(self, to, seconds):
        if switch["fails"] and self.recipe.search == "nmcs" and to > 20:
            raise MemoryError("no room for the levels")
        return whole(self, to, seconds)

    monkeypatch.setattr(Run, "advance", advance)
    return switch


def test_who_fails_is_named_and_the_others_go_on(failing):
    run = finish(run_of())
    assert run.race.failures == {1: "no room for the levels"}
    assert run.race.num_finished == 2
    assert [{d.first, d.second} for d in run.race.differences()] == [{0, 2}]
    assert np.isnan(run.lines.mean[1]).all()
    assert not np.isnan(run.lines.mean[[0, 2], -1]).any()
    whole = finish(run_of(replace(SETUP, entrants=(SETUP.entrants[0], SETUP.entrants[2]))))
    assert run.race.finished.tolist() == whole.race.finished.tolist()


def test_differences_are_counted_when_a_round_is_done_and_never_for_a_frame(monkeypatch):
    drawn = []
    whole = BoardRace.differences
    monkeypatch.setattr(BoardRace, "differences", lambda race: drawn.append(1) or whole(race))
    run = finish(run_of(), rounds=1)
    assert len(drawn) == 1
    for _ in range(3):
        assert run.differences() == whole(run.race)
    assert len(drawn) == 1
    finish(run)
    assert len(drawn) == 2
    run.race.failures[1] = "out of luck"
    assert {(d.first, d.second) for d in run.differences()} == {
        (d.first, d.second) for d in whole(run.race)
    }
    assert len(drawn) == 3


def test_lines_have_another_version_only_where_the_playhead_passes_a_place():
    run = run_of(replace(SETUP, equal=Equal("iterations", 400)))
    seen = {}
    while run.number == 0:
        run.work(10.0, 1.0)
        curves = run.lines.mean.tobytes() + run.lines.best.tobytes()
        assert seen.setdefault(run.lines.version, curves) == curves
    assert 30 < len(seen) < len(run.lines.x) + 2


def test_who_is_tried_again_catches_up(failing, finished):
    run = finish(run_of(), rounds=1)
    assert 1 in run.race.failures
    run.leave_out(1)
    assert run.left_out == {1}
    failing["fails"] = False
    run.try_again(1)
    assert not run.race.failures
    assert not run.left_out
    finish(run)
    assert run.race.scores.tolist() == finished.race.scores.tolist()
    assert run.lines.mean[:, -1] == pytest.approx(finished.lines.mean[:, -1])


@pytest.mark.parametrize("at_the_end", [True, False])
def test_who_is_tried_again_catches_up_at_once(failing, finished, at_the_end):
    run = run_of()
    while not run.is_over and (at_the_end or run.number < 1 or run.at < 30):
        run.work(0.001, 5.0)
    at = run.at
    assert run.race.failures
    assert np.isnan(run.lines.mean[1]).all()
    failing["fails"] = False
    run.try_again(1)
    assert not run.is_over
    run.work(10.0, 1.0)
    assert run.run(1, 1, 0).is_over
    assert run.race.scores[1, :, 0].tolist() == finished.race.scores[1, :, 0].tolist()
    if at_the_end:
        assert run.is_over
        assert run.at == at
        assert run.lines.mean == pytest.approx(finished.lines.mean, nan_ok=True)
    else:
        assert run.at == at + 1.0
        assert not np.isnan(run.lines.mean[:, -1]).any()
    finish(run)
    assert run.race.scores.tolist() == finished.race.scores.tolist()
    assert run.differences() == finished.differences()
    assert run.lines.mean == pytest.approx(finished.lines.mean, nan_ok=True)


def test_a_run_at_rest_keeps_what_is_shown_and_goes_on_without_its_searches(finished):
    run = run_of()
    while run.number < 1 or run.at < 30:
        run.work(10.0, 30.0)
    shown = run.present_scores().tolist(), run.lines.mean.tobytes(), run.at
    run.rest()
    assert all(each._search is None for each in run.runs.values())
    assert (run.present_scores().tolist(), run.lines.mean.tobytes(), run.at) == shown
    assert run.run(0, 0, 1).moves
    finish(run)
    assert run.race.scores.tolist() == finished.race.scores.tolist()
    assert run.lines.mean == pytest.approx(finished.lines.mean, nan_ok=True)
    assert [each.samples for each in run.runs.values()] == [
        finished.runs[place].samples for place in run.runs
    ]


def test_a_run_at_rest_that_counts_seconds_begins_anew():
    setup = replace(SETUP, entrants=("spmcts-uct", "nmcs"), equal=Equal("seconds", 0.02), seeds="1")
    run = run_of(setup)
    while run.at < 0.005:
        run.work(0.001, ALL)
    run.rest()
    finish(run)
    for each in run.runs.values():
        places = [at for at, _ in each.samples]
        assert places == sorted(places)
        assert each.best == max(score for _, score in each.samples)


def test_when_all_fail_the_race_is_over(monkeypatch):
    def advance(self, to, seconds):
        raise ValueError(f"{self.recipe.search} is broken")

    monkeypatch.setattr(Run, "advance", advance)
    run = finish(run_of())
    told = run.race.failures
    assert [told[i] for i in range(3)] == ["spmcts is broken", "nmcs is broken", "nrpa is broken"]
    assert run.race.num_finished == 0


def test_more_rounds_go_on_from_the_same_scores(finished):
    run = finish(run_of(replace(SETUP, seeds="1")))
    run.extend(SETUP.race())
    assert not run.is_over
    finish(run)
    assert run.race.scores.tolist() == finished.race.scores.tolist()
    assert run.lines.mean == pytest.approx(finished.lines.mean, nan_ok=True)


def games_of(seeds="1-2"):
    setup = replace(race_for("2048"), size="2x3", board_seeds="1-2", seeds=seeds)
    return make_run(replace(setup, equal=Equal("iterations", 15)))


@pytest.fixture(scope="module")
def games():
    return finish(games_of())


def test_games_with_chance_are_those_of_the_command(games):
    assert games.race.num_finished == 2
    for place, run in games.runs.items():
        outcome = worker.solve(games.race.recipe(*place).to_json())
        assert (outcome.sequence, outcome.score) == ([*map(int, run.moves)], run.best)
        assert games.race.scores[place] == run.best
        assert (outcome.iterations, outcome.playouts) == (run.iterations, run.ended.playouts)
        assert outcome.stopped == run.ended.stopped
        scores = [score for _, score in run.samples]
        assert scores == sorted(scores)
        assert [at for at, _ in run.samples] == [*range(1, run.num_moves + 1)]
    assert games.lines.mean[:, -1] == pytest.approx(games.race.scores.mean((1, 2)))


def test_a_game_that_has_rested_is_played_again_and_goes_on(games):
    run = games_of("1")
    run.work(0.001, 9.0)
    for _ in range(200):
        run.rest()
        run.work(0.002, ALL)
    assert finish(run).race.scores[:, :, 0] == pytest.approx(games.race.scores[:, :, 0])


def test_the_axis_of_games_grows_with_the_longest(games):
    run = games_of("1")
    run.end = 4.0
    run.lines = Lines(2, 2, 1, axis(run.end, True))
    finish(run)
    longest = max(each.num_moves for each in run.runs.values())
    assert run.end / 2 < longest <= run.end
    assert run.lines.mean[:, -1] == pytest.approx(games.race.scores[:, :, 0].mean(1))


def test_a_stored_game_is_as_one_that_was_played(games):
    for place, run in games.runs.items():
        row = worker.solve(games.race.recipe(*place).to_json())
        again = games.from_row(run.recipe, row, None)
        assert (again.samples, again.best, again.num_moves) == (
            run.samples,
            run.best,
            run.num_moves,
        )


def test_the_boards_show_the_last_moves_of_the_games(games):
    shown = sequence(games, 0, 1)
    run = games.run(0, 1, 1)
    assert shown.first + len(shown.groups) == run.num_moves
    state = run.recipe.start()
    for action in run.moves:
        state = state.play(action)
    assert shown.positions[-1] == plain_own(state)
    assert curves(games, None).unit == "moves"
