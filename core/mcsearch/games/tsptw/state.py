"""The travelling salesman with time windows: each stop once, in its window, back to the depot.

Scored as in the literature of Monte Carlo search (Rimmel, Teytaud and Cazenave 2011; Cazenave and
Teytaud 2012): first the windows that are missed, then the time travelled without waiting. The time
between two places is their Euclidean distance rounded up, TSPLIB's CEIL_2D (Reinelt 1991): so no
detour is shorter than the straight way, and a stop that is out of reach stays so.
"""

from __future__ import annotations

import functools
from typing import Any

import cython
import numpy as np

from mcsearch.engine.picture import Picture
from mcsearch.games.tsptw.picture import picture_of
from mcsearch.games.tsptw.places import Place, distance
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, Choices, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below
else:
    from mcsearch.engine.state import Actions, Choices, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng, next_below

# for a missed window: no tour is as long, it has 61 ways of 142 at most. The literature's is a
# million, which ranks tours alike, but whose digits hide how far one travels
_PENALTY = cython.declare(cython.double, 1e4)


@functools.lru_cache(maxsize=64)
def _tables(places: tuple[Place, ...]) -> tuple[Any, Any, Any]:
    """The windows' beginnings and ends, and the distances [from * places + to]."""
    ways = [distance(one, other) for one in places for other in places]
    told = [place.earliest for place in places], [place.latest for place in places], ways
    earliest, latest, distances = (view(np.array(numbers, np.int32)) for numbers in told)
    return earliest, latest, distances


