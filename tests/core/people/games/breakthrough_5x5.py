"""Breakthrough on 5 x 5 cells in plain Python, as a person adds it: pieces go from cell to cell."""

import functools
import re

import numpy as np

from mcsearch.engine.board import Board, Steps, grid, names_beside
from mcsearch.engine.parameter import RecipeError
from mcsearch.games import Game
from mcsearch.games.python_state import PythonState

SIDE = 5
CELLS = SIDE * SIDE  # column by column from below
PIECES = 2 * SIDE
FAR = (SIDE - 1, 0)  # the row that each player goes to


@functools.cache
def _board():
    return Board(*grid(SIDE, SIDE), SIDE, SIDE, moves=True, labels=names_beside(SIDE, SIDE, 0.35))


class Breakthrough(PythonState):
    """Player 0 plays x and goes up. An action is the cell left times 25 plus the cell gone to."""

    def __init__(self):
        super().__init__(num_players=2, max_plies=2 * PIECES * SIDE, max_actions=3 * PIECES)
        self.pieces = (1, 1, 0, 2, 2) * SIDE

    def has_won(self, player):
        """Whether a player has reached the far row or taken everything."""
        return player + 1 in self.pieces[FAR[player] :: SIDE] or 2 - player not in self.pieces

    def legal(self):
        if self.has_won(0) or self.has_won(1):
            return []
        mine, ahead = self.to_play + 1, 1 - 2 * self.to_play
        found = []
        for origin in range(CELLS):
            if self.pieces[origin] != mine:
                continue
            for aside in (-SIDE, 0, SIDE):
                target = origin + aside + ahead
                if not 0 <= origin + aside < CELLS or self.pieces[target] == mine:
                    continue
                if aside or not self.pieces[target]:
                    found.append(CELLS * origin + target)
        return found

    def make(self, action):
        origin, target = divmod(action, CELLS)
        pieces = list(self.pieces)
        pieces[origin], pieces[target] = 0, self.to_play + 1
        self.pieces = tuple(pieces)

    def result(self):
        return 0.5 + 0.5 * (self.has_won(0) - self.has_won(1))

    def ending(self):
        return "a piece has reached the far row, or all are taken" if not self.legal() else ""

    @property
    def board(self):
        return _board()

    def cells(self):
        return np.array(self.pieces, np.int8)

    def steps(self, action):
        return Steps(divmod(action, CELLS), True)

    def action_name(self, action):
        return "-".join(f"{'abcde'[c // SIDE]}{c % SIDE + 1}" for c in divmod(action, CELLS))

    def __str__(self):
        rows = self.cells().reshape(SIDE, SIDE).T[::-1].tolist()
        drawn = " / ".join("".join(".xo"[value] for value in row) for row in rows)
        return f"{drawn} {'xo'[self.to_play]}"


def start(position, values):
    """Five rows of x, o and '.', the top row first, and who moves: "ooooo / ooooo / ... x"."""
    state = Breakthrough()
    text = re.sub(r"[\s/]", "", position.lower())
    if text:
        if not re.fullmatch(f"[xo.]{{{CELLS}}}[xo]", text):
            raise RecipeError(
                f"breakthrough-5x5 position: {position!r} is no board; give five rows and x or o"
            )
        rows = np.array([".xo".index(mark) for mark in text[:CELLS]]).reshape(SIDE, SIDE)
        state.pieces = tuple(rows[::-1].T.ravel().tolist())
        state.set_to_play("xo".index(text[-1]))
    return state


GAME = Game(
    name="breakthrough-5x5",
    title="Breakthrough 5 x 5",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="five rows of x, o and '.', the top row first, and who moves",
    source="Dan Troyka (2000)",
    start=start,
    rules="A piece goes one cell forwards: straight ahead onto an empty cell, or diagonally onto "
    "an empty one or an enemy, who is taken. Crosses go up and begin. Whoever reaches the far row "
    "or takes everything wins.",
)
