"""The tidy layout: its promises, on random trees and on drawings worked out by hand."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcsearch.drawing.tidy import NO_PARENT, depths, tidy

GAP = 4.5
ROUNDING = 1e-9


@st.composite
def trees(draw, max_nodes=40):
    """(parents, widths) of a random tree, children not necessarily next to each other."""
    count = draw(st.integers(1, max_nodes))
    # a small reach backwards makes deep trees, a large one bushy trees
    reach = draw(st.integers(1, max_nodes))
    parents = [NO_PARENT]
    for node in range(1, count):
        parents.append(draw(st.integers(max(0, node - reach), node - 1)))
    widths = [draw(st.sampled_from([6.4, 8.0, 25.0, 30.2])) for _ in range(count)]
    return parents, widths


def breadth_first(parents):
    """The nodes row by row, each row from left to right as the order of the siblings demands."""
    children = [[] for _ in parents]
    for node in range(1, len(parents)):
        children[parents[node]].append(node)
    rows = [[0]]
    while rows[-1]:
        rows.append([child for node in rows[-1] for child in children[node]])
    return rows[:-1], children


@settings(deadline=None, max_examples=300)
@given(trees())
def test_rows_keep_their_order_and_their_gaps(tree):
    parents, widths = tree
    x = tidy(parents, widths, GAP)
    rows, _ = breadth_first(parents)
    for row in rows:
        for left, right in itertools.pairwise(row):
            free = (x[right] - widths[right] / 2) - (x[left] + widths[left] / 2)
            assert free >= GAP - ROUNDING


@settings(deadline=None, max_examples=300)
@given(trees())
def test_parents_stand_in_the_middle_of_their_children(tree):
    parents, widths = tree
    x = tidy(parents, widths, GAP)
    _, children = breadth_first(parents)
    for node, below in enumerate(children):
        if below:
            assert x[node] == pytest.approx((x[below[0]] + x[below[-1]]) / 2, abs=1e-6)


@settings(deadline=None, max_examples=300)
@given(trees(), st.data())
def test_with_weights_parents_stand_at_the_mean_place_of_their_children(tree, data):
    parents, widths = tree
    weights = data.draw(
        st.lists(st.sampled_from([0, 1, 1, 9, 1e6]), min_size=len(parents), max_size=len(parents))
    )
    x = tidy(parents, widths, GAP, weights)
    rows, children = breadth_first(parents)
    for node, below in enumerate(children):
        if below and any(weights[child] for child in below):
            mean = np.average(x[below], weights=[weights[child] for child in below])
            assert x[node] == pytest.approx(mean, abs=1e-6)
        elif below:
            assert x[node] == pytest.approx((x[below[0]] + x[below[-1]]) / 2, abs=1e-6)
    for row in rows:
        for left, right in itertools.pairwise(row):
            free = (x[right] - widths[right] / 2) - (x[left] + widths[left] / 2)
            assert free >= GAP - ROUNDING


def test_a_heavy_chain_runs_straight_down_beside_its_light_siblings():
    #  0
    #  1   2 3
    #  4   5 6
    x = tidy([NO_PARENT, 0, 0, 0, 1, 1, 1], [2] * 7, 2, [1, 1, 0, 0, 1, 0, 0])
    assert x.tolist() == [1, 1, 5, 9, 1, 5, 9]


@settings(deadline=None, max_examples=200)
@given(trees())
def test_the_leftmost_edge_is_at_zero(tree):
    parents, widths = tree
    x = tidy(parents, widths, GAP)
    assert np.min(x - np.asarray(widths) / 2) == pytest.approx(0, abs=ROUNDING)


@settings(deadline=None, max_examples=200)
@given(trees(max_nodes=15))
def test_equal_subtrees_are_drawn_equally(tree):
    parents, widths = tree
    count = len(parents)
    twice = [NO_PARENT, *(0 if p == NO_PARENT else p + 1 for p in parents)]
    twice += [0 if p == NO_PARENT else p + 1 + count for p in parents]
    x = tidy(twice, [8.0, *widths, *widths], GAP)
    first, second = x[1 : 1 + count], x[1 + count :]
    assert np.allclose(first - first[0], second - second[0], atol=1e-6)


@given(trees())
def test_two_runs_give_the_same_drawing(tree):
    parents, widths = tree
    assert np.array_equal(tidy(parents, widths, GAP), tidy(parents, np.asarray(widths), GAP))


def test_children_side_by_side():
    """Widths 8, 20, 8 with gaps of 4: edges 0-8, 12-32, 36-44, the parent above the middle."""
    x = tidy([NO_PARENT, 0, 0, 0], [10, 8, 20, 8], 4)
    assert x.tolist() == [22, 4, 22, 40]


def test_a_subtree_slides_under_its_neighbour_only_as_far_as_its_deepest_row():
    #      0
    #    1   2
    #   345
    x = tidy([NO_PARENT, 0, 0, 1, 1, 1], [2] * 6, 2)
    assert x.tolist() == [5 + 2, 5, 9, 1, 5, 9]


def test_small_siblings_share_the_room_between_two_wide_ones():
    #         0
    #   1   2 3 4   5
    #  678         9ab
    parents = [NO_PARENT, 0, 0, 0, 0, 0, 1, 1, 1, 5, 5, 5]
    x = tidy(parents, [2] * 12, 8)
    steps = np.diff(x[1:6])
    assert steps == pytest.approx([10] * 4)  # wide enough already: nothing to share
    parents = [NO_PARENT, 0, 0, 0, *[1] * 7, *[3] * 7]
    x = tidy(parents, [2] * len(parents), 2)
    assert x[3] - x[1] == pytest.approx(28)
    assert x[2] - x[1] == pytest.approx(14)  # in the middle, not pressed to the left


@pytest.mark.parametrize(
    ("parents", "widths", "message"),
    [
        ([], [], "root"),
        ([0], [1], "root"),
        ([NO_PARENT, 2, 0], [1, 1, 1], "node 1 has parent 2"),
        ([NO_PARENT, NO_PARENT], [1, 1], "node 1 has parent -1"),
        ([NO_PARENT, 0], [1], "2 nodes have 1 widths"),
    ],
)
def test_a_wrong_tree_is_named(parents, widths, message):
    with pytest.raises(ValueError, match=message):
        tidy(parents, widths, GAP)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1], "2 nodes have 1 weights"),
        ([1, -2], "node 1 has weight -2"),
        ([1, float("nan")], "node 1 has weight nan"),
    ],
)
def test_wrong_weights_are_named(weights, message):
    with pytest.raises(ValueError, match=message):
        tidy([NO_PARENT, 0], [1, 1], GAP, weights)


def test_depths():
    assert depths([NO_PARENT, 0, 0, 2, 3]).tolist() == [0, 1, 1, 2, 3]


def test_time_grows_linearly():
    """A comb, the worst case for contours that are walked again and again."""

    def seconds(num_nodes):
        parents = [NO_PARENT]
        while len(parents) < num_nodes:  # a chain on the left, a short tooth at each link
            parents += [max(len(parents) - 2, 0), max(len(parents) - 2, 0)]
        widths = [8.0] * len(parents)
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            tidy(parents, widths, GAP)
            best = min(best, time.process_time() - start)
        return best

    assert seconds(40_000) < 25 * seconds(4_000)  # quadratic would be 100 times
