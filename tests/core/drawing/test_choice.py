"""Which nodes are drawn: as a plain queue of Python's would choose, and what it promises."""

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcsearch import Recipe
from mcsearch.drawing.choice import NO_PARENT, Limits, choose
from mcsearch.engine.tree import ROOT
from mcsearch.presets import PRESETS

LIMITS = Limits(num_nodes=112, row=19, root_children=10, other_children=5)


def chosen_by_a_queue(tree, forced, opened, collapsed, limits):
    """The same choice, as (node, position of its parent, whether it is forced)."""
    found, rows = [], {}
    queue = [(False, 0, 0, ROOT, NO_PARENT, 0)]
    while queue and len(found) < limits.num_nodes:
        optional, _, _, node, parent, depth = heapq.heappop(queue)
        if optional and rows.get(depth, 0) >= limits.row:
            continue
        rows[depth] = rows.get(depth, 0) + 1
        found.append((node, parent, not optional))
        if node in collapsed:
            continue
        children = list(tree.children(node))
        width = opened.get(node) or (
            limits.root_children if node == ROOT else limits.other_children
        )
        shown = sorted(children, key=lambda child: -tree.visits[child])[:width]
        for child in {*shown, *forced.intersection(children)}:
            must = child in forced or node in opened
            key = (not must, -int(tree.visits[child]), int(tree.action[child]), child)
            heapq.heappush(queue, (*key, len(found) - 1, depth + 1))
    return found


@pytest.fixture(scope="module")
def trees():
    """Trees of all shapes: wide, deep, with nodes freed and given out again."""
    found = []
    for name, iterations in (("spmcts-uct", 3000), ("spmcts-uct-top", 700), ("nmcs", 90)):
        search = PRESETS[name].recipe.build()
        search.run(iterations)
        found.append(search.tree)
    search = Recipe("connect4", "44", "uct", {"nodes": 2000}, seed=4).build()
    for _ in range(4):
        search.run(900)
        search.advance_root(search.best_sequence[0])
    found.append(search.tree)
    return found


@settings(deadline=None, max_examples=120)
@given(data=st.data())
def test_the_choice_is_that_of_a_plain_queue(trees, data):
    tree = data.draw(st.sampled_from(trees))
    drawn = [node for node, _, _ in chosen_by_a_queue(tree, set(), {}, set(), LIMITS)]
    some = st.sets(st.sampled_from(drawn), max_size=4)
    forced = {ROOT}
    for node in data.draw(some):
        while node != ROOT:  # with the way to it
            forced.add(node)
            node = int(tree.parent[node])
    opened = {node: data.draw(st.integers(0, 40)) for node in data.draw(some)}
    collapsed = data.draw(some)
    size = st.integers(0, 60)
    limits = Limits(data.draw(st.integers(1, 300)), *(data.draw(size) for _ in range(3)))
    choice = choose(tree, forced, opened, collapsed, limits)
    expected = chosen_by_a_queue(tree, forced, opened, collapsed, limits)
    assert choice.nodes.tolist() == [node for node, _, _ in expected]
    assert choice.parents.tolist() == [parent for _, parent, _ in expected]
    assert choice.num_forced == sum(is_forced for _, _, is_forced in expected)


def test_the_most_visited_nodes_are_drawn(trees):
    tree = trees[0]
    nodes = choose(tree, {ROOT}, {}, set(), LIMITS).nodes.tolist()
    assert len(nodes) == LIMITS.num_nodes
    below = [child for child in tree.children(ROOT) if child not in nodes]
    least = min(tree.visits[child] for child in tree.children(ROOT) if child in nodes)
    assert below
    assert all(tree.visits[child] <= least for child in below)


def test_below_a_collapsed_node_there_is_nothing_forced_or_not(trees):
    tree = trees[0]
    first = max(tree.children(ROOT), key=tree.visits_of)
    below = next(iter(tree.children(first)))
    nodes = choose(tree, {ROOT, first, below}, {}, {first}, LIMITS).nodes.tolist()
    assert first in nodes
    assert below not in nodes
