import math
import threading
import time

import pytest
from reference_search import Nested

from mcsearch import Recipe
from mcsearch.engine.tree import ROOT
from mcsearch.games.samegame import board_text
from mcsearch.playout import POLICIES


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


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize("explore", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("position", ["5x5x3:7", "4x6x2:3", "112;112;221"])
def test_exploration_leaves_the_best_sequence(level, memory, explore, position):
    search = build(position, seed=4, level=level, memory=memory, ties="first", explore=explore)
    search.run()
    nested = Nested(search.policy, 4, memory, "first", explore)
    score, actions = nested.search(search.root, level)
    assert search.stopped == "finished"
    assert search.iterations == nested.playouts
    assert replay(search, search.walk_actions).is_terminal()
    if memory:
        assert (search.best_score, search.best_sequence) == (score, actions)
    else:
        assert (search.walk_score, search.walk_actions) == (score, actions)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize(("evaluations", "ratio"), [(1, 1.0), (3, 0.8), (4, 0.0)])
@pytest.mark.parametrize("position", ["4x4x3:7", "4x5x2:3", "112;112;221"])
def test_lazy_nested_search_prunes_what_the_recursion_prunes(
    level, memory, evaluations, ratio, position
):
    search = build(
        position, 4, level=level, memory=memory, ties="first", evaluations=evaluations, ratio=ratio
    )
    search.run()
    nested = Nested(search.policy, 4, memory, "first", 0.0, evaluations, ratio)
    score, actions = nested.search(search.root, level)
    assert search.stopped == "finished"
    assert search.iterations == nested.playouts
    assert (search.walk_score, search.walk_actions) == (score, actions)
    assert search.best_score >= score
    if level > 1 and ratio and "x" in position:
        assert nested.pruned


def test_exploration_changes_the_walk_and_keeps_the_best():
    walks = set()
    for seed in range(5):
        search = build("6x6x4:7", seed=seed, level=1, explore=0.3)
        search.run()
        walks.add(search.walk_score == search.best_score)
        assert replay(search, search.best_sequence).returns() == search.best_score
    assert walks == {True, False}


def test_every_step_shown_begins_without_a_sequence_that_the_walk_has_left():
    search = build("6x6x4:7", seed=3, level=2, explore=0.4)
    num_left = 0
    while search.advance():
        for step in search.steps:
            if step.best_sequence and not step.is_over:
                assert step.best_sequence[: len(step.path)] == step.path
                if step.chosen is not None:
                    num_left += step.chosen != step.best_sequence[len(step.path)]
    assert num_left > 0


@pytest.mark.parametrize("policy", [p.name for p in POLICIES.values() if 1 in p.num_players])
@pytest.mark.parametrize("memory", [True, False])
def test_every_playout_policy_guides_the_playouts(policy, memory):
    search = build("9x9x4:1", level=2, policy=policy, memory=memory, iterations=3000)
    search.run()
    assert search.policy.name == policy
    end = replay(search, search.best_sequence)
    assert end.is_terminal()
    assert end.returns() == search.best_score


def test_guided_playouts_find_more():
    def total(policy):
        searches = [build(f"12x12x5:{s}", s, level=1, policy=policy) for s in range(12)]
        for search in searches:
            search.run()
        return sum(search.best_score for search in searches)

    assert total("tabu-color-random") > 1.1 * total("random")


def test_memory_beats_forgetting_by_a_wide_margin(data):
    boards_text = board_text.boards_in((data / "samegame20.txt").read_text())

    def total(memory, level, texts):
        found = 0
        for text in texts:
            parameters = {"level": level, "memory": memory, "policy": "tabu-color-random"}
            search = build(text, 1, **parameters)
            search.run()
            found += search.walk_score
        return found

    # all 20 boards at level 2: 65 237 with memory, 43 734 without; published 65 937 and 44 731
    assert total(True, 1, boards_text) > 1.2 * total(False, 1, boards_text)
    assert total(True, 2, boards_text[6:7]) > 1.1 * total(False, 2, boards_text[6:7])


@pytest.mark.parametrize("level", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("policy", ["random", "tabu-color-random"])
def test_deadline_and_cancel_are_honoured_at_every_level(level, policy):
    late = []
    for _ in range(5):  # a busy machine is late at times
        search = build("20x20x2:1", level=level, policy=policy)
        began = time.perf_counter()
        search.run(seconds=0.05)
        late.append(time.perf_counter() - began - 0.05)
        timer = threading.Timer(0.05, search.cancel)
        timer.start()
        search.run()
        timer.join()
        assert search.stopped in ("cancelled", "finished")
        assert search.best_score > 0
    assert min(late) < 0.05


def test_the_recipe_limits_seconds_and_a_target():
    search = build("20x20x4:1", level=3, seconds=0.1)
    search.run()
    assert search.stopped == "seconds"
    assert search.seconds < 1
    target = build("20x20x4:1", level=3, target=search.best_score)
    target.run()
    assert target.stopped == "target"
    assert target.best_score >= search.best_score


def test_best_sequence_replays_to_best_score():
    search = build("9x9x4:1", level=2, policy="tabu-color-random", iterations=20_000)
    search.run()
    end = replay(search, search.best_sequence)
    assert end.is_terminal()
    assert end.returns() == search.best_score


@pytest.mark.parametrize("evaluations", [0, 2])
def test_phases_one_by_one_do_the_same_as_a_run(evaluations):
    stepped, ran = (build(level=2, evaluations=evaluations) for _ in range(2))
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


@pytest.mark.parametrize("evaluations", [0, 3])
def test_levels_tell_where_each_walk_stands(evaluations):
    search = build("6x6x4:7", level=2, evaluations=evaluations)
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
        lowest = (top, *below)[-1]
        tried = [r for r in lowest.results if r is not None]
        # above level 1 the playout may only have evaluated the action
        if phase == 4 and not search.completed and tried and (lowest.level == 1 or not evaluations):
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
