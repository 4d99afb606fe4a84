"""Eight queens: as many as possible on a board, so that none attacks another."""

from __future__ import annotations

QUEEN = ("♛", 3)


class EightQueens:
    """The queens so far, row by row from the top; an action is the column of the next, from 0."""

    def __init__(self, columns=(), size=8):
        self.columns = columns
        self.size = size
        self.max_plies = self.max_actions = size

    def legal_actions(self):
        return [column for column in range(self.size) if not self.is_attacked(column)]

    def is_attacked(self, column):
        """Whether a queen attacks this square of the next row."""
        queens = zip(range(len(self.columns), 0, -1), self.columns, strict=True)
        return any(abs(column - other) in (0, rows) for rows, other in queens)

    def play(self, column):
        return EightQueens((*self.columns, column), self.size)

    def is_terminal(self):
        return len(self.columns) == self.size or not self.legal_actions()

    def returns(self):
        return len(self.columns)

    def code(self, column):
        """What NRPA learns a weight for: a queen on a square."""
        return len(self.columns), column

    def action_name(self, column):
        return f"{'abcdefghijklmnopqrstuvwxyz'[column]}{self.size - len(self.columns)}"

    def picture(self):
        """The queens on their squares."""
        queens = [*self.columns, *[None] * (self.size - len(self.columns))]
        return [
            [QUEEN if column == queen else None for column in range(self.size)] for queen in queens
        ]
