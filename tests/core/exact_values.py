"""Small games for two players and their exact values by exhaustive minimax, in plain Python.

A game here has `actions(position)`, none at the end, `play(position, action)`, `value(position)` of
an end for player 0 and `to_play(position)`; positions are values.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"


def rows(name: str) -> list[str]:
    """The lines of a file of data that are no comments."""
    text = (DATA / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def connect4_positions() -> Iterator[tuple[str, list[int | None]]]:
    """(moves, exact score of each column for the side to move, None where it is full)"""
    for line in rows("connect4_positions.txt"):
        moves, _, _, *scores = line.split()
        yield moves, [None if score == "x" else int(score) for score in scores]


class Rows:
    """`length` in a row on a grid; stones fall to the bottom of a column or stay where they are."""

    def __init__(self, width: int, height: int, length: int, falls: bool) -> None:
        self.width, self.height, self.falls = width, height, falls
        cells = {(x, y): 1 << (x * height + y) for x in range(width) for y in range(height)}
        lines = (
            [cells.get((x + i * dx, y + i * dy)) for i in range(length)]
            for x, y in cells
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )
        self.lines = [sum(line) for line in lines if None not in line]
        self.start = (0, 0)

    def to_play(self, position: tuple[int, int]) -> int:
        return (position[0] | position[1]).bit_count() % 2

    def has_won(self, stones: int) -> bool:
        return any(stones & line == line for line in self.lines)

    def actions(self, position: tuple[int, int]) -> list[int]:
        if self.has_won(position[1 - self.to_play(position)]):
            return []
        taken = position[0] | position[1]
        if self.falls:
            tops = (1 << (x * self.height + self.height - 1) for x in range(self.width))
            return [x for x, top in enumerate(tops) if not taken & top]
        return [cell for cell in range(self.width * self.height) if not taken & 1 << self.bit(cell)]

    def bit(self, cell: int) -> int:
        """Cells are counted along rows, from the top."""
        return cell % self.width * self.height + self.height - 1 - cell // self.width

    def play(self, position: tuple[int, int], action: int) -> tuple[int, int]:
        taken = position[0] | position[1]
        if self.falls:
            column = taken >> (action * self.height) & (1 << self.height) - 1
            bit = action * self.height + column.bit_count()
        else:
            bit = self.bit(action)
        mine = position[self.to_play(position)] | 1 << bit
        return (position[0], mine) if self.to_play(position) else (mine, position[1])

    def value(self, position: tuple[int, int]) -> float:
        return 0.5 + 0.5 * self.has_won(position[0]) - 0.5 * self.has_won(position[1])


class Table:
    """A random game: positions in layers, each leads to some of the next layer or is an end.

    It is also a problem for `search_for`, from any of its positions on.
    """

    num_players = 2

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.max_plies = draw.randint(2, 6)
        self.max_actions = 4
        width = draw.randint(2, 5)
        returns = draw.choice([(0.9, 0.4, 0.2), (0.0, 0.5, 1.0), (0.3, 0.7), (0.0, 0.25, 0.6, 1.0)])
        self.first = draw.randint(0, 1)
        self.start = (0, 0)
        self.at = self.start
        self.ends: dict[Any, float] = {}
        self.leads_to: dict[Any, list[Any]] = {}
        for layer in range(self.max_plies + 1):
            for place in range(width):
                if layer == self.max_plies or (layer > 0 and draw.random() < 0.2):
                    value = draw.random() if draw.random() < 0.2 else draw.choice(returns)
                    self.ends[layer, place] = value
                else:
                    count = draw.randint(1, self.max_actions)
                    below = [(layer + 1, draw.randrange(width)) for _ in range(count)]
                    self.leads_to[layer, place] = below

    def to_play(self, position: Any = None) -> int:
        return (self.first + (self.at if position is None else position)[0]) % 2

    def actions(self, position: Any) -> list[int]:
        return list(range(len(self.leads_to.get(position, ()))))

    def value(self, position: Any) -> float:
        return self.ends[position]

    def play(self, position: Any, action: Any = None) -> Any:
        """The position after an action of a position, or of its own."""
        if action is not None:
            return self.leads_to[position][action]
        after = object.__new__(type(self))
        after.__dict__.update(self.__dict__)
        after.at = self.leads_to[self.at][position]
        return after

    def legal_actions(self) -> list[int]:
        return self.actions(self.at)

    def is_terminal(self) -> bool:
        return self.at in self.ends

    def returns(self) -> float:
        return self.ends[self.at]

    def key(self) -> int:
        return hash(self.at)


def minimax(game: Any) -> Any:
    """The function from a position to its exact value for player 0."""

    @functools.cache
    def value(position: Any) -> float:
        below = [value(game.play(position, action)) for action in game.actions(position)]
        if not below:
            return game.value(position)
        return max(below) if game.to_play(position) == 0 else min(below)

    return value


def recurring_values(start: Any) -> dict[Any, tuple[float, float]]:
    """What the players can force in a graph where positions recur, by retrograde analysis.

    (vertex, to_play) -> the most that player 0 can be sure of and the least that player 1 can hold
    it to, whatever a game without an end is worth: from the ends backwards, a position is added
    when its player has a way to one that has been, or the other player has no other way.
    """
    below: dict[Any, list[Any]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if (state.at, state.to_play) not in below:
            after = [] if state.is_terminal() else [state.play(a) for a in state.legal_actions()]
            below[state.at, state.to_play] = [(s.at, s.to_play) for s in after]
            waiting += after

    def forced(player: int, aims: set[Any]) -> set[Any]:
        found, size = set(aims), -1
        while size < len(found):
            size = len(found)
            for position, ways in below.items():
                reached = [way in found for way in ways]
                if ways and (any(reached) if position[1] == player else all(reached)):
                    found.add(position)
        return found

    known = dict.fromkeys(below, (0.0, 1.0))
    for value in sorted(set(start.ends.values())):
        ends = {position for position in below if start.ends.get(position[0], -1.0) >= value}
        for position in forced(0, ends):
            known[position] = (value, 1.0)
    for value in sorted(set(start.ends.values()), reverse=True):
        ends = {position for position in below if start.ends.get(position[0], 2.0) <= value}
        for position in forced(1, ends):
            known[position] = (known[position][0], value)
    return known


def plies_to_win(game: Any, exact: Any) -> Any:
    """The function from a position that is won or lost to the plies of the shortest win.

    The loser plays for the longest.
    """

    @functools.cache
    def plies(position: Any) -> int:
        if not game.actions(position):
            return 0
        value, wins = exact(position), max if game.to_play(position) == 0 else min
        below = [game.play(position, action) for action in game.actions(position)]
        counts = [plies(after) for after in below if exact(after) == value]
        return 1 + (min(counts) if value == wins(0.0, 1.0) else max(counts))

    return plies
