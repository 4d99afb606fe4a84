"""Walking back: quickly, to the very same moment, in bounded memory."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.moment.path import mean_of
from explorer.session import checkpoints
from explorer.session.checkpoints import SPACING_SECONDS, Checkpoints
from explorer.session.session import Session
from explorer.session.walk import PHASES, Walk
from mcsearch.presets import PRESETS
from mcsearch.trace import phase_record


class Fake:
    """A search that only knows how long it has searched and how large it is."""

    stopped = ""

    def __init__(self, steps, num_bytes=64_000):
        self.steps, self.seconds = steps, steps * SPACING_SECONDS
        self.num_bytes = num_bytes

    def copy(self):
        return Fake(self.steps, self.num_bytes)


def test_the_nearest_copy_before_a_moment_is_found():
    checkpoints = Checkpoints()
    assert checkpoints.nearest(100) is None
    for steps in (10, 20, 30):
        checkpoints.pass_by(steps, Fake(steps))
    assert checkpoints.nearest(9) is None
    assert [checkpoints.nearest(steps).steps for steps in (10, 19, 20, 99)] == [10, 10, 20, 30]
    assert checkpoints.nearest(25, after=20) is None
    assert checkpoints.nearest(25) is not checkpoints.nearest(25)


def test_copies_are_made_only_now_and_then_and_never_of_a_stopped_search():
    checkpoints = Checkpoints()
    for steps in (2, 2.5, 2.9):
        checkpoints.pass_by(steps, Fake(steps))
    assert len(checkpoints) == 1
    ended = Fake(10)
    ended.stopped = "iterations"
    checkpoints.pass_by(10, ended)
    assert len(checkpoints) == 1


@given(st.lists(st.integers(1, 500), min_size=1, max_size=60), st.integers(1_000_000, 20_000_000))
def test_memory_is_bounded_whatever_way_is_walked(moments, most_bytes):
    checkpoints = Checkpoints(most_bytes)
    for steps in moments:
        checkpoints.pass_by(steps, Fake(steps, num_bytes=890_000))
        assert checkpoints.num_bytes <= max(most_bytes, 1_040_000)
    assert checkpoints.nearest(moments[-1]) is not None


def test_copies_thin_out_towards_the_beginning():
    checkpoints = Checkpoints(most_bytes=12_000_000)
    for steps in range(1, 400):
        checkpoints.pass_by(steps, Fake(steps, num_bytes=890_000))
    kept = sorted(
        {checkpoints.nearest(steps).steps for steps in range(1, 400) if checkpoints.nearest(steps)}
    )
    gaps = [after - before for before, after in pairwise(kept)]
    assert kept[-1] == 399
    assert gaps[-1] <= 2
    assert gaps[0] > 5 * gaps[-1]


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_any_earlier_moment_is_the_same_as_when_it_was_passed(name):
    recipe = PRESETS[name].recipe
    walk = Walk(recipe, checkpoints=Checkpoints())
    walk._checkpoints._spacing = 0.0  # a copy at every stop
    end = 200
    for steps in range(0, PHASES * end, 37):
        walk.go_to(steps, 10.0)
    for steps in (PHASES * end - 41, 333, 202, 37, 36, 1):
        walk = walk.toward(steps)
        walk.go_to(steps, 10.0)
        fresh = Walk(recipe)
        fresh.go_to(steps, 10.0)
        assert walk.steps == fresh.steps == steps
        assert phase_record(walk.search) == phase_record(fresh.search)
        assert walk.search.best_sequence == fresh.search.best_sequence
        assert walk.search.tree.size == fresh.search.tree.size
        walk.go_to(steps + 50, 10.0)
        fresh.go_to(steps + 50, 10.0)
        assert phase_record(walk.search) == phase_record(fresh.search)


def test_a_step_back_does_not_walk_all_the_way(monkeypatch):
    # where copies take long there are fewer, and how long they take is the machine's affair
    monkeypatch.setattr(checkpoints, "processor_seconds", lambda: 0.0)
    session = Session("spmcts-uct")
    recipe = session.recipe
    session.load(recipe.replace(parameters={**recipe.parameters, "iterations": 200_000}))
    session.jump_to(100_000)
    while session.jump is not None:
        session.tick(session._clock())
    for _ in range(5):
        steps = session.steps
        session.back_phase()
        assert session.jump is None or session.jump.walk.steps > steps // 2
        while session.jump is not None:
            session.tick(session._clock())
        assert session.steps == steps - 1


@pytest.mark.parametrize("name", ["spmcts-uct", "tictactoe-uct"])
@pytest.mark.parametrize("iterations", [100, 2000])
def test_the_course_of_a_long_way_begins_at_the_first_iteration(name, iterations):
    recipe = PRESETS[name].recipe
    walk = Walk(recipe)
    assert walk.go_to(PHASES * iterations, 60)
    history = walk.course.history(walk.search)
    assert history.iterations[:6].tolist() == [1, 2, 4, 8, 16, 32]
    assert history.return_iterations[0] == 1
    # what a search says that is walked one iteration at a time
    slow = recipe.build()
    for iteration, mean in zip(history.iterations[:6], history.mean[:6], strict=True):
        slow.run(int(iteration) - slow.iterations)
        assert mean_of(slow) == mean
