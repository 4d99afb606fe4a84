"""SameGame: remove groups of equal tiles; a group of n scores (n - 2)**2.

An action is the lowest cell of the group's leftmost column, see `tileboard`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import cython
import numpy as np

from mcsearch.engine.board import Board, grid
from mcsearch.engine.parameter import Parameter
from mcsearch.games import Game
from mcsearch.games.samegame import board_text

if cython.compiled:
    from cython.cimports.mcsearch.engine.state import Actions, Choices, Moves, State
    from cython.cimports.mcsearch.engine.tree import NONE
    from cython.cimports.mcsearch.games.samegame.groups import list_groups, remove_listed
    from cython.cimports.mcsearch.games.samegame.replay import TileReplay
    from cython.cimports.mcsearch.games.samegame.tileboard import TileBoard
    from cython.cimports.mcsearch.numerics.rng import Rng
else:
    from mcsearch.engine.state import Actions, Choices, Moves, State
    from mcsearch.engine.tree import NONE
    from mcsearch.games.samegame.groups import list_groups, remove_listed
    from mcsearch.games.samegame.replay import TileReplay
    from mcsearch.games.samegame.tileboard import TileBoard
    from mcsearch.numerics.rng import Rng

SCORINGS = ("bonus", "plain", "penalty")
_MOST_ABOVE = cython.declare(cython.int, 8)
_PLAIN = cython.declare(cython.int, 1)
_PENALTY = cython.declare(cython.int, 2)


@functools.cache
def _board_of(width: int, height: int, num_colours: int) -> Board:
    return Board(*grid(width, height), width, height, pieces="tiles", num_values=num_colours)


@cython.cclass
class SameGame(State):
    """A SameGame position, up to 20x20 cells and 9 colours.

    Scoring "plain" adds nothing, "bonus" adds 1000 for clearing the board, "penalty" also takes
    (n - 2)**2 at the end for each colour with n > 2 tiles left.
    """

    has_heuristic = True
    has_largest_value = True
    bias_names = ("tabu", "size")
    moves_stay = True
    replay_class = TileReplay
    score = cython.declare(cython.int, visibility="readonly")
    _board: TileBoard
    _scoring: cython.int

    def __init__(self, width: int, height: int, num_colours: int, scoring: str) -> None:
        super().__init__(1, width * height // 2 + 1, width * height // 2 + 1)
        self.score = 0
        self._board = TileBoard(width, height, num_colours)
        self._scoring = SCORINGS.index(scoring)

    # --- C level ---

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def copy_from(self, other: State) -> cython.void:
        self.score = cython.cast(SameGame, other).score
        self._board.copy_from(cython.cast(SameGame, other)._board)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _remove_group(self, size: cython.int) -> cython.void:
        self._board.remove_group(size)
        self._score_group(size)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _score_group(self, size: cython.int) -> cython.void:
        self.score += (size - 2) * (size - 2)
        if self._board.num_tiles == 0 and self._scoring != _PLAIN:
            self.score += 1000

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def apply(self, action: cython.int) -> cython.void:
        self._remove_group(self._board.find_group(action))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_actions(self, actions: Actions) -> cython.int:
        actions.clear()
        if self._board.next_group(True) > 0:
            actions.append(self._board.first_cell())
            while self._board.next_group(False) > 0:
                actions.append(self._board.first_cell())
        return actions.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_moves(self, moves: Moves, avoid: cython.int) -> cython.int:
        size: cython.int = self._board.begin_groups(avoid)
        i: cython.int
        moves.clear()
        while size > 0:
            i = moves.count
            moves.append(self._board.first_cell())
            moves.codes[i] = self._board.group_code()
            moves.kinds[i] = self._board.group_colour()
            moves.sizes[i] = size
            size = self._board.next_group(False)
        return moves.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin_choices(self, choices: Choices, avoid: cython.int) -> cython.void:
        choices.known = 0
        list_groups(self._board, choices, avoid)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_choice(self, choices: Choices, place: cython.int, avoid: cython.int) -> cython.void:
        self._score_group(remove_listed(self._board, choices, place, avoid))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_biases(self, choices: Choices, first: cython.int) -> cython.void:
        """Whether a group has the root's most frequent colour, and its tiles above two, up to 8."""
        number: cython.int
        for number in range(first, choices.known):
            choices.biases[2 * number] = choices.kinds[number] == choices.frequent
            choices.biases[2 * number + 1] = min(choices.sizes[number] - 2, _MOST_ABOVE)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def random_move(self, rng: Rng, avoid: cython.int) -> cython.int:
        size: cython.int = self._board.draw_group(rng, avoid)
        action: cython.int = NONE
        if size > 0:
            action = self._board.first_cell()
            self._remove_group(size)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def first_move(self, avoid: cython.int) -> cython.int:
        size: cython.int = self._board.first_group(avoid)
        action: cython.int = NONE
        if size > 0:
            action = self._board.first_cell()
            self._remove_group(size)
        return action

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def frequent_kind(self) -> cython.int:
        best: cython.int = NONE
        most: cython.int = 0
        colour: cython.int
        count: cython.int
        for colour in range(1, self._board.num_colours + 1):
            count = self._board.count(colour)
            if count > most:
                most = count
                best = colour
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def heuristic(self) -> cython.double:
        """The score plus that of removing all tiles of the most frequent colour at once."""
        most: cython.int = 2
        colour: cython.int
        for colour in range(1, self._board.num_colours + 1):
            most = max(most, self._board.count(colour))
        return cython.cast(cython.double, self.score + (most - 2) * (most - 2))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def largest_value(self) -> cython.double:
        """The score if each colour were one group, with the bonus for clearing the board."""
        total: cython.int = self.score
        colour: cython.int
        count: cython.int
        for colour in range(1, self._board.num_colours + 1):
            count = self._board.count(colour)
            if count > 2:
                total += (count - 2) * (count - 2)
        if self._scoring != _PLAIN and self._board.num_tiles > 0:
            total += 1000
        return cython.cast(cython.double, total)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def drawn_kind(self, rng: Rng) -> cython.int:
        return 1 + rng.below(self._board.num_colours)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.double:
        colour: cython.int
        count: cython.int
        penalty: cython.int = 0
        if self._scoring == _PENALTY and self._board.next_group(True) == 0:
            for colour in range(1, self._board.num_colours + 1):
                count = self._board.count(colour)
                if count > 2:
                    penalty += (count - 2) * (count - 2)
        return cython.cast(cython.double, self.score - penalty)

    # --- Python level ---

    def new_choices(self, max_plies: int) -> Choices:
        words = self._board.num_words
        return Choices(max_plies, self.max_actions, words, len(self.bias_names))

    def frequent_kinds(self) -> list:
        counts = {kind: self._board.count(kind) for kind in range(1, self.num_colours + 1)}
        return sorted(filter(counts.get, counts), key=counts.__getitem__, reverse=True)

    def blank(self) -> SameGame:
        return SameGame(self.width, self.height, self.num_colours, self.scoring)

    @property
    def width(self) -> int:
        """Columns of the board."""
        return self._board.width

    @property
    def height(self) -> int:
        """Rows of the board."""
        return self._board.height

    @property
    def num_colours(self) -> int:
        return self._board.num_colours

    @property
    def num_tiles(self) -> int:
        """Tiles on the board."""
        return self._board.num_tiles

    def cells(self) -> np.ndarray:
        """int8 [width * height], index column * height + row: the colour, 0 for an empty cell"""
        return self._board.cells()

    def set_cells(self, cells: np.ndarray) -> None:
        """Put tiles on the board, as from `cells()`; they fall, and the score begins at 0."""
        self._board.set_cells(cells)
        self.score = 0

    def action_cells(self, action: int) -> list:
        """The cells of the group that a cell belongs to (just the cell when it has no equal)."""
        if not 0 <= action < self.width * self.height:
            last = self.width * self.height - 1
            raise ValueError(f"action {action} is no cell of this board; give 0 to {last}")
        return self._board.group_cells(action)

    @property
    def scoring(self) -> str:
        return SCORINGS[self._scoring]

    @property
    def board(self) -> Board:
        return _board_of(self.width, self.height, self.num_colours)

    def normalize(self, action: int) -> int:
        inside = 0 <= action < self.width * self.height
        if inside and self._board.colour(action) > 0 and self._board.find_group(action) > 1:
            return self._board.first_cell()
        return State.normalize(self, action)  # raises

    def action_name(self, action: int) -> str:
        """Column letter and row number of the group's lowest, then leftmost cell: "L4"."""
        cells = self.action_cells(action) or [action]
        row, column = min(divmod(cell, self.height)[::-1] for cell in cells)
        return f"{chr(ord('A') + column)}{row + 1}"

    def move_of(self, action: int) -> list:
        """[column, row], from 0, row 0 at the bottom."""
        return list(divmod(action, self.height))

    def parse_action(self, name: str) -> int:
        """The action of a cell's name; ValueError when it names no group."""
        text = name.strip().upper()
        if text[:1].isalpha() and text[1:].isdigit():
            column, row = ord(text[0]) - ord("A"), int(text[1:]) - 1
            if 0 <= column < self.width and 0 <= row < self.height:
                return self.normalize(column * self.height + row)
        last = f"{chr(ord('A') + self.width - 1)}{self.height}"
        raise ValueError(f"{name!r} names no cell; give a cell from A1 to {last}")

    def __str__(self) -> str:
        """The board as text, top row first, "." for empty cells."""
        rows = self.cells().reshape(self.width, self.height).T[::-1]
        return "\n".join("".join(str(c) if c else "." for c in row) for row in rows.tolist())


