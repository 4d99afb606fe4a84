"""Fields of a chapter's file, asked for by name and kind; what is wrong is said at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_NONE: Any = object()


class ChapterError(ValueError):
    """A chapter that can't be shown; the message names the file and the field."""


class Place(str):
    """Where something stands: "trap.toml: steps 3"."""

    __slots__ = ()

    def at(self, name: str) -> Place:
        return Place(f"{self}{', ' if ':' in self else ': '}{name}")


class Fields:
    """A table of a file; `end` raises for what nobody has asked for."""

    def __init__(self, place: Place, values: dict[str, Any]) -> None:
        self.place = place
        self._values = values
        self._asked: set[str] = set()

    def _get(self, name: str, kind: Any, default: Any, what: str) -> Any:
        self._asked.add(name)
        value = self._values.get(name, default)
        if value is _NONE:
            raise ChapterError(f"{self.place}: {name} is missing; give {what}")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise ChapterError(f"{self.place}: {name} is {value!r}; give {what}")
        return value

    def text(self, name: str, default: Any = _NONE) -> str:
        text: str = self._get(name, str, default, "a text")
        if default is _NONE and not text.strip():
            raise ChapterError(f"{self.place}: {name} is empty; give a text")
        return text

    def whole(self, name: str, low: int, high: int = 2**31, default: Any = _NONE) -> int:
        value: int = self._get(name, int, default, "a whole number")
        if not low <= value <= high:
            raise ChapterError(f"{self.place}: {name} is {value}; give {low} to {high}")
        return value

    def number(self, name: str) -> float:
        return float(self._get(name, int | float, _NONE, "a number"))

    def values(self, name: str) -> list[Any]:
        values: list[Any] = self._get(name, list, [], "a list of values")
        return values

    def flag(self, name: str) -> bool:
        value: bool = self._get(name, bool, False, "true or false")
        return value

    def choice(self, name: str, known: Iterable[str], default: Any = _NONE) -> str:
        value = self.text(name, default)
        if value not in known:
            raise ChapterError(
                f"{self.place}: {name} is {value!r}; choose one of {', '.join(known)}"
            )
        return value

    def texts(self, name: str) -> list[str]:
        values: list[str] = self._get(name, list, [], "a list of texts")
        if not all(isinstance(value, str) for value in values):
            raise ChapterError(f"{self.place}: {name} is {values!r}; give a list of texts")
        return values

    def mapping(self, name: str) -> dict[str, Any]:
        values: dict[str, Any] = self._get(name, dict, {}, "a table")
        return values

    def table(self, name: str, required: bool = True) -> Any:
        """The fields of a table; None when it may be missing and is."""
        values = self._get(name, dict, _NONE if required else {}, "a table")
        if not required and name not in self._values:
            return None
        return Fields(self.place.at(name), values)

    def tables(self, name: str) -> dict[str, Fields]:
        """The tables of a table, by their names; at least one."""
        values = self._get(name, dict, _NONE, "a table of tables")
        if not values or not all(isinstance(value, dict) for value in values.values()):
            raise ChapterError(f"{self.place}: {name} is no table of tables")
        return {key: Fields(self.place.at(f"{name}.{key}"), each) for key, each in values.items()}

    def list(self, name: str, low: int, high: int, required: bool = True) -> list[Fields]:
        """A list of tables; [] when it may be missing and is."""
        values = self._get(name, list, _NONE if required else [], "a list of tables")
        if not all(isinstance(value, dict) for value in values):
            raise ChapterError(f"{self.place}: {name} is no list of tables")
        if (required or values) and not low <= len(values) <= high:
            raise ChapterError(
                f"{self.place}: {name} has {len(values)} tables; give {low} to {high}"
            )
        return [
            Fields(self.place.at(f"{name} {number}"), value)
            for number, value in enumerate(values, start=1)
        ]

    def end(self) -> None:
        """Raise ChapterError for a field that is none."""
        for name in self._values:
            if name not in self._asked:
                known = ", ".join(sorted(self._asked))
                raise ChapterError(f"{self.place}: {name} is no field; choose one of {known}")
