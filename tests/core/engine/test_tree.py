import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcsearch import Recipe
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
