"""What a package's modules define, found by listing its folder.

A new game, selection rule, playout policy or search is a new file there and nothing else.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any


class Registry(dict[str, Any]):
    """The things in the modules of a package, by their names and in the order of these.

    `things_in` picks them from a module; each has a `name`. `check` raises for one that can't work.
    """

    def __init__(
        self,
        package: str,
        things_in: Callable[[ModuleType], Iterable[Any]],
        check: Callable[[Any], None] = lambda thing: None,
    ) -> None:
        super().__init__()
        self._package = package
        self._things_in = things_in
        self._check = check
        self._added: list[Any] = []

    def load(self) -> None:
        """List the package's folders, all that its `__path__` names, anew."""
        package = importlib.import_module(self._package)
        names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
        modules = [importlib.import_module(f"{self._package}.{name}") for name in names]
        things = [thing for module in modules for thing in self._things_in(module)]
        for thing in things:
            self._check(thing)
        self.clear()
        self.update({thing.name: thing for thing in sorted(things, key=lambda it: it.name)})
        for thing in self._added:
            self.add(thing)

    def add(self, thing: Any) -> Any:
        """Take a thing from anywhere else, in place of one of its name, and return it.

        Other processes, such as those of heavy runs, know only what is in a folder.
        """
        self._check(thing)
        self._added = [added for added in self._added if added.name != thing.name] + [thing]
        self[thing.name] = thing
        return thing


def named_classes(base: type) -> Callable[[ModuleType], Iterable[Any]]:
    """Picks a module's own subclasses of a class that have a name."""

    def is_own(thing: Any, module: ModuleType) -> bool:
        return (
            isinstance(thing, type)
            and issubclass(thing, base)
            and thing.__module__ == module.__name__
        )

    return lambda module: [
        thing for thing in vars(module).values() if is_own(thing, module) and thing.name
    ]
