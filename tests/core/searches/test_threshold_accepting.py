from math import isnan

import pytest

from mcsearch import Recipe, search_for
from mcsearch.engine.tree import NONE, ROOT


def build(position="6x6x3:7", seed=1, **parameters):
    given = {"level": 2, "repeats": 6, "changes": 400, "threshold": 8.0, **parameters}
    return Recipe("samegame", position, "threshold-accepting", given, seed).build()


def replay(search, actions):
    state = search.root
    for action in actions:
        state = state.play(action)
    return state


def begin_changes(search):
    while search.improvement is None:
        search.run(1)
    return search


def test_until_the_first_run_ends_it_is_nrpa():
    search = build("9x9x4:2", repeats=12)
    parameters = {"level": 2, "repeats": 12}
    nrpa = Recipe("samegame", "9x9x4:2", "nrpa", parameters, 1).build()
    nrpa.run()
    search.run(nrpa.iterations)
    assert search.best_sequence == nrpa.best_sequence
    assert search.rng.state == nrpa.rng.state
    assert search.improvement.sequence == nrpa.best_sequence
    assert search.improvement.score == nrpa.best_score
    assert search.improvement.num_changes == 0


def test_changes_raise_the_score():
    before, after = 0.0, 0.0
    for seed in range(4):
        search = begin_changes(build("9x9x4:2", seed, changes=3000))
        before += search.best_score
        search.run()
        assert search.stopped == "finished"
        assert replay(search, search.best_sequence).returns() == search.best_score
        after += search.best_score
    assert after > before + 40


@pytest.mark.parametrize(
    "position", ["6x6x3:7", "20x20x9:4", "13x18x3:5", "19x4x2:6", "3..;322;113"]
)
@pytest.mark.parametrize("scoring", ["bonus", "plain", "penalty"])
@pytest.mark.parametrize("near", [0, 70])
def test_every_phase_leaves_a_line_that_can_be_played(position, scoring, near):
    search = begin_changes(build(position, repeats=2, changes=60, scoring=scoring, near=near))
    while phase := search.advance():
        assert search.actions_to(search.path[-1]) == search.path_actions
        if phase == 1:
            cut = search.improvement.cut
            assert search.path_actions == search.improvement.sequence[: len(search.path_actions)]
            assert len(search.path_actions) <= cut
        if phase == 3:
            end = replay(search, search.path_actions + search.playout_actions)
            most = search.improvement.most
            assert end.returns() == search.playout_return
            assert end.is_terminal() == isnan(most)
            assert isnan(most) or end.returns() <= most
            assert len(search.drawn) == len(search.path_actions + search.playout_actions)
        if phase == 4:
            end = replay(search, search.improvement.sequence)
            assert end.is_terminal()
            assert end.returns() == search.improvement.score
        assert search.is_change
    assert search.iterations == 4 + 60
    assert search.tree.visits_of(ROOT) == search.iterations


def ends(state, known):
    """The most that a SameGame position can come to, by trying all that can be played from it."""
    key = state.cells().tobytes()
    if key not in known:
        known[key] = max(
            (
                ends(state.play(action), known) + state.play(action).score - state.score
                for action in state.legal_actions()
            ),
            default=0,
        )
    return known[key]


@pytest.mark.parametrize("scoring", ["bonus", "plain"])
def test_only_a_change_that_cannot_be_worth_enough_is_given_up(scoring):
    known, num_given_up, num_tight = {}, 0, 0
    for seed in range(20):
        search = build(f"5x4x3:{seed}", seed, repeats=3, changes=60, scoring=scoring)
        begin_changes(search)
        while not search.stopped:
            search.advance()
            if search.phase != 3:
                continue
            now = search.improvement
            position = replay(search, search.path_actions + search.playout_actions)
            assert position.is_terminal() == isnan(now.most)
            if isnan(now.most):
                continue
            best = position.score + ends(position, known)
            assert best <= now.most < now.score - now.threshold
            num_given_up += 1
            num_tight += best == now.most
    assert num_given_up > 200
    assert num_tight > 0


