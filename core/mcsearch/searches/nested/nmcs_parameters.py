"""The parameters of NMCS."""

from __future__ import annotations

from mcsearch.engine.limits import PLAYOUTS, RECORDED_NODES, SECONDS, TARGET
from mcsearch.engine.parameter import Parameter

TIES = ("random", "first", "last")

PARAMETERS = (
    Parameter(
        "level",
        "int",
        2,
        "Level",
        "of nesting; 0 is one playout, each level more multiplies the work",
        low=0,
        high=6,
    ),
    Parameter("memory", "bool", True, "Memory", "follow the best sequence found at the level"),
    Parameter(
        "ties",
        "choice",
        "random",
        "Equal results",
        "which of equally good sequences is remembered",
        choices=TIES,
    ),
    Parameter(
        "explore",
        "float",
        0.0,
        "Exploration",
        "probability that a level goes on with another action than that of its best sequence",
        low=0.0,
        high=1.0,
    ),
    PLAYOUTS,
    SECONDS,
    TARGET,
    RECORDED_NODES,
)
