"""The nodes of a search's tree that may be drawn, read off once: plain arrays, no tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.game.line import Actions
from explorer.moment.detail import MOST_NODES, Detail
from explorer.moment.focus import Focus
from explorer.moment.path import chain
from mcsearch.drawing.choice import Limits, choose
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.search import ROUNDS
from mcsearch.engine.tree import NONE, ROOT


@dataclass(frozen=True, slots=True, eq=False)
class TreePart:
    """Nodes, parents before children; any beginning that holds the first `num_forced` is a tree.

    A node's place is its position in the arrays, NONE for one that is not among them.
    """

    num_forced: int  # nodes that are drawn in any case
    parent: np.ndarray  # int32 [num_nodes] places, NONE for the root
    action: np.ndarray  # int16 [num_nodes] that leads into it
    num_children: np.ndarray  # int16 [num_nodes] in the whole tree
    visits: np.ndarray  # int64 [num_nodes]
    mean: np.ndarray  # float64 [num_nodes] return for who moved into it; nan without visits
    top: np.ndarray  # float64 [num_nodes] best score through it; nan where unknown
    is_optional: np.ndarray  # bool [num_nodes] nobody has asked for it
    tells: np.ndarray  # bool [num_nodes] says in any case how many children it hides
    path: tuple[int, ...]  # places along the current path, root first
    best: tuple[int, ...]  # places along the best sequence, root first
    selected: tuple[int, ...]  # places from the root to the selected node
    lender: int  # place of the node whose statistics score the selected node's children, or NONE
    new: tuple[int, ...]  # places of what the last expansion has made
    called: tuple[tuple[int, int], ...]  # (place, the number that a text calls it by)
    collapsed: tuple[int, ...]  # places of nodes below which nothing is drawn
    bounds: dict[int, Bounds]  # by place: what is certain of its value, for the root's player
    twins: dict[int, tuple[int, Actions]]  # by place: who has its position's children


def gather_tree(search: Any, focus: Focus, path: list[int], selected: list[int]) -> TreePart:
    """The nodes that may be drawn: best-first by visits, as many as the level of detail allows.

    `path` and `selected` are nodes of the tree, from the root down.
    """
    tree = search.tree
    path = path if focus.shows_path else []
    best = chain(tree, search.best_sequence)
    opened: dict[int, int] = {}
    for opening in focus.branches.opened:
        if (node := _end(chain(tree, opening.actions), opening.actions)) != NONE:
            opened[node] = max(opened.get(node, 0), opening.num_children)
    called = [chain(tree, name) for name in focus.callouts]
    called = [w if _end(w, n) != NONE else [] for w, n in zip(called, focus.callouts, strict=True)]
    forced = {ROOT, *path, *best, *selected, *opened, *(node for way in called for node in way)}
    has_rounds = ROUNDS in search.shows and search.rounds is not None
    if has_rounds and tree.num_children[ROOT] <= focus.detail.root_children:
        forced |= set(tree.children(ROOT))  # those that are in no round, too
    closed = {_end(chain(tree, name), name) for name in focus.branches.collapsed} - {NONE}
    choice = choose(tree, forced, opened, closed, _limits(focus.detail.enlarged(), opened))
    nodes = choice.nodes
    place = {node: i for i, node in enumerate(nodes.tolist())}

    def places(of: Iterable[int]) -> tuple[int, ...]:
        return tuple(place.get(node, NONE) for node in of)

    visits = tree.visits[nodes].astype(np.int64)
    return TreePart(
        num_forced=choice.num_forced,
        parent=choice.parents,
        action=tree.action[nodes],
        num_children=tree.num_children[nodes],
        visits=visits,
        mean=_means(tree, nodes, visits),
        top=_tops(tree, nodes, visits),
        is_optional=np.isin(nodes, list(forced), invert=True),
        tells=np.isin(nodes, [*path, *closed]),
        path=places(path),
        best=places(best),
        selected=places(selected),
        lender=place.get(_lender(search, selected[-1]), NONE),
        new=places(search.new_nodes),
        called=tuple((place[w[-1]], n) for n, w in enumerate(called, 1) if w and w[-1] in place),
        collapsed=tuple(place[node] for node in closed if node in place),
        bounds=_bounds(search, nodes),
        twins=_twins(search, nodes, place),
    )


def _lender(search: Any, node: int) -> int:
    """The node above that lends its statistics to a node, NONE where none does."""
    rule = search.rule
    lender = NONE if rule is None else rule.lender_of(search.tree, node)
    return NONE if lender == node else int(lender)


def _end(way: list[int], actions: Actions) -> int:
    """Where a chain of nodes ends when it has come to the end of the actions, else NONE."""
    return way[-1] if len(way) == len(actions) + 1 else NONE


def _limits(detail: Detail, opened: dict[int, int]) -> Limits:
    """How many nodes are drawn at a level of detail, and below the opened ones."""
    return Limits(
        num_nodes=min(detail.max_nodes + sum(opened.values()), MOST_NODES),
        row=detail.max_row,
        root_children=detail.root_children,
        other_children=detail.other_children,
    )


def _means(tree: Any, nodes: np.ndarray, visits: np.ndarray) -> np.ndarray:
    if tree.positions is not None:  # of each node's position, whichever way the visits came
        return np.asarray([tree.mean(node) for node in nodes.tolist()])
    means = np.full(len(nodes), np.nan)
    return np.divide(tree.value_sum[nodes], visits, out=means, where=visits > 0)


def _tops(tree: Any, nodes: np.ndarray, visits: np.ndarray) -> np.ndarray:
    if not tree.keeps_scores:
        return np.full(len(nodes), np.nan)
    return np.where(visits > 0, tree.top_score[nodes].astype(float), np.nan)


def _bounds(search: Any, nodes: np.ndarray) -> dict[int, Bounds]:
    """What is certain of nodes, where anything is, for the search."""
    tree = search.tree
    if tree.keeps_closed:
        closed = np.flatnonzero(tree.plies[nodes] != NONE)
        return {i: tree.bounds_of(int(nodes[i])) for i in closed.tolist()}
    if not tree.keeps_bounds:
        return {}
    player = search.root.to_play if search.root.num_players == 2 else 0
    bounds = (tree.bounds_of(node).seen_by(player) for node in nodes.tolist())
    return {i: known for i, known in enumerate(bounds) if not known.is_open}


def _twins(search: Any, nodes: np.ndarray, place: dict[int, int]) -> dict[int, tuple[int, Actions]]:
    """By place: the place of the node that has its position's children, and the way there."""
    tree = search.tree
    if tree.positions is None:
        return {}
    twins = ((i, tree.twin_of(node)) for i, node in enumerate(nodes.tolist()))
    return {
        i: (place.get(twin, NONE), tuple(search.actions_to(twin)))
        for i, twin in twins
        if twin != NONE
    }
