"""What a table of scores must know to speak of the exploration constant C."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mcsearch.selection.rule import EXPLORE, Terms


@dataclass(frozen=True, slots=True, eq=False)
class Exploration:
    """The constant, where a score is a sum with the term C sqrt(ln n_p / n), and only there."""

    constant: float
    limit: float  # the largest that a recipe takes
    column: int  # of the term among the terms
    error: np.ndarray  # float64 [num_children] standard errors of the means


def gather_exploration(
    search: Any, node: int, children: list[int], terms: Terms
) -> Exploration | None:
    """The exploration of a node, where what another C does to its scores is arithmetic.

    None unless every legal move is visited, nothing is proven, and the rule takes the best sum.
    """
    tree, rule = search.tree, search.rule
    if rule.is_drawn or not rule.parameters_in_use.get("exploration"):
        return None
    if len(children) < 2 or len(children) < tree.num_legal_of(node):
        return None
    stated = rule.terms_at(tree, node)
    if EXPLORE not in stated or not np.isfinite(terms.total).all():
        return None
    visits = np.asarray([tree.visits_of(child) for child in children])
    if not visits.all():
        return None
    return Exploration(
        constant=float(rule.parameters_in_use["exploration"]),
        limit=next(each.high for each in rule.parameters if each.name == "exploration"),
        column=stated.index(EXPLORE),
        error=_errors(tree, children, visits),
    )


def _errors(tree: Any, children: list[int], visits: np.ndarray) -> np.ndarray:
    """Standard errors; results from 0 to 1 have a deviation of 1/2 at most."""
    if not tree.keeps_scores:
        return 0.5 / np.sqrt(visits)
    means = np.asarray([tree.mean(child) for child in children])
    squares = np.asarray([float(tree.square_sum[child]) for child in children]) / visits
    return np.sqrt(np.maximum(squares - means**2, 0.0) / visits)
