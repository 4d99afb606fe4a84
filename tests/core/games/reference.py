"""SameGame by the book: a grid of columns, nothing clever. The fast rules are compared with it."""

from __future__ import annotations


class ReferenceSameGame:
    """`columns[x][y]` is the colour of a tile, y = 0 at the bottom; no tile, no entry."""

    def __init__(self, columns: list[list[int]], scoring: str) -> None:
        self.columns = [list(column) for column in columns if column]
        self.scoring = scoring
        self.score = 0

    def group(self, x: int, y: int) -> set[tuple[int, int]]:
        """The cells connected with one through cells of its colour."""
        found = {(x, y)}
        waiting = [(x, y)]
        while waiting:
            a, b = waiting.pop()
            for c, d in ((a + 1, b), (a - 1, b), (a, b + 1), (a, b - 1)):
                inside = 0 <= c < len(self.columns) and 0 <= d < len(self.columns[c])
                if inside and (c, d) not in found and self.columns[c][d] == self.columns[x][y]:
                    found.add((c, d))
                    waiting.append((c, d))
        return found

    def groups(self) -> list[set[tuple[int, int]]]:
        """All groups of two cells and more, by the lowest cell of their leftmost column."""
        cells = [(x, y) for x, column in enumerate(self.columns) for y in range(len(column))]
        found: list[set[tuple[int, int]]] = []
        for x, y in cells:
            if not any((x, y) in group for group in found):
                found.append(self.group(x, y))
        return [group for group in found if len(group) > 1]

    def play(self, x: int, y: int) -> None:
        group = self.group(x, y)
        assert len(group) > 1
        self.columns = [
            [colour for b, colour in enumerate(column) if (a, b) not in group]
            for a, column in enumerate(self.columns)
        ]
        self.columns = [column for column in self.columns if column]
        self.score += (len(group) - 2) ** 2
        if not self.columns and self.scoring != "plain":
            self.score += 1000

    def final_score(self) -> int:
        """The score when no group is left."""
        tiles = [colour for column in self.columns for colour in column]
        counts = [tiles.count(colour) for colour in set(tiles)]
        left = sum((count - 2) ** 2 for count in counts if count > 2)
        return self.score - (left if self.scoring == "penalty" else 0)
