"""Legal moves: children are legal, each once, and there are none below an end."""

from __future__ import annotations

from mcsearch.check import example
from mcsearch.check.evidence import Evidence
from mcsearch.check.node import NONE, walk
from mcsearch.check.report import RIGHT, WRONG, Counterexample, Heading, Line

HEADING = Heading("legal_moves", "Legal moves", "one-or-all")


def examine(evidence: Evidence) -> Line:
    """Every node's children against the legal actions of its position."""
    reason = evidence.reason()
    if reason:
        return HEADING.not_examined(reason)
    wrong: dict[str, list[Counterexample]] = {"illegal": [], "twice": [], "end": []}
    num_nodes = num_wrong = 0
    for tree in evidence.trees:
        for node, path in walk(tree.node):
            position = tree.root.at(path)
            if position is None:
                continue
            num_nodes += 1
            before = _count(wrong)
            run = {"iterations": tree.iterations, "seed": tree.seed}
            if position.is_terminal and node.children:
                wrong["end"].append(
                    example.at(
                        position,
                        f"the game is over here, and the node has {len(node.children)} children",
                        **run,
                    )
                )
                num_wrong += 1
                continue
            places = [child.action for child in node.children]
            legal = " ".join(position.name(place) for place in range(len(position.legal)))
            for child in node.children:
                if child.action == NONE:
                    wrong["illegal"].append(
                        example.at(
                            position,
                            f"a child is reached by {child.text}, legal are {legal}",
                            yours=child.text,
                            **run,
                        )
                    )
            for place in {place for place in places if place != NONE and places.count(place) > 1}:
                wrong["twice"].append(
                    example.at(
                        position,
                        f"{places.count(place)} children are reached by {position.name(place)}",
                        yours=position.name(place),
                        **run,
                    )
                )
            num_wrong += _count(wrong) > before
    kinds = [kind for kind, found in wrong.items() if found]
    if not kinds:
        return HEADING.line(
            RIGHT,
            f"{num_nodes} nodes: each legal move at most once",
            figures={"nodes": num_nodes, "wrong": 0},
        )
    says = {
        "illegal": "illegal moves",
        "twice": "a move twice below one node",
        "end": "children below the end of a game",
    }
    causes = {
        "illegal": "the child keeps the state of the node above it, or states are shared and "
        "changed by a playout",
        "twice": "a node is expanded again that has been expanded, or a move stays among the "
        "untried ones",
        "end": "expansion does not ask whether the game is over",
    }
    examples = [each for kind in kinds for each in wrong[kind]]
    return HEADING.line(
        WRONG,
        f"{', '.join(says[kind] for kind in kinds)} at {num_wrong} of {num_nodes} nodes",
        tuple(examples[:20]),
        causes[kinds[0]],
        {"nodes": num_nodes, "wrong": num_wrong},
    )


def _count(wrong: dict[str, list[Counterexample]]) -> int:
    return sum(map(len, wrong.values()))
