"""Which answers to a question are right: what the running search says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from mcsearch import Recipe
from mcsearch.engine.tree import NONE
from mcsearch.recipe import SOLVERS

Actions = tuple[int, ...]


Lines = dict[int, Actions]
"""Right answers, and what follows each: the moves of its line, from the answer on."""

LONGEST_LINE = 5
_SOLVED_AT_ONCE = 5000  # positions


class Judge(NamedTuple):
    """`right` gives the right answers at a node (its actions) of a search, or of a recipe's."""

    right: Callable[[Any, Actions, Recipe | None], Lines]
    runs_recipe: bool = False
    is_search_to_come: bool = False  # what follows is the search's next iteration, not moves


def _line(actions: Sequence[int]) -> Lines:
    """One right answer, the first of some actions."""
    return {int(actions[0]): tuple(map(int, actions[:LONGEST_LINE]))} if actions else {}


def _next(search: Any, node: Actions, recipe: Recipe | None) -> Lines:
    """The child that the next iteration goes to."""
    copy = search.copy()
    if not copy.run(1):
        return {}  # the budget is used
    path = tuple(copy.path_actions)
    return _line(path[len(node) :]) if path[: len(node)] == node else {}


def _children(search: Any, node: int) -> list[int]:
    tree = search.tree
    return [child for child in tree.children(node) if tree.visits_of(child)]


def _largest(
    search: Any, node: Actions, key: Callable[[int], float], below: Callable[[int], float]
) -> Lines:
    """The children that `key` is largest of, and the way down on which `below` is."""
    place = search.find(list(node))
    children = [] if place == NONE else _children(search, place)
    best = max(map(key, children), default=0.0)
    found: Lines = {}
    for child in children:
        if key(child) == best:
            found |= _line(_way_down(search, child, below))
    return found


def _way_down(search: Any, node: int, key: Callable[[int], float]) -> list[int]:
    actions: list[int] = []
    below = [node]
    while below and len(actions) < LONGEST_LINE:
        node = max(below, key=key)
        actions.append(search.tree.action_of(node))
        below = _children(search, node)
    return actions


def _most_visited(search: Any, node: Actions, recipe: Recipe | None) -> Lines:
    return _largest(search, node, search.tree.visits_of, search.tree.visits_of)


def _best_mean(search: Any, node: Actions, recipe: Recipe | None) -> Lines:
    return _largest(search, node, search.tree.mean, search.tree.visits_of)


def _top_score(search: Any, node: Actions, recipe: Recipe | None) -> Lines:
    return _largest(search, node, search.tree.top, search.tree.top)


def _final_move(search: Any, node: Actions, recipe: Recipe | None) -> Lines:
    return _line(search.best_numbers()[len(node) :])


def _other_search(search: Any, node: Actions, recipe: Recipe | None) -> Lines:
    """The move of another recipe's search, begun at the node's position."""
    assert recipe is not None
    return _line(best_at(search, node, recipe))


def _exact(search: Any, node: Actions, recipe: Recipe | None) -> Lines:
    """The actions with the best exact value, by the solver of the recipe's game."""
    assert recipe is not None
    state = search.root
    for action in node:
        state = state.play(state.action_of(action))
    solver = SOLVERS[recipe.game].build(state)
    solver.begin(state)
    while not solver.is_settled and not solver.run(_SOLVED_AT_ONCE):
        pass
    best = max(bounds.lower for bounds in solver.bounds.values())
    return {
        number: (number,)
        for number in map(state.number_of, solver.bounds)
        if solver.bounds[state.action_of(number)].lower == best
    }


def best_at(search: Any, node: Actions, recipe: Recipe) -> Actions:
    """What another recipe plays and expects at a node's position; () where the game is over."""
    other = recipe.build()
    for action in node:
        other.advance_root(other.root.action_of(action))
    if other.root.is_terminal():
        return ()
    other.run()
    return tuple(other.best_numbers())


JUDGES = {
    "next": Judge(_next, is_search_to_come=True),
    "most-visited": Judge(_most_visited),
    "best-mean": Judge(_best_mean),
    "top-score": Judge(_top_score),
    "final-move": Judge(_final_move),
    "exact": Judge(_exact, runs_recipe=True),
    "other-search": Judge(_other_search, runs_recipe=True),
}
"""By what a chapter calls them."""
