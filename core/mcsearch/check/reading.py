"""From a foreign root to plain nodes: its actions are found among the legal ones."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sized
from typing import Any

from mcsearch.adapters import adapted
from mcsearch.check.game import Position, key_of
from mcsearch.check.node import NONE, Node
from mcsearch.check.shape import (
    Shape,
    ShapeError,
    get,
    guessed,
    has,
    is_known,
    names_of,
    number_or_nan,
    pairs,
)
from mcsearch.engine import checks
from mcsearch.problem.state import begin

_MOST_NODES = 300_000


class GraphNode:
    """A node of a networkx graph, whose data and successors are the fields."""

    __slots__ = ("data", "graph", "name")

    def __init__(self, graph: Any, name: Any) -> None:
        self.graph = graph
        self.name = name
        self.data = graph.nodes[name]

    def __getattr__(self, field: str) -> Any:
        try:
            return self.data[field]
        except KeyError:
            raise AttributeError(field) from None

    @property
    def children(self) -> list[tuple[Any, GraphNode]]:
        found = []
        for name in self.graph.successors(self.name):
            edge = self.graph.edges[self.name, name]
            below = GraphNode(self.graph, name)
            action = edge.get("action", edge.get("move", self.graph.nodes[name].get("action")))
            found.append((action, below))
        return found


def root_of(result: Any, shape: Shape | None = None) -> Any:
    """The root node in what a search has returned; None where it is an action alone.

    With a shape whose names are known, also a root that has no children yet. Of a node below
    another one the topmost is taken.
    """
    if _is_graph(result):
        roots = [name for name in result.nodes if result.in_degree(name) == 0]
        return GraphNode(result, roots[0]) if roots else None
    if isinstance(result, (tuple, list)):
        return next(
            (each for each in (root_of(r, shape) for r in result) if each is not None), None
        )
    for holder in (result, getattr(result, "root", None), getattr(result, "root_node", None)):
        if _looks_like_a_node(holder, shape):
            return _topmost(holder)
    return None


def why_no_root(result: Any, shape: Shape, position: Position) -> str:
    """What is missing in that part of a result that is neither an action nor plain; "" without."""
    parts = result if isinstance(result, tuple) else (result,)
    for part in parts:
        if names_of(part) and find(part, position.legal) == NONE:
            try:
                guessed(_topmost(part), shape, 0)
            except ShapeError as error:
                return str(error)
    return ""


def _topmost(node: Any) -> Any:
    for _ in range(10_000):
        above = get_raw(node, "parent")
        if above is None or not isinstance(above, type(node)):
            return node
        node = above
    return node


def _is_graph(thing: Any) -> bool:
    return all(hasattr(thing, name) for name in ("successors", "in_degree", "nodes", "edges"))


def _looks_like_a_node(thing: Any, shape: Shape | None) -> bool:
    if thing is None or isinstance(thing, (str, bytes, int, float)):
        return False
    if shape is not None and shape.children and shape.visits:
        return has(thing, shape.children) and has(thing, shape.visits)
    try:
        guessed(_topmost(thing), Shape() if shape is None else shape, 0)
    except ShapeError:
        return False
    return True


def action_of(result: Any, shape: Shape | None, position: Position) -> int:
    """The place of the action that a search has returned; NONE where it gave a root alone."""
    if not isinstance(result, tuple) or find(result, position.legal) != NONE:
        result = (result,)
    for each in result:
        place = find(each, position.legal) if each is not None else NONE
        if place != NONE:
            return place
        if shape is not None and _looks_like_a_node(each, shape):
            above = get_raw(each, "parent")
            if above is not None and isinstance(above, type(each)):
                action = get(each, shape.action) if shape.action else None
                return _place(action, each, shape, position)[0]
    return NONE


def read(root: Any, shape: Shape, position: Position, depth: int = 0) -> Node:
    """The tree below a root, whose position is given, or that much of its depth.

    Raises ShapeError where the actions of the root's children can't be found.
    """
    told = shape.action
    # kept alive: a binding may make its nodes anew, and an address be used again
    seen: dict[int, Any] = {id(root): root}
    count = 0
    top = _plain(root, shape, NONE)
    waiting: list[tuple[Any, Node, Position | None]] = [(root, top, position)]
    order = []
    while waiting:
        foreign, node, at = waiting.pop()
        order.append(node)
        below = pairs(get(foreign, shape.children)) or []
        for key, child in below:
            action = key if key is not None and not told else get(child, told) if told else None
            place, text = _place(action, child, shape, at)
            plain = _plain(child, shape, place)
            plain.text = text
            node.children.append(plain)
            plain.is_shared = id(child) in seen
            seen[id(child)] = child
            count += 1
            if count > _MOST_NODES:
                raise ShapeError(f"the tree has more than {_MOST_NODES} nodes")
            if not plain.is_shared and depth != 1:
                after = None if at is None or place == NONE else at.after(place)
                waiting.append((child, plain, after))
    for node in reversed(order):
        node.num_nodes = 1 + sum(child.num_nodes for child in node.children)
    if top.children and all(child.action == NONE for child in top.children):
        raise ShapeError(
            f"the actions of the root's children were not found among the legal ones (one is "
            f'{top.children[0].text}); name their field, as tree=Shape(action="move")'
        )
    return top


def _plain(foreign: Any, shape: Shape, place: int) -> Node:
    visits = number_or_nan(foreign, shape.visits)
    untried = get(foreign, shape.untried) if shape.untried else None
    known = get(foreign, shape.proven) if shape.proven else None
    return Node(
        action=place,
        visits=0.0 if math.isnan(visits) else visits,
        value=number_or_nan(foreign, shape.value),
        untried=len(untried) if isinstance(untried, Sized) else None,
        prior=number_or_nan(foreign, shape.prior),
        is_proven=is_known(known),
    )


def _place(action: Any, child: Any, shape: Shape, at: Position | None) -> tuple[int, str]:
    """The place of an action among the legal ones, and how it prints."""
    text = checks.short(action, 40)
    if at is None:
        return NONE, text
    if action is not None:
        place = find(action, at.legal)
        if place != NONE:
            return place, text
    if shape.state and (action is None or isinstance(action, Mapping)):
        state = get_raw(child, shape.state)
        place = _by_state(state, at)
        if place != NONE:
            return place, at.name(place)
    return NONE, text


def find(action: Any, legal: list[Any]) -> int:
    """The place of an action: itself, an equal one, or one that prints the same."""
    for place, known in enumerate(legal):
        if known is action:
            return place
    for place, known in enumerate(legal):
        try:
            if type(known) is type(action) and bool(known == action):
                return place
        except (ValueError, TypeError):
            continue
    for place, known in enumerate(legal):
        try:
            if bool(known == action):
                return place
        except (ValueError, TypeError):
            continue
    if not legal or type(legal[0]) is not type(action):
        return NONE
    wanted = checks.printed(action)
    for place, known in enumerate(legal):
        if checks.printed(known) == wanted:
            return place
    return NONE


def get_raw(node: Any, name: str) -> Any:
    """A field as it is stored; methods are not called."""
    return node.get(name) if isinstance(node, Mapping) else getattr(node, name, None)


def _by_state(state: Any, at: Position) -> int:
    """The place of the action that leads to a state."""
    try:
        key = key_of(begin(adapted(state)))
    except Exception:
        return NONE
    for place in range(len(at.legal)):
        if key_of(at.after(place).state) == key:
            return place
    return NONE
