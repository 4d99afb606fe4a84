"""How many visitors one process of a server takes; whoever comes then is told so.

`MCSEARCH_VISITORS` sets how many, `MCSEARCH_SITE_ADDRESS` where the explorer runs without a server.
"""

from __future__ import annotations

import os
from typing import Any

from bokeh.document import Document

from explorer.shell import template

MOST_VISITORS = 60
"""So many searches at rest fit into the memory of a small machine."""
AGAIN_SECONDS = 30

_lines: set[object] = set()
"""Those that are open; a page that was asked for and left has none, nor has one turned away."""


def most_visitors() -> int:
    """ValueError for a setting that is no number of visitors."""
    setting = os.environ.get("MCSEARCH_VISITORS", str(MOST_VISITORS))
    if not setting.isdecimal() or int(setting) < 1:
        raise ValueError(f"MCSEARCH_VISITORS is {setting!r}; set it to a whole number from 1 on")
    return int(setting)


def is_all_taken() -> bool:
    """Whether as many lines are open as there may be visitors."""
    return len(_lines) >= most_visitors()


def enter(line: object) -> bool:
    """Count an opening line in; False when it is one too many."""
    if is_all_taken():
        return False
    _lines.add(line)
    return True


def leave(line: object) -> None:
    """Its visitor has closed it; it may have been one too many."""
    _lines.discard(line)


def is_alone() -> bool:
    """Whether nobody could be kept waiting by a visitor."""
    return len(_lines) <= 1


def is_full(document: Document) -> bool:
    """Whether a newcomer's document is one too many; never where no server runs."""
    context: Any = document.session_context
    # a page that was let in by another process has its line, and gets its document anew
    if context is None or context.server_context is None or context.request.path.endswith("/ws"):
        return False
    return is_all_taken()


def turn_away(document: Document) -> None:
    """Make a document that says that there is no room, and asks again by itself."""
    document.title = template.TITLE
    document.template = template.template("shell/full.html")
    document.template_variables.update(
        template.variables([]),
        most=most_visitors(),
        site=os.environ.get("MCSEARCH_SITE_ADDRESS", ""),
        again=AGAIN_SECONDS,
    )
