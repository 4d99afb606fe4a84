import math

import pytest

from mcsearch import Recipe
from mcsearch.engine.tree import ROOT


def build(position="6x6x4:7", seed=3, **parameters):
    given = {"level": 3, "repeats": 5, **parameters}
    return Recipe("samegame", position, "nrpa", given, seed).build()


def replay(search, actions):
    state = search.root
    for action in actions:
        state = state.play(action)
    return state


def policies(search, sequence, level):
    """The policy of a level at every step of a sequence, and the position there."""
    state = search.root
    for action in sequence:
        yield state, search.policy_at(state, level)
        state = state.play(action)


def test_results_are_kept_with_the_best_of_their_level():
    search = build(level=2, repeats=7)
    expected = {1: [], 2: []}
    while search.advance():
        if search.phase == 1 and 1 in search.entered:
            expected[1] = []
        if search.phase != 4:
            continue
        expected[1].append(search.playout_return)
        if 1 in search.completed:
            expected[2].append(max(expected[1]))
        for level in (1, 2):
            results = search.lessons.results(level)
            assert [r.score for r in results] == expected[level]
            assert [r.number for r in results] == [*range(1, len(results) + 1)]
            assert [r.best for r in results] == [
                max(expected[level][: n + 1]) for n in range(len(results))
            ]
    assert len(expected[2]) == 7


def test_of_many_results_the_latest_are_kept():
    search = build(level=1, repeats=2500)
    search.run()
    results = search.lessons.results(1)
    assert [r.number for r in results] == [*range(1501, 2501)]
    assert results[-1].best == search.best_score
    rows = search.lessons.certainties(1)
    assert [row.number for row in rows] == [*range(2477, 2501)]
    assert rows[-1].best == search.best_score


@pytest.mark.parametrize("parameters", [{}, {"tabu_bias": -4.0, "size_bias": 0.2}], ids=str)
def test_the_moves_drawn_have_the_policys_probabilities(parameters):
    search = build(**parameters)
    search.run(33)
    for _ in range(120):
        search.advance()
        line = search.path_actions + search.playout_actions
        assert len(search.drawn) == len(line)
        if search.phase == 4:
            continue
        for action, drawn, (_, policy) in zip(
            line, search.drawn, policies(search, line, 1), strict=True
        ):
            (choice,) = [c for c in policy if c.action == action]
            assert drawn == pytest.approx(choice.probability, abs=1e-9)


@pytest.mark.parametrize("parameters", [{}, {"alpha": 0.5, "stability": 2, "tabu_bias": -2.0}])
def test_adjustments_are_what_an_adaptation_changes(parameters):
    search = build(**parameters)
    seen = set()
    while search.advance():
        if search.phase == 3:
            before = {
                level: {c.code: c.weight for c in search.policy_at(search.root, level)}
                for level in (1, 2, 3)
            }
        if search.phase != 4:
            assert search.adapted == 0
            assert search.adjustments() == {}
            continue
        if not search.adapted:
            continue
        level = search.adapted
        seen.add(level)
        frame = next(x for x in search.nesting if x.level == level)
        adjustments = search.adjustments()
        for ply, (state, policy) in enumerate(policies(search, frame.best_sequence, level)):
            earlier = search.policy_at(state, level, before=True)
            assert sum(c.probability for c in earlier) == pytest.approx(1.0)
            for choice, old in zip(policy, earlier, strict=True):
                steps = adjustments[choice.code]
                change = math.fsum(step.change for step in steps)
                assert choice.weight - old.weight == pytest.approx(change, abs=1e-9)
                (here,) = [step for step in steps if step.ply == ply]
                assert here.chosen == (choice.action == frame.best_sequence[ply])
                assert here.probability == pytest.approx(old.probability, abs=1e-9)
                if choice.code in before[level]:
                    assert old.weight == pytest.approx(before[level][choice.code], abs=1e-9)
            (move,) = [c for c in policy if c.action == frame.best_sequence[ply]]
            assert search.certainty(level)[ply] == pytest.approx(move.probability, abs=1e-9)
        row = search.lessons.certainties(level)[-1]
        assert row.best == frame.best_score
        assert len(row.probabilities) == len(frame.best_sequence)
    assert seen == {1, 2, 3}


def test_the_nesting_shows_completed_levels_as_they_ended():
    search = build(level=3, repeats=3)
    while search.completed != [1, 2]:
        search.advance()
    assert [x.level for x in search.nesting] == [3, 2, 1]
    assert [x.done for x in search.nesting] == [1, 3, 3]
    for level in search.nesting:
        assert replay(search, level.best_sequence).returns() == level.best_score
    search.advance()
    assert [x.done for x in search.nesting] == [1, 0, 0]
    assert [len(search.lessons.results(level)) for level in (3, 2, 1)] == [1, 0, 0]


def test_after_a_restart_the_courses_begin_anew():
    search = build(level=1, repeats=4, restarts=True)
    search.run(4)
    assert search.adapted == 0
    assert search.nesting[0].done == 0
    search.run(2)
    assert len(search.lessons.results(1)) == 2
    assert search.tree.visits_of(ROOT) == 6


def test_the_biases_of_a_choice_are_told_apart():
    search = build(tabu_bias=-4.0, size_bias=0.5)
    cells = search.root.cells().tolist()
    tabu = max(sorted(set(cells) - {0}), key=cells.count)
    for choice in search.policy_at(search.root):
        size = len(search.root.action_cells(choice.action))
        expected = (-4.0 * (cells[choice.action] == tabu), 0.5 * (size - 2))
        assert choice.biases == pytest.approx(expected, abs=1e-6)
        assert choice.bias == sum(choice.biases)
