"""Whose code the explorer runs: files that its owner names, and what its owner writes in the page.

`panel serve webapp --args my_game.py` puts the classes of files into the Game menu; with `--edit`
behind `--args` who has the server's secret (see `secret`) may write code. On the static site Python
runs in the visitor's own browser, and everybody may.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bokeh.document import Document

EDIT = "--edit"
EDIT_FROM_NETWORK = "--edit-from-network"
EDITS = "edits"
"""In the token of a page that may edit, which the server has signed."""


@dataclass(frozen=True)
class Options:
    """What stands behind `--args`; `error` says what of it is not understood."""

    files: tuple[str, ...] = ()
    edit: bool = False
    from_network: bool = False
    error: str = ""


NO_OPTIONS = Options()


def options(arguments: Sequence[str]) -> Options:
    """`--edit-from-network` is `--edit` on a server that others can reach, too."""
    words = [each for each in arguments if each.startswith("-")]
    wrong = [each for each in words if each not in (EDIT, EDIT_FROM_NETWORK)]
    files = tuple(each for each in arguments if not each.startswith("-"))
    error = f"--args: {wrong[0]!r} is not known; give Python files and {EDIT}" if wrong else ""
    from_network = EDIT_FROM_NETWORK in words
    return Options(files, EDIT in words or from_network, from_network, error)


def may_edit(document: Document, edit: bool) -> bool:
    """Whether the visitor of a document may give code to run.

    Where a server runs: when its owner says so, and only on a page that was asked for with the
    secret, which its token tells. The token's signature, and the secret of whoever connects with
    it, are checked by `server.Server`; without that nobody may.
    """
    context: Any = document.session_context
    if context is None or getattr(context, "server_context", None) is None:
        return True
    checked = getattr(context.request, CHECKED, False)
    return edit and bool(checked) and context.token_payload.get(EDITS) is True


CHECKED = "is_checked"
"""Set on requests that `server.Server` has let through."""
