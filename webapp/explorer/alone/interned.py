"""Plain values of many moments: what is the same is told once, and then by its number.

A lane of a search changes at a few places from moment to moment. `unpack.js` puts them together.
"""

from __future__ import annotations

from typing import Any


class Interned:
    """The parts of plain values in the order of their numbers; of lists and dictionaries the
    numbers of what is in them.
    """

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, value: Any) -> int:
        """Of a value of None, truth values, numbers, texts, lists and dictionaries by texts."""
        if isinstance(value, dict):
            part: Any = {name: self.number(each) for name, each in value.items()}
            key: Any = (dict, tuple(part.items()))
        elif isinstance(value, (list, tuple)):
            part = [self.number(each) for each in value]
            key = (list, tuple(part))
        else:
            part, key = value, (type(value), value)
        if key not in self._numbers:
            self._numbers[key] = len(self.parts)
            self.parts.append(part)
        return self._numbers[key]
