"""Whose code the explorer runs: files that its owner names, and what its owner writes in the page.

`panel serve webapp --args my_game.py` puts the classes of files into the Game menu; with `--edit`
behind `--args` a visitor on the server's own machine may write code. On the static site Python runs
in the visitor's own browser, and everybody may.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from bokeh.document import Document

_EDIT = "--edit"
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


@dataclass(frozen=True)
class Options:
    """What stands behind `--args`; `error` says what of it is not understood."""

    files: tuple[str, ...] = ()
    edit: bool = False
    error: str = ""


NO_OPTIONS = Options()


def options(arguments: Sequence[str]) -> Options:
    wrong = [each for each in arguments if each.startswith("-") and each != _EDIT]
    files = tuple(each for each in arguments if not each.startswith("-"))
    error = f"--args: {wrong[0]!r} is not known; give Python files and {_EDIT}" if wrong else ""
    return Options(files, _EDIT in arguments, error)


def may_edit(document: Document, edit: bool) -> bool:
    """Whether the visitor of a document may give code to run.

    Where a server runs: when its owner says so, and only to a browser on its own machine that asked
    it by a name of that machine, without anybody in between.
    """
    context: Any = document.session_context
    if context is None or getattr(context, "server_context", None) is None:
        return True
    return edit and _is_local(context.request)


def _is_local(request: Any) -> bool:
    headers = {str(name).lower(): _first(value) for name, value in dict(request.headers).items()}
    if any(name in headers for name in _FORWARDED):
        return False
    origin = headers.get("origin")
    hosts = [headers.get("host", ""), *([urlsplit(origin).netloc] if origin else [])]
    return _is_loopback(str(request.remote_ip)) and all(map(_is_own_name, hosts))


def _first(value: Any) -> str:
    return str(value[0] if isinstance(value, list) else value)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _is_own_name(host: str) -> bool:
    """Whether a host, with its port, is this machine whatever a name server says."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return name == "localhost" or _is_loopback(name)
