"""Values as texts, written alike in every message, flag, file and table."""

from __future__ import annotations

import re
from typing import Any

NUMBERING = re.compile(r"\d*\.+")
"""A word of a game file that is no move: the number of one, or the place of a missing one."""


def text_of(value: Any) -> str:
    """A parameter's value as a flag or a file takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def spaced(number: float, form: str = "") -> str:
    """A number in groups of three digits; `form` is what a format says after the groups' sign."""
    return f"{number:,{form}}".replace(",", " ")


def counted(count: int, noun: str) -> str:
    """ "1 board", "3 boards"."""
    return f"{spaced(count)} {noun}{'' if count == 1 else 's'}"
