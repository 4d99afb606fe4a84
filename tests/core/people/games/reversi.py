"""Reversi in plain Python, as a person adds it: one file, nothing else."""

import functools
import re

import numpy as np

from mcsearch.engine.board import Board, grid
from mcsearch.engine.parameter import RecipeError
from mcsearch.games import Game
from mcsearch.games.python_state import PythonState

SIDE = 6
CELLS = SIDE * SIDE  # column by column from below
PASS = CELLS
START = {14: 2, 15: 1, 20: 1, 21: 2}
RAYS = [
    [
        [
            (column + step * dx) * SIDE + row + step * dy
            for step in range(1, SIDE)
            if 0 <= column + step * dx < SIDE and 0 <= row + step * dy < SIDE
        ]
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if dx or dy
    ]
    for column in range(SIDE)
    for row in range(SIDE)
]


@functools.cache
def _board():
    x, y = grid(SIDE, SIDE)
    letters = tuple((column + 0.5, -0.35, "abcdef"[column]) for column in range(SIDE))
    rows = tuple((-0.35, row + 0.5, str(row + 1)) for row in range(SIDE))
    return Board(x, y, SIDE, SIDE, labels=letters + rows)


class Reversi(PythonState):
    """Player 0 plays x. An action is the cell of the stone, the last one a pass."""

    def __init__(self):
        super().__init__(num_players=2, max_plies=2 * CELLS, max_actions=CELLS)
        self.stones = tuple(START.get(cell, 0) for cell in range(CELLS))
        self.passed = False

    def turned(self, cell, mine):
        """The opponent's stones that a stone on a cell turns over."""
        found = []
        for ray in RAYS[cell]:
            between = []
            for other in ray:
                if self.stones[other] == mine:
                    found += between
                if self.stones[other] in (0, mine):
                    break
                between.append(other)
        return found

    def puts(self, mine):
        return [c for c in range(CELLS) if not self.stones[c] and self.turned(c, mine)]

    def legal(self):
        puts = self.puts(self.to_play + 1)
        if puts:
            return puts
        return [PASS] if self.puts(2 - self.to_play) else []

    def make(self, action):
        stones = list(self.stones)
        for cell in self.action_cells(action):
            stones[cell] = self.to_play + 1
        self.stones = tuple(stones)

    def result(self):
        lead = self.stones.count(1) - self.stones.count(2)
        return 0.5 + 0.5 * ((lead > 0) - (lead < 0))

    @property
    def board(self):
        return _board()

    def cells(self):
        return np.array(self.stones, np.int8)

    def action_cells(self, action):
        return [] if action == PASS else [action, *self.turned(action, self.to_play + 1)]

    def pointed_cells(self, action):
        return [] if action == PASS else [action]

    def action_name(self, action):
        return "pass" if action == PASS else f"{'abcdef'[action // SIDE]}{action % SIDE + 1}"

    def __str__(self):
        rows = self.cells().reshape(SIDE, SIDE).T[::-1].tolist()
        return (
            " / ".join("".join(".xo"[mark] for mark in row) for row in rows)
            + f" {'xo'[self.to_play]}"
        )


def start(position, values):
    """Six rows of x, o and '.', the top row first, and who moves: "...... / ... x"."""
    state = Reversi()
    text = re.sub(r"[\s/]", "", position.lower())
    if text:
        if not re.fullmatch(f"[xo.]{{{CELLS}}}[xo]", text):
            raise RecipeError(
                f"reversi position: {position!r} is no board; give six rows and x or o"
            )
        marks = np.array([".xo".index(mark) for mark in text[:CELLS]]).reshape(SIDE, SIDE)
        state.stones = tuple(marks[::-1].T.ravel().tolist())
        state.set_to_play("xo".index(text[-1]))
    return state


GAME = Game(
    name="reversi",
    title="Reversi",
    num_players=2,
    kind="stones",
    has_kinds=False,
    default_position="",
    position_help="six rows of x, o and '.', and who moves",
    source="Lewis Waterman (1883), on 6 x 6 cells",
    start=start,
)
