"""What stands beside a field's type, where Python's alone does not say what is sent of it."""

from __future__ import annotations

import functools
from dataclasses import fields
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np


class Numbers(NamedTuple):
    """How numbers are sent."""

    decimals: int | None = None
    """How many are sent, None for all: shorter numbers are a shorter message."""
    has_unknown: bool = False
    """Whether some may be nan, which is null for the scripts."""


class Kept(NamedTuple):
    """Stays in Python: the scripts are not told."""


KEPT = Kept()
Ints = Annotated[np.ndarray, Numbers()]
Tenths = Annotated[np.ndarray, Numbers(1)]
Hundredths = Annotated[np.ndarray, Numbers(2)]
Fine = Annotated[np.ndarray, Numbers(4)]
Share = Annotated[float, Numbers(4)]
"""Of 1, or of a width."""
Measures = Annotated[np.ndarray, Numbers(has_unknown=True)]
"""Numbers that are read as such: they are rounded once, where they are written."""


class Field(NamedTuple):
    """A field that is sent."""

    name: str
    type: Any
    numbers: Numbers


@functools.cache
def sent_fields(kind: type) -> tuple[Field, ...]:
    """The fields of a dataclass that the scripts are told, by the names that they have in it."""
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for field in fields(kind):
        hint = hints[field.name]
        notes: list[Any] = []
        if get_origin(hint) is Annotated:
            hint, *notes = get_args(hint)
        if KEPT not in notes:
            numbers = next((note for note in notes if isinstance(note, Numbers)), Numbers())
            found.append(Field(field.name, hint, numbers))
    return tuple(found)
