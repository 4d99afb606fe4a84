"""Reading somebody's tree: which fields of a node hold its children, visits, value and action.

`Shape` tells them; what it leaves out is guessed from names that programs use and from what the
fields hold. Children may be a list, a tuple, a set, a dict from actions to nodes, a method that
gives one of these, or the successors in a graph of networkx.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, fields
from typing import Any

CHILDREN = (
    "children", "_children", "child_nodes", "childNodes", "childs", "kids", "nodes", "successors",
    "branches", "edges", "next_nodes", "expanded_children",
)  # fmt: skip
VISITS = (
    "visits", "n", "N", "numVisits", "num_visits", "visit_count", "visit_cnt", "n_visits",
    "_n_visits", "explore_count", "count", "number_of_visits", "_number_of_visits", "visited",
    "times_visited", "nVisits", "simulations", "sims", "playouts", "total_visits",
    "num_simulations", "no_of_visits", "visit", "number_visits", "num_rollouts",
)  # fmt: skip
VALUES = (
    "value_sum", "total_reward", "totalReward", "total_value", "wins", "win_value", "W", "w", "q",
    "Q",
    "_Q", "reward", "rewards", "score", "scores", "value", "mean", "_value", "total_score", "t",
    "win", "num_wins", "win_score", "winScore", "mean_value", "q_value", "values", "total",
)  # fmt: skip
ACTIONS = (
    "action", "move", "prior_action", "parent_action", "last_move", "last_action", "action_taken",
    "incoming_action", "moves", "_action", "_move",
)  # fmt: skip
UNTRIED = (
    "untried", "untried_actions", "_untried_actions", "untried_moves", "untriedMoves",
    "unexpanded", "unexplored", "actions_left",
)  # fmt: skip
PRIORS = ("prior", "P", "_P", "p", "prior_prob", "policy_value", "prior_probability")
PROVEN = ("outcome", "proven", "is_proven", "solved", "is_solved", "known_value")
STATES = ("state", "_state", "board", "game", "game_state", "position", "env")
WORDS = {
    "value_is": ("", "sum", "mean"),
    "whose": ("", "mover", "to_move", "root", "first"),
}
"""The fields of `Shape` that are no names, and what they may be."""
_MEANS = ("mean", "mean_value", "q_value", "_Q")


class ShapeError(ValueError):
    """A node in which something was not found; the message says what and how to tell it."""


@dataclass(frozen=True)
class Shape:
    """The names of a node's fields; "" is to be guessed.

    A name may be that of an attribute, of a method without arguments, or of a key where nodes are
    dicts; "stats.n" is the n of what a node holds as its stats. `value_is`: "sum" or "mean" of
    returns; `whose`: "mover" (the player who has moved into the node), "to_move", "root" (its
    player), "first", or "" to find out of the tree.
    """

    children: str = ""
    visits: str = ""
    value: str = ""
    action: str = ""
    untried: str = ""
    prior: str = ""
    proven: str = ""
    state: str = ""
    value_is: str = ""
    whose: str = ""

    def __post_init__(self) -> None:
        for name, words in WORDS.items():
            if getattr(self, name) not in words:
                given = ", ".join(map(repr, words[1:]))
                raise ShapeError(f"{name}={getattr(self, name)!r}: give {given} or ''")

    @property
    def told(self) -> tuple[str, ...]:
        """The fields that are not left to be guessed."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name))


def get(node: Any, name: str) -> Any:
    """A field of a node: an attribute, a method's result or a key; None where it fails.

    A property of the root may need a node above it: what it raises is no fault.
    """
    try:
        found = node
        for part in name.split("."):
            found = found[part] if isinstance(found, Mapping) else getattr(found, part)
        return found() if callable(found) and not isinstance(found, type) else found
    except Exception:
        return None


def has(node: Any, name: str) -> bool:
    if "." in name:
        return get(node, name) is not None
    return name in node if isinstance(node, Mapping) else hasattr(node, name)


