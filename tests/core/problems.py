"""A person's problems with known answers, for the tests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache


@dataclass(frozen=True)
class Draws:
    """One player: up to `left` draws of 1 to 4 are added up; a sum above 7 is worth nothing."""

    total: int = 0
    left: int = 3
    is_drawing: bool = False
    has_stopped: bool = False

    def legal_actions(self):
        return ["draw", "stop"]

    def chance_outcomes(self):
        return [(number, 0.25) for number in (1, 2, 3, 4)] if self.is_drawing else []

    def play(self, action):
        if action == "stop":
            return replace(self, has_stopped=True)
        if action == "draw":
            return replace(self, is_drawing=True)
        return replace(self, total=self.total + action, left=self.left - 1, is_drawing=False)

    def is_terminal(self):
        return self.has_stopped or (not self.is_drawing and (self.left == 0 or self.total > 7))

    def returns(self):
        return self.total if self.total <= 7 else 0


@dataclass(frozen=True)
class Pig:
    """Two players: roll as often as you like and hold; a 1 ends the turn and leaves one point.

    Who has the goal's points, those of the turn included, has won. A turn may have several rolls:
    the players do not alternate from action to action.
    """

    scores: tuple[int, int] = (0, 0)
    turn: int = 0
    to_play: int = 0
    is_rolling: bool = False

    num_players = 2
    goal = 10
    sides = ((1, 0.5), (2, 0.25), (3, 0.25))

    def legal_actions(self):
        return ("roll", "hold") if self.turn else ("roll",)

    def chance_outcomes(self):
        return iter(self.sides) if self.is_rolling else ()

    def play(self, action):
        if action == "roll":
            return replace(self, is_rolling=True)
        if action == "hold":
            return self._hand_over(self.turn)
        if action == 1:
            return self._hand_over(1)
        return replace(self, turn=self.turn + action, is_rolling=False)

    def _hand_over(self, points):
        scores = list(self.scores)
        scores[self.to_play] += points
        return type(self)(tuple(scores), 0, 1 - self.to_play)

    def is_terminal(self):
        return max(self._points()) >= self.goal

    def returns(self):
        return 1.0 if self._points()[0] >= self.goal else 0.0

    def _points(self):
        points = list(self.scores)
        points[self.to_play] += self.turn
        return points


@dataclass(frozen=True)
class Dash:
    """Two players: a die says 1, 2 or 3 before every turn; "run" goes so far, "walk" one step.

    Who stands on the goal has won; who would run past it walks. Chance acts first.
    """

    places: tuple[int, int] = (0, 0)
    to_play: int = 0
    die: int = 0

    num_players = 2
    goal = 5
    max_plies = 40
    max_actions = 3

    def legal_actions(self):
        return ["run", "walk"]

    def chance_outcomes(self):
        return [] if self.die else [(side, 1 / 3) for side in (1, 2, 3)]

    def play(self, action):
        if not self.die:
            return replace(self, die=action)
        places = list(self.places)
        runs = action == "run" and places[self.to_play] + self.die <= self.goal
        places[self.to_play] += self.die if runs else 1
        return Dash(tuple(places), 1 - self.to_play)

    def is_terminal(self):
        return self.goal in self.places

    def returns(self):
        return float(self.places[0] == self.goal)


@cache
def expectation(problem):
    """The exact value of good play: the score, or the first player's return (expectimax)."""
    if problem.is_terminal():
        return problem.returns()
    outcomes = list(problem.chance_outcomes())
    if outcomes:
        return sum(chance * expectation(problem.play(outcome)) for outcome, chance in outcomes)
    values = [expectation(problem.play(action)) for action in problem.legal_actions()]
    return min(values) if getattr(problem, "to_play", 0) == 1 else max(values)


@dataclass(frozen=True)
class Nim:
    """Who takes the last match wins; an action is (heap, number of matches)."""

    heaps: tuple[int, ...] = (3, 4, 5)
    to_play: int = 0
    num_players = 2

    def legal_actions(self):
        return [(h, n) for h, heap in enumerate(self.heaps) for n in range(1, heap + 1)]

    def play(self, action):
        heap, number = action
        heaps = list(self.heaps)
        heaps[heap] -= number
        return type(self)(tuple(heaps), 1 - self.to_play)

    def is_terminal(self):
        return not any(self.heaps)

    def returns(self):
        return 1.0 if self.to_play == 1 else 0.0

    def action_name(self, action):
        return f"{action[1]} of heap {action[0] + 1}"


def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total


class HintedNim(Nim):
    """Its prior is a hint: three times the weight for moves after which the heaps balance."""

    def prior(self):
        weights = (3 if nim_sum(self.play(a).heaps) == 0 else 1 for a in self.legal_actions())
        return list(weights)


class Breakthrough:
    """Breakthrough on five by five: pieces go one row on, take aslant; the far row wins."""

    num_players = 2

    def __init__(self, rows=("ooooo", "ooooo", ".....", "xxxxx", "xxxxx"), to_play=0):
        self.rows, self.to_play = rows, to_play

    def legal_actions(self):
        mine, on = ("x", -1) if self.to_play == 0 else ("o", 1)
        found = []
        for y, row in enumerate(self.rows):
            for x in (x for x, piece in enumerate(row) if piece == mine):
                for to in (to for to in (x - 1, x, x + 1) if 0 <= to < 5 and 0 <= y + on < 5):
                    there = self.rows[y + on][to]
                    if there == "." or (there != mine and to != x):
                        found.append(f"{'abcde'[x]}{5 - y}{'abcde'[to]}{5 - y - on}")
        return found

    def play(self, action):
        x, to = "abcde".index(action[0]), "abcde".index(action[2])
        y, end = 5 - int(action[1]), 5 - int(action[3])
        rows = [[*row] for row in self.rows]
        rows[end][to], rows[y][x] = rows[y][x], "."
        return Breakthrough(tuple(map("".join, rows)), 1 - self.to_play)

    def is_terminal(self):
        return "x" in self.rows[0] or "o" in self.rows[4] or not self.legal_actions()

    def returns(self):
        return float(self.to_play) if "x" in self.rows[0] or "o" in self.rows[4] else 0.5

    def picture(self):
        cells = {"x": (None, 2, "circle"), "o": (None, 1, "ring"), ".": None}
        return [[cells[piece] for piece in row] for row in self.rows]
