"""Selection rules, one file each: which child a descent goes to; may import the engine."""

from collections.abc import Mapping
from typing import Any

from mcsearch.engine.plain_python import no_overrides
from mcsearch.engine.registry import Registry, named_classes
from mcsearch.selection import rounds, rule, scored
from mcsearch.selection.rule import Rule

_COMPILED = rule.COMPILED_METHODS | scored.COMPILED_METHODS | rounds.COMPILED_METHODS
RULES = Registry(
    __name__,
    named_classes(Rule),
    no_overrides(_COMPILED, "derive it from PythonRule and write score()"),
)
RULES.load()


def rule_of(values: Mapping[str, Any]) -> Rule:
    """The rule that a search's values name, with its parameters."""
    found = RULES[values["selection"]]
    return found(**{p.name: values[p.name] for p in found.parameters})
