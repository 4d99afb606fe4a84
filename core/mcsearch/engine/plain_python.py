"""Classes in plain Python between compiled ones: what a rule and a policy of a person share.

Compiled code calls compiled methods directly and never looks for one that Python has put in their
place. So a class in plain Python may not override them; it derives from a class that is made for
it and whose compiled methods call the Python ones.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from typing import Any

from mcsearch.numerics import rng

_IS_COMPILED = not rng.__file__.endswith(".py")


def no_overrides(names: frozenset[str], remedy: str) -> Callable[[type], None]:
    """Raises TypeError for a class in plain Python that overrides one of these methods.

    Where the core is interpreted, a class whose module imports cython is one of those that could be
    compiled.
    """

    def check(cls: type) -> None:
        classes = list(cls.__mro__)
        if not _IS_COMPILED:
            classes = [c for c in classes if "cython" not in vars(sys.modules[c.__module__])]
        for found in sorted({name for c in classes for name in names & vars(c).keys()}):
            raise TypeError(
                f"{cls.__name__} overrides {found}(), which compiled code calls without looking "
                f"for it in Python; {remedy}"
            )

    return check


def copy_attributes(source: Any, target: Any, but: frozenset[str]) -> None:
    """Give an object copies of what a person's methods have stored in another of its class."""
    own = {name: value for name, value in vars(source).items() if name not in but}
    vars(target).update(copy.deepcopy(own))
