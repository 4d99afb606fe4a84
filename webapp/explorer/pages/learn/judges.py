"""Which answers to a question are right: what the running search says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mcsearch import Recipe
from mcsearch.engine.tree import NONE

Actions = tuple[int, ...]


class Judge(NamedTuple):
    """`right` gives the right actions at a node (its actions) of a search, or of a recipe's."""

    right: Callable[[Any, Actions, Recipe | None], set[int]]
    runs_recipe: bool = False


def _next(search: Any, node: Actions, recipe: Recipe | None) -> set[int]:
    """The child that the next iteration goes to."""
    copy = search.copy()
    if not copy.run(1):
        return set()  # the budget is used
    path = tuple(copy.path_actions)
    return {path[len(node)]} if path[: len(node)] == node and len(path) > len(node) else set()


def _children(search: Any, node: Actions) -> list[int]:
    place = search.find(list(node))
    children: list[int] = [] if place == NONE else search.tree.children(place)
    return [child for child in children if search.tree.visits_of(child)]


def _largest(search: Any, children: list[int], key: Callable[[int], float]) -> set[int]:
    best = max(map(key, children), default=0.0)
    return {search.tree.action_of(child) for child in children if key(child) == best}


def _most_visited(search: Any, node: Actions, recipe: Recipe | None) -> set[int]:
    return _largest(search, _children(search, node), search.tree.visits_of)


def _best_mean(search: Any, node: Actions, recipe: Recipe | None) -> set[int]:
    return _largest(search, _children(search, node), search.tree.mean)


def _top_score(search: Any, node: Actions, recipe: Recipe | None) -> set[int]:
    return _largest(search, _children(search, node), search.tree.top)


def _final_move(search: Any, node: Actions, recipe: Recipe | None) -> set[int]:
    return set(search.best_sequence[len(node) : len(node) + 1])


def _other_search(search: Any, node: Actions, recipe: Recipe | None) -> set[int]:
    """The move of another recipe's search, begun at the node's position."""
    assert recipe is not None
    found = best_at(search, node, recipe)
    return set() if found is None else {found}


def best_at(search: Any, node: Actions, recipe: Recipe) -> int | None:
    """What another recipe plays at a node's position; None where the game is over."""
    other = recipe.build()
    for action in node:
        other.advance_root(other.root.action_of(action))
    if other.root.is_terminal():
        return None
    other.run()
    best = other.best_sequence
    return int(best[0]) if best else None


JUDGES = {
    "next": Judge(_next),
    "most-visited": Judge(_most_visited),
    "best-mean": Judge(_best_mean),
    "top-score": Judge(_top_score),
    "final-move": Judge(_final_move),
    "other-search": Judge(_other_search, runs_recipe=True),
}
"""By what a chapter calls them."""
