"""Left Move: sixty times left or right, and each move to the left is worth a point.

The problem that nested searches are explained with (Cazenave 2009): a search that does not learn
which way is better scores thirty on average, however long the way.
"""

from __future__ import annotations

LEFT, RIGHT = ("L", 4), ("R", 1)
ROW = 10  # moves in a row of the picture


class LeftMove:
    """The moves so far, as a text of L and R."""

    def __init__(self, moves="", length=60):
        self.moves = moves
        self.length = length
        self.max_plies = length
        self.max_actions = 2

    def legal_actions(self):
        return ["L", "R"]

    def play(self, move):
        return LeftMove(self.moves + move, self.length)

    def is_terminal(self):
        return len(self.moves) == self.length

    def returns(self):
        return self.moves.count("L")

    def code(self, move):
        """What NRPA learns a weight for: the way to go at this very place."""
        return len(self.moves), move

    def picture(self):
        """The moves in rows, read like a text."""
        cells: list = [LEFT if move == "L" else RIGHT for move in self.moves]
        cells += [None] * (-(-self.length // ROW) * ROW - len(cells))
        return [cells[start : start + ROW] for start in range(0, len(cells), ROW)]
