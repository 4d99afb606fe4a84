"""Outlines of groups: closed, around every cell, and around nothing else."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.game.outline import outline

cells = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=20)


def area(lines):
    """Signed area of closed lines: holes count negatively."""
    return sum(float(np.sum(xs[:-1] * ys[1:] - xs[1:] * ys[:-1])) / 2 for xs, ys in lines)


def length(lines):
    return sum(float(np.hypot(np.diff(xs), np.diff(ys)).sum()) for xs, ys in lines)


def test_one_cell():
    ((xs, ys),) = outline([(2, 3)])
    assert set(zip(xs.tolist(), ys.tolist(), strict=True)) >= {(2, 3), (3, 3), (3, 4), (2, 4)}
    assert len(xs) == 6  # four corners, and the middle of a side at both ends


def test_a_ring_has_a_hole():
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    lines = outline(ring)
    assert len(lines) == 2
    assert sorted(round(length([line])) for line in lines) == [4, 12]


@pytest.mark.parametrize("group", [[(0, 0), (1, 1)], [(0, 1), (1, 0)], [(2, 2), (1, 1), (0, 2)]])
def test_cells_that_touch_at_a_corner_are_apart(group):
    lines = outline(group)
    assert [length([line]) for line in lines] == [4] * len(group)


def test_a_hole_that_touches_the_outside_at_a_corner_belongs_to_the_outer_line():
    """Walking with the cells on the left, the line turns left at the corner it passes twice."""
    lines = outline([(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2)])
    assert sum(length([line]) for line in lines) == 16
    assert [area([line]) for line in lines] == [7]


@given(cells)
def test_area_and_length_are_those_of_the_cells(group):
    lines = outline(group)
    sides = sum((x + dx, y + dy) not in group
                for x, y in group for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))  # fmt: skip
    assert area(lines) == pytest.approx(len(group))
    assert length(lines) == pytest.approx(sides)
    for xs, ys in lines:
        assert (xs[0], ys[0]) == (xs[-1], ys[-1])
        assert ((np.diff(xs) == 0) | (np.diff(ys) == 0)).all()


def num_components(group, steps):
    """How many parts a set of cells falls into, by flooding."""
    left, parts = set(group), 0
    while left:
        parts += 1
        stack = [left.pop()]
        while stack:
            x, y = stack.pop()
            near = {(x + dx, y + dy) for dx, dy in steps} & left
            left -= near
            stack += near
    return parts


@given(cells)
def test_there_is_one_line_around_every_part_and_one_in_every_hole(group):
    straight = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    outside = {(x, y) for x in range(-1, 7) for y in range(-1, 7)} - group
    num_holes = num_components(outside, straight + diagonal) - 1
    assert len(outline(group)) == num_components(group, straight) + num_holes
