"""The readable steps of a nested search: every score is the replayed score of its sequence."""

import itertools
import math

import pytest

from mcsearch import Recipe


def build(position="5x5x3:7", seed=1, **parameters):
    return Recipe("samegame", position, "nmcs", parameters, seed).build()


def end_of(search, actions):
    state = search.root
    for action in actions:
        state = state.play(action)
    return state


def assert_replays(search, score, sequence):
    end = end_of(search, sequence)
    assert end.is_terminal()
    assert end.returns() == score


def assert_true(search, step):
    """A step's own numbers fit together and replay."""
    position = end_of(search, step.path)
    assert step.actions == position.legal_actions()
    assert [t.action for t in step.tries] == step.actions[: len(step.tries)]
    assert [t.result is None for t in step.tries[:-1]] == [False] * len(step.tries[:-1])
    ply = len(step.path)
    for tried in step.tries:
        begun = [*step.path, tried.action]
        if tried.result is not None:
            assert_replays(search, tried.result, tried.sequence)
            assert tried.sequence[: ply + 1] == begun
        for reply in tried.replies:
            assert_replays(search, reply.score, reply.sequence)
            assert reply.sequence[: ply + 2] == [*begun, reply.action]
        if tried.replies:
            replies = end_of(search, begun).legal_actions()
            assert [reply.action for reply in tried.replies] == replies
            assert tried.walk[0] == max(reply.score for reply in tried.replies)
    if not math.isnan(step.best_score):
        assert_replays(search, step.best_score, step.best_sequence)
    if not math.isnan(step.replaced_score):
        assert_replays(search, step.replaced_score, step.replaced_sequence)
        assert step.replaced_score <= step.best_score


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("position", ["5x5x3:7", "112;112;221"])
def test_every_score_is_the_replayed_score_of_its_sequence(level, memory, position):
    search = build(position, level=level, memory=memory)
    phases = 0
    while search.advance() and phases < 1200:
        phases += 1
        steps = search.steps
        assert [step.level for step in steps] == list(range(level, level - len(steps), -1))
        for step in steps:
            assert_true(search, step)
        for upper, lower in itertools.pairwise(steps):
            # the level below searches below the action that the level above tries
            begun = [*upper.path, upper.tries[-1].action]
            assert lower.path[: len(begun)] == begun
    assert phases > 10


def test_a_finished_step_stays_until_the_next_begins():
    search = build(level=2)
    ends = 0
    while search.advance():
        (step, *_) = search.steps
        if search.phase != 4 or step.chosen is None:
            continue
        ends += 1
        # all actions tried, the best of all results remembered, its next move played
        assert len(step.tries) == len(step.actions)
        assert max(t.result for t in step.tries) <= step.best_score
        assert step.best_sequence[: len(step.path) + 1] == [*step.path, step.chosen]
        assert search.walk_actions[: len(step.path) + 1] == [*step.path, step.chosen]
        if search.stopped:
            break
        search.advance()
        assert search.steps[0].path == [*step.path, step.chosen]
        assert search.steps[0].chosen is None
    assert search.stopped == "finished"
    assert ends == len(search.walk_actions)


def test_the_walk_of_a_try_ends_with_its_result():
    search = build(level=3, memory=True)
    seen = 0
    while search.advance():
        for step in search.steps:
            for tried in step.tries:
                if step.level > 1 and tried.result is not None and tried.walk:
                    seen += 1
                    assert tried.walk == sorted(tried.walk)
                    assert tried.walk[-1] == tried.result
                    assert len(tried.walk) == len(tried.sequence) - len(step.path) - 1
        if seen > 2000:
            break
    assert seen > 2000


def test_the_present_result_is_the_last_of_the_lowest_step():
    search = build(level=2)
    while search.advance():
        if search.phase == 4:
            lowest = search.steps[-1]
            tried = lowest.tries[-1]
            assert tried.result == search.playout_return
            assert tried.sequence == search.path_actions + search.playout_actions
            if search.completed:
                assert lowest.is_over
                assert lowest.level == search.completed[0]


def test_an_improvement_is_dated_and_names_what_it_replaces():
    search = build("6x6x3:2", level=1)
    remembered = []
    while search.advance():
        (step,) = search.steps
        if search.phase == 4 and step.improved_at == search.iterations:
            assert step.best_score == search.playout_return
            if remembered:
                assert (step.replaced_score, step.replaced_sequence) == remembered[-1]
            remembered.append((step.best_score, step.best_sequence))
    assert len(remembered) > 1


def test_level_0_and_a_finished_game_have_no_steps_to_show():
    search = build(level=0)
    search.run()
    assert search.steps == []
    search = build("12;21", level=2)
    assert [(step.path, step.actions) for step in search.steps] == [([], [])]
    search.run()
    assert search.steps[0].tries == []


def test_stepping_and_running_leave_the_same_steps():
    stepped, ran = build(level=3), build(level=3)
    for _ in range(4 * 700):
        stepped.advance()
    ran.run(700)
    # as text, in which nan equals nan
    assert str(stepped.steps) == str(ran.steps)
