"""Searches of packages as they are: what has a known shape becomes `run(state, iterations, seed)`.

`mcts` 1.0.4 and `monte-carlo-tree-search` (an object with `search` and `root`, limited by
iterations), OpenSpiel's bots (an object with `mcts_search` and `max_simulations`), mctspy (its
class of nodes, made of a state). None of them is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

_LIMITS = ("searchLimit", "search_limit", "max_simulations")


def run_of(thing: Any) -> Callable[..., Any]:
    """The search as a function; ValueError for what is none."""
    if isinstance(thing, type) and hasattr(thing, "rollout") and hasattr(thing, "best_child"):
        return _of_nodes(thing)
    for name in ("mcts_search", "search"):
        limit = next((limit for limit in _LIMITS if hasattr(thing, limit)), "")
        if callable(getattr(thing, name, None)) and limit:
            return _of_searcher(thing, name, limit)
    if not callable(thing):
        raise ValueError(
            f"{thing!r} is no search; give a function run(state, iterations, seed) that returns "
            "its root, an action, or both"
        )
    found: Callable[..., Any] = thing
    return found


def _of_searcher(searcher: Any, name: str, limit: str) -> Callable[..., Any]:
    def run(state: Any, iterations: int, seed: int) -> Any:
        setattr(searcher, limit, iterations)
        for holder in (searcher, getattr(searcher, "evaluator", None)):
            for generator in getattr(holder, "__dict__", {}).values():
                if isinstance(generator, np.random.RandomState):
                    generator.seed(seed)
        found = getattr(searcher, name)(state)
        root = getattr(searcher, "root", None)
        return found if root is None else (found, root)

    return run


def _of_nodes(kind: Any) -> Callable[..., Any]:
    def run(state: Any, iterations: int, seed: int) -> Any:
        root = kind(state)
        for _ in range(iterations):
            node = root
            while not node.is_terminal_node():
                if not node.is_fully_expanded():
                    node = node.expand()
                    break
                node = node.best_child()
            node.backpropagate(node.rollout())
        return root

    return run
