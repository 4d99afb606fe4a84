"""The path and the playout of a moment, as far as the tree has them."""

from __future__ import annotations

from typing import Any

from explorer.game.line import Actions, Line
from explorer.game.positions import Positions
from mcsearch.check.recorded import RECORDED
from mcsearch.engine.search import BACKPROPAGATION, POLICY, SIMULATION, STEPS
from mcsearch.engine.tree import NONE, ROOT


def chain(tree: Any, actions: Any) -> list[int]:
    """The nodes that a list of actions leads through, root first, as far as the tree has them."""
    nodes = [ROOT]
    for action in actions:
        child = tree.child_by(nodes[-1], action)
        if child == NONE:
            break
        nodes.append(child)
    return nodes


def recorded(tree: Any, path: list[int], actions: Actions) -> list[int]:
    """The path as far as it is one in the tree.

    A nested search tries positions that it has no room to record; and when its result climbs, its
    levels move on and leave a path behind whose end belongs to the position before.
    """
    nodes = path[:1]
    for child, action in zip(path[1:], actions, strict=False):
        if child == NONE or tree.parent_of(child) != nodes[-1] or tree.action_of(child) != action:
            break
        nodes.append(child)
    return nodes


def playout_line(search: Any, positions: Positions) -> Line | None:
    """This iteration's playout; None before it, and where the path no longer leads to it."""
    if search.phase not in (SIMULATION, BACKPROPAGATION):
        return None
    try:
        line = positions.line(tuple(search.path_actions), tuple(search.playout_actions))
    except ValueError:
        return None
    return line if line.states[-1].returns() == search.playout_return else None


def is_recorded(search: Any) -> bool:
    """Whether a search shows a tree of another program."""
    return bool(search.name == RECORDED)


def told_number(search: Any, iteration: int) -> int:
    """The number by which an iteration is told: there is a first snapshot and no snapshot 0."""
    return int(iteration + is_recorded(search))


def counted(search: Any) -> str:
    """What one iteration is called: a nested search counts its playouts, a recorded one no own."""
    if is_recorded(search):
        return "snapshot"
    return "playout" if has_levels(search) else "iteration"


def has_best(search: Any) -> bool:
    """Whether a search keeps a best result; of two players, or of chance, it has means alone."""
    return search.root.num_players == 1 and not search.root.has_chance


def has_levels(search: Any) -> bool:
    """Whether a search is nested, so that it can be shown by its levels."""
    return not search.shows.isdisjoint({STEPS, POLICY})


def mean_of(search: Any) -> float:
    """Mean of all results, for two players the win rate of the search; nan before the first."""
    mean = float(search.tree.mean(ROOT))
    return 1.0 - mean if search.root.num_players == 2 else mean
