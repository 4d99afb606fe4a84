"""Playout policies, one file each: how a game is played to its end; may import the engine."""

from collections.abc import Mapping
from typing import Any

from mcsearch.engine.plain_python import no_overrides
from mcsearch.engine.policy import COMPILED_METHODS, Policy
from mcsearch.engine.registry import Registry, named_classes

POLICIES = Registry(
    __name__,
    named_classes(Policy),
    no_overrides(COMPILED_METHODS, "derive it from PythonPolicy and write choose()"),
)
POLICIES.load()


def policy_of(values: Mapping[str, Any]) -> Policy:
    """The policy that a search's values name, with its parameters."""
    policy = POLICIES[values["policy"]]
    return policy(**{p.name: values[p.name] for p in policy.parameters})
