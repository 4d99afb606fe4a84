"""The travelling salesman: the shortest round trip through twelve capitals, on a map."""

from __future__ import annotations

import math
from itertools import pairwise

PLACES = {  # degrees north and east
    "Madrid": (40.4, -3.7),
    "Paris": (48.9, 2.4),
    "Brussels": (50.8, 4.4),
    "Bern": (46.9, 7.4),
    "Rome": (41.9, 12.5),
    "Berlin": (52.5, 13.4),
    "Prague": (50.1, 14.4),
    "Vienna": (48.2, 16.4),
    "Zagreb": (45.8, 16.0),
    "Warsaw": (52.2, 21.0),
    "Belgrade": (44.8, 20.5),
    "Athens": (38.0, 23.7),
}
EARTH_RADIUS = 6371  # km
BLUE, ORANGE = "#3A9AD9", "#D9822B"  # to be seen on light and on dark


def distance(a, b):
    """Kilometres between two places along the surface of the earth."""
    (north, east), (other_north, other_east) = (
        map(math.radians, PLACES[place]) for place in (a, b)
    )
    across = math.cos(north) * math.cos(other_north) * math.sin((other_east - east) / 2) ** 2
    return (
        2 * EARTH_RADIUS * math.asin(math.sqrt(math.sin((other_north - north) / 2) ** 2 + across))
    )


def point(place):
    """Where a place is on the map, which is 300 wide and 250 high."""
    north, east = PLACES[place]
    return 30 + 8.6 * (east + 3.7), 20 + 13.2 * (53 - north)


class Salesman:
    """The capitals visited so far; an action is the next one. The trip is closed at the end."""

    max_plies = max_actions = len(PLACES)

    def __init__(self, tour=("Paris",)):
        self.tour = tour

    def legal_actions(self):
        return [place for place in PLACES if place not in self.tour]

    def play(self, place):
        return Salesman((*self.tour, place))

    def is_terminal(self):
        return len(self.tour) == len(PLACES)

    def returns(self):
        """The length with a minus: searches look for the largest score."""
        return -sum(distance(a, b) for a, b in pairwise((*self.tour, self.tour[0])))

    def code(self, place):
        """What NRPA learns a weight for: the way from one capital to another."""
        return self.tour[-1], place

    def picture(self):
        """The map as SVG; what is drawn in currentColor is in the ink of the page."""
        tour = (*self.tour, self.tour[0]) if self.is_terminal() else self.tour
        way = " ".join(f"{x:.0f},{y:.0f}" for x, y in map(point, tour))
        drawn = [f'<polyline points="{way}" fill="none" stroke="{BLUE}" stroke-width="2.5"/>']
        for place in PLACES:
            x, y = point(place)
            colour = ORANGE if place == self.tour[-1] else BLUE
            fill = colour if place in self.tour else "none"
            drawn.append(
                f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="{fill}" stroke="{colour}"/>'
                f'<text x="{x:.0f}" y="{y - 8:.0f}" font-size="11" text-anchor="middle">'
                f"{place}</text>"
            )
        return f'<svg viewBox="0 0 300 250">{"".join(drawn)}</svg>'
