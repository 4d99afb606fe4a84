"""The rules that score a child by its own formula once more, for `UctWithOptions`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from reference_search import uniform


def single(value: float) -> float:
    """A number as a column of single precision keeps it."""
    return float(np.float32(value))


class Plain:
    """UCT; `unvisited` is the score of a child without visits, `opens` gives a leaf all children
    and goes on by the rule."""

    unvisited = math.inf
    opens = False

    def __init__(self, **parameters: float) -> None:
        self.given = parameters

    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        return mean + self.given["exploration"] * math.sqrt(math.log(parent) / way.visits)

    def first(self, way: Any, parent: int) -> float:
        """The score of a child without visits."""
        return self.unvisited

    def evaluated(self, way: Any, state: Any) -> None:
        """Look at the state of a new node."""

    def backed_up(self, path: list[Any]) -> None:
        """Look at a path after its counts have changed."""


class Tuned(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        share = math.log(parent) / way.visits
        variance = mean - mean**2 + math.sqrt(2 * share)
        return mean + self.given["exploration"] * math.sqrt(share * min(0.25, variance))


class UcbV(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        e = self.given["zeta"] * math.log(parent)
        spread = math.sqrt(2 * max(mean * (1 - mean), 0.0) * e / way.visits)
        return mean + spread + 3 * self.given["range_weight"] * e / way.visits


class KlUcb(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        def divergence(q: float) -> float:
            won = mean * math.log(mean / q) if mean > 0 else 0.0
            return won + ((1 - mean) * math.log((1 - mean) / (1 - q)) if mean < 1 else 0.0)

        low, high = mean, 1.0
        for _ in range(32):
            q = (low + high) / 2
            if way.visits * divergence(q) > self.given["exploration"] * math.log(parent):
                high = q
            else:
                low = q
        return low


class Thompson(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        wins = self.gamma(1 + way.visits * mean, rng)
        return wins / (wins + self.gamma(1 + way.visits * (1 - mean), rng))

    def gamma(self, shape: float, rng: Any) -> float:
        d = shape - 1 / 3
        while True:
            x = self.normal(rng)
            v = (1 + x / math.sqrt(9 * d)) ** 3
            if v > 0 and math.log(uniform(rng)) < x * x / 2 + d * (1 - v + math.log(v)):
                return d * v

    def normal(self, rng: Any) -> float:
        while True:
            x, y = 2 * uniform(rng) - 1, 2 * uniform(rng) - 1
            if 0 < x * x + y * y < 1:
                return x * math.sqrt(-2 * math.log(x * x + y * y) / (x * x + y * y))


class FirstPlay(Plain):
    opens = True

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self.unvisited = parameters["urgency"]


class ProgressiveBias(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        bias = self.given["bias_weight"] * way.worth / (way.visits + 1)
        return super().score(way, mean, parent, rng) + bias

    def evaluated(self, way: Any, state: Any) -> None:
        ended = state.is_terminal()
        estimate = state.returns() if ended else state.problem.evaluation()  # player 0's
        way.worth = single(estimate if state.to_play == 1 else 1 - estimate)


class ImplicitMinimax(ProgressiveBias):
    opens = True

    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        share = self.given["minimax_weight"]
        mixed = (1 - share) * mean + share * way.worth
        return Plain.score(self, way, mixed, parent, rng)

    def backed_up(self, path: list[Any]) -> None:
        for way in path[::-1]:
            if way.position.children:
                most = max(child.worth for child in way.position.children.values())
                way.worth = single(1 - most)


class Uniform(Plain):
    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        return -way.visits


class SequentialHalving(Plain):
    """Rounds of equal playouts at the root; `budget` is that of the search."""

    budget = 150

    def __init__(self, **parameters: float) -> None:
        super().__init__(**parameters)
        self.left: list[int] = []

    def at_root(self, ways: dict[int, Any], mean: Any) -> int:
        if not self.left:
            self.reached = dict.fromkeys(ways, 0)
            self.rounds = math.ceil(math.log2(len(ways)))
            self.target = 0
            self.begin_round(list(ways))
        while len(self.left) > 1 and not any(
            ways[a].visits < self.target and not ways[a].is_refuted for a in self.left
        ):
            better = sorted(self.left, key=lambda a: mean(ways[a]), reverse=True)
            better = better[: math.ceil(len(better) / 2)]
            for action in better:
                self.reached[action] += 1
            self.begin_round([a for a in self.left if a in better])
        open_to = [a for a in ways if not ways[a].is_refuted]
        return min(open_to, key=lambda a: (-self.reached[a], ways[a].visits))

    def begin_round(self, left: list[int]) -> None:
        self.left = left
        if len(left) > 1:
            self.target += max((self.budget - 1) // (self.rounds * len(left)), 1)


class Grave(Plain):
    """AMAF statistics in every position, by who plays a move and the move itself."""

    opens = True
    amaf: dict[Any, list[float]]

    def look_at(self, position: Any, is_root: bool) -> None:
        if is_root or position.visits > self.given.get("ref", 0):
            self.amaf = position.amaf

    def explore(self, way: Any, parent: int) -> float:
        return self.given["exploration"] * math.sqrt(math.log(max(parent, 1)) / (way.visits + 1))

    def first(self, way: Any, parent: int) -> float:
        if way.move not in self.amaf:
            return math.inf
        count, total = self.amaf[way.move]
        return total / count + self.explore(way, parent)

    def score(self, way: Any, mean: float, parent: int, rng: Any) -> float:
        if way.move not in self.amaf:
            return mean + self.explore(way, parent)
        count, total = self.amaf[way.move]
        beta = count / (count + way.visits + self.given["amaf_bias"] * count * way.visits)
        return (1 - beta) * mean + beta * (total / count) + self.explore(way, parent)

    def learn(self, path: list[Any], moves: list[Any], value: float) -> None:
        for depth, way in enumerate(path):
            for move in dict.fromkeys(moves[depth:]):
                known = way.position.amaf.setdefault(move, [0, 0.0])
                known[0] += 1
                known[1] += value if move[0] == 0 else 1 - value


RULES: dict[str, type[Plain]] = {
    "ucb1-tuned": Tuned,
    "ucb-v": UcbV,
    "kl-ucb": KlUcb,
    "thompson": Thompson,
    "uct-first-play": FirstPlay,
    "progressive-bias": ProgressiveBias,
    "implicit-minimax": ImplicitMinimax,
    "uniform": Uniform,
    "sequential-halving": SequentialHalving,
    "rave": Grave,
    "grave": Grave,
}
