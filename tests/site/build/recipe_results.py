"""What a search found, in numbers that must not depend on the build.

Imported by the test for the native build, and run as a script inside Pyodide: there, recipes come
on stdin as JSON and the results go to stdout.
"""

import json
import sys

import mcsearch
from mcsearch import Recipe


def result(recipe: str, iterations: int) -> dict[str, object]:
    """Run a recipe (JSON) and describe the search; floats keep all their digits in JSON."""
    search = Recipe.from_json(recipe).build()
    search.run(iterations)
    tree = search.tree
    visits, value_sums, stack = [], [], [0]
    while stack:
        node = stack.pop()
        visits.append(int(tree.visits_of(node)))
        value_sums.append(float(tree.value_sum_of(node)))
        stack.extend(reversed(tree.children(node)))
    return {
        "best_score": search.best_score,
        "best_sequence": [int(action) for action in search.best_sequence],
        "best_action": int(search.best_action()),
        "iterations": search.iterations,
        "playouts": search.playouts,
        "stopped": search.stopped,
        "size": tree.size,
        "visits": visits,
        "value_sums": value_sums,
    }


if __name__ == "__main__":
    results = [result(recipe, iterations) for recipe, iterations in json.load(sys.stdin)]
    print(json.dumps({"compiled": mcsearch.COMPILED, "results": results}))
