"""The children of the selected node and their scores, read off once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from explorer.game.line import Actions
from explorer.moment.exploration import Exploration, gather_exploration
from explorer.moment.path import is_recorded
from mcsearch.engine.bounds import Bounds
from mcsearch.engine.tree import NONE


@dataclass(frozen=True, slots=True)
class FormulaTerm:
    """One term of a child's score: its expression, variables and value."""

    label: str
    expression: str  # Python syntax
    value: float


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """Why a selection rule takes which child; without a rule there are no terms."""

    has_rule: bool
    labels: tuple[str, ...]  # [num_terms]
    values: np.ndarray  # float64 [num_children, num_terms]; nan for children without visits
    total: np.ndarray  # float64 [num_children] inf for children without visits, nan without a rule
    order: tuple[int, ...]  # [num_children] positions, the best first
    formula: tuple[FormulaTerm, ...]  # of the chosen child, () where there is none, or no rule
    variables: dict[str, float]  # what the names in the formula stand for
    exploration: Exploration | None  # where another C could be spoken of
    lender: Actions | None  # to the node above whose statistics the scores have; None: its own
    lender_visits: int
    remark: str  # what the rule says of the scores besides, or ""


@dataclass(frozen=True, slots=True, eq=False)
class Children:
    """The children in the order of their expansion; means and bounds are not turned round."""

    actions: tuple[int, ...]  # [num_children]
    visits: np.ndarray  # int64 [num_children] by way of the selected node
    value_sum: np.ndarray  # float64 [num_children] likewise
    mean: tuple[float, ...]  # [num_children] return for who moves into it, of its position
    top: tuple[float, ...]  # [num_children] nan where unknown
    bounds: tuple[Bounds, ...]  # [num_children] for player 0
    chosen: int  # position of the child on the path; with scores else of the best; NONE: none
    scores: Scores | None  # None where nobody looks at them


def gather_children(search: Any, node: int, chosen: int, with_scores: bool) -> Children:
    """The children of a node of the tree; `chosen` is the one on the path, NONE: none."""
    tree = search.tree
    children = tree.children(node)
    place = children.index(chosen) if chosen != NONE else NONE
    scores = None
    if with_scores:
        scores, place = _scores(search, node, children, place)
    at = np.asarray(children, dtype=np.int64)
    return Children(
        actions=tuple(tree.action[at].tolist()),
        visits=tree.visits[at].astype(np.int64),
        value_sum=tree.value_sum[at],
        mean=tuple(map(tree.mean, children)),
        top=tuple(map(tree.top, children)),
        bounds=tuple(map(tree.bounds_of, children)),
        chosen=place,
        scores=scores,
    )


def _scores(search: Any, node: int, children: list[int], chosen: int) -> tuple[Scores, int]:
    """The scores of children, and the position of the one whose formula is told."""
    tree, rule = search.tree, search.rule
    exploration = None
    if rule is None:
        labels: tuple[str, ...] = ()
        values = np.zeros((len(children), 0))
        # a tree of another program has no best results: there the most visited child is first
        first = tree.visits_of if is_recorded(search) else tree.top
        keys = np.asarray([[first(c), tree.mean(c)] for c in children]).reshape(-1, 2)
        # the child with the best result first; those without one last
        order = np.lexsort((-keys[:, 1], -keys[:, 0])).tolist() if children else []
        total = np.full(len(children), np.nan)
    else:
        terms = rule.terms(tree, node)
        labels, values = tuple(terms.names), terms.values
        # a child that was never visited is taken before all others
        total = np.where(np.isnan(terms.total), np.inf, terms.total)
        order = np.argsort(-total, kind="stable").tolist()
        exploration = gather_exploration(search, node, children, terms)
    if chosen == NONE and children:
        chosen = order[0]
    formula: tuple[FormulaTerm, ...] = ()
    variables: dict[str, float] = {}
    if rule is not None and chosen != NONE and tree.visits_of(children[chosen]) > 0:
        formula = tuple(
            FormulaTerm(term.name, term.expression, value)
            for term, value in zip(rule.terms_at(tree, node), values[chosen].tolist(), strict=True)
        )
        variables = dict(rule.variables(tree, node, children[chosen]))
    lender = NONE if rule is None else rule.lender_of(tree, node)
    scores = Scores(
        has_rule=rule is not None,
        labels=labels,
        values=values,
        total=total,
        order=tuple(order),
        formula=formula,
        variables=variables,
        exploration=exploration,
        lender=None if lender in (NONE, node) else tuple(search.actions_to(lender)),
        lender_visits=0 if lender == NONE else tree.position_visits_of(lender),
        remark=rule.remark(tree, node) if rule is not None and children else "",
    )
    return scores, chosen
