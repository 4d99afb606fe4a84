"""Start, pause, reset, undo, speed: the states of a race, by a clock that the test turns."""

from dataclasses import replace

import pytest

from explorer.pages.race.board_run import Run
from explorer.pages.race.chart_frame import RacePassing
from explorer.pages.race.contest import CANCELLED, DECIDED, IDLE, PAUSED, RUNNING, Contest
from explorer.pages.race.races import RACES
from explorer.pages.race.score_frame import score_of
from explorer.pages.race.words import narrate
from mcsearch import RecipeError
from mcsearch.runs.race import Equal
from mcsearch.runs.statistics.sprt import Sprt

BOARDS = replace(
    RACES["four-searches"].setup,
    entrants=("spmcts-uct", "nmcs"),
    equal=Equal("iterations", 40),
    board_seeds="1",
    size="6x6",
    seeds="1-2",
)
MATCH = replace(RACES["noughts"].setup, equal=Equal("iterations", 20), pairs=2, sprt=None)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def contest(clock) -> Contest:
    contest = Contest("four-searches", clock=clock)
    contest.load(BOARDS)
    return contest


def run_until(contest: Contest, clock: Clock, is_there) -> None:
    for _ in range(10_000):
        if is_there():
            return
        clock.now += 0.02
        contest.tick(clock.now)
    raise AssertionError("it never comes so far")


def test_the_states_of_a_race(contest, clock):
    assert contest.state == IDLE
    contest.start()
    assert contest.state == RUNNING
    run_until(contest, clock, lambda: contest.run.has_begun)
    contest.pause()
    assert contest.state == PAUSED
    assert contest.begin_slice(clock.now) is None
    contest.go_on()
    run_until(contest, clock, lambda: not contest.busy)
    assert contest.state == DECIDED
    contest.go_on()
    assert contest.state == DECIDED
    assert contest.run.race.num_finished == 2
    contest.start()
    assert contest.state == RUNNING
    assert contest.setup.seeds == "1-7"
    assert contest.run.race.num_finished == 2


def test_a_budget_that_is_not_used_is_told_before_the_start(contest):
    contest.load(replace(BOARDS, entrants=("spmcts-uct:iterations=9", "nmcs:scoring=plain")))
    said = "".join(text for text, _ in narrate(contest, ["UCT", "NMCS"], []))
    assert said.endswith("its own iterations=9 is not used: the race gives 40 iterations.")


def test_a_reset_keeps_what_is_shown_until_the_next_start_and_undo_brings_it_back(contest, clock):
    contest.start()
    run_until(contest, clock, lambda: contest.run.number == 1)
    run = contest.run
    contest.reset()
    assert contest.state == CANCELLED
    assert contest.run is run
    contest.undo()
    assert contest.state == PAUSED
    assert contest.run is run
    contest.reset()
    contest.start()
    assert contest.run is not run
    assert contest.run.number == 0


def test_what_undo_brings_back_holds_no_searches_meanwhile(contest, clock):
    contest.set_speed(100.0)
    contest.start()
    run_until(contest, clock, lambda: contest.run.number == 1 and contest.run.at > 10)
    run, at = contest.run, contest.run.at
    assert any(each._search is not None for each in run.runs.values())
    contest.load(MATCH)
    assert all(each._search is None for each in run.runs.values())
    contest.undo()
    assert (contest.state, contest.run, contest.run.at) == (PAUSED, run, at)
    contest.load(MATCH)
    contest.load(replace(BOARDS, seeds="3-4"))
    contest.start()
    run_until(contest, clock, lambda: contest.run.at > 10)
    left = contest.run
    contest.undo()  # neither what comes back nor what is left
    assert all(each._search is None for each in left.runs.values())
    contest.undo()
    assert contest.run is run
    contest.start()
    run_until(contest, clock, lambda: contest.state == DECIDED)
    whole = Contest("four-searches", clock=clock)
    whole.load(BOARDS)
    whole.start()
    run_until(whole, clock, lambda: whole.state == DECIDED)
    assert run.race.scores.tolist() == whole.run.race.scores.tolist()


def test_who_is_tried_again_after_the_end_races_at_once(contest, clock, monkeypatch):
    whole = Run.advance

    def advance(self, to, seconds):
        if self.recipe.search == "nmcs":
            raise MemoryError("no room")
        return whole(self, to, seconds)

    monkeypatch.setattr(Run, "advance", advance)
    contest.start()
    run_until(contest, clock, lambda: contest.state == DECIDED)
    monkeypatch.undo()
    contest.reset()
    shown = contest.run
    contest.try_again(1)  # what is shown is over: nothing begins by itself
    contest.leave_out(1)
    assert (contest.state, contest.run, shown.race.failures.keys()) == (CANCELLED, shown, {1})
    contest.undo()
    contest.try_again(1)
    assert contest.state == RUNNING
    told = "".join(text for text, _ in narrate(contest, ["A", "B"], []))
    assert told == "Catching up. B races the finished rounds."
    run_until(contest, clock, lambda: contest.state == DECIDED)
    assert contest.run.race.num_finished == 2
    assert contest.setup.seeds == "1-2"


def test_next_round_is_as_fast_as_it_goes_and_rests_where_it_rested(contest, clock):
    contest.set_speed(1.0)
    contest.next_round()
    run_until(contest, clock, lambda: not contest.busy)
    assert contest.run.number == 1
    assert contest.state == PAUSED
    contest.start()
    contest.next_round()
    run_until(contest, clock, lambda: contest.run.number == 2)
    assert contest.state == DECIDED


def test_the_speed_is_that_of_the_playhead(contest, clock):
    contest.set_speed(10.0)
    contest.start()
    for _ in range(50):
        clock.now += 0.02
        contest.tick(clock.now)
    assert contest.run.at == pytest.approx(10.0, abs=1.0)
    contest.set_speed(1e9)
    assert contest.is_unlimited


