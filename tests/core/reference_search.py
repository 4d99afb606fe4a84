"""The searches once more in plain Python: recursion and dictionaries, written for reading.

They draw random numbers in the same order as the engine, so that their results must be equal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mcsearch.numerics.rng import Rng


@dataclass
class Node:
    visits: int = 0
    value_sum: float = 0.0
    square_sum: float = 0.0
    top: float = -math.inf
    children: dict[int, Node] = field(default_factory=dict)


def mcts(root: Any, policy: Any, seed: int, iterations: int, score: Any) -> Node:
    """A tree after some iterations; `score(parent, child)` is the selection rule."""
    rng = Rng(seed)
    tree = Node()
    for _ in range(iterations):
        node, state, path = tree, root, [tree]
        while True:
            legal = state.legal_actions()
            if not legal or len(node.children) < len(legal):
                break
            parent = node
            action, node = max(parent.children.items(), key=lambda item: score(parent, item[1]))
            state = state.play(action)
            path.append(node)
        if legal:
            action = legal[len(legal) - 1 - len(node.children)]
            node.children[action] = Node()
            node = node.children[action]
            state = state.play(action)
            path.append(node)
        _, end = policy.play_out(state, rng)
        for depth, node in enumerate(path):
            value = end.returns()
            if root.num_players == 2 and (root.to_play + depth) % 2 == 0:
                value = 1.0 - value  # the player who moved into the node is player 1
            node.visits += 1
            node.value_sum += value
            node.square_sum += value * value
            node.top = max(node.top, value)
    return tree


def uct(exploration: float) -> Any:
    def score(parent: Node, child: Node) -> float:
        mean = float(np.float32(child.value_sum / child.visits))
        return mean + exploration * math.sqrt(math.log(parent.visits)) * (
            1.0 / math.sqrt(child.visits)
        )

    return score


def uct_top(exploration: float, deviation: float, top_weight: float) -> Any:
    def score(parent: Node, child: Node) -> float:
        n = child.visits
        mean = child.value_sum / n
        squares = max(child.square_sum - n * mean * mean, 0.0)
        base = (
            (1.0 - top_weight) * mean
            + top_weight * child.top
            + math.sqrt((squares + deviation) / n)
        )
        return float(np.float32(base)) + exploration * math.sqrt(math.log(parent.visits)) * (
            1.0 / math.sqrt(n)
        )

    return score


def uniform(rng: Rng) -> float:
    """The generator's next float in [0, 1): SplitMix64 once more."""
    mask = 2**64 - 1
    rng.state = z = (rng.state + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return ((z ^ (z >> 31)) >> 11) / 2**53


class Nested:
    """NMCS by recursion (Cazenave 2009); the first of equal results is kept, or the last.

    With probability `explore` a walk goes on with another action than its best sequence's.
    """

    def __init__(
        self, policy: Any, seed: int, memory: bool, ties: str, explore: float = 0.0
    ) -> None:
        self.explore = explore
        self.policy = policy
        self.rng = Rng(seed)
        self.memory = memory
        self.ties = ties
        self.playouts = 0

    def search(self, state: Any, level: int) -> tuple[float, list[int]]:
        """The score and the actions of a search of a level."""
        if level == 0 or state.is_terminal():
            self.playouts += 1
            actions, end = self.policy.play_out(state, self.rng)
            return end.returns(), actions
        played: list[int] = []
        best, best_actions = -math.inf, []
        left, left_actions = -math.inf, []
        while not state.is_terminal():
            if not self.memory:
                best = -math.inf
            legal = state.legal_actions()
            for action in legal:
                result, below = self.search(state.play(action), level - 1)
                if result > best or (result == best and self.ties == "last"):
                    best, best_actions = result, [*played, action, *below]
            action = best_actions[len(played)]
            if self.explore and len(legal) > 1 and uniform(self.rng) < self.explore:
                if best > left and self.memory:
                    left, left_actions = best, best_actions
                best = -math.inf
                drawn = legal[self.rng.draws(len(legal) - 1, 1)[0]]
                action = legal[-1] if drawn == action else drawn
            played.append(action)
            state = state.play(action)
        return (left, left_actions) if left > state.returns() else (state.returns(), played)
