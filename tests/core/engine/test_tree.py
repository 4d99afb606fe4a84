from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcsearch import Recipe, search_for
from mcsearch.engine.tree import NONE, ROOT, Tree


def num_slots_in_use(tree, whole_runs):
    """Slots of all runs of children, by walking the tree."""
    total, nodes = 1, [ROOT]
    for node in nodes:
        children = tree.children(node)
        nodes += children
        if children:
            legal = tree.num_legal_of(node)
            room = 2
            while room < len(children):
                room *= 2
            total += legal if whole_runs else min(room, legal)
    return total


@given(
    st.integers(0, 2**32),
    st.sampled_from(["spmcts", "nmcs"]),
    st.integers(2, 400),
)
@settings(max_examples=30)
def test_no_slot_is_lost_or_used_twice(seed, kind, nodes):
    parameters = {"nodes": nodes} | ({"exploration": 200.0} if kind == "spmcts" else {"level": 2})
    search = Recipe("samegame", "7x7x3:5", kind, parameters, seed % 2**32).build()
    search.run(600)
    tree = search.tree
    assert tree.size <= tree.capacity
    reachable = [ROOT]
    for node in reachable:
        reachable += tree.children(node)
    assert len(set(reachable)) == len(reachable) == tree.size
    assert num_slots_in_use(tree, kind == "nmcs") + tree.num_free_slots == tree.num_slots


def test_a_new_tree_is_a_root():
    tree = Tree(10, True)
    assert (tree.size, tree.full, tree.children(ROOT)) == (1, False, [])
    assert tree.parent_of(ROOT) == NONE
    assert np.isnan(tree.mean(ROOT))
    assert np.isnan(tree.top(ROOT))


def test_actions_name_a_node_while_its_index_changes():
    search = Recipe("samegame", "8x8x4:2", "spmcts", {"exploration": 100.0}, seed=1).build()
    search.run(3)
    node = search.tree.children(ROOT)[0]
    actions = search.actions_to(node)
    visits = search.tree.visits_of(node)
    search.run(500)
    moved = search.find(actions)
    assert moved != node  # the root has many more children now
    assert search.tree.visits_of(moved) >= visits
    assert search.find([*actions, 9999]) == NONE


@pytest.mark.parametrize(("game", "bound"), [("samegame", 56), ("tictactoe", 44)])
def test_bytes_per_node(game, bound):
    search = Recipe(game, parameters={"iterations": 100_000}, seed=1).build()
    search.run()
    assert search.tree.size > 5000
    assert search.tree.num_bytes / search.tree.size <= bound


class MoreEachTime:
    """One player: whoever asks gets an action more."""

    asked = 0

    def __init__(self, ply=0):
        self.ply = ply

    def legal_actions(self):
        MoreEachTime.asked = MoreEachTime.asked % 200 + 1
        return list(range(MoreEachTime.asked))

    def play(self, action):
        return MoreEachTime(self.ply + 1)

    def is_terminal(self):
        return self.ply == 4

    def returns(self):
        return self.ply


@pytest.mark.parametrize("kind", ["spmcts", "nmcs", "nrpa", "threshold-accepting"])
def test_no_node_gets_more_children_than_there_was_said_to_be_room_for(kind):
    MoreEachTime.asked = 0
    search = search_for(MoreEachTime(), kind, {"iterations": 500}, seed=1, check=False)
    with suppress(ValueError):
        search.run()
    tree = search.tree
    nodes = [ROOT]
    for node in nodes:
        nodes += tree.children(node)
        assert len(tree.children(node)) <= max(tree.num_legal_of(node), 0)
    assert len(set(nodes)) == len(nodes) == tree.size


READERS = (
    "children parent_of action_of visits_of value_sum_of num_legal_of mean position_visits_of "
    "bounds_of twin_of top prior ranked actions_to"
)


@pytest.mark.parametrize("read", READERS.split())
def test_what_is_no_index_is_refused(read):
    search = Recipe("samegame", "5x4x3:2", "spmcts", seed=1).build()
    search.run(50)
    for node in (10**9, -1, -(10**9), 10**30, search.tree.num_slots):
        with pytest.raises((IndexError, OverflowError)):
            getattr(search.tree, read)(node)
    with pytest.raises((IndexError, OverflowError)):
        search.tree.child_by(10**9, 0)
    with pytest.raises((IndexError, OverflowError)):
        search.tree.child_by(ROOT, 10**30)
    with pytest.raises(TypeError):
        getattr(search.tree, read)("root")
    assert search.tree.ranked(ROOT) == []  # its rule keeps no order


@pytest.mark.parametrize("score", [16777217.0, 1e-300, 1e30, 0.1])
def test_the_value_of_a_closed_node_is_exact(score):
    class Ends:
        def __init__(self, ply=0, last=1):
            self.ply, self.last = ply, last

        def legal_actions(self):
            return [1, 2, 3]

        def play(self, action):
            return Ends(self.ply + 1, action)

        def is_terminal(self):
            return self.ply == 2

        def returns(self):
            return score / self.last

    search = search_for(Ends(), "spmcts", seed=1)
    search.run()
    assert search.stopped == "proven"
    tree = search.tree
    assert tree.bounds_of(ROOT)[:2] == search.bounds[:2] == (score, score)
    assert {child.bounds.lower for child in search.root_children()} == {score}
    below = {
        tree.bounds_of(node).lower for child in tree.children(ROOT) for node in tree.children(child)
    }
    assert below == {score / last for last in (1, 2, 3)}


@pytest.mark.parametrize(
    ("kind", "parameters"),
    [
        ("uct", {"expansion": "all"}),
        ("uct", {"selection": "puct"}),
        ("spmcts", {"selection": "puct-range"}),
    ],
)
def test_a_pool_has_room_for_children_that_come_all_at_once(kind, parameters):
    game = ("tictactoe", "") if kind == "uct" else ("samegame", "6x6x3:1")
    count = len(Recipe(*game, kind).build().root.legal_actions())
    with pytest.raises(ValueError, match=rf"nodes: {count} is too few, .* at least {count + 1} "):
        Recipe(*game, kind, {**parameters, "nodes": count}).build()
    search = Recipe(*game, kind, {**parameters, "nodes": count + 1, "iterations": 300}).build()
    search.run()
    assert search.best_action() in search.root.legal_actions()
