"""Visits: a node has been visited as often as its children, and some times before it had any."""

from __future__ import annotations

from mcsearch.check import example
from mcsearch.check.evidence import Evidence
from mcsearch.check.node import Node, walk
from mcsearch.check.report import RIGHT, SUSPICIOUS, WRONG, Counterexample, Heading, Line

HEADING = Heading("visits", "Visits", "four-phases")
_SLACK = 1e-6


def examine(evidence: Evidence) -> Line:
    """A node's own playouts, its visits less those of its children, are as many everywhere.

    One or none by convention; where leaves wait for some visits before they are expanded, more.
    Where nodes begin with a visit that no playout has made, that is told and not counted.
    """
    reason = evidence.reason()
    if reason:
        return HEADING.not_examined(reason)
    if evidence.shared:
        return HEADING.not_examined(evidence.shared)
    own: dict[float, int] = {}
    found: list[tuple[float, Counterexample]] = []
    num_nodes = 0
    for tree in evidence.trees:
        for node, path in walk(tree.node):
            num_nodes += 1
            position = tree.root.at(path)
            if not node.children or position is None or position.is_terminal:
                continue
            if not path and node.visits == 0 and tree.iterations > 1:
                continue  # the root of a program that does not count it, told below
            begun = evidence.begins_with * (len(node.children) - 1)
            left = node.visits - sum(child.visits for child in node.children) + begun
            left = 0.0 if abs(left) < _SLACK else left
            own[left] = own.get(left, 0) + (1 if path else 0)
            found.append((left, example.at(
                position,
                f"the node has {example.visits(node.visits)}, its children have "
                f"{node.visits - left:g} together",
                columns=("move", "visits"),
                rows=tuple((position.name(child.action), child.visits) for child in node.children),
                iterations=tree.iterations,
                seed=tree.seed,
            )))  # fmt: skip
    inner = [left for left, count in own.items() if count]
    usual = min((left for left in inner if left >= 0), default=0.0)
    wrong = [text for left, text in found if not (-_SLACK <= left <= max(1.0, usual + 1.0))]
    if inner and len([left for left in inner if left != int(left)]):
        wrong = wrong or [text for left, text in found if left != int(left)]
    if wrong:
        return HEADING.line(
            WRONG,
            f"{len(wrong)} of {len(found)} nodes do not add up with their children",
            examples=tuple(wrong[:20]),
            cause="a visit is left out or counted twice on the way back to the root, or a node's "
            "visits are replaced instead of added to",
            figures={"wrong": len(wrong), "nodes": len(found)},
        )
    return _root_line(evidence, num_nodes, usual)


def _root_line(evidence: Evidence, num_nodes: int, usual: float) -> Line:
    """The root's visits against the iterations."""
    each = "each node" if not usual else f"each node {usual:g} more than"
    said = f"{each} {'as many as' if not usual else ''} its children".replace("  ", " ")
    if evidence.begins_with:
        return HEADING.line(
            SUSPICIOUS,
            f"{said}, but for the 1 visit that a node begins with",
            cause="a visit without a playout draws every mean towards a value of 0; meant so as a "
            "prior",
            figures={"nodes": num_nodes, "own": usual},
        )
    off = {tree.node.visits - tree.iterations for tree in evidence.trees}
    figures = {"nodes": num_nodes, "own": usual}
    root = evidence.trees[0]
    if all(
        is_settled(tree.node)
        for tree in evidence.trees
        if abs(tree.node.visits - tree.iterations) > 1
    ):
        off = {0.0}
    if off and max(map(abs, off)) <= 1.0 and len(off) <= 2:
        summary = f"{said}, root {root.node.visits:g} of {root.iterations} iterations"
        return HEADING.line(RIGHT, summary, figures=figures)
    if all(tree.node.visits == 0 for tree in evidence.trees):
        return HEADING.line(
            SUSPICIOUS,
            f"{said}, but the root has no visits after {root.iterations} iterations",
            cause="the way back to the root ends one node too early",
            figures=figures,
        )
    root = max(evidence.trees, key=lambda tree: abs(tree.node.visits - tree.iterations))
    return HEADING.line(
        SUSPICIOUS,
        f"{said}, but the root has {example.visits(root.node.visits)} after "
        f"{root.iterations} iterations",
        cause="an iteration counts several times, or some iterations do not reach the root",
        examples=(
            example.at(
                root.root,
                f"{example.visits(root.node.visits)} after {root.iterations} iterations",
                iterations=root.iterations,
                seed=root.seed,
            ),
        ),
        figures=figures,
    )


def is_settled(root: Node) -> bool:
    """Whether the search may have ended early, since it has proved what it was to find."""
    return root.is_proven or any(child.is_proven for child in root.children)
