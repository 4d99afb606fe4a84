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


def most_visitors() -> int:
    """ValueError for a setting that is no number of visitors."""
    setting = os.environ.get("MCSEARCH_VISITORS", str(MOST_VISITORS))
    if not setting.isdecimal() or int(setting) < 1:
        raise ValueError(f"MCSEARCH_VISITORS is {setting!r}; set it to a whole number from 1 on")
    return int(setting)


def is_full(document: Document) -> bool:
    """Whether a newcomer's document is one too many; never where no server runs."""
    context: Any = document.session_context
    server = getattr(context, "server_context", None)
    # the line of a page that was let in may reach another process, which makes its document again
    if context is None or server is None or context.request.path.endswith("/ws"):
        return False
    # a page that was asked for and left is kept for a while, and those turned away have no line
    visitors = [session for session in server.sessions if session.connection_count]
    return len(visitors) >= most_visitors()


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
