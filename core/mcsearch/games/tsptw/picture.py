"""The map of a salesman with time windows."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mcsearch.engine.picture import Picture

if TYPE_CHECKING:
    from mcsearch.games.tsptw.state import Tour

_MAP = 240  # units of the drawing
_EDGE = 16  # around the map
_FOOT = 10  # below it, for a line of text
_ACCENT = "#5B5FD6"  # to be seen on light and on dark
_AHEAD, _PAST = "#3A9AD9", "#8B8E96"  # windows


def picture_of(tour: Tour) -> Picture:
    """A map of the tour so far; the ring around a stop is the day, which begins at its top.

    The day ends with the depot's window. The arc is the stop's window, blue ahead and grey where
    the stop has been visited; a tick on the rings ahead is the time. Stops that are legal are
    dashed; a cross marks one that is not, and one whose window is missed or out of reach.
    """
    places, visited, legal = tour.places, tour.visited, tour.legal_actions()
    left, low = (min(place[axis] for place in places) for axis in (0, 1))
    most = max(max(place[axis] for place in places) - (left, low)[axis] for axis in (0, 1))
    scale = _MAP / max(most, 1)
    at = [
        (_EDGE + (place.x - left) * scale, _EDGE + (low + most - place.y) * scale)
        for place in places
    ]
    day = max(places[0].latest, 1)
    # as large as there is room for between the two that are nearest
    apart = min((x - a) ** 2 + (y - b) ** 2 for i, (x, y) in enumerate(at) for a, b in at[:i])
    ring = max(4.0, min(10.0, 0.44 * math.sqrt(apart)))
    disc = 0.68 * ring
    found = []
    way = [0, *visited, *([] if legal else [0])]
    line = "L".join("{:.1f} {:.1f}".format(*at[place]) for place in way)
    found.append(
        f'<path d="M{line}" fill="none" stroke="currentColor" stroke-width="1.5" '
        'stroke-linejoin="round"/>'
    )
    for stop in range(1, len(places)):
        x, y = at[stop]
        circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" '
        is_past = stop in visited
        is_last = visited[len(visited) - 1 :] == [stop]
        begin, end = (min(time, day) for time in places[stop][2:])
        fill, ink = ("#E3E3DE", "#4A4D55") if is_past else ("#FFFFFF", "#1A1C21")
        if is_last:
            fill, ink = "#1A1C21", "#FFFFFF"
        # the ring hides the lines below it
        found.append(
            f'{circle}r="{ring:.1f}" fill="#D3D3CC"/>{circle}r="{disc:.1f}" fill="{fill}"/>'
            f'{circle}r="{(ring + disc) / 2:.2f}" fill="none" '
            f'stroke="{_PAST if is_past else _AHEAD}" stroke-width="{ring - disc:.2f}" '
            f'pathLength="{day}" stroke-dasharray="{max(end - begin, day // 90)} {day}" '
            f'stroke-dashoffset="{-begin}" transform="rotate(-90 {x:.1f} {y:.1f})"/>'
        )
        if not is_past:
            found.append(
                f'<path d="M{x:.1f} {y - disc:.1f}V{y - ring - 1:.1f}" stroke="#1A1C21" '
                f'stroke-width="1.2" transform="rotate({360 * min(tour.time, day) / day:.1f} '
                f'{x:.1f} {y:.1f})"/>'
            )
        if is_last:
            found.append(
                f'{circle}r="{ring + 1.5:.1f}" fill="none" stroke="currentColor" '
                'stroke-width="1.6"/>'
            )
        if stop in legal:
            found.append(
                f'{circle}r="{ring + 1.5:.1f}" fill="none" stroke="{_ACCENT}" stroke-width="1.3" '
                'stroke-dasharray="3 2"/>'
            )
        size = 1.3 * disc if stop < 10 else 1.15 * disc if stop < 100 else 0.9 * disc
        found.append(
            f'<text x="{x:.1f}" y="{y + 0.36 * size:.1f}" font-size="{size:.1f}" fill="{ink}" '
            f'font-weight="600" text-anchor="middle">{stop}</text>'
        )
        if stop in tour.missed if is_past else stop not in legal or not tour.is_in_reach(stop):
            a, b, arm = x + 0.9 * ring, y - 0.9 * ring, 2.4
            found.append(
                f'<path d="M{a - arm:.1f} {b - arm:.1f}l{2 * arm} {2 * arm}m0 {-2 * arm}'
                f'l{-2 * arm} {2 * arm}" stroke="currentColor" stroke-width="1.4"/>'
            )
    x, y = at[0]
    found.append(
        f'<rect x="{x - disc:.1f}" y="{y - disc:.1f}" width="{2 * disc:.1f}" '
        f'height="{2 * disc:.1f}" rx="2" fill="#1A1C21" stroke="#8B8E96" stroke-width="0.8"/>'
        f'<text x="{x:.1f}" y="{y + 0.45 * disc:.1f}" font-size="{1.25 * disc:.1f}" '
        'fill="#FFFFFF" font-weight="600" text-anchor="middle">0</text>'
    )
    side = _MAP + 2 * _EDGE
    told = f"time {tour.time} of {day}, travelled {tour.travelled}"
    if tour.num_missed:
        told += f", {tour.num_missed} missed"
    found.append(
        f'<text x="{side / 2}" y="{side + _FOOT - 4}" font-size="8" text-anchor="middle" '
        f'fill="currentColor">{told}</text>'
    )
    return Picture(
        svg=f'<svg viewBox="0 0 {side} {side + _FOOT}">{"".join(found)}</svg>',
        places=tuple((at[stop],) for stop in legal),
        side=2 * ring,
    )