@pytest.mark.parametrize("tabu", [False, True])
def test_recorded_positions_know_how_many_moves_they_have(tabu):
    for seed in range(3):
        search = build("8x8x3:1", seed, repeats=10, changes=400, tabu=tabu)
        search.run()
        tree, nodes = search.tree, [ROOT]
        for node in nodes:
            nodes += tree.children(node)
            legal = search.state_of(node).legal_actions()
            assert {tree.action_of(child) for child in tree.children(node)} <= set(legal)
            assert all(tree.parent_of(child) == node for child in tree.children(node))
            unknown = [NONE] if tree.visits_of(node) == 1 else []
            assert tree.num_legal_of(node) in [len(legal), *unknown]
        assert len(set(nodes)) == len(nodes) == tree.size


def test_a_worse_sequence_is_accepted_within_a_threshold_that_falls_to_zero():
    search = begin_changes(build("9x9x4:2", changes=2000, threshold=30.0))
    losses = []
    thresholds = []
    while not search.stopped:
        now = search.improvement
        search.run(1)
        after = search.improvement
        losses.append(now.score - after.score)
        thresholds.append(now.threshold)
        assert after.before == now.score
        assert after.accepted == (search.playout_return >= now.score - now.threshold)
        assert after.score == (search.playout_return if after.accepted else now.score)
    assert thresholds[0] == 30.0
    assert thresholds == sorted(thresholds, reverse=True)
    assert thresholds[-1] < 0.1
    assert 0 < max(losses) <= 30.0


def test_changes_and_gains_are_counted_where_they_begin():
    search = begin_changes(build("9x9x4:2", changes=3000))
    first = search.improvement.score
    search.run(2999)
    counts = search.improvement
    assert counts.num_changes == 2999
    assert 0 < sum(counts.changes) <= 2999
    assert 0 < sum(counts.gains) <= search.best_score - first


def test_restarts_begin_another_run_of_nrpa():
    search = build(repeats=4, changes=100, restarts=True, iterations=233)
    search.run()
    assert search.stopped == "iterations"
    assert search.runs == 2
    assert search.improvement is None


def test_a_full_record_does_not_change_the_search():
    small, large = build(nodes=20), build()
    small.run()
    large.run()
    assert small.tree.full
    assert small.best_sequence == large.best_sequence
    assert small.rng.state == large.rng.state


def test_a_position_that_is_over_has_nothing_to_change():
    search = build("12;21", changes=3)
    search.run()
    assert search.stopped == "finished"
    assert search.best_sequence == []


class Tour:
    """Places are visited once each; the shorter the way, the more points."""

    places = ((0, 0), (9, 1), (2, 8), (7, 7), (4, 0), (1, 5), (8, 4))

    def __init__(self, visited=(0,)):
        self.visited = visited

    def legal_actions(self):
        return [place for place in range(len(self.places)) if place not in self.visited]

    def play(self, action):
        return Tour((*self.visited, action))

    def is_terminal(self):
        return len(self.visited) == len(self.places)

    def returns(self):
        pairs = zip(self.visited, self.visited[1:], strict=False)
        steps = ((self.places[a], self.places[b]) for a, b in pairs)
        return 100.0 - sum(((a - c) ** 2 + (b - d) ** 2) ** 0.5 for (a, b), (c, d) in steps)


def test_actions_of_any_problem_are_the_names_of_its_moves():
    given = {"level": 1, "repeats": 3, "changes": 400, "threshold": 3.0}
    search = search_for(Tour(), "threshold-accepting", given, seed=1)
    begin_changes(search)
    before = search.best_score
    search.run()
    state = Tour()
    for action in search.best_sequence:
        state = state.play(action)
    assert state.returns() == pytest.approx(search.best_score)
    assert search.best_score > before


def test_each_run_tries_more_changes_than_the_one_before():
    search = build(restarts=True, changes=40, growth=50, level=1, repeats=2)
    tried, runs = [], 0
    while search.runs < 4:
        search.run(1)
        if search.improvement is not None and search.runs == runs + 1:
            tried.append(search.improvement.num_changes)
            runs = search.runs
    assert tried == [40, 60, 80, 100]