def start(position: str, values: Mapping[str, Any]) -> SameGame:
    """The state of a position's text, see `board_text.parse`."""
    cells, num_colours = board_text.parse(position)
    width, height = cells.shape
    state = SameGame(width, height, num_colours, values["scoring"])
    state.set_cells(cells.ravel())
    return state


GAME = Game(
    name="samegame",
    title="SameGame",
    num_players=1,
    kind="tiles",
    has_kinds=True,
    default_position="15x15x5:1",
    position_help="WIDTHxHEIGHTxCOLOURS:SEED, or rows of colours, the top row first",
    source="Kuniaki Moribe, Chain Shot! (1985); scoring of Schadd et al. 2008",
    start=start,
    rules="Take away a group of two or more tiles of one colour that touch at their sides; the "
    "tiles above fall, and empty columns close. "
    "A group of n tiles scores (n - 2)² points, so large groups are worth far more than small "
    "ones. "
    "An empty board at the end brings 1,000 points more, unless the scoring is plain.",
    parameters=(
        Parameter(
            "scoring",
            "choice",
            "bonus",
            "Scoring",
            "bonus: +1000 for clearing the board; plain: no bonus; penalty: bonus, and "
            "-(n - 2)**2 for each colour left at the end",
            choices=SCORINGS,
        ),
    ),
    default_rule="uct-top",
)
