"""Two players: games in slices are those of the command line; a failing entrant is named."""

import math
from dataclasses import replace

import pytest

from explorer.pages.race import match_frame
from explorer.pages.race.match_run import MatchRun
from explorer.pages.race.races import RACES
from mcsearch.runs import match
from mcsearch.runs.race import Equal

SETUP = replace(RACES["solver"].setup, equal=Equal("iterations", 40), pairs=2, sprt=None)


def run_of(setup=SETUP) -> MatchRun:
    return MatchRun(setup.race())


@pytest.fixture(scope="module")
def finished() -> MatchRun:
    run = run_of()
    while not run.is_over:
        run.work(0.002, math.inf)
    return run


def test_slices_play_what_whole_games_are(finished):
    assert len(finished.games) == 4
    assert finished.race.pairs.num_pairs == 2
    for game in finished.games:
        played = match.play(game.fixture)
        assert list(game.actions) == played.actions
        assert list(game.values) == played.values
        assert game.returns == played.returns


def test_sides_are_swapped_within_a_pair(finished):
    first, second = finished.games[0].fixture, finished.games[1].fixture
    assert first.sides == second.sides[::-1]
    assert first.opening == second.opening
    assert [finished.entrant_of(0, number) for number in (0, 1, 2)] == [0, 1, 0]


def test_where_the_second_player_begins_the_moves_are_of_who_made_them():
    run = run_of(replace(SETUP, game="connect4", entrants=("uct", "uct"), position="4", rules={}))
    while len(run.games) < 2:
        run.work(0.01, math.inf)
    for game in run.games:
        shown = match_frame.finished_game(run, game, ["A", "B"])
        begins = run.entrant_of(1, game.number)
        assert [move.entrant for move in shown.moves[:2]] == [begins, 1 - begins]
        assert shown.players[0].entrant == begins
        assert match_frame.row_of(run, game).first == begins
        assert all(shown.seen)


def test_no_more_moves_than_the_speed_allows():
    run = run_of()
    assert run.work(10.0, 1.5) == 1.0
    assert len(run.game.actions) == len(run.game.fixture.opening) + 1
    assert run.game.search.iterations == 20, "half of the next move is thought already"
    assert run.work(10.0, 0.25) == 0.0
    assert run.game.search.iterations == 20
    run.work(10.0, math.inf)
    assert len(run.games) == 2, "work stops at the end of a pair"


def test_a_failing_entrant_is_named_and_may_try_again(monkeypatch, finished):
    run = run_of()
    run.work(10.0, 2.0)
    whole = match.LiveGame.run

    def fail(self, *arguments, **options):
        if self.recipe.values["solver"]:
            raise MemoryError("no room")
        return whole(self, *arguments, **options)

    monkeypatch.setattr(match.LiveGame, "run", fail)
    run.work(10.0, math.inf)
    assert run.failure == (1, "no room")
    assert run.is_over
    monkeypatch.undo()
    run.try_again(1)
    while not run.is_over:
        run.work(10.0, math.inf)
    assert [game.actions for game in run.games] == [game.actions for game in finished.games]
