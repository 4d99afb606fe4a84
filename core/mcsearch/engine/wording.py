"""Values as texts, written alike in every message, flag, file and table."""

from __future__ import annotations

import math
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


def decimals_of(size: float, digits: int = 3) -> int:
    """How many decimals a number of this size has with so many significant digits, 9 at most."""
    if not 0.0 < size < math.inf:
        return 0
    exponent = int(f"{size:.16e}".partition("e")[2])
    return min(max(digits - 1 - exponent, 0), 9)


def counted(count: int, noun: str) -> str:
    """ "1 board", "3 boards"."""
    return f"{spaced(count)} {noun}{'' if count == 1 else 's'}"
