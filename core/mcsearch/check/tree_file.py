"""Trees of any program as plain nodes: from its own nodes, and from and to JSON.

The JSON form is an object a node (its schema is `tree_schema.json` beside this file):

    {"action": "c3", "visits": 81, "value": 0.62, "picture": "x..\\n.o.\\n...", "children": [...]}

`visits` is a whole number, `value` the mean of the returns as the program has it, of whomever it
has it, null or left out where there is none. `action` leads into the node, the root has none.
`picture` shows the position: rows of characters, one line each, or an SVG text. Only `visits` must
be there. `to_json` writes the form, `from_json` reads it.
"""

from __future__ import annotations

import gc
import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from mcsearch.check.reading import root_of
from mcsearch.check.shape import Shape, ShapeError, get, guessed, number_or_nan, pairs
from mcsearch.engine import checks

MOST_NODES = 1_000_000
MOST_CHILDREN = 32_767
_MOST_VISITS = 2**31 - 1
_FIELDS = ("action", "visits", "value", "picture", "children")
_CLOSE = 1e-9


class TreeFileError(ValueError):
    """A text that is no tree; the message names the node and the remedy."""


@dataclass(slots=True)
class PlainNode:
    """`value` is a mean, nan where there is none; `action` and `picture` are "" where none is."""

    action: str = ""
    visits: int = 0
    value: float = math.nan
    picture: str = ""
    children: list[PlainNode] = field(default_factory=list)

    def walk(self) -> Iterator[PlainNode]:
        """This node and all below, parents before children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@contextmanager
def many_objects() -> Iterator[None]:
    """While many objects are made that all stay: the collector would go through them in vain."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def schema() -> dict[str, Any]:
    """The JSON schema of a tree."""
    text = (files("mcsearch.check") / "tree_schema.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


# --- nodes of a program ---


def plain_tree(root: Any, shape: Shape | None = None) -> PlainNode:
    """The tree below a program's node, its fields guessed or told by a shape.

    What a search has returned will do, too: an action beside its root, or an object with a root.
    A value that is a sum is divided by the visits: told by the shape, or found out from the values,
    of which a mean stays within what single visits have. Raises ShapeError.
    """
    if isinstance(root, PlainNode):
        return root
    top = root_of(root, shape)
    if top is None:
        top = root  # what is missing is named below
    found = guessed(top, shape or Shape(), 0)
    plain, values = _plain_nodes(top, found)
    if _are_sums(found, values):
        for node in plain.walk():
            node.value = node.value / node.visits if node.visits else math.nan
    return plain


def _plain_nodes(top: Any, shape: Shape) -> tuple[PlainNode, list[tuple[int, float]]]:
    seen: dict[int, Any] = {id(top): top}
    plain = _plain(top, shape, None)
    waiting, values = [(top, plain)], []
    while waiting:
        foreign, node = waiting.pop()
        if node.visits > 0 and not math.isnan(node.value):
            values.append((node.visits, node.value))
        for key, child in pairs(get(foreign, shape.children)) or []:
            below = _plain(child, shape, key)
            node.children.append(below)
            if id(child) not in seen:  # of a node that several share the first has what follows
                seen[id(child)] = child
                waiting.append((child, below))
        if len(seen) > MOST_NODES:
            raise ShapeError(f"the tree has more than {MOST_NODES:,} nodes")
    return plain, values


def _plain(foreign: Any, shape: Shape, key: Any) -> PlainNode:
    visits = number_or_nan(foreign, shape.visits)
    action = get(foreign, shape.action) if shape.action else key
    picture = get(foreign, "picture")
    return PlainNode(
        action="" if action is None else checks.short(action, 40).strip("'"),
        visits=0 if math.isnan(visits) else min(_MOST_VISITS, max(0, round(visits))),
        value=number_or_nan(foreign, shape.value),
        picture=picture if isinstance(picture, str) else "",
    )


def _are_sums(shape: Shape, values: list[tuple[int, float]]) -> bool:
    """Whether values grow with the visits beyond what a mean can be."""
    if shape.value_is:
        return shape.value_is == "sum"
    singles = [abs(value) for visits, value in values if visits == 1]
    most = max(singles, default=1.0)
    return any(abs(value) > most + _CLOSE + 1e-6 * most for _, value in values)


# --- JSON ---


def to_json(root: Any, shape: Shape | None = None) -> str:
    """The JSON text of a tree: plain nodes, or a program's as `plain_tree` takes them."""
    plain = plain_tree(root, shape)
    order = list(plain.walk())
    done: dict[int, dict[str, Any]] = {}
    for node in reversed(order):  # a deep tree is no deep recursion
        fields: dict[str, Any] = {"action": node.action} if node.action else {}
        fields["visits"] = node.visits
        fields["value"] = None if math.isnan(node.value) else node.value
        if node.picture:
            fields["picture"] = node.picture
        if node.children:
            fields["children"] = [done.pop(id(child)) for child in node.children]
        done[id(node)] = fields
    try:
        return json.dumps(done[id(plain)])
    except RecursionError:
        raise TreeFileError("the tree is too deep for JSON; cut it") from None


def is_tree(fields: Any) -> bool:
    """Whether what JSON has given looks like a tree."""
    return isinstance(fields, Mapping) and "visits" in fields and set(fields) <= set(_FIELDS)


def from_json(text: str) -> PlainNode:
    """The tree of a JSON text; TreeFileError names what is wrong, where, and the remedy."""
    with many_objects():
        try:
            given = json.loads(text)
        except RecursionError:
            raise TreeFileError("tree: it is nested too deeply; cut its depth") from None
        except ValueError as error:
            raise TreeFileError(f"tree: it is no JSON ({error}); copy it whole") from None
        return from_plain(given)


def from_plain(given: Any) -> PlainNode:
    """The tree of what JSON gives."""
    root = _read(given, ())
    waiting: list[tuple[Mapping[str, Any], PlainNode, _Way]] = [(given, root, ())]
    count = 1
    while waiting:
        fields, node, way = waiting.pop()
        children = fields.get("children") or []
        if not isinstance(children, list) or len(children) > MOST_CHILDREN:
            raise TreeFileError(
                f"tree: the children of {_name(way)} are no list of at most {MOST_CHILDREN:,}"
            )
        count += len(children)
        if count > MOST_NODES:
            raise TreeFileError(f"tree: it has more than {MOST_NODES:,} nodes; cut it")
        for number, child in enumerate(children, 1):
            below = (number, way)
            plain = _read(child, below)
            node.children.append(plain)
            if child.get("children"):
                waiting.append((child, plain, below))
    return root


_Way = tuple[Any, ...]  # the number of a child, from 1, and the way to the node above; () the root


def _name(way: _Way) -> str:
    """A node by the numbers of the children that lead to it."""
    numbers = []
    while way:
        number, way = way
        numbers.append(str(number))
    return f"node {'.'.join(reversed(numbers))}" if numbers else "the root"


def _read(given: Any, way: _Way) -> PlainNode:
    if not isinstance(given, Mapping):
        raise TreeFileError(f"tree: {_name(way)} is {checks.short(given, 40)}; give an object")
    unknown = given.keys() - _FIELDS
    if unknown:
        raise TreeFileError(
            f"tree: {_name(way)} has a field {min(unknown)!r}; give {', '.join(_FIELDS)} alone"
        )
    visits: Any = given.get("visits")
    value: Any = given.get("value")
    if not _is_number(visits) or not 0 <= visits <= _MOST_VISITS or visits != int(visits):
        raise TreeFileError(
            f"tree: visits of {_name(way)} is {checks.short(visits, 40)}; give a whole number from "
            "0"
        )
    if value is not None and (not _is_number(value) or not math.isfinite(value)):
        raise TreeFileError(
            f"tree: value of {_name(way)} is {checks.short(value, 40)}; give a number, or null"
        )
    action, picture = given.get("action", ""), given.get("picture", "")
    for key, text in (("action", action), ("picture", picture)):
        if not isinstance(text, str):
            raise TreeFileError(
                f"tree: {key} of {_name(way)} is {checks.short(text, 40)}; give a text"
            )
    return PlainNode(action, int(visits), math.nan if value is None else float(value), picture)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
