"""A dataclass as what is sent of it."""

from __future__ import annotations

import json
import math
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from explorer.schema.contract import Numbers, sent_fields

_AS_IS = frozenset({str, int, bool, type(None)})  # most of what is sent: asked first


def packed(value: Any) -> dict[str, Any]:
    """A dataclass by the names of its fields; numbers stay arrays, rounded as the fields say."""
    return {
        name: _sent(getattr(value, name), numbers)
        for name, _, numbers in sent_fields(value.__class__)
    }


def plain(value: Any) -> dict[str, Any]:
    """The same with lists for arrays."""
    found: dict[str, Any] = json.loads(text(packed(value)))
    return found


def text(values: dict[str, Any]) -> str:
    """What `packed` gives as JSON, which has no arrays and no nan."""
    return json.dumps(values, separators=(",", ":"), allow_nan=False, default=listed)


def listed(values: np.ndarray) -> list[Any]:
    """An array as a list, with None for nan."""
    found: list[Any] = values.tolist()
    if values.dtype.kind != "f" or not np.isnan(values).any():
        return found
    return [None if math.isnan(value) else value for value in found]


def _sent(value: Any, numbers: Numbers) -> Any:
    if value.__class__ in _AS_IS:
        return value
    if isinstance(value, tuple):
        return [_sent(each, numbers) for each in value]
    decimals = numbers.decimals
    if isinstance(value, np.ndarray):
        return value if decimals is None else np.round(value, decimals)
    if isinstance(value, float):
        if numbers.has_unknown and math.isnan(value):
            return None
        return value if decimals is None else round(value, decimals)
    return packed(value) if is_dataclass(value) else value
