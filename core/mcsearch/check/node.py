"""A node of somebody's search tree as plain numbers, whatever class it was of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

NONE = -1
"""The place of an action that is not legal, and the root's."""


@dataclass(slots=True)
class Node:
    """What was read of a node.

    `action`: place of the action that leads here among the legal ones of the node above. `visits`
    and `value` are as the program stores them: the value may be a sum or a mean of returns, nan
    where there is none to read. `untried`: how many actions the program has still to try here, None
    where it does not say. `prior`: of the action, nan without. `is_proven`: the program says it
    knows the exact value. `text`: the action as it prints, for what is not legal.
    """

    action: int
    visits: float
    value: float
    children: list[Node] = field(default_factory=list)
    untried: int | None = None
    prior: float = float("nan")
    is_proven: bool = False
    text: str = ""
    is_shared: bool = False  # it was met before, below another node
    num_nodes: int = 1  # of its subtree, with itself

    def child(self, action: int) -> Node | None:
        """The first child of an action."""
        return next((child for child in self.children if child.action == action), None)


def walk(root: Node, path: tuple[int, ...] = ()) -> Iterator[tuple[Node, tuple[int, ...]]]:
    """Every node with the actions from the root to it, from above."""
    waiting = [(root, path)]
    while waiting:
        node, path = waiting.pop()
        yield node, path
        waiting += [(child, (*path, child.action)) for child in reversed(node.children)]
