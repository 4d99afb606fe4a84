"""What sentences are made of."""

from __future__ import annotations

Pieces = list[str | tuple[str, str]]
"""Plain text, or a text and how it is set."""


def strong(text: str) -> tuple[str, str]:
    """A text that stands out."""
    return (text, "strong")
