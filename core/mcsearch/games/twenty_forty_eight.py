"""2048 against chance, 2x2 to 4x4: rows slide and merge, then a tile comes on an empty cell.

The board is a word of four bits a cell: the exponent of its tile, 0 for an empty one, the top row
first. What a row becomes is looked up; columns are the rows of the board turned over its diagonal.

A player's actions are 0 to 3: up, right, down, left. Where chance acts, outcome 2 i is a tile 2 on
the i-th empty cell, as the board is read, and 2 i + 1 a tile 4.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.board import Board, names_beside
from mcsearch.engine.parameter import RecipeError
from mcsearch.engine.picture import EMPTY, Cell
from mcsearch.games import Game
from mcsearch.numerics.views import view

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.numerics.bits import nth_bit, popcount
    from cython.cimports.mcsearch.numerics.rng import Rng, next_below, next_bits
else:
    from mcsearch.engine.state import Actions, State
    from mcsearch.engine.tree import NONE
    from mcsearch.numerics.bits import nth_bit, popcount
    from mcsearch.numerics.rng import Rng, next_below, next_bits

MIN_SIDE, MAX_SIDE = 2, 4
LARGEST = 15
"""The exponent that ends the game, the largest in four bits."""
MOVES = ("up", "right", "down", "left")
FOUR = 0.1
"""The probability that a new tile is a 4."""
_COLUMNS = "abcd"
_TREE_PLIES = 400
_TIERS = (3, 1, 5, 6, 2)  # the colours of 2 to 8, of 16 to 64 and so on
_A_TIER = 3

_ONE = cython.declare(cython.ulonglong, 1)
_FOUR_BELOW = cython.declare(cython.ulonglong, round(FOUR * 2**32))  # of 32 random bits
_LOW_32 = cython.declare(cython.ulonglong, 0xFFFF_FFFF)
# the halves and quarters that stay and those that move when a board is turned over its diagonal
_STAY = cython.declare(cython.ulonglong, 0xF0F0_0F0F_F0F0_0F0F)
_GO_UP = cython.declare(cython.ulonglong, 0x0000_F0F0_0000_F0F0)
_GO_DOWN = cython.declare(cython.ulonglong, 0x0F0F_0000_0F0F_0000)
_PAIRS_STAY = cython.declare(cython.ulonglong, 0xFF00_FF00_00FF_00FF)
_PAIRS_DOWN = cython.declare(cython.ulonglong, 0x00FF_00FF_0000_0000)
_PAIRS_UP = cython.declare(cython.ulonglong, 0x0000_0000_FF00_FF00)


@functools.cache
def _tables(length: int) -> tuple[Any, Any]:
    """What becomes of a row of so many cells, and what it has scored.

    The first is uint16 [2 * 16**length]: at 2 row after sliding to its first cell, at 2 row + 1 to
    its last. The second is int32 [16**length]: the points of merging its tiles from twos.
    """
    rows = np.arange(16**length)
    cells = np.stack([rows >> 4 * place & 15 for place in range(length)], axis=1)
    weights = 1 << 4 * np.arange(length)
    after = np.stack([_slid(cells) @ weights, _slid(cells[:, ::-1])[:, ::-1] @ weights], axis=1)
    points = (np.maximum(cells - 1, 0) << cells).sum(axis=1)
    return view(after.astype(np.uint16).ravel()), view(points.astype(np.int32))


def _slid(cells: np.ndarray) -> np.ndarray:
    """Rows after sliding to the first cell; cells: int [num_rows, length]."""
    found = _closed(cells)
    for place in range(cells.shape[1] - 1):
        one, other = found[:, place], found[:, place + 1]
        merges = (one == other) & (one > 0) & (one < LARGEST)
        one[merges] += 1
        other[merges] = 0
    return _closed(found)


def _closed(cells: np.ndarray) -> np.ndarray:
    """Rows without empty cells between their tiles."""
    order = np.argsort(cells == 0, axis=1, kind="stable")
    return np.take_along_axis(cells, order, axis=1)


@functools.cache
def _board(width: int, height: int) -> Board:
    row, column = np.divmod(np.arange(width * height), width)
    labels = names_beside(width, height, 0.35)
    x, y = column + 0.5, height - row - 0.5
    return Board(*(x, y, width, height), pieces="cells", num_values=9, slides=True, labels=labels)


def _most_points(num_cells: int) -> int:
    """More than the tiles on a board can add up to.

    2**(k + 1) can come about on k cells only: its halves must lie on them at once, and a new tile
    is at most a 4. So the i-th largest tile of a board of n cells is at most 2**(n - i + 2), and
    no move from such a board leads to another one.
    """
    return sum(min(1 << LARGEST, 1 << (left + 1)) for left in range(1, num_cells + 1))


@cython.final
@cython.cclass
class TwentyFortyEight(State):
    """A 2048 position: a player's, or with a tile to come. The score is the sum of merged tiles.

    A tile 2**k that was merged from twos has scored (k - 1) 2**k; so the tiles alone tell the score
    but for those that did not come as twos. The game is over when no move changes the board, or
    with a tile of 32,768.
    """

    width = cython.declare(cython.int, visibility="readonly")
    height = cython.declare(cython.int, visibility="readonly")
    _tiles: cython.ulonglong
    _all: cython.ulonglong  # the lowest bit of each cell
    _given: cython.longlong  # the points of tiles that came as they are
    _awaits: cython.bint  # a tile is to come
    _rows: cython.ushort[::1]
    _columns: cython.ushort[::1]
    _row_points: cython.int[::1]

    def __init__(self, width: int, height: int) -> None:
        # a new tile adds two at least
        super().__init__(1, _most_points(width * height) + 2, max(4, 2 * width * height))
        self.width = width
        self.height = height
        self._rows, self._row_points = _tables(width)
        self._columns, _ = _tables(height)
        self._all = sum(1 << self._bit_of(cell) for cell in range(width * height))
        self._tiles = 0
        self._given = 0
        self._awaits = False

    has_chance = True
    max_tree_plies = _TREE_PLIES

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self._tiles = cython.cast(TwentyFortyEight, other)._tiles
        self._given = cython.cast(TwentyFortyEight, other)._given
        self._awaits = cython.cast(TwentyFortyEight, other)._awaits

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _turned(self, tiles: cython.ulonglong) -> cython.ulonglong:
        """The board turned over its diagonal: rows become columns."""
        tiles = (tiles & _STAY) | ((tiles & _GO_UP) << 12) | ((tiles & _GO_DOWN) >> 12)
        return (tiles & _PAIRS_STAY) | ((tiles & _PAIRS_DOWN) >> 24) | ((tiles & _PAIRS_UP) << 24)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _after(self, move: cython.int) -> cython.ulonglong:
        """The tiles after a move."""
        found: cython.ulonglong = 0
        tiles: cython.ulonglong = self._tiles
        row: cython.int
        place: cython.int
        if move & 1:
            move = move == 1
            for place in range(self.height):
                row = (tiles >> 16 * place) & 0xFFFF
                found |= cython.cast(cython.ulonglong, self._rows[2 * row + move]) << 16 * place
            return found
        tiles = self._turned(tiles)
        move >>= 1
        for place in range(self.width):
            row = (tiles >> 16 * place) & 0xFFFF
            found |= cython.cast(cython.ulonglong, self._columns[2 * row + move]) << 16 * place
        return self._turned(found)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _empty(self) -> cython.ulonglong:
        """The lowest bits of the empty cells."""
        tiles: cython.ulonglong = self._tiles | (self._tiles >> 2)
        return ~(tiles | (tiles >> 1)) & self._all

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _has_largest(self) -> cython.bint:
        tiles: cython.ulonglong = self._tiles & (self._tiles >> 2)
        return (tiles & (tiles >> 1) & self._all) != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        tile: cython.ulonglong
        if self._awaits:
            tile = 1 + (action & 1)
            self._tiles |= tile << nth_bit(self._empty(), action >> 1)
            self._given += 4 * (action & 1)
            self._awaits = False
            return
        self._tiles = self._after(action)
        self._awaits = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        action: cython.int
        actions.count = 0
        if self._awaits:
            actions.count = 2 * popcount(self._empty())
            for action in range(actions.count):
                actions.items[action] = action
        elif not self._has_largest():
            for action in range(4):
                if self._after(action) != self._tiles:
                    actions.items[actions.count] = action
                    actions.count += 1
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def draw_outcome(self, rng: Rng) -> cython.int:
        """The cell by the upper half of 64 random bits, the tile by the lower one."""
        bits: cython.ulonglong
        place: cython.int
        if not self._awaits:
            return NONE
        bits = next_bits(rng)
        place = ((bits >> 32) * popcount(self._empty())) >> 32
        return 2 * place + ((bits & _LOW_32) < _FOUR_BELOW)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        """An outcome by its probability; or the first move of a drawn order that is legal."""
        move: cython.int
        left: cython.int
        untried: cython.int = 0b1111
        after: cython.ulonglong
        if self._awaits:
            move = self.draw_outcome(rng)
            self.apply(move)
            return move
        if self._has_largest():
            return NONE
        for left in range(4, 0, -1):
            move = nth_bit(untried, next_below(rng, left))
            after = self._after(move)
            if after != self._tiles:
                self._tiles = after
                self._awaits = True
                return move
            untried ^= 1 << move
        return NONE

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        return cython.cast(cython.double, self._made() - self._given)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _made(self) -> cython.longlong:
        """The points of merging all tiles from twos."""
        points: cython.longlong = 0
        place: cython.int
        for place in range(self.height):
            points += self._row_points[(self._tiles >> 16 * place) & 0xFFFF]
        return points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluation(self) -> cython.double:
        """The points made so far: of what is to come nothing is estimated."""
        return self.value()

    # --- Python level ---

    def blank(self) -> TwentyFortyEight:
        return TwentyFortyEight(self.width, self.height)

    def _bit_of(self, cell: int) -> int:
        """The lowest bit of a cell, which are counted row by row from the top left."""
        return 4 * (cell % self.width) + 16 * (cell // self.width)

    @property
    def is_chance(self) -> bool:
        return bool(self._awaits)

    def chance_outcomes(self) -> list:
        """(outcome, probability) pairs where a tile is to come; [] where the player acts."""
        if not self._awaits:
            return []
        outcomes = self.legal_actions()
        share = 2.0 / len(outcomes)
        return [(each, share * (FOUR if each & 1 else 1 - FOUR)) for each in outcomes]

    @property
    def exponents(self) -> np.ndarray:
        """int8 [height, width] the logarithms of the tiles to base 2, 0 for none."""
        num_cells = self.width * self.height
        found = [self._tiles >> self._bit_of(cell) & 15 for cell in range(num_cells)]
        return np.asarray(found, np.int8).reshape(self.height, self.width)

    def set_tiles(self, exponents: np.ndarray, awaits: bool = False) -> None:
        """Put tiles on the board, from where the score begins; `awaits`: another one is to come."""
        places = enumerate(np.asarray(exponents).ravel().tolist())
        self._tiles = sum(exponent << self._bit_of(cell) for cell, exponent in places)
        self._given = self._made()
        self._awaits = awaits

    def put_random(self, rng: Rng) -> None:
        """Put a tile on the board as chance does in the game."""
        self._awaits = True
        self.apply(self.draw_outcome(rng))

    @property
    def board(self) -> Board:
        return _board(self.width, self.height)

    @property
    def shown_cells(self) -> tuple[Cell, ...]:
        """[num_cells] the tiles in their numbers; the larger, the fuller, in five colours."""
        return tuple(map(_cell_of, self.exponents.ravel().tolist()))

    def cells(self) -> np.ndarray:
        """int8 [num_cells] the colours of the tiles, 0 for none."""
        return np.asarray([cell.colour for cell in self.shown_cells], np.int8)

    def action_cells(self, action: int) -> list:
        """The cells that show something else afterwards."""
        changed = self.exponents != self.play(action).exponents
        return np.flatnonzero(changed.ravel()).tolist()

    def pointed_cells(self, action: int) -> list:
        """None: every cell may belong to each of the moves."""
        return []

    def ending(self) -> str:
        if self._has_largest() and not self._awaits:
            return f"a tile of {1 << LARGEST}"
        return super().ending()

    def action_name(self, action: int) -> str:
        """ "up", "right", "down", "left"; of an outcome its tile and cell, "2@b3"."""
        if not self._awaits:
            return MOVES[action]
        bit = nth_bit(self._empty(), action >> 1)
        return f"{4 if action & 1 else 2}@{_COLUMNS[bit % 16 // 4]}{self.height - bit // 16}"

    def _told(self, action: Any) -> str:
        return f"action {action}"

    def parse_action(self, name: str) -> int:
        """The legal action of a name, in whatever case; else ValueError."""
        named = {self.action_name(action): action for action in self.legal_actions()}
        found = named.get(name.strip().lower())
        if found is None:
            legal = ", ".join(named) or "none, the game is over"
            raise ValueError(f"{name!r} is not legal here; legal actions: {legal}")
        return found

    def __str__(self) -> str:
        """The text that `start` reads: the rows of tiles, the top one first."""
        rows = [
            " ".join(str(1 << exponent) if exponent else "." for exponent in row)
            for row in self.exponents.tolist()
        ]
        return " / ".join(rows) + (" +" if self._awaits else "")


@functools.cache
def _cell_of(exponent: int) -> Cell:
    if not exponent:
        return EMPTY
    tier, step = divmod(exponent - 1, _A_TIER)
    tile = 1 << exponent
    return Cell(str(tile), _TIERS[tier], number=float(tile), shade=step / (_A_TIER - 1))


def start(position: str, values: Mapping[str, Any]) -> TwentyFortyEight:
    """The state of "4x4:7", two tiles drawn by seed 7, or of rows of tiles; or RecipeError.

    Rows have the top one first, "/" between them and "." for an empty cell; "+" after them where a
    tile is to come. The score begins at 0.
    """
    match = re.fullmatch(r"\s*(\d+)x(\d+):(\d+)\s*", position)
    if match:
        width, height, seed = (int(group) for group in match.groups())
        _check_sides(width, height)
        if seed >= 2**63:
            raise RecipeError(f"2048 seed: {seed} is not valid; give 0 to {2**63 - 1}")
        state = TwentyFortyEight(width, height)
        rng = Rng(seed)
        for _ in range(2):
            state.put_random(rng)
        return state
    text, awaits, rest = position.strip().partition("+")
    rows = [re.split(r"[\s,]+", row.strip(" ,")) for row in re.split(r"[/;\n]", text.strip())]
    if rest.strip() or not all(re.fullmatch(r"\d+|\.", cell) for row in rows for cell in row):
        raise RecipeError(
            f"2048 position: {position[:40]!r} is no board; give its size and a seed, such as "
            "4x4:1, or its rows, such as '2 . / 4 2'"
        )
    _check_sides(len(rows[0]), len(rows))
    return _of_rows([[_exponent_of(cell) for cell in row] for row in rows], bool(awaits))


def _check_sides(width: int, height: int) -> None:
    for name, side in (("width", width), ("height", height)):
        if not MIN_SIDE <= side <= MAX_SIDE:
            raise RecipeError(f"2048 {name}: {side} is not valid; give {MIN_SIDE} to {MAX_SIDE}")


def _exponent_of(cell: str) -> int:
    """The exponent of a cell's text; RecipeError for a number that is no tile."""
    tile = 0 if cell == "." else int(cell[:9])
    exponent = max(tile.bit_length() - 1, 0)
    if tile and (tile != 1 << exponent or not 1 <= exponent <= LARGEST):
        raise RecipeError(
            f"2048 position: {cell[:20]} is no tile; give powers of 2 from 2 to {1 << LARGEST}"
        )
    return exponent


