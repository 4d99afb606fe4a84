"""A Morpion Solitaire position as a drawing: the cross, the lines in their order, what is legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mcsearch.engine.picture import Picture
from mcsearch.games.morpion.grid import column_name, place_of, point_at

_CELL = 20  # units of the drawing
_ACCENT = "#5B5FD6"  # to be seen on light and on dark
_PALE, _FULL = 0.3, 0.8  # opacity of the first line and of the last but one

Parts = tuple[int, int, int]  # of a move: its point, the first and the last point of its line


def picture_of(begun: Iterable[int], played: Sequence[Parts], legal: Sequence[Parts]) -> Picture:
    """The drawing of a game so far.

    The points that it began with are dots; a played point has its number, and its line is darker
    the later it was drawn, the last in full ink. Moves that are legal are dashed and pointed at by
    their point; where several share it, by an end of the line next.
    """
    begun = [*begun]
    places = [place_of(point) for point in begun]
    places += [place_of(point) for parts in (*played, *legal) for point in parts]
    left, right = min(x for x, _ in places) - 1, max(x for x, _ in places) + 1
    low, high = min(y for _, y in places) - 1, max(y for _, y in places) + 1

    def at(point: int) -> tuple[int, int]:
        column, row = place_of(point)
        return (column - left) * _CELL, (high - row) * _CELL

    def line(first: int, last: int) -> str:
        (x, y), (to_x, to_y) = at(first), at(last)
        return f"M{x} {y}L{to_x} {to_y}"

    def discs(points: Iterable[int], radius: float) -> str:
        return "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>' for x, y in map(at, points))

    ways = "".join(line(first, last) for _, first, last in legal)
    found = [f'<path d="{ways}" stroke="{_ACCENT}" stroke-width="1.2" stroke-dasharray="1 3"/>']
    found.append('<g stroke="currentColor" stroke-linecap="round" stroke-width="1.3">')
    for number, (_, first, last) in enumerate(played[:-1]):
        opacity = _PALE + (_FULL - _PALE) * number / len(played)
        found.append(f'<path opacity="{opacity:.2f}" d="{line(first, last)}"/>')
    found += [f'<path stroke-width="2.6" d="{line(*parts[1:])}"/>' for parts in played[-1:]]
    free = sorted({point for point, _, _ in legal})
    found += [
        f'</g><g fill="currentColor">{discs(begun, 3.4)}</g>',
        f'<g fill="none" stroke="{_ACCENT}" stroke-dasharray="2 1.6">{discs(free, 4.5)}</g>',
        '<g fill="#FFFFFF" stroke="#8B8E96">',
        discs((point for point, _, _ in played[:-1]), 6.2),
        '</g><g fill="#FFFFFF" stroke="currentColor" stroke-width="2.2">',
        discs((point for point, _, _ in played[-1:]), 6.8),
        '</g><g fill="#1A1C21" font-size="7" text-anchor="middle">',
    ]
    for number, (point, _, _) in enumerate(played, 1):
        x, y = at(point)
        look = ' font-size="5.4"' * (number > 99) + ' font-weight="700"' * (number == len(played))
        found.append(f'<text x="{x}" y="{y + 2.5}"{look}>{number}</text>')
    found.append('</g><g fill="currentColor" opacity="0.6" font-size="6" text-anchor="middle">')
    foot = (high - low) * _CELL - 2
    for column in range(left + 1, right):
        x, _ = at(point_at(column, low))
        found.append(f'<text x="{x}" y="{foot}">{column_name(column)}</text>')
    for row in range(low + 1, high):
        _, y = at(point_at(left, row))
        found.append(f'<text x="5" y="{y + 2}">{row + 1}</text>')
    size = f"0 0 {(right - left) * _CELL} {(high - low) * _CELL}"
    points = [point for point, _, _ in legal]
    return Picture(
        svg=f'<svg viewBox="{size}">{"".join(found)}</g></svg>',
        places=tuple(
            tuple(map(at, parts[:1] if points.count(parts[0]) == 1 else _apart(*parts)))
            for parts in legal
        ),
        side=_CELL,
    )


def _apart(point: int, first: int, last: int) -> tuple[int, int]:
    """The point of a move, and an end of its line, which no other move with that point has."""
    return point, first if last == point else last
