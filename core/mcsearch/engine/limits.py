"""When searches stop, and how much they keep: the parameters that several of them take."""

from __future__ import annotations

from typing import Any

from mcsearch.engine.parameter import Parameter, RecipeError

MAX_ITERATIONS = 2_000_000_000  # the counters of visits have 32 bits

ITERATIONS = Parameter(
    "iterations",
    "int",
    10_000,
    "Iterations",
    "the search stops after so many iterations",
    low=1,
    high=MAX_ITERATIONS,
    log=True,
)
SECONDS = Parameter(
    "seconds",
    "float",
    0.0,
    "Seconds",
    "the search stops after so many seconds of its own time, and without a number of iterations "
    "only then; 0: no limit",
    low=0.0,
    high=1_000_000.0,
)
TARGET = Parameter(
    "target",
    "float",
    0.0,
    "Target score",
    "the search stops when it has found this score; 0: no target",
    low=0.0,
    high=1_000_000.0,
)
NODES = Parameter(
    "nodes",
    "int",
    1_000_000,
    "Nodes",
    "size of the pool of tree nodes",
    low=2,
    high=10_000_000,
    log=True,
)
PLAYOUTS = Parameter(
    "iterations",
    "int",
    ITERATIONS.high,
    "Playouts",
    "the search stops after so many playouts, if it has not finished before",
    low=1,
    high=ITERATIONS.high,
    log=True,
)
RECORDED_NODES = Parameter(
    "nodes",
    "int",
    65_536,
    "Recorded nodes",
    "positions tried that are recorded for reading",
    low=2,
    high=NODES.high,
    log=True,
)


def check_room(root: Any, nodes: int) -> None:
    """RecipeError for a pool without room for children that a root gets all at once."""
    if nodes > root.max_actions:
        return
    count = len(root.legal_actions())
    if count >= nodes:
        raise RecipeError(
            f"nodes: {nodes} is too few, since the root gets its {count} children at once; choose "
            f"at least {count + 1} for a tree"
        )