def test_a_speed_that_the_machine_can_not_keep_is_not_owed(contest, clock, monkeypatch):
    contest.start()
    contest.set_speed(50_000.0)
    done = contest.run.work
    monkeypatch.setattr(contest.run, "work", lambda seconds, most: done(seconds, min(most, 5.0)))
    for _ in range(50):
        clock.now += 0.02
        contest.tick(clock.now)
    contest.set_speed(1.0)
    before = contest.run.at
    for _ in range(50):
        clock.now += 0.02
        contest.tick(clock.now)
    assert contest.run.at - before <= 2.0


def test_another_race_may_be_set_up_and_undone(contest):
    contest.load(MATCH)
    assert contest.setup is MATCH
    assert contest.state == IDLE
    with pytest.raises(RecipeError):
        contest.load(replace(MATCH, entrants=("uct",)))
    assert contest.setup is MATCH
    contest.undo()
    assert contest.setup == BOARDS


def test_a_match_is_over_and_another_one_has_other_openings(contest, clock):
    contest.load(MATCH)
    contest.start()
    run_until(contest, clock, lambda: not contest.busy)
    assert contest.state == DECIDED
    assert contest.run.race.pairs.num_pairs == 2
    contest.start()
    assert contest.setup.seed == MATCH.seed + 1
    assert contest.run.race.pairs.num_pairs == 0


def test_an_sprt_ends_a_match(contest, clock):
    lopsided = replace(
        MATCH,
        entrants=("uct:exploration=0.001,final_move=robust", "uct:solver=on"),
        equal=Equal("iterations", 60),
        pairs=400,
        sprt=Sprt(0, 300),
    )
    contest.load(lopsided)
    contest.start()
    run_until(contest, clock, lambda: not contest.busy)
    assert contest.run.race.verdict in ("H0", "H1")
    assert contest.state == DECIDED
    assert contest.run.race.was_stopped_early


def test_nobody_there_means_a_pause(contest, clock):
    contest.patience = 5.0
    contest.start()
    clock.now += 6.0
    assert contest.begin_slice(clock.now) is None
    assert not contest.busy
    assert "without a visitor" in contest.message.text


def test_frames_come_no_faster_than_the_screen_takes_them(clock):
    ready = {"is": True}
    contest = Contest("four-searches", lambda now: ready["is"], clock)
    contest.load(replace(BOARDS, equal=Equal("iterations", 4000)))
    frames = []
    contest.watch(lambda: frames.append(clock.now))
    contest.start()
    for speed, is_ready, expected in ((500.0, True, 20), (1.0, True, 5), (500.0, False, 0)):
        contest.set_speed(speed)
        ready["is"] = is_ready
        frames.clear()
        for _ in range(100):
            clock.now += 0.01
            contest.tick(clock.now)
        assert len(frames) == pytest.approx(expected, abs=2)


def test_when_every_entrant_has_failed_the_page_says_so(contest, clock, monkeypatch):
    def advance(self, to, seconds):
        raise ValueError("broken")

    monkeypatch.setattr(Run, "advance", advance)
    contest.start()
    run_until(contest, clock, lambda: contest.state == DECIDED)
    names = [entrant.label for entrant in contest.run.race.entrants]
    told = "".join(text for text, _ in narrate(contest, names, []))
    assert "broken" in told
    for entrant in range(len(names)):
        contest.leave_out(entrant)
    told = "".join(text for text, _ in narrate(contest, names, []))
    assert "No entrant is left" in told


def told_by(contest: Contest, passings=()) -> str:
    names = [entrant.label for entrant in contest.run.race.entrants]
    return "".join(text for text, _ in narrate(contest, names, passings))


def test_nobody_leads_and_nobody_is_ahead_where_all_are_alike(contest, clock):
    contest.load(replace(BOARDS, entrants=("nmcs:label=a", "nmcs:label=b")))
    contest.set_speed(100.0)
    contest.start()
    run_until(contest, clock, lambda: contest.run.has_begun and contest.run.at > 20)
    assert "a and b are level at" in told_by(contest)
    while contest.run.number == 0:
        assert "ended" not in told_by(contest)
        clock.now += 0.02
        contest.tick(clock.now)
    run_until(contest, clock, lambda: contest.run.number == 1 and contest.run.at > 0)
    assert told_by(contest).endswith("In round 1 a and b ended level in the mean.")
    passing = RacePassing(1.0, 0.0, 0, 1, "")
    assert "a passed b at 1 playout in the mean; now it is ahead on 0 of 1 board." in told_by(
        contest, [passing]
    )


def test_too_few_pairs_for_an_sprt_are_told_whatever_their_ratio(contest):
    contest.load(replace(MATCH, pairs=9, sprt=Sprt(0, 500)))
    race = contest.run.race
    for number in range(9):
        began, answered = race.fixtures(number)
        race.add(began.to_json(), 0.0)
        race.add(answered.to_json(), 0.5 if number == 0 else 1.0)
    assert race.is_over
    assert race.sprt.ratio(race.pairs.by_points) > race.sprt.upper
    text = told_by(contest)
    assert "there is no verdict before 10 pairs." in text
    assert "bound" not in text


def test_one_pair_says_nothing_of_how_sure_it_is(contest):
    contest.load(MATCH)
    began, answered = contest.run.race.fixtures(0)
    contest.run.race.add(began.to_json(), 0.0)
    contest.run.race.add(answered.to_json(), 1.0)
    shown = score_of(contest.run, ["a", "b"])
    assert (shown.superiority, shown.context) == ("–", "1 pair, 2 games")
