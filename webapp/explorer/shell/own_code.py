"""Whose code the explorer runs: files that its owner names, and what its owner writes in the page.

`panel serve webapp --args my_game.py` puts the classes of files into the Game menu, and functions
`run` of files into Check; with `--edit` behind `--args` who has the server's secret (see `secret`)
may write code, and with `--database results.sqlite` open the races of that file. On the static
site Python runs in the visitor's own browser: everybody may write code, and there is no file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bokeh.document import Document

EDIT = "--edit"
EDIT_FROM_NETWORK = "--edit-from-network"
DATABASE = "--database"
EDITS = "edits"
"""In the token of a page of the owner's, which the server has signed."""


@dataclass(frozen=True)
class Options:
    """What stands behind `--args`; `error` says what of it is not understood."""

    files: tuple[str, ...] = ()
    edit: bool = False
    from_network: bool = False
    error: str = ""
    database: str = ""

    @property
    def needs_secret(self) -> bool:
        """Whether there is anything for the owner alone."""
        return self.edit or bool(self.database)


NO_OPTIONS = Options()


def options(arguments: Sequence[str]) -> Options:
    """`--edit-from-network` is `--edit` on a server that others can reach, too."""
    arguments = list(arguments)
    database, error = "", ""
    if DATABASE in arguments:
        place = arguments.index(DATABASE)
        named = arguments[place + 1 : place + 2]
        if not named or named[0].startswith("-") or DATABASE in arguments[place + 1 :]:
            error = f"--args: {DATABASE} takes one file; name it once, behind it"
        else:
            database = named[0]
        del arguments[place : place + 2]
    words = [each for each in arguments if each.startswith("-")]
    wrong = [each for each in words if each not in (EDIT, EDIT_FROM_NETWORK)]
    files = tuple(each for each in arguments if not each.startswith("-"))
    if wrong and not error:
        error = f"--args: {wrong[0]!r} is not known; give Python files, {EDIT} and {DATABASE} FILE"
    from_network = EDIT_FROM_NETWORK in words
    return Options(files, EDIT in words or from_network, from_network, error, database)


def may_edit(document: Document, edit: bool) -> bool:
    """Whether the visitor of a document may give code to run.

    Where a server runs: when its owner says so, and only the owner.
    """
    return not _is_served(document) or (edit and _is_owner(document))


def database_for(document: Document, database: str) -> str:
    """The file whose races the visitor of a document may open: the owner alone, on a server."""
    return database if _is_served(document) and _is_owner(document) else ""


def _is_served(document: Document) -> bool:
    context: Any = document.session_context
    return context is not None and getattr(context, "server_context", None) is not None


def _is_owner(document: Document) -> bool:
    """Whether a page was asked for with the secret, which its token tells. The token's signature,
    and the secret of whoever connects with it, are checked by `server.Server`; without that it was
    not."""
    context: Any = document.session_context
    checked = getattr(context.request, CHECKED, False)
    return bool(checked) and context.token_payload.get(EDITS) is True


CHECKED = "is_checked"
"""Set on requests that `server.Server` has let through."""
