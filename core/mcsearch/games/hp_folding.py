"""HP folding: a chain of beads, H or P, is laid on a square lattice; neighbouring H score.

The model of Dill (1985): a self-avoiding walk whose energy is minus the number of contacts, pairs
of H that are neighbours on the lattice and not in the chain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.picture import Picture
from mcsearch.games import Game
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.rng import Rng, next_below

# chains by their length, with the least energy known: Unger and Moult 1993, and the collection that
# Thachuk, Shmygelska and Hoos 2007 use
CHAINS = {
    "20": ("HPHPPHHPHPPHPHHPPHPH", -9),
    "24": ("HHPPHPPHPPHPPHPPHPPHPPHH", -9),
    "25": ("PPHPPHHPPPPHHPPPPHHPPPPHH", -8),
    "36": ("PPPHHPPHHPPPPPHHHHHHHPPHHPPPPHHPPHPP", -14),
    "48": ("PPHPPHHPPHHPPPPPHHHHHHHHHHPPPPPPHHPPHHPPHPPHHHHH", -23),
    "50": ("HHPHPHPHPHHHHPHPPPHPPPHPPPPHPPPHPPPHPHHHHPHPHPHPHH", -21),
    "60": ("PPHHHPHHHHHHHHPPPHHHHHHHHHHPHPPPHHHHHHHHHHHHPPPPHHHHHHPHHPHP", -36),
    "64": ("HHHHHHHHHHHHPHPHPPHHPPHHPPHPPHHPPHHPPHPPHHPPHHPPHPHPHHHHHHHHHHHH", -42),
}
LONGEST = 200  # beads of a chain
_DIRECTIONS = "RULD"  # right, up, left, down
_CELL = 20  # units of the drawing
_LEAST_COLUMNS, _LEAST_ROWS = 8, 7  # of the drawing, so that few beads are not huge
_ACCENT = "#5B5FD6"  # to be seen on light and on dark


@cython.final
@cython.cclass
class Folding(State):
    """A chain of which the first beads are placed; the first two lie side by side.

    An action is the direction of the next bead from the last one: 0 right, 1 up, 2 left, 3 down.
    None leads into a dead end, a point without a free neighbour, but for the last bead: no fold is
    lost by that, and a chain seldom shuts itself in.
    The score is the number of contacts, the energy with a plus. A chain that has shut itself in is
    no fold and scores 0: with its contacts it could outdo every whole fold of its chain.
    """

    chain = cython.declare(object, visibility="readonly")
    _side: cython.int  # of the lattice, on which no chain reaches the edge
    _is_h: cython.uchar[::1]  # of each bead
    _grid: cython.uchar[::1]  # of each point: 0 free, 1 a P, 2 an H
    _steps: cython.int[::1]
    _played: cython.int[::1]
    _count: cython.int  # beads placed
    _at: cython.int  # where the last one is
    _contacts: cython.int

    def __init__(self, chain: str) -> None:
        super().__init__(num_players=1, max_plies=len(chain) - 2, max_actions=4)
        self.chain = chain
        self._side = 2 * len(chain) + 1
        self._is_h = view(np.array([bead == "H" for bead in chain], np.uint8))
        self._grid = view(np.zeros(self._side * self._side, np.uint8))
        self._steps = view(np.array([1, self._side, -1, -self._side], np.int32))
        self._played = view(np.zeros(len(chain), np.int32))
        self._count = 0
        self._contacts = 0
        self._at = len(chain) * self._side + len(chain) - 1
        self._place(0)
        self._place(0)

    # --- C level ---

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, direction: cython.int) -> cython.void:
        """Lay the next bead in a direction of the last one."""
        i: cython.int
        self._played[self._count] = direction
        self._at += self._steps[direction]
        self._grid[self._at] = 1 + self._is_h[self._count]
        if self._is_h[self._count]:
            for i in range(4):
                self._contacts += self._grid[self._at + self._steps[i]] == 2
            if self._count > 0:
                self._contacts -= self._is_h[self._count - 1]  # its neighbour in the chain
        self._count += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_go(self, direction: cython.int) -> cython.bint:
        """Whether the next bead may lie there: on a free point that is no dead end."""
        left: cython.int = self.max_plies + 2 - self._count
        i: cython.int
        free: cython.int = 0  # points around it
        point: cython.int = self._at + self._steps[direction]
        if left == 0 or self._grid[point] != 0:
            return False
        for i in range(4):
            free += self._grid[point + self._steps[i]] == 0
        return free > 0 or left == 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self._take(cython.cast(Folding, other))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self, source: Folding) -> cython.void:
        i: cython.int
        at: cython.int = self._at
        # its own beads leave the lattice, from the last one, and the other's come
        for i in range(self._count - 1, -1, -1):
            self._grid[at] = 0
            at -= self._steps[self._played[i]]
        for i in range(source._count):
            at += self._steps[source._played[i]]
            self._grid[at] = 1 + self._is_h[i]
            self._played[i] = source._played[i]
        self._count = source._count
        self._at = at
        self._contacts = source._contacts

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        self._place(action)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        i: cython.int
        actions.count = 0
        for i in range(4):
            if self._may_go(i):
                actions.items[actions.count] = i
                actions.count += 1
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def code_of(self, action: cython.int) -> cython.ulonglong:
        """The bead and its direction: what NRPA learns a weight for."""
        return 1 + 4 * self._count + action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        free: cython.int = 0
        i: cython.int
        ways: cython.int = 0  # a bit for each direction
        for i in range(4):
            if self._may_go(i):
                ways |= 1 << i
                free += 1
        if free == 0:
            return NONE
        free = next_below(rng, free)
        for i in range(4):
            if ways >> i & 1:
                if free == 0:
                    break
                free -= 1
        self._place(i)
        return i

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        i: cython.int
        if self._count == self.max_plies + 2:
            return self._contacts
        for i in range(4):
            if self._may_go(i):
                return self._contacts
        return 0.0

    # --- Python level ---

    def blank(self) -> Folding:
        return Folding(self.chain)

    @property
    def energy(self) -> int:
        """Minus the contacts so far."""
        return -self._contacts

    def places(self) -> list:
        """(column, row) of each bead placed, the first one at (0, 0), rows upwards."""
        found = []
        column, row = -1, 0
        for i in range(self._count):
            step = self._steps[self._played[i]]
            if abs(step) == 1:
                column += step
            else:
                row += 1 if step > 0 else -1
            found.append((column, row))
        return found

    @property
    def picture(self) -> Picture:
        return _picture_of(self.chain, self.places(), self.legal_actions(), self.energy)

    def action_name(self, action: int) -> str:
        """The bead and its direction: "3U"."""
        return f"{self._count + 1}{_DIRECTIONS[action]}"

    def parse_action(self, name: str) -> int:
        """The legal action of a name, with or without the number of the bead; else ValueError."""
        text = name.strip().upper().removeprefix(str(self._count + 1))
        for action in self.legal_actions():
            if _DIRECTIONS[action] == text:
                return action
        legal = ", ".join(self.action_name(action) for action in self.legal_actions())
        raise ValueError(f"{name!r} is not legal here; legal actions: {legal or 'none'}")

    def __str__(self) -> str:
        """The text that `start` reads: the chain, and the directions from the third bead on."""
        known = [name for name, (chain, _) in CHAINS.items() if chain == self.chain]
        way = "".join(_DIRECTIONS[self._played[i]] for i in range(2, self._count))
        name = known[0] if known else self.chain
        return f"{name}: {way}" if way else name


def _with_air(numbers: list[int], least: int) -> tuple[int, int]:
    """The ends of a range with a step of air around some numbers, no shorter than the least."""
    low, high = min(numbers) - 1, max(numbers) + 1
    lacking = max(0, least - (high - low))
    return low - lacking // 2, high + lacking - lacking // 2


def _picture_of(
    chain: str, places: list[tuple[int, int]], legal: list[int], energy: int
) -> Picture:
    """Beads of a chain, H in ink and P white, contacts dotted and where the next one may lie.

    A place says what a bead there gains, where it gains nothing the bead's letter.
    """
    last = places[len(places) - 1]
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    free = [(last[0] + steps[a][0], last[1] + steps[a][1]) for a in legal]
    everything = [*places, *free]
    left, right = _with_air([x for x, _ in everything], _LEAST_COLUMNS)
    low, high = _with_air([y for _, y in everything], _LEAST_ROWS)

    def at(place: tuple[int, int]) -> tuple[int, int]:
        return (place[0] - left) * _CELL, (high - place[1]) * _CELL

    number = {place: i for i, place in enumerate(places)}
    lattice = [(x, y) for x in range(left + 1, right) for y in range(low + 1, high)]
    grid = [at(place) for place in lattice if place not in number and place not in free]
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="1"/>' for x, y in grid)
    found = [f'<g fill="currentColor" opacity="0.25">{dots}</g>']
    contacts = []
    for i, (x, y) in enumerate(places):
        for other in ((x + 1, y), (x, y + 1)):
            j = number.get(other, i)
            if abs(j - i) > 1 and chain[i] == chain[j] == "H":
                (a, b), (c, d) = at((x, y)), at(other)
                contacts.append(f"M{a} {b}L{c} {d}")
    found.append(
        f'<path d="{"".join(contacts)}" stroke="{_ACCENT}" stroke-width="2.4" '
        'stroke-dasharray="0.1 3.6" stroke-linecap="round"/>'
    )
    way = "L".join(f"{x} {y}" for x, y in map(at, places))
    found.append(
        f'<path d="M{way}" fill="none" stroke="#8B8E96" stroke-width="3.2" '
        'stroke-linejoin="round"/>'
    )
    for i, place in enumerate(places):
        x, y = at(place)
        fill = "#1A1C21" if chain[i] == "H" else "#FFFFFF"
        stroke = "#8B8E96" if chain[i] == "H" else "#1A1C21"
        found.append(
            f'<circle cx="{x}" cy="{y}" r="6" fill="{fill}" stroke="{stroke}" stroke-width="1.2"/>'
        )
    x, y = at(last)
    found.append(
        f'<circle cx="{x}" cy="{y}" r="8.4" fill="none" stroke="currentColor" stroke-width="1.6"/>'
    )
    x, y = at(places[0])
    ink = "#FFFFFF" if chain[0] == "H" else "#1A1C21"
    found.append(
        f'<text x="{x}" y="{y + 2.5}" font-size="7" text-anchor="middle" fill="{ink}">1</text>'
    )
    for place in free:
        around = [(place[0] + dx, place[1] + dy) for dx, dy in steps]
        near = [other for other in around if other in number and other != last]
        gain = sum(chain[len(places)] == chain[number[other]] == "H" for other in near)
        x, y = at(place)
        found.append(
            f'<circle cx="{x}" cy="{y}" r="6" fill="none" stroke="{_ACCENT}" '
            'stroke-dasharray="2 1.6"/>'
            f'<text x="{x}" y="{y + 2.5}" font-size="7" text-anchor="middle" fill="{_ACCENT}">'
            f"{f'−{gain}' if gain else chain[len(places)]}</text>"
        )
    width, height = (right - left) * _CELL, (high - low) * _CELL
    told = f"energy {'−' if energy else ''}{abs(energy)}"
    found.append(
        f'<text x="{width / 2}" y="{height - 4}" font-size="8" text-anchor="middle" '
        f'fill="currentColor">{told}</text>'
    )
    return Picture(
        svg=f'<svg viewBox="0 0 {width} {height}">{"".join(found)}</svg>',
        places=tuple((at(place),) for place in free),
        side=_CELL,
    )


def start(position: str, values: Mapping[str, Any]) -> Folding:
    """The state of a position's text; or RecipeError.

    The text is the length of a known chain, or a chain of H and P, and the directions R, U, L, D
    from the third bead on, such as "20: ULLU".
    """
    name, _, way = position.strip().upper().partition(":")
    chain = CHAINS[name.strip()][0] if name.strip() in CHAINS else name.strip()
    if not re.fullmatch("[HP]+", chain) or not 3 <= len(chain) <= LONGEST:
        raise RecipeError(
            f"hp-folding position: {name[:20]!r} is no chain; give 3 to {LONGEST} letters H and P, "
            f"or the length of a known one: {', '.join(CHAINS)}"
        )
    state = Folding(chain)
    for number, direction in enumerate(re.sub(r"[\s,]", "", way), 3):
        try:
            action = state.parse_action(direction)
        except ValueError as error:
            raise RecipeError(f"hp-folding position: bead {number}: {error}") from None
        state = state.play(action)
    return state


def _published(state: Folding) -> tuple[tuple[str, float], ...]:
    """The most contacts known of a known chain."""
    energies = [energy for chain, energy in CHAINS.values() if chain == state.chain]
    return tuple(("most known", float(-energy)) for energy in energies)


GAME = Game(
    name="hp-folding",
    title="HP folding",
    num_players=1,
    kind="drawing",
    has_kinds=False,
    default_position="48",
    position_help="the length of a known chain (20, 24, 25, 36, 48, 50, 60, 64) or letters H and "
    "P, and the directions R, U, L, D from the third bead on, such as 20: ULLU",
    source="Dill 1985; chains of Unger and Moult 1993 and of Thachuk, Shmygelska and Hoos 2007",
    start=start,
    published=_published,
    positions=tuple(CHAINS),
    positions_label="Chain",
    rules="Lay a chain of beads on a square lattice, one after another, on free points; on one "
    "without a free neighbour the last bead only. "
    "Each pair of H that are neighbours on the lattice and not in the chain is a contact and "
    "scores 1: the energy is minus their number. "
    "The game ends with the last bead; a chain that has shut itself in before scores 0.",
)
