"""What the cards that a script of ours draws have in common when they stand alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from explorer.look.palette import host_variables

_EXPLORER = Path(__file__).parents[1]


@cache
def read(address: str) -> str:
    """A file by its address below the explorer."""
    return (_EXPLORER / address).read_text(encoding="utf-8")


def styles(*addresses: str) -> str:
    """The colours and these style sheets, for a component of their own, which has the theme."""
    sheets = "".join(map(read, ("look/base.css", *addresses)))
    return host_variables() + sheets.replace('[data-theme="dark"] ', ':host([data-theme="dark"]) ')


def actions_of(value: Any) -> list[int]:
    """Actions as a browser sends them, which is not to be trusted."""
    return [int(action) for action in value]
