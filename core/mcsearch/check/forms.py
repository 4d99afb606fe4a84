"""Selection rules by which a child may have been chosen: a mean and C times a term of exploration.

A rule that is right in its form is UCB1 (Auer et al. 2002) or PUCT (Silver et al. 2016); the others
are what it becomes by a usual slip.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

Term = Callable[[float, float, float, float, int], float]
"""Of the node's visits, the child's, the root's, the child's prior and the number of children."""


def _ln(visits: float) -> float:
    return math.log(visits) if visits > 1.0 else 0.0


@dataclass(frozen=True)
class Form:
    """`term` is multiplied by C; `weight` makes the first term of a mean and the visits.

    `urgency`: what a child without visits counts as where it is ranked: "" for 0 on the program's
    own scale, "loss", or "parent" for the mean of the node above (Gelly and Wang 2006).
    """

    name: str
    text: str
    is_right: bool
    term: Term
    weight: Callable[[float, float, float], float] = lambda mean, n, parent: mean
    takes_unvisited: bool = False
    urgency: str = ""


def _prior(prior: float, count: int) -> float:
    return 1.0 / count if math.isnan(prior) else prior


UCB1 = Form(
    "ucb1",
    "mean + C sqrt(ln N / n)",
    True,
    lambda parent, n, root, prior, count: math.sqrt(_ln(parent) / n),
)


def _puct(parent: float, n: float, root: float, prior: float, count: int) -> float:
    return _prior(prior, count) * math.sqrt(parent) / (1.0 + n)


PUCT = Form("puct", "mean + C P sqrt(N) / (1 + n)", True, _puct, takes_unvisited=True)
PUCTS = (
    PUCT,
    Form(
        "puct_loss",
        "mean + C P sqrt(N) / (1 + n), a move without visits counts as a loss",
        True,
        _puct,
        takes_unvisited=True,
        urgency="loss",
    ),
    Form(
        "puct_parent",
        "mean + C P sqrt(N) / (1 + n), a move without visits counts as the node above",
        True,
        _puct,
        takes_unvisited=True,
        urgency="parent",
    ),
    Form(
        "puct_one_more",
        "sum / (1 + n) + C P sqrt(N) / (1 + n)",
        True,
        _puct,
        weight=lambda mean, n, parent: mean * n / (1.0 + n),
        takes_unvisited=True,
    ),
)
"""PUCT and its variants, of which all but the first are tried where children have priors."""

SLIPS = (
    Form(
        "ln_of_ratio",
        "mean + C sqrt(ln(N / n)): the child's visits are under the logarithm",
        False,
        lambda parent, n, root, prior, count: math.sqrt(_ln(parent / n)),
    ),
    Form(
        "child_ln",
        "mean + C sqrt(ln n / n): the child's own visits under the logarithm",
        False,
        lambda parent, n, root, prior, count: math.sqrt(_ln(n) / n),
    ),
    Form(
        "no_sqrt",
        "mean + C ln N / n: the square root is missing",
        False,
        lambda parent, n, root, prior, count: _ln(parent) / n,
    ),
    Form(
        "root_visits",
        "mean + C sqrt(ln N / n) with N of the root at every node",
        False,
        lambda parent, n, root, prior, count: math.sqrt(_ln(root) / n),
    ),
    Form(
        "no_ln",
        "mean + C sqrt(N / n): the logarithm is missing",
        False,
        lambda parent, n, root, prior, count: math.sqrt(parent / n),
    ),
    Form(
        "sqrt_ln_only",
        "mean + C sqrt(ln N) / n: the child's visits are not under the square root",
        False,
        lambda parent, n, root, prior, count: math.sqrt(_ln(parent)) / n,
    ),
    Form(
        "upside_down",
        "mean + C sqrt(n / ln N): the fraction is upside down",
        False,
        lambda parent, n, root, prior, count: math.sqrt(n / max(_ln(parent), 1e-9)),
    ),
    Form(
        "sum",
        "sum + C sqrt(ln N / n): the sum of the returns in place of their mean",
        False,
        lambda parent, n, root, prior, count: math.sqrt(_ln(parent) / n),
        weight=lambda mean, n, parent: mean * n,
    ),
    Form(
        "over_parent",
        "sum / N + C sqrt(ln N / n): the mean is over the node's visits, not the child's",
        False,
        lambda parent, n, root, prior, count: math.sqrt(_ln(parent) / n),
        weight=lambda mean, n, parent: mean * n / max(parent, 1.0),
    ),
    Form(
        "visits_only",
        "the child with the fewest visits, whatever its mean",
        False,
        lambda parent, n, root, prior, count: 1.0 / n,
        weight=lambda mean, n, parent: 0.0,
    ),
)
