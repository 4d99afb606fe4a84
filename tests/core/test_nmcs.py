import math

import pytest
from reference_search import Nested

from mcsearch import Recipe
from mcsearch.tree import ROOT


def build(position="5x5x3:7", seed=1, **parameters):
    return Recipe("samegame", position, "nmcs", parameters, seed).build()


def replay(search, actions):
    state = search.root
    for action in actions:
        state = state.play(action)
    return state


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("ties", ["first", "last"])
@pytest.mark.parametrize("position", ["5x5x3:7", "4x6x2:3", "112;112;221"])
def test_the_machine_does_what_the_recursion_does(level, memory, ties, position):
    search = build(position, seed=4, level=level, memory=memory, ties=ties)
    search.run()
    nested = Nested(search.policy, 4, memory, ties)
    score, actions = nested.search(search.root, level)
    assert search.stopped == "finished"
    assert search.iterations == nested.playouts
    if level:
        assert search.walk_score == score
        assert search.walk_actions == actions
    if memory or level == 0:
        assert (search.best_score, search.best_sequence) == (score, actions)


def test_best_sequence_replays_to_best_score():
    search = build("9x9x4:1", level=2, policy="tabu-color-random", iterations=20_000)
    search.run()
    end = replay(search, search.best_sequence)
    assert end.is_terminal()
    assert end.returns() == search.best_score


def test_phases_one_by_one_do_the_same_as_a_run():
    stepped, ran = build(level=2), build(level=2)
    while stepped.advance():
        pass
    ran.run()
    assert stepped.iterations == ran.iterations
    assert stepped.best_sequence == ran.best_sequence
    assert (stepped.tree.visits == ran.tree.visits).all()


def test_the_tree_records_the_playouts_through_each_position():
    search = build(level=2)
    search.run()
    tree = search.tree
    assert tree.visits_of(ROOT) == search.iterations
    assert tree.top(ROOT) == search.best_score
    nodes = [ROOT]
    for node in nodes:
        nodes += tree.children(node)
        for child in tree.children(node):
            assert tree.parent_of(child) == node
            assert tree.visits_of(child) <= tree.visits_of(node)
    assert len(nodes) == tree.size


def test_levels_tell_where_each_walk_stands():
    search = build("6x6x4:7", level=2)
    names = search.phase_names
    assert len(names) == 4
    seen_results = seen_playouts = 0
    while phase := search.advance():
        top, *below = search.levels
        assert top.level == 2
        for frame in (top, *below):
            position = replay(search, search.actions_to(frame.node))
            assert frame.ply == len(search.actions_to(frame.node))
            assert frame.actions == position.legal_actions()
            if frame.best_sequence:
                assert replay(search, frame.best_sequence).returns() == frame.best_score
            results = [r for r in frame.results if r is not None]
            seen_results += len(results)
            if results and frame.level == 2:
                assert max(results) <= frame.best_score
        if phase >= 3:
            end = replay(search, search.path_actions + search.playout_actions)
            assert end.is_terminal()
            assert end.returns() == search.playout_return
        assert search.actions_to(search.path[-1]) == search.path_actions
        tried = [r for r in (top, *below)[-1].results if r is not None]
        if phase == 4 and not search.left and tried:
            assert tried[-1] == search.playout_return
            seen_playouts += 1
    assert seen_results > 0
    assert seen_playouts > 50


def test_a_full_record_does_not_change_the_search():
    small, large = build(level=2, nodes=20), build(level=2)
    small.run()
    large.run()
    assert small.tree.full
    assert small.tree.size == 20
    assert small.best_sequence == large.best_sequence
    assert small.iterations == large.iterations


def test_a_position_that_is_over_finishes_at_once():
    search = build("12;21", level=2)
    search.run()
    assert search.stopped == "finished"
    assert search.best_sequence == []
    assert search.best_score == 0


def test_nothing_is_known_before_the_first_playout():
    search = build(level=1)
    assert math.isnan(search.best_score)
    assert search.best_sequence == []
    assert search.levels[0].results == [None] * len(search.root.legal_actions())