@cython.final
@cython.cclass
class Tour(State):
    """The stops visited so far, from the depot, place 0, at time 0; an action is the next stop.

    A stop is in reach as long as the straight way leads to it in time. A move that puts another
    stop, or the depot, out of reach is legal only where all moves do so (Cazenave and Teytaud
    2012): no tour that meets all windows is lost. After the last stop the way back is gone as well.
    The score is minus the time travelled and minus 10,000 for each missed window, the depot's among
    them.

    What NRPA gains from the biases, whose coefficients are learnt and begin with 5: on 100 maps of
    20 to 40 stops, none chosen, level 2 with 40 repeats, each with and without in 1,600 playouts.

    - windows up to 200 wide: 7 are missed for 45, 0.38 fewer a map (95 % interval 0.21 to 0.55),
      and 14.2 less is travelled (8.9 to 19.5)
    - up to 400 wide: 18 for 83, 0.65 fewer a map (0.40 to 0.90), 45.8 less (35.0 to 56.6)

    Few stops with wide windows are better off without: on 100 maps of 11 stops, level 3 with 20
    repeats, 17.2 more is travelled (10.3 to 24.1) up to 1,000 wide, and no effect is shown up to
    400 (0.7 less, -0.6 to 2.1). There NRPA finds the shortest tour of 27 of 30 maps with the
    biases, of 29 without.
    """

    name = cython.declare(object, visibility="readonly")
    places = cython.declare(object, visibility="readonly")
    num_missed = cython.declare(cython.int, visibility="readonly")
    travelled = cython.declare(cython.int, visibility="readonly")
    time = cython.declare(cython.int, visibility="readonly")
    _size: cython.int  # places, the depot among them
    _earliest: cython.int[::1]
    _latest: cython.int[::1]
    _distances: cython.int[::1]  # [from * _size + to]
    _longest: cython.double  # distance
    _visited: cython.uchar[::1]
    _played: cython.int[::1]
    _missed: cython.uchar[::1]  # of each stop visited
    _free: cython.int[::1]  # what `_list` found
    _count: cython.int  # stops visited
    _at: cython.int  # the place where the salesman is

    def __init__(self, name: str, places: tuple[Place, ...]) -> None:
        """`name` is the text of the places, as `start` reads it."""
        super().__init__(1, len(places) - 1, len(places) - 1)
        self.name = name
        self.places = places
        self._size = len(places)
        self._earliest, self._latest, self._distances = _tables(places)
        self._longest = max(1, max(self._distances))
        self._visited = view(np.zeros(self._size, np.uint8))
        self._missed = view(np.zeros(self._size, np.uint8))
        self._played = view(np.zeros(self._size, np.int32))
        self._free = view(np.zeros(self._size, np.int32))
        self._count = 0
        self._at = 0
        self.time = 0
        self.travelled = 0
        self.num_missed = 0

    bias_names = ("distance", "waiting", "lateness")
    learns_biases = True

    # --- C level ---

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _go(self, place: cython.int) -> cython.void:
        way: cython.int = self._distances[self._at * self._size + place]
        self.travelled += way
        self.time = max(self.time + way, self._earliest[place])
        self._missed[place] = self.time > self._latest[place]
        self.num_missed += self._missed[place]
        self._at = place

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _keeps_all(self, stop: cython.int) -> cython.bint:
        """Whether a stop, visited next, leaves in reach what is."""
        here: cython.int = self._at * self._size
        first: cython.int = stop * self._size
        there: cython.int = max(self.time + self._distances[here + stop], self._earliest[stop])
        k: cython.int
        for k in range(self._size):
            if (
                there + self._distances[first + k] > self._latest[k]
                and not self._visited[k]
                and k != stop
                and self.time + self._distances[here + k] <= self._latest[k]
            ):
                return False
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _list(self) -> cython.int:
        """Write the legal actions to `_free`; return their number."""
        stop: cython.int
        found: cython.int = 0
        for stop in range(1, self._size):
            if not self._visited[stop] and self._keeps_all(stop):
                self._free[found] = stop
                found += 1
        if found == 0:
            for stop in range(1, self._size):
                if not self._visited[stop]:
                    self._free[found] = stop
                    found += 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self._take(cython.cast(Tour, other))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, source: Tour) -> cython.void:
        i: cython.int
        for i in range(self._size):
            self._visited[i] = source._visited[i]
            self._missed[i] = source._missed[i]
        for i in range(source._count):
            self._played[i] = source._played[i]
        self._count = source._count
        self._at = source._at
        self.time = source.time
        self.travelled = source.travelled
        self.num_missed = source.num_missed

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        self._go(action)
        self._visited[action] = True
        self._played[self._count] = action
        self._count += 1
        if self._count == self.max_plies:
            self._go(0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        i: cython.int
        actions.count = self._list()
        for i in range(actions.count):
            actions.items[i] = self._free[i]
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def code_of(self, action: cython.int) -> cython.ulonglong:
        """The way from one place to the next (Cazenave and Teytaud 2012)."""
        return 1 + self._at * self._size + action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_biases(self, choices: Choices, first: cython.int) -> cython.void:
        """How far a stop is, how long one would wait there, and how much time it would leave.

        The terms of Cazenave, Lucas, Triboulet and Kim 2021, "Policy Adaptation for Vehicle
        Routing", each with a minus and in parts of the largest distance.
        """
        number: cython.int
        stop: cython.int
        way: cython.int
        early: cython.int
        left: cython.int
        for number in range(first, choices.known):
            stop = choices.items[number]
            way = self._distances[self._at * self._size + stop]
            early = max(self._earliest[stop] - self.time - way, 0)
            left = max(self._latest[stop] - self.time - way - early, 0)
            choices.biases[3 * number] = -way / self._longest
            choices.biases[3 * number + 1] = -early / self._longest
            choices.biases[3 * number + 2] = -left / self._longest

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        count: cython.int = self._list()
        action: cython.int
        if count == 0:
            return NONE
        action = self._free[next_below(rng, count)]
        self.apply(action)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        return -_PENALTY * self.num_missed - self.travelled

    # --- Python level ---

    def blank(self) -> Tour:
        return Tour(self.name, self.places)

    @property
    def visited(self) -> list:
        """The stops visited, in their order."""
        return [self._played[i] for i in range(self._count)]

    @property
    def missed(self) -> list:
        """The stops visited whose window was missed, in their order."""
        return [stop for stop in self.visited if self._missed[stop]]

    def is_in_reach(self, stop: int) -> bool:
        """Whether the straight way leads to a place in time."""
        way: int = self._distances[self._at * self._size + stop]
        return self.time + way <= self._latest[stop]

    @property
    def picture(self) -> Picture:
        return picture_of(self)

    def __str__(self) -> str:
        """The text that `start` reads: the places, and the stops visited."""
        way = " ".join(map(str, self.visited))
        return f"{self.name}: {way}" if way else self.name
