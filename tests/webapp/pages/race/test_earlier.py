"""What is shown before a race begins was really run: its rows are those of searches run again."""

import math
from dataclasses import replace

import pytest

from explorer.pages.race import earlier, score_frame
from explorer.pages.race.contest import IDLE, RUNNING, Contest
from explorer.pages.race.races import FIRST, RACES
from explorer.pages.race.status import status
from mcsearch.runs import race_report
from mcsearch.runs.match import play
from mcsearch.runs.race import MatchRace
from mcsearch.runs.statistics.differences import THESE

NAMES = ["A", "B", "C", "D"]


@pytest.fixture(scope="module")
def boards():
    return earlier.find(RACES[FIRST].setup)


@pytest.fixture(scope="module")
def match():
    return earlier.find(RACES["solver"].setup)


# a run or a game of every other stored race
@pytest.mark.parametrize(
    ("name", "place"),
    [("playouts", (1, 4, 4)), ("memory", (0, 7, 2)), ("traps", 41), ("noughts", 300)],
)
def test_every_race_that_the_page_knows_begins_with_one_that_was_run(name, place):
    shown = earlier.find(RACES[name].setup)
    assert shown.is_over
    if isinstance(place, int):
        game = shown.games[place]
        played = play(game.fixture)
        assert (played.actions, played.returns) == (game.actions, game.returns)
        assert played.iterations == game.played.iterations
        return
    search = shown.race.recipe(*place).build()
    search.run()
    assert shown.runs[place].samples == [(at, score) for at, score in search.improvements]


def test_no_race_that_the_page_knows_begins_empty():
    assert {name for name in RACES if earlier.find(RACES[name].setup) is None} == set()


def test_the_page_tells_what_the_sides_have_used_as_the_command_does(match):
    """The line that `mcsearch race` has printed of the same games."""
    assert score_frame.score_of(match, ["UCT", "UCT with solver"]).used == (
        "UCT with solver used 78.1 % of its iterations, over 5 604 moves: searches that have "
        "proven a result, or have nothing left to search, end early.",
    )


@pytest.mark.parametrize("place", [(0, 3, 1), (1, 9, 4), (2, 0, 0), (3, 6, 2)])
def test_a_stored_run_is_that_of_its_recipe(boards, place):
    shown = boards.runs[place]
    search = boards.race.recipe(*place).build()
    search.run()
    assert shown.samples == [(at, score) for at, score in search.improvements]
    assert (shown.best, shown.iterations) == (search.best_score, search.iterations)
    assert boards.race.scores[place] == search.best_score
    if place[2] == len(boards.race.seeds) - 1:
        assert shown.moves == list(search.best_sequence)


def test_every_stored_sequence_leads_to_its_score(boards):
    last = len(boards.race.seeds) - 1
    for entrant in range(4):
        for board in range(10):
            run = boards.runs[entrant, board, last]
            state = run.recipe.start()
            for action in run.moves:
                state = state.play(action)
            assert state.returns() == run.best


@pytest.mark.parametrize("number", [0, 1, 217])
def test_a_stored_game_is_that_of_its_fixture(match, number):
    """The fixture is one of the race that Start runs, opening and seed drawn anew."""
    setup = RACES["solver"].setup
    drawn = setup.race().fixtures(number // 2)[number % 2] if number < 2 else None
    game = match.games[number]
    assert drawn is None or drawn == game.fixture
    played = play(game.fixture)
    assert (played.actions, played.returns) == (game.actions, game.returns)
    assert played.iterations == game.played.iterations
    assert game.values == pytest.approx(played.values, abs=0.00501)


def test_the_stored_match_counts_as_the_command_counts(match):
    race = match.race
    assert isinstance(race, MatchRace)
    assert race.pairs.num_pairs == len(match.games) // 2 == 200
    again = MatchRace(race.entrants, 200, sprt=race.sprt)
    assert race.ratios[-1] == again.sprt.ratio(race.pairs.by_points)
    assert f"({100 * race.pairs.score:.2f} %)" in race_report.block(race.pairs)
    assert score_frame.ratios(match).pairs == 200


def test_it_is_shown_until_the_start_and_told():
    contest = Contest(FIRST)
    told = status(contest, NAMES, [])
    assert (contest.state, told.is_earlier, told.toggle) == (IDLE, True, "Start")
    said = "".join(text for text, _ in told.narration)
    assert said.startswith("A race run earlier, on 20")
    assert said.endswith("Four entrants, 10 boards, 5 rounds: Start runs it for you.")
    assert contest.shown.is_over
    assert not contest.run.has_begun
    contest.start()
    assert contest.state == RUNNING
    assert contest.shown is contest.run
    assert status(contest, NAMES, []).is_earlier is False
    assert math.isnan(contest.run.race.scores[0, 0, 0])


def test_another_question_to_it_is_answered_and_another_race_has_none():
    setup = RACES[FIRST].setup
    judged = earlier.find(replace(setup, scope=THESE, target=2000.0))
    assert judged.race.scope == THESE
    assert earlier.find(replace(setup, seeds="1-4")) is None
    contest = Contest(FIRST)
    contest.load(replace(setup, seeds="1-4"))
    assert contest.shown is contest.run
    contest.undo()
    assert contest.earlier is earlier.find(setup)
