"""The knight's tour: a knight visits as many squares of a board as it can, each once."""

from __future__ import annotations

JUMPS = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]


class KnightsTour:
    """The squares visited so far; an action is the next one, (column, row) from 0."""

    def __init__(self, size=8, path=((0, 0),)):
        self.size = size
        self.path = path
        self.max_plies = size * size
        self.max_actions = len(JUMPS)

    def legal_actions(self):
        x, y = self.path[-1]
        near = [(x + dx, y + dy) for dx, dy in JUMPS]
        return [square for square in near if self.is_on_board(square) and square not in self.path]

    def is_on_board(self, square):
        return all(0 <= place < self.size for place in square)

    def play(self, square):
        return KnightsTour(self.size, (*self.path, square))

    def is_terminal(self):
        return not self.legal_actions()

    def returns(self):
        return len(self.path)

    def code(self, square):
        """What NRPA learns a weight for: the jump from one square to another."""
        return self.path[-1], square

    def action_name(self, square):
        column, row = square
        return f"{'abcdefghijklmnopqrstuvwxyz'[column]}{row + 1}"

    def picture(self):
        """The number of the jump to each square."""
        step = {square: number for number, square in enumerate(self.path, 1)}
        rows = reversed(range(self.size))
        return [[step.get((column, row)) for column in range(self.size)] for row in rows]
