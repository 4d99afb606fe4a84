"""The crossings that Morpion Solitaire is played on, and the cross that it begins with."""

from __future__ import annotations

import functools

SIDE = 40  # of the grid, which ends 6 rows beyond the longest game known
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))  # columns and rows, upwards, from a line's first


def point_at(column: int, row: int) -> int:
    """The number of a crossing; column and row from 0, at a1."""
    return column + SIDE * row


def place_of(point: int) -> tuple[int, int]:
    """Column and row of a crossing, from 0."""
    return point % SIDE, point // SIDE


def column_name(column: int) -> str:
    """a to z, then aa to an."""
    return "a" * (column // 26) + chr(ord("a") + column % 26)


def point_name(point: int) -> str:
    """Column a to z, aa to an, and row 1 to 40, from the lower left corner of the grid."""
    column, row = place_of(point)
    return f"{column_name(column)}{row + 1}"


@functools.cache
def cross(length: int) -> tuple[int, ...]:
    """The points of the Greek cross that a game begins with, in the middle of the grid.

    Its twelve edges have `length` - 1 points each: 36 points for lines of 5, 24 for lines of 4.
    """
    edge = length - 2
    outline = [(edge, 0), (2 * edge, 0), (2 * edge, edge), (3 * edge, edge)]
    outline += [(3 * edge, 2 * edge), (2 * edge, 2 * edge), (2 * edge, 3 * edge), (edge, 3 * edge)]
    outline += [(edge, 2 * edge), (0, 2 * edge), (0, edge), (edge, edge)]
    first = (SIDE - 3 * edge - 1) // 2
    found = []
    for (x, y), (to_x, to_y) in zip(outline, outline[1:] + outline[:1], strict=True):
        for i in range(edge):
            column, row = x + i * (to_x - x) // edge, y + i * (to_y - y) // edge
            found.append(point_at(first + column, first + row))
    return tuple(sorted(found))
