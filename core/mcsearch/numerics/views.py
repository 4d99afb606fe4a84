"""Arrays as the compiled and the interpreted code both index them."""

from __future__ import annotations

from typing import Any


def view(array: Any) -> Any:
    """The elements of a numpy array as plain numbers, shared with it.

    Compiled code takes the view as a typed one. Interpreted code would get numpy scalars from the
    array itself, whose arithmetic wraps silently.
    """
    return memoryview(array)


def num_bytes(*views: Any) -> int:
    """Bytes of the arrays that these are views of, together."""
    return sum(each.nbytes for each in views)
