"""The playout policies that learn once more, with dictionaries, for `UctWithOptions`."""

from __future__ import annotations

import itertools
import math
from typing import Any

from reference_search import move_of, uniform


def drawn(scores: list[float], rng: Any) -> int:
    """A place drawn with a probability proportional to its score."""
    left = sum(scores) * uniform(rng)
    for place, score in enumerate(scores[:-1]):
        left -= score
        if left < 0:
            return place
    return len(scores) - 1


def best(scores: list[float], rng: Any) -> int:
    """A place with the largest score, drawn where there are several."""
    places = [place for place, score in enumerate(scores) if score == max(scores)]
    return places[rng.draws(len(places), 1)[0]] if len(places) > 1 else places[0]


def won(player: int, value: float) -> float:
    return value if player == 0 else 1 - value


class Mast:
    def __init__(self, **given: Any) -> None:
        self.given = given
        self.known: dict[Any, list[float]] = {}

    def play_out(self, state: Any, rng: Any) -> tuple[list[int], Any]:
        played: list[int] = []
        moves: list[Any] = []
        while not state.is_terminal():
            legal = state.legal_actions()
            place = self.choose(state, legal, moves, rng)
            moves.append(move_of(state, legal[place]))
            played.append(legal[place])
            state = state.play(legal[place])
        return played, state

    def choose(self, state: Any, legal: list[int], before: list[Any], rng: Any) -> int:
        if self.given.get("sampling") == "gibbs":
            means = [self.mean(self.known, move_of(state, action)) for action in legal]
            return drawn([math.exp(mean / self.given["temperature"]) for mean in means], rng)
        if self.given["any_move"] > 0 and uniform(rng) < self.given["any_move"]:
            return rng.draws(len(legal), 1)[0]
        return best([self.score(move_of(state, action), before) for action in legal], rng)

    def score(self, move: Any, before: list[Any]) -> float:
        return self.mean(self.known, move)

    def mean(self, known: dict[Any, list[float]], move: Any) -> float:
        count, total = known.get(move, (1, 1.0))
        return total / count

    def count(self, known: dict[Any, list[float]], move: Any, value: float) -> None:
        entry = known.setdefault(move, [0, 0.0])
        entry[0] += 1
        entry[1] += value

    def learn(self, states: list[Any], actions: list[int], moves: list[Any], value: float) -> None:
        for move in moves:
            self.count(self.known, move, won(move[0], value))


class Nst(Mast):
    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.pairs: dict[Any, list[float]] = {}

    def score(self, move: Any, before: list[Any]) -> float:
        mean = self.mean(self.known, move)
        pair = self.pairs.get((before[-1], move), (0, 0)) if before else (0, 0)
        if pair[0] < self.given["pair_visits"]:
            return mean
        return 0.5 * (mean + pair[1] / pair[0])

    def learn(self, states: list[Any], actions: list[int], moves: list[Any], value: float) -> None:
        super().learn(states, actions, moves, value)
        for pair in itertools.pairwise(moves):
            self.count(self.pairs, pair, won(pair[1][0], value))


class Ppa(Mast):
    """Weights by move, adapted by the weights before."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.weights: dict[Any, float] = {}

    def keys(self, state: Any, legal: list[int]) -> list[Any]:
        return [move_of(state, action) for action in legal]

    def factors(self, keys: list[Any]) -> list[float]:
        return [math.exp(self.weights.get(key, 0.0)) for key in keys]

    def choose(self, state: Any, legal: list[int], before: list[Any], rng: Any) -> int:
        return drawn(self.factors(self.keys(state, legal)), rng)

    def learn(self, states: list[Any], actions: list[int], moves: list[Any], value: float) -> None:
        changes: dict[Any, float] = {}
        for state, action in zip(states, actions, strict=False):
            if value == 0.5 or state.to_play != (0 if value > 0.5 else 1):
                continue
            legal = state.legal_actions()
            keys = self.keys(state, legal)
            factors = self.factors(keys)
            total, step = sum(factors), self.given["adaptation_step"]
            taken = keys[legal.index(action)]
            changes[taken] = changes.get(taken, 0.0) + step
            for key, factor in zip(keys, factors, strict=True):
                changes[key] = changes.get(key, 0.0) - step * (factor / total)
        for key, change in changes.items():
            self.weights[key] = min(max(self.weights.get(key, 0.0) + change, -16.0), 16.0)


class Ppaf(Ppa):
    """Weights by move and what lies on the cells that are near it in the picture.

    Of a stone that goes it is the cell that it goes to alone, of one on a crossing the four beside.
    """

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.near: dict[int, list[int]] = {}  # of each cell it and those next to it

    def around(self, board: Any, at: int) -> list[int]:
        reach = 0.5 if board.moves else 1.1 if board.shape in ("hex", "crossing") else 1.5
        places = enumerate(zip(board.x, board.y, strict=True))
        gaps = {cell: math.hypot(x - board.x[at], y - board.y[at]) for cell, (x, y) in places}
        return [cell for cell, gap in gaps.items() if gap < reach]

    def keys(self, state: Any, legal: list[int]) -> list[Any]:
        cells = state.cells().tolist()
        return [(move_of(state, action), self.seen(state, action, cells)) for action in legal]

    def seen(self, state: Any, action: int, cells: list[int]) -> tuple[int, ...]:
        at = state.action_cells(action)[0]
        if at not in self.near:
            self.near[at] = self.around(state.board, at)
        near = (cells[cell] for cell in self.near[at])
        return tuple((value - 1 - state.to_play) % 2 if value else -1 for value in near)


POLICIES: dict[str, type[Mast]] = {"mast": Mast, "nst": Nst, "ppa": Ppa, "ppaf": Ppaf}
