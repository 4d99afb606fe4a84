"""A large tree of no program of ours in the JSON form, for the page to import."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any


def grown(count: int, seed: int = 1) -> dict[str, Any]:
    """A tree of so many nodes: few of them have most of the visits, as in a search.

    A node's visits are one more than those of its children, its value is their mean.
    """
    chance = random.Random(seed)
    root: dict[str, Any] = {"visits": 1, "value": chance.random()}
    nodes, above = [root], [-1]
    while len(nodes) < count:
        parent = int(len(nodes) * chance.random() ** 2)
        below = nodes[parent].setdefault("children", [])
        below.append({"action": f"m{len(below)}", "visits": 1, "value": chance.random()})
        nodes.append(below[-1])
        above.append(parent)
    for node, parent in zip(reversed(nodes[1:]), reversed(above[1:]), strict=True):
        into = nodes[parent]
        sums = [each["visits"] * each["value"] for each in (into, node)]
        into["visits"] += node["visits"]
        into["value"] = sum(sums) / into["visits"]
    return root


def file_of(root: dict[str, Any], folder: Path) -> Path:
    """The tree as a file."""
    path = folder / f"tree-{root['visits']}.json"
    path.write_text(json.dumps(root), encoding="utf-8")
    return path
