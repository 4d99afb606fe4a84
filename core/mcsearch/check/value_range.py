"""Range of the mean: no mean is more than a win or less than a loss."""

from __future__ import annotations

import math

from mcsearch.check import example
from mcsearch.check.evidence import Evidence
from mcsearch.check.node import walk
from mcsearch.check.report import (
    RIGHT,
    SUSPICIOUS,
    WRONG,
    Counterexample,
    Heading,
    Line,
)

HEADING = Heading("range", "Range of the mean", "four-phases")
_SLACK = 1e-6


def examine(evidence: Evidence) -> Line:
    """The mean of every node against what a playout may return."""
    reason = evidence.reason(
        of_value=True, one_player="scores of one player have no bounds that are known"
    )
    convention = evidence.convention
    if reason:
        return HEADING.not_examined(reason)
    lowest, highest = math.inf, -math.inf
    outside: list[Counterexample] = []
    count = 0
    for tree in evidence.trees:
        for node, path in walk(tree.node):
            mean = convention.mean(node)
            if math.isnan(mean) or not path:
                continue
            count += 1
            lowest, highest = min(lowest, mean), max(highest, mean)
            slack = _SLACK * convention.span
            if not convention.low - slack <= mean <= convention.high + slack:
                position = tree.root.at(path) or tree.root
                outside.append(
                    example.at(
                        position,
                        f"the mean of {example.visits(node.visits)} is {mean:g}, a playout gives "
                        f"{convention.low:g} to {convention.high:g}",
                        iterations=tree.iterations,
                        seed=tree.seed,
                    )
                )
    figures = {"lowest": lowest, "highest": highest, "nodes": count}
    if outside:
        return HEADING.line(
            WRONG,
            f"{len(outside)} of {count} means are outside of {convention.low:g} to "
            f"{convention.high:g}",
            tuple(outside[:20]),
            "a result is added more often than a visit, or the mean is divided by another number",
            figures,
        )
    if convention.high > 1.0 + _SLACK:
        return HEADING.line(
            SUSPICIOUS,
            f"{lowest:.2f} to {highest:.2f}: one playout adds up to {convention.high:g}, and the "
            "returns of the game are 1 at most",
            (),
            "the result is added more than once; with a scale of one's own, C must be on it, too",
            figures,
        )
    return HEADING.line(
        RIGHT, f"{lowest:.2f} to {highest:.2f}, what the returns allow", (), "", figures
    )
