"""Outlines of groups of square cells, as closed polylines in cell units."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

Corner = tuple[int, int]


def outline(cells: Iterable[tuple[int, int]]) -> list[tuple[np.ndarray, np.ndarray]]:
    """The boundaries of a set of cells (column, row), each a closed line of (xs, ys).

    Cell (0, 0) covers the square from (0, 0) to (1, 1). A line begins and ends in the middle of a
    side, where the missing join does not show, and has a corner point only where it turns.
    """
    inside = set(cells)
    following: dict[Corner, list[Corner]] = {}
    for x, y in inside:
        # counter-clockwise, so that the cells lie on the left
        for neighbour, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if neighbour not in inside:
                following.setdefault(start, []).append(end)
    lines = []
    while following:
        lines.append(_smooth(_walk(following)))
    return lines


def _walk(following: dict[Corner, list[Corner]]) -> list[Corner]:
    """Take one closed walk out of the boundary's sides."""
    start = corner = next(iter(following))
    before: Corner | None = None
    corners = []
    while True:
        corners.append(corner)
        ends = following[corner]
        # where two cells touch only at a corner, turn left: the groups stay apart
        index = 0
        if before is not None and len(ends) > 1:
            dx, dy = corner[0] - before[0], corner[1] - before[1]
            left = (corner[0] - dy, corner[1] + dx)
            index = ends.index(left)
        before, corner = corner, ends.pop(index)
        if not ends:
            del following[before]
        if corner == start:
            return corners


def _smooth(corners: list[Corner]) -> tuple[np.ndarray, np.ndarray]:
    """Drop the points where the line goes straight on, and begin in the middle of a side."""
    turns = [
        corner
        for before, corner, after in zip(
            corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True
        )
        if before[0] != after[0] and before[1] != after[1]
    ]
    middle = ((turns[-1][0] + turns[0][0]) / 2, (turns[-1][1] + turns[0][1]) / 2)
    xs, ys = zip(middle, *turns, middle, strict=True)
    return np.asarray(xs, dtype=float), np.asarray(ys, dtype=float)