def _of_rows(rows: list[list[int]], awaits: bool) -> TwentyFortyEight:
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise RecipeError(
                f"2048 position: row {number} has {len(row)} cells, row 1 has {width}; give all "
                "rows the same length"
            )
    tiles = sorted((tile for row in rows for tile in row), reverse=True)
    if awaits and all(tiles):
        raise RecipeError("2048 position: a tile is to come and no cell is empty; leave out the +")
    if not any(tiles) and not awaits:
        raise RecipeError("2048 position: there is no tile; put one on a cell, or + after the rows")
    for place, tile in enumerate(tiles):
        if tile > len(tiles) - place + 1:
            raise RecipeError(
                f"2048 position: so many tiles as large as {1 << tile} can't come about on "
                f"{len(tiles)} cells; take one away"
            )
    state = TwentyFortyEight(width, len(rows))
    state.set_tiles(np.asarray(rows), awaits)
    return state


GAME = Game(
    name="2048",
    title="2048",
    num_players=1,
    has_chance=True,
    kind="cells",
    has_kinds=False,
    default_position="4x4:1",
    position_help="width x height : seed of the first two tiles, 2x2 to 4x4, such as 4x4:1; or "
    "rows of tiles, such as 2 . / 4 2, with + at the end where a tile is to come",
    source="Cirulli 2014",
    start=start,
    rules="All tiles slide up, right, down or left as far as they can; two equal ones that meet "
    "become one of twice the number, which scores that number. "
    "After each move a tile comes on a random empty cell: a 2, or one time in ten a 4. "
    "The game is over when no move changes the board.",
)
