"""The depot and the stops of a salesman with time windows: read from text, or drawn by seed."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

import cython

from mcsearch.engine.parameter import RecipeError

if cython.compiled:
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.numerics.rng import Rng

MOST_STOPS = 60
SIDE = 100  # of the square in which all places lie
LATEST = 999_999  # end of a window that is given
WIDTH = 200  # of windows, at most, where none is given
MOST_WIDTH = 1000


class Place(NamedTuple):
    """A stop, or the depot, and its window; times and distances have one unit."""

    x: int
    y: int
    earliest: int  # who comes before waits
    latest: int  # who comes after has missed it


def distance(one: Place, other: Place) -> int:
    """The Euclidean distance rounded up."""
    square = (one.x - other.x) ** 2 + (one.y - other.y) ** 2
    root = math.isqrt(square)
    return root + (root * root < square)


def drawn(stops: int, seed: int, width: int) -> tuple[Place, ...]:
    """A map whose windows lie around the arrivals of a tour, as in the sets of Dumas et al. 1995.

    Places are drawn uniformly in a square; one that lies too near to another to be told apart on a
    map is drawn again. The tour goes on to the second nearest stop each time, and back to the
    depot; every window begins and ends up to half a width before and after the arrival, uniformly
    drawn, so that the tour meets them all. The depot's begins at 0.
    """
    rng = Rng(seed)
    points: list[tuple[int, int]] = []
    while len(points) <= stops:
        x, y = rng.below(SIDE + 1), rng.below(SIDE + 1)
        if all(((x - a) ** 2 + (y - b) ** 2) * stops >= SIDE * SIDE // 4 for a, b in points):
            points.append((x, y))
    places = [Place(x, y, 0, 0) for x, y in points]
    time = at = 0
    ahead = list(range(1, stops + 1))
    while True:
        nearest = sorted((distance(places[at], places[stop]), stop) for stop in ahead)
        way, stop = max(nearest[:2]) if ahead else (distance(places[at], places[0]), 0)
        time += way
        early, late = (rng.below(width // 2 + 1) for _ in range(2))
        places[stop] = places[stop]._replace(
            earliest=max(time - early, 0) if stop else 0, latest=time + late
        )
        if stop == 0:
            return tuple(places)
        ahead.remove(stop)
        at = stop


def number_of(text: str, what: str, low: int, high: int) -> int:
    """A whole number of a position's text; or RecipeError."""
    if not re.fullmatch(r"\d{1,19}", text.strip()) or not low <= int(text) <= high:
        raise RecipeError(
            f"tsptw position: {what}: {text.strip()[:20]!r} is not valid; give {low} to {high}"
        )
    return int(text)


def given(text: str) -> tuple[Place, ...]:
    """The places of a text of four numbers each; or RecipeError."""
    rows = [re.split(r"[\s,]+", row.strip()) for row in re.split(r"[;\n]", text) if row.strip()]
    if not 2 <= len(rows) <= MOST_STOPS + 1:
        raise RecipeError(
            f"tsptw position: {len(rows)} places; give the depot and 1 to {MOST_STOPS} stops"
        )
    found = []
    for number, row in enumerate(rows):
        if len(row) != 4:
            raise RecipeError(
                f"tsptw position: place {number}: {' '.join(row)[:40]!r}; give its x, its y, and "
                "the beginning and the end of its window"
            )
        limits = (SIDE, SIDE, LATEST, LATEST)
        place = Place(*(number_of(row[i], f"place {number}", 0, limits[i]) for i in range(4)))
        if place.earliest > place.latest:
            raise RecipeError(
                f"tsptw position: place {number}: its window ends at {place.latest}, before it "
                f"begins at {place.earliest}; turn them round"
            )
        found.append(place)
    return tuple(found)
