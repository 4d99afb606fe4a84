"""The numbers in a text: placeholders such as {visits:b4 b3}, filled from a search.

What stands behind the colon are the names of the actions from the root to a node; without it the
root is meant. {1} is a callout and stays one. Means and rates are those of the search, whoever
moves, as the tree and the board show them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from explorer.look import text
from explorer.pages.learn.checks import ChapterError
from mcsearch.engine.tree import NONE, ROOT

PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class At(NamedTuple):
    """A node of a search, and the actions to it."""

    search: Any
    node: int
    actions: tuple[int, ...]


def actions_of(root: Any, names: tuple[str, ...]) -> tuple[int, ...]:
    """The numbers of the named actions; ValueError for one that can't be played."""
    actions, state = [], root
    for name in names:
        action = state.parse_action(name)
        actions.append(state.number_of(action))
        state = state.play(action)
    return tuple(actions)


def name_of(root: Any, actions: tuple[int, ...]) -> str:
    """The name of the last of the actions."""
    state = root
    for action in actions[:-1]:
        state = state.play(state.action_of(action))
    return str(state.action_name(state.action_of(actions[-1])))


def state_at(root: Any, actions: tuple[int, ...]) -> Any:
    state = root
    for action in actions:
        state = state.play(state.action_of(action))
    return state


def _mean(at: At) -> str:
    mean = at.search.tree.mean(at.node)
    if at.search.root.num_players == 1:
        return text.score(mean)
    return text.percent(mean if len(at.actions) % 2 else 1.0 - mean)


def _wins(at: At) -> str:
    wins = at.search.tree.value_sum_of(at.node)
    visits = at.search.tree.visits_of(at.node)
    return text.score(wins if len(at.actions) % 2 else visits - wins)


def _result(search: Any) -> str:
    """What the last playout's end is for the search."""
    own = search.playout_return if search.root.to_play == 0 else 1.0 - search.playout_return
    return {"win": "wins", "draw": "draws", "loss": "loses"}.get(text.outcome(own), "")


def _term(at: At, name: str) -> str:
    """A term of the score that the selection rule gives a node."""
    tree = at.search.tree
    parent = tree.parent_of(at.node)
    terms = at.search.rule.terms(tree, parent)
    row = terms.values[tree.children(parent).index(at.node)]
    return text.measure(float(row.sum() if name == "score" else row[terms.names.index(name)]))


def _proven(at: At) -> str:
    bounds = at.search.tree.bounds_of(at.node).seen_by(at.search.root.to_play)
    return bounds.outcome or "open"


def _most_visited(at: At) -> str:
    tree = at.search.tree
    child = max(tree.children(at.node), key=tree.visits_of)
    return name_of(at.search.root, (*at.actions, tree.action_of(child)))


def _best_mean(at: At) -> str:
    tree = at.search.tree
    visited = [child for child in tree.children(at.node) if tree.visits_of(child)]
    child = max(visited, key=tree.mean)
    return name_of(at.search.root, (*at.actions, tree.action_of(child)))


def _legal(at: At) -> str:
    return text.number(len(state_at(at.search.root, at.actions).legal_actions()))


_AT_NODE: dict[str, Callable[[At], str]] = {
    "visits": lambda at: text.number(at.search.tree.visits_of(at.node)),
    "mean": _mean,
    "wins": _wins,
    "top": lambda at: text.score(at.search.tree.top(at.node)),
    "children": lambda at: text.number(len(at.search.tree.children(at.node))),
    "legal": _legal,
    "proven": _proven,
    "most-visited": _most_visited,
    "best-mean": _best_mean,
    "explore": lambda at: _term(at, "explore"),
    "deviate": lambda at: _term(at, "deviate"),
    "score": lambda at: _term(at, "score"),
}
_OF_SEARCH: dict[str, Callable[[Any], str]] = {
    "iterations": lambda search: text.number(search.iterations),
    "nodes": lambda search: text.number(search.tree.size),
    "best": lambda search: text.score(search.best_score),
    "move": lambda search: name_of(search.root, tuple(search.best_sequence[:1])),
    "walk": lambda search: text.score(search.walk_score),
    "return": lambda search: text.score(search.playout_return),
    "result": _result,
    "playout-length": lambda search: text.number(len(search.playout_actions)),
    "depth": lambda search: text.number(len(search.path_actions)),
    "bound": lambda search: search.bounds.outcome or "open",
}


def _plain(value: Any) -> str:
    """A parameter's value, without zeros behind its last decimal."""
    if isinstance(value, str):
        return value
    shown = text.measure(float(value))
    return shown.rstrip("0").rstrip(".") if "." in shown else shown


def placeholders(where: str) -> list[str]:
    """What is to be filled in a text, callouts left out."""
    return [name for name in PLACEHOLDER.findall(where) if not name.isdigit()]


def fill(template: str, search: Any, known: Mapping[str, str], where: str) -> str:
    """A text with its numbers; `known` are values that are not the search's.

    ChapterError, which begins with `where`, for a name or a node that there is none of.
    """

    def filled(match: re.Match[str]) -> str:
        inner = match[1]
        return match[0] if inner.isdigit() else _value(inner, search, known, where)

    return PLACEHOLDER.sub(filled, template)


def _value(inner: str, search: Any, known: Mapping[str, str], where: str) -> str:
    if inner in known:
        return known[inner]
    name, _, names = inner.partition(":")
    if name in _OF_SEARCH:
        return _OF_SEARCH[name](search)
    if name == "value":
        if names not in search.values:
            raise ChapterError(f"{where}: {{{inner}}} names no parameter of the search")
        return _plain(search.values[names])
    if name not in _AT_NODE:
        every = ", ".join([*_AT_NODE, *_OF_SEARCH, "value", *known])
        raise ChapterError(f"{where}: {{{inner}}} is no number; choose one of {every}")
    try:
        actions = actions_of(search.root, tuple(names.split()))
    except ValueError as error:
        raise ChapterError(f"{where}: {{{inner}}}: {error}") from None
    node = search.find(list(actions)) if actions else ROOT
    if node == NONE:
        raise ChapterError(f"{where}: {{{inner}}} is not in the tree at this moment")
    return _AT_NODE[name](At(search, node, actions))
