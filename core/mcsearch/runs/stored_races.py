"""What races a database has begun, and the rows of one as they come in.

A database keeps runs and games, each by its recipe or fixture. This says which of them are a race:
its entrants and its conditions, in the words of `mcsearch race`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class StoredRace:
    """A race as its database has it."""

    entrants: tuple[str, ...]
    """As `mcsearch race` takes them."""
    fields: Mapping[str, str]
    """Its flags that have a value, by their names without dashes, as a link has them."""
    boards: Mapping[str, str] = field(default_factory=dict)
    """The positions of a file's boards by their names; none where the fields give them."""
    beyond: tuple[str, ...] = ()
    """What else it needs and no field can say, such as "--openings"."""
    begun: str = ""
    """UTC."""

    def to_json(self) -> str:
        """One line of JSON, the same for equal races; the key of its row."""
        fields: dict[str, Any] = {"entrants": list(self.entrants), "fields": dict(self.fields)}
        if self.boards:
            # in their order, which is that of the race
            fields["boards"] = [[name, position] for name, position in self.boards.items()]
        if self.beyond:
            fields["beyond"] = list(self.beyond)
        return json.dumps(fields, sort_keys=True)

    @classmethod
    def from_json(cls, text: str, begun: str = "") -> StoredRace:
        """The race of a row; ValueError for a text that `to_json` has not made."""
        try:
            found = json.loads(text)
            return cls(
                _texts(found["entrants"]),
                {str(name): str(value) for name, value in found["fields"].items()},
                {str(name): str(position) for name, position in found.get("boards", [])},
                _texts(found.get("beyond", [])),
                begun,
            )
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"{text[:40]!r} is no race") from error


def _texts(values: Sequence[Any]) -> tuple[str, ...]:
    return tuple(map(str, values))
