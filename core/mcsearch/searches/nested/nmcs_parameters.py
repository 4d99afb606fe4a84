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
    Parameter(
        "evaluations",
        "int",
        0,
        "Evaluations",
        "playouts that evaluate an action before the level below is entered; 0: it always is",
        low=0,
        high=1000,
    ),
    Parameter(
        "ratio",
        "float",
        0.8,
        "Pruning ratio",
        "with evaluations: a mean below this share of the best mean at its ply gets one playout",
        low=0.0,
        high=1.0,
    ),
    PLAYOUTS,
    SECONDS,
    TARGET,
    RECORDED_NODES,
)