def names_of(node: Any) -> list[str]:
    """The names of what a node stores."""
    if isinstance(node, Mapping):
        return [str(name) for name in node]
    names = list(getattr(node, "__dict__", ()))
    for kind in type(node).__mro__:
        slots = getattr(kind, "__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return names


def as_number(value: Any) -> float | None:
    """A field as a number; None for what is none. Of a value for each player, the first's."""
    if isinstance(value, (bool, str, bytes)) or value is None:
        return None
    if isinstance(value, numbers.Real):
        return float(value)
    if isinstance(value, Mapping):
        return None
    try:
        if hasattr(value, "__len__") and len(value) in (1, 2):
            return as_number(value[0])
        return float(value)
    except (TypeError, ValueError, KeyError, IndexError, RuntimeError):
        return None


def pairs(children: Any) -> list[tuple[Any, Any]] | None:
    """(action or None, node) of a field that may hold children; None for what can't."""
    if children is None or isinstance(children, (str, bytes)):
        return None
    if isinstance(children, Mapping):
        found = list(children.items())
    elif isinstance(children, Iterable):
        try:
            found = [(None, child) for child in children]
        except Exception:
            return None
    else:
        return None
    found = [(action, child) for action, child in found if child is not None]
    return [
        (child[0], child[1]) if isinstance(child, tuple) and len(child) == 2 else (action, child)
        for action, child in found
    ]


def _are_nodes(node: Any, found: list[tuple[Any, Any]] | None) -> bool:
    """Whether these look like nodes below a node."""
    if not found:
        return False
    kind = type(found[0][1])
    if kind in (int, float, str, bool, tuple, list):
        return False
    return kind is type(node) or any(has(found[0][1], name) for name in VISITS)


def guessed(root: Any, shape: Shape, iterations: int) -> Shape:
    """The shape with what it leaves out; ShapeError where no children or visits are found."""
    told = {name: getattr(shape, name) for name in shape.told}
    children = shape.children
    if not children:
        named = [name for name in CHILDREN if has(root, name)]
        for name in [*named, *names_of(root)]:
            if _are_nodes(root, pairs(get(root, name))):
                children = name
                break
    below = pairs(get(root, children)) if children else None
    if not below:
        raise ShapeError(
            f"no children were found in {type(root).__name__}; name their field, as "
            'tree=Shape(children="kids")'
        )
    node = max((child for _, child in below), key=lambda child: _size(child, children))
    visits = shape.visits or _first_number(node, VISITS)
    if not visits:
        close = [
            name for name in names_of(root) if _is_near(as_number(get(root, name)), iterations)
        ]
        visits = close[0] if close else ""
    if not visits:
        raise ShapeError(
            f"no field with the number of visits was found in {type(root).__name__}; name it, as "
            'tree=Shape(visits="n")'
        )
    taken = {children, visits}
    value = shape.value or _first_number(node, [name for name in VALUES if name not in taken])
    keyed = below[0][0] is not None
    action = shape.action or ("" if keyed else _first(node, ACTIONS))
    return Shape(
        **{
            "children": children,
            "visits": visits,
            "value": value,
            "action": action,
            "untried": _first(root, UNTRIED),
            "prior": _first_number(node, [name for name in PRIORS if name not in (value, visits)]),
            "proven": _first_unknown([root, *(child for _, child in below)]),
            "state": _first(node, STATES),
            "value_is": "mean" if value in _MEANS else "",
            **told,
        }
    )


def _size(node: Any, children: str) -> int:
    return len(pairs(get(node, children)) or ())


def _is_near(value: float | None, iterations: int) -> bool:
    return value is not None and abs(value - iterations) <= 1 and iterations > 3


def _first(node: Any, names: Iterable[str]) -> str:
    return next((name for name in names if has(node, name)), "")


def _first_unknown(nodes: Sequence[Any]) -> str:
    """The first name of a proof that some node is without: a winner of 0 everywhere is none."""
    return next(
        (
            name
            for name in PROVEN
            if has(nodes[0], name) and any(not is_known(get(node, name)) for node in nodes)
        ),
        "",
    )


def is_known(proof: Any) -> bool:
    """Whether a field with a proof says something."""
    return proof is not None and proof is not False and not (isinstance(proof, Sized) and not proof)


def _first_number(node: Any, names: Iterable[str]) -> str:
    return next((name for name in names if as_number(get(node, name)) is not None), "")


def number_or_nan(node: Any, name: str) -> float:
    value = as_number(get(node, name)) if name else None
    return math.nan if value is None else value
