"""The view-model: what every button does to a search, without a browser."""

import dataclasses
import itertools
import math

import numpy as np
import pytest

from explorer.moment.detail import Opening
from explorer.session import player
from explorer.session.limits import LIMITS
from explorer.session.player import JUMP_SECONDS, STEP_MS
from explorer.session.session import Session
from mcsearch import RecipeError
from mcsearch.presets import PRESETS

FAR = 1_000_000_000  # phases a second: every tick does as much as its slice allows


class Clock:
    """A clock that tests move by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=sorted(PRESETS))
def session(request, clock):
    return Session(request.param, clock)


@pytest.fixture
def samegame(clock):
    return Session("spmcts-uct", clock)


def picture(session):
    """Everything that tells one moment of a search from another."""
    search = session.search
    tree = search.tree
    return (
        session.steps,
        search.phase,
        search.iterations,
        search.path_actions,
        search.playout_actions,
        tuple(search.best_sequence),
        tree.size,
        [
            (tree.actions_to(node), tree.visits_of(node), tree.value_sum_of(node))
            for node in _nodes(tree)
        ],
    )


def _nodes(tree):
    waiting = [0]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += tree.children(node)


def play_for(session, clock, seconds, ticks=20):
    """Let time pass in ticks, before a screen that is never behind."""
    for _ in range(ticks):
        clock.now += seconds / ticks
        session.tick(clock.now)


def finish_jump(session, clock):
    for _ in range(10_000):
        if session.jump is None:
            return
        clock.now += 0.04
        session.tick(clock.now)
    pytest.fail("the jump never ends")


def test_a_step_does_one_phase(session):
    phases = []
    for _ in range(8):
        session.step_phase()
        phases.append(session.search.phase)
    assert phases == [1, 2, 3, 4, 1, 2, 3, 4]
    assert session.steps == 8
    assert session.search.iterations == 2


def test_a_step_of_an_iteration_ends_the_one_begun(session):
    session.step_phase()
    session.step_iteration()
    assert (session.search.iterations, session.search.phase) == (1, 4)
    session.step_iteration()
    assert (session.search.iterations, session.steps) == (2, 8)


def test_every_phase_back_lands_on_the_identical_moment(session, clock):
    seen = [picture(session)]
    for _ in range(30):
        session.step_phase()
        seen.append(picture(session))
    for expected in reversed(seen[:-1]):
        session.back_phase()
        finish_jump(session, clock)
        assert picture(session) == expected
    session.back_phase()  # at the beginning there is nothing before
    assert picture(session) == seen[0]


def test_forward_after_back_is_the_same_future(session, clock):
    session.jump_to(40)
    finish_jump(session, clock)
    future = picture(session)
    session.jump_to(13)
    finish_jump(session, clock)
    assert session.search.iterations == 13
    session.jump_to(40)
    finish_jump(session, clock)
    assert picture(session) == future


def test_back_one_iteration_goes_first_to_the_beginning_of_this_one(samegame):
    for _ in range(10):
        samegame.step_phase()  # the second phase of the third iteration
    samegame.back_iteration()
    assert samegame.steps == 8
    samegame.back_iteration()
    assert samegame.steps == 4
    samegame.back_iteration()
    assert samegame.steps == 0
    samegame.back_iteration()
    assert samegame.steps == 0


def test_playing_follows_the_speed(samegame, clock):
    samegame.set_speed(10)
    samegame.play()
    play_for(samegame, clock, seconds=2.0, ticks=50)
    assert samegame.steps == 20


def test_speed_may_change_while_playing(samegame, clock):
    samegame.set_speed(2)
    samegame.play()
    play_for(samegame, clock, seconds=2.0, ticks=50)
    assert samegame.steps == 4
    samegame.set_speed(20)
    play_for(samegame, clock, seconds=1.0, ticks=50)
    assert samegame.steps == pytest.approx(24, abs=1)


def test_fast_play_shows_whole_iterations(samegame, clock):
    samegame.set_speed(1000)
    samegame.play()
    play_for(samegame, clock, seconds=1.0, ticks=25)
    assert samegame.search.phase == 4
    assert samegame.search.iterations == pytest.approx(250, abs=25)


@pytest.mark.parametrize(("seconds", "num_kept"), [(0.015, 13), (0.05, 8), (0.25, 2), (0.7, 0)])
def test_most_frames_of_a_fast_search_bring_the_tree_alone(samegame, clock, seconds, num_kept):
    """As many as nobody misses: of a table that changes all the time no one reads every state."""
    samegame.set_speed(FAR)
    samegame.play()
    frames = []
    for _ in range(40):
        play_for(samegame, clock, seconds, ticks=1)
        frames.append(samegame.frame())
        assert frames[-1] is samegame.frame()
    assert len({id(frame.tree) for frame in frames}) == 40
    runs = [[*run] for _, run in itertools.groupby(frames, key=lambda frame: id(frame.board))]
    assert {len(run) for run in runs[1:-1]} == {1 + num_kept}
    assert all(frame.why is run[0].why for run in runs for frame in run)


def test_at_rest_all_cards_show_the_same_moment(samegame, clock):
    samegame.set_speed(1000)
    samegame.play()
    for _ in range(3):
        play_for(samegame, clock, 0.03, ticks=1)
        now = samegame.frame()
    samegame.pause()
    rest = samegame.frame()
    assert rest.iteration == now.iteration
    assert rest.board is not now.board
    visits = dict(zip(rest.tree.actions, rest.tree.visits, strict=True))
    assert all(row.visits == visits.get(row.actions, row.visits) for row in rest.why.rows)
    assert any(row.actions in visits for row in rest.why.rows)


def test_every_phase_that_can_be_followed_is_shown_with_all_that_belongs_to_it(samegame, clock):
    samegame.set_speed(20)
    samegame.play()
    frames = []
    for _ in range(10):
        play_for(samegame, clock, 0.05, ticks=1)
        frames.append(samegame.frame())
    assert len({id(frame.board) for frame in frames}) == len({id(frame) for frame in frames}) > 8


def test_who_chooses_something_sees_all_of_it(samegame, clock):
    samegame.set_speed(FAR)
    samegame.play()
    play_for(samegame, clock, 0.04, ticks=1)
    before = samegame.frame()
    samegame.select_child()
    assert samegame.frame().board is not before.board
    assert samegame.frame().why.rows != before.why.rows


def test_after_a_stall_the_search_does_not_race(samegame, clock):
    samegame.set_speed(10)
    samegame.play()
    clock.now += 60.0
    samegame.tick(clock.now)
    assert samegame.steps <= 3


def test_a_pause_is_final(samegame, clock):
    samegame.set_speed(FAR)
    samegame.play()
    play_for(samegame, clock, seconds=0.2, ticks=4)
    samegame.pause()
    steps = samegame.steps
    assert steps > 0
    play_for(samegame, clock, seconds=1.0)
    assert samegame.steps == steps


def test_a_long_jump_is_sliced_and_can_be_paused(clock):
    session = Session("spmcts-uct", clock)
    recipe = session.recipe.replace(
        parameters={**session.recipe.parameters, "iterations": LIMITS["iterations"]}
    )
    session.load(recipe)
    session.run_to_budget()
    assert session.jump is not None  # a million iterations take longer than one slice
    assert 0 < session.jump.progress < 1
    clock.now += 0.04
    session.tick(clock.now)
    reached = session.search.iterations
    session.pause()
    assert session.jump is None
    clock.now += 0.04
    assert not session.tick(clock.now)
    assert session.search.iterations == reached > 0


def test_a_walk_back_shows_the_old_moment_until_it_arrives(clock):
    session = Session("spmcts-uct", clock)
    session.jump_to(9_999)
    finish_jump(session, clock)
    session.jump_to(9_000)
    if session.jump is not None:  # a fast machine may be there at once
        assert session.search.iterations == 9_999
    finish_jump(session, clock)
    assert session.search.iterations == 9_000


def test_every_press_on_the_way_back_counts(samegame, clock, monkeypatch):
    samegame.jump_to(9)
    finish_jump(samegame, clock)
    monkeypatch.setattr(player, "AT_ONCE_SECONDS", 0.0)  # as where a way takes long
    for _ in range(6):
        samegame.back_phase()
    assert samegame.jump is not None
    finish_jump(samegame, clock)
    assert samegame.steps == 30
    for _ in range(3):
        samegame.back_iteration()
    finish_jump(samegame, clock)
    assert samegame.steps == 20


def test_next_best_stops_where_the_score_rises(samegame, clock):
    samegame.jump_to(5)
    for _ in range(3):
        before = len(samegame.search.improvements)
        best = samegame.search.best_score
        samegame.run_to_next_best()
        finish_jump(samegame, clock)
        assert len(samegame.search.improvements) == before + 1
        assert samegame.search.best_score > best
        assert samegame.search.improvements[-1][0] == samegame.search.iterations


def test_the_budget_ends_the_search_and_may_be_extended(samegame, clock):
    parameters = {**samegame.recipe.parameters, "iterations": 3000}
    samegame.load(samegame.recipe.replace(parameters=parameters))
    samegame.run_to_budget()
    finish_jump(samegame, clock)
    budget = samegame.recipe.values["iterations"]
    assert samegame.search.stopped == "iterations"
    assert samegame.search.iterations == budget
    best = samegame.search.best_score
    samegame.play()
    assert not samegame.playing
    assert samegame.can_extend
    samegame.extend_budget()
    finish_jump(samegame, clock)
    assert samegame.search.iterations >= budget
    assert samegame.recipe.values["iterations"] == 2 * budget
    assert samegame.search.best_score >= best
    assert samegame.playing


def test_a_finished_nested_search_can_walk_back(clock):
    session = Session("nmcs", clock)
    session.run_to_budget()
    finish_jump(session, clock)
    assert session.search.stopped == "finished"
    assert not session.can_extend
    steps = session.steps
    session.back_phase()
    finish_jump(session, clock)
    assert session.steps == steps - 1
    assert session.search.stopped == ""


def test_reset_is_the_empty_tree(session, clock):
    empty = picture(session)
    session.jump_to(20)
    finish_jump(session, clock)
    session.reset()
    assert picture(session) == empty


def test_loading_starts_at_zero_and_undo_brings_the_moment_back(samegame, clock):
    samegame.jump_to(25)
    finish_jump(samegame, clock)
    samegame.step_phase()
    before = picture(samegame)
    recipe = samegame.recipe
    assert not samegame.can_undo
    samegame.load(recipe.replace(seed=recipe.seed + 1))
    assert samegame.steps == 0
    samegame.step_iteration()
    samegame.load_preset("tictactoe-uct")
    assert samegame.recipe.game == "tictactoe"
    samegame.undo()
    finish_jump(samegame, clock)
    assert (samegame.recipe.seed, samegame.search.iterations) == (recipe.seed + 1, 1)
    assert samegame.preset == "spmcts-uct"
    samegame.undo()
    finish_jump(samegame, clock)
    assert picture(samegame) == before
    assert not samegame.can_undo
    samegame.undo()
    assert picture(samegame) == before


@pytest.mark.parametrize(("name", "limit"), LIMITS.items())
def test_what_would_freeze_the_page_is_refused_and_nothing_changes(samegame, name, limit):
    session = Session("nmcs") if name == "level" else samegame
    session.step_iteration()
    before, recipe = picture(session), session.recipe
    too_much = recipe.replace(parameters={**recipe.parameters, name: limit + 1})
    with pytest.raises(RecipeError, match=f"{name}.*at most"):
        session.load(too_much)
    assert picture(session) == before
    assert session.recipe == recipe
    assert not session.can_undo


def test_the_first_arrival_starts_by_itself_and_calms_down(samegame, clock):
    samegame.open()
    assert samegame.playing
    play_for(samegame, clock, seconds=4.0, ticks=240)
    assert samegame.search.iterations == 1  # slow enough to read what each phase is
    assert samegame.is_introducing
    play_for(samegame, clock, seconds=16.0, ticks=960)
    assert samegame.search.iterations > 300
    assert not samegame.is_introducing
    play_for(samegame, clock, seconds=60.0, ticks=3600)
    assert samegame.playing_speed == samegame.speed


def test_a_selected_node_follows_the_tree(samegame, clock):
    samegame.jump_to(200)
    finish_jump(samegame, clock)
    samegame.select_child()
    samegame.select_child()
    deep = samegame.selected
    assert len(deep) == 2
    assert samegame.search.find(list(deep)) > 0
    samegame.select((12345,))  # no such node
    assert samegame.selected == deep
    samegame.jump_to(1)
    finish_jump(samegame, clock)
    assert samegame.selected == deep[: len(samegame.selected)]
    assert samegame.search.find(list(samegame.selected)) >= 0
    samegame.select_parent()
    samegame.select_parent()
    assert samegame.selected == ()


def test_the_course_keeps_what_was_seen(samegame, clock):
    samegame.watch(samegame.frame)
    samegame.jump_to(50)
    finish_jump(samegame, clock)
    samegame.jump_to(500)
    finish_jump(samegame, clock)
    samegame.jump_to(10)
    finish_jump(samegame, clock)
    history = samegame.history()
    assert history.playhead == 10
    assert history.iterations[-1] == samegame.course.horizon == 500
    assert history.end >= 500
    assert list(history.best) == sorted(history.best)
    assert history.improved[-1] == history.best[-1]
    assert not math.isnan(history.mean[-1])


def test_the_course_is_sampled_on_the_way_of_a_jump(samegame, clock):
    samegame.jump_to(2000)
    finish_jump(samegame, clock)
    history = samegame.history()
    assert len(history.iterations) > 30
    assert np.diff(history.iterations).max() <= 2000 // 30
    assert len(history.returns) > 30


def test_listeners_hear_of_every_change(samegame):
    heard = []
    samegame.watch(lambda: heard.append(samegame.steps))
    samegame.step_phase()
    samegame.select(())
    samegame.set_speed(4)
    samegame.back_phase()
    assert heard == [1, 1, 1, 0]


@pytest.mark.parametrize(
    "nowhere",
    [
        lambda session: session.jump_to(session.search.iterations),
        lambda session: session.reset(),
        lambda session: session.back_phase(),
    ],
)
def test_a_jump_to_the_present_moment_tells_that_the_search_halts(samegame, nowhere):
    samegame.play()
    told = []
    samegame.watch(lambda: told.append(samegame.busy))
    nowhere(samegame)
    assert told == [False]


# -- the node under the pointer -----------------------------------------------------------------


def test_a_hovered_node_is_in_the_frame_and_goes_again(samegame):
    samegame.jump_to(50)
    child = tuple(samegame.search.best_sequence[:1])
    told = []
    samegame.watch(lambda: told.append(samegame.frame().hovered))
    samegame.hover(child)
    samegame.hover(child)
    samegame.hover(None)
    assert told == [child, None]


def test_an_untried_move_may_be_hovered_but_nothing_beyond(samegame):
    samegame.jump_to(3)
    tried = {samegame.search.tree.action_of(n) for n in samegame.search.tree.children(0)}
    untried = next(a for a in samegame.search.root.legal_actions() if a not in tried)
    samegame.hover((untried,))
    assert samegame.hovered == (untried,)
    samegame.hover((untried, 0))
    assert samegame.hovered is None


def test_the_same_moment_is_the_same_picture(samegame):
    samegame.jump_to(50)
    frame = samegame.frame()
    assert samegame.frame() is frame
    samegame.hover(tuple(samegame.search.best_sequence[:1]))
    hovering = samegame.frame()
    assert hovering.tree is frame.tree
    assert hovering is not frame
    samegame.step_phase()
    assert samegame.frame().tree is not frame.tree


def test_a_collapsed_node_takes_the_selection_and_opens_again(samegame):
    samegame.jump_to(200)
    line = tuple(samegame.search.best_sequence[:3])
    samegame.select(line)
    samegame.collapse(line[:1])
    assert samegame.selected == line[:1]
    assert samegame.branches.collapsed == {line[:1]}
    samegame.select(line)  # whoever looks inside opens it
    assert samegame.branches.collapsed == frozenset()
    samegame.collapse(line[:1])
    samegame.open_more(Opening(line[:1], 10))
    assert samegame.branches.collapsed == frozenset()
    assert samegame.branches.opened == frozenset()


def test_only_the_last_click_on_a_pill_counts(samegame):
    samegame.jump_to(50)
    samegame.open_more(Opening((), 20))
    samegame.open_more(Opening((1,), 10))
    samegame.open_more(Opening((), 40))
    assert samegame.branches.opened == {Opening((), 40), Opening((1,), 10)}


def test_motion_fits_between_two_frames(samegame):
    assert samegame.pace_ms == STEP_MS
    samegame.play()
    samegame.set_speed(10)
    assert samegame.pace_ms == 100
    samegame.set_speed(1000)
    assert samegame.pace_ms == 0
    samegame.pause()
    samegame.still = True
    assert samegame.pace_ms == 0


def test_a_pinned_position_stays_until_it_is_let_go(clock):
    session = Session("nrpa", clock)
    assert session.has_lanes
    session.run_on(20)
    first = tuple(session.search.best_sequence[:2])
    session.pin(first)
    session.step_phase()
    assert session.frame().nrpa.policy.actions == first
    assert session.place().pinned == first
    session.pin((9999,))  # no such move: as if nothing were chosen
    assert session.pinned is None
    session.pin(())
    assert session.frame().nrpa.policy.pinned
    session.pin(None)
    assert not session.frame().nrpa.policy.pinned


def test_a_link_brings_the_pinned_position_back(clock):
    session = Session("gnrpa", clock)
    session.run_on(10)
    session.pin(tuple(session.search.best_sequence[:4]))
    other = Session("nmcs", clock)
    other.go_to(session.place())
    assert other.pinned == session.pinned
    other.load_preset("nrpa")
    assert other.pinned is None


def test_a_long_jump_leaves_the_time_to_the_search(samegame, clock):
    frames = []

    def draw():
        clock.now += 0.03
        frames.append(clock.now)

    samegame.watch(draw)
    samegame.run_to_budget()
    del frames[:]
    slices = 40
    for _ in range(slices):
        clock.now += JUMP_SECONDS
        samegame.tick(clock.now)
        assert samegame.jump is not None
    drawn = 0.03 * len(frames)
    assert 0 < drawn <= 0.25 * slices * JUMP_SECONDS
    apart = np.diff(frames)
    assert apart.max() <= 0.25


def test_a_jump_goes_on_while_the_screen_is_behind(clock):
    session = Session("spmcts-uct", clock, lambda now: False)
    session.run_to_budget()
    before = session.search.iterations
    clock.now += JUMP_SECONDS
    session.tick(clock.now)
    assert session.search.iterations > before


def as_lists(history):
    return {
        field.name: np.asarray(getattr(history, field.name)).tolist()
        for field in dataclasses.fields(history)
    }


@pytest.mark.parametrize("preset", ["spmcts-uct", "nrpa", "tictactoe-uct"])
def test_reading_a_frame_changes_nothing(preset, clock):
    """What has been seen of a search is noted by who walks it, whether anybody looks or not."""
    read, unread = Session(preset, clock), Session(preset, clock)
    for session in (read, unread):
        search = session.recipe.build()
        search.run(2)
        session.stand_at(session.place(), search)
    read.frame()
    assert as_lists(read.history()) == as_lists(unread.history())
    for session in (read, unread):
        session.set_speed(FAR)
        session.step_phase()
        session.run_on(3)
        session.play()
    for _ in range(5):
        clock.now += 0.1
        for session in (read, unread):
            # a walk of so many phases, not of so much time
            session._walk.advance(40, math.inf)
        before = picture(read), as_lists(read.history()), read.place(), read.message
        first = read.frame()
        assert read.frame() is first
        assert (picture(read), as_lists(read.history()), read.place(), read.message) == before
    assert as_lists(read.history()) == as_lists(unread.history())
    assert len(unread.history().iterations) > 1


def test_a_search_that_comes_walked_is_in_the_course_at_once(clock):
    session = Session("spmcts-uct", clock)
    search = session.recipe.build()
    search.run(50)
    session.stand_at(session.place(), search)
    assert session.history().iterations.tolist() == [50]
